import { checkAccountKey, checkContractId } from "../../wire/ids";
import { answerText, metaOf } from "../http/answerValue";
import { jsonIn } from "./graphqlEnvelope";
import type { Json } from "../../wire/json/exactJson";
import type { AnswerMeta } from "../http/nodeAnswer";
import { idValue, requestPath } from "../http/requestParts";
import type { Transport } from "../http/transport";

/** The answer of a deprecated route; `meta.deprecation` holds what the node says about that. */
export interface DeprecatedAnswer {
  /** Undefined if the answer is not JSON. */
  value: Json | undefined;
  text: string;
  meta: AnswerMeta;
}

/** The deprecated shortcut routes (§9), for nodes and habits that still have them. */
export class DeprecatedClient {
  constructor(private readonly transport: Transport) {}

  /** `POST /on/account:<account_bls_pk>/status` (§9): `{balance, nonce, next_nonce}`; use the `account` query instead. */
  async accountStatus(accountKey: string, signal?: AbortSignal): Promise<DeprecatedAnswer> {
    return this.read("account", idValue(checkAccountKey(accountKey)), "status", signal);
  }

  /** `POST /on/contract:<contract_id>/status` (§9): `{balance}`; use the `contract_balance` query instead. */
  async contractStatus(contractId: string, signal?: AbortSignal): Promise<DeprecatedAnswer> {
    return this.read("contract", idValue(checkContractId(contractId)), "status", signal);
  }

  /** `POST /on/contract_owner:<contract_id>/<topic>` (§9), whose topic means nothing; use the metadata instead. */
  async contractOwner(contractId: string, signal?: AbortSignal): Promise<DeprecatedAnswer> {
    return this.read("contract_owner", idValue(checkContractId(contractId)), "owner", signal);
  }

  private async read(
    component: string,
    entity: string,
    topic: string,
    signal: AbortSignal | undefined,
  ): Promise<DeprecatedAnswer> {
    const path = requestPath({ component, entity, topic });
    const answer = await this.transport.request({ method: "POST", path, idempotent: true, signal });
    const text = await answerText(answer);
    return { value: await jsonIn(text), text, meta: metaOf(answer) };
  }
}
