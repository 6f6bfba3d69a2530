import { checkAccountKey, checkContractId } from "../../wire/ids";
import { responseText, metaOf } from "../http/responseValue";
import { largeJsonIn } from "./graphqlEnvelope";
import type { Json } from "../../wire/json/exactJson";
import type { ResponseMeta } from "../http/nodeResponse";
import { idValue, requestPath } from "../http/requestParts";
import type { Transport } from "../http/transport";

/** The answer of a deprecated route; `meta.deprecation` holds what the node says about that. */
export interface DeprecatedResponse {
  /** Undefined if the answer is not JSON. */
  value: Json | undefined;
  text: string;
  meta: ResponseMeta;
}

/** The deprecated shortcut routes (§9), for nodes and habits that still have them. */
export class DeprecatedClient {
  constructor(private readonly transport: Transport) {}

  /** `POST /on/account:<account_bls_pk>/status` (§9): `{balance, nonce, next_nonce}`; use the `account` query instead. */
  async accountStatus(accountKey: string, signal?: AbortSignal): Promise<DeprecatedResponse> {
    return this.read("account", idValue(checkAccountKey(accountKey)), "status", signal);
  }

  /** `POST /on/contract:<contract_id>/status` (§9): `{balance}`; use the `contract_balance` query instead. */
  async contractStatus(contractId: string, signal?: AbortSignal): Promise<DeprecatedResponse> {
    return this.read("contract", idValue(checkContractId(contractId)), "status", signal);
  }

  /** `POST /on/contract_owner:<contract_id>/<topic>` (§9), whose topic means nothing; use the metadata instead. */
  async contractOwner(contractId: string, signal?: AbortSignal): Promise<DeprecatedResponse> {
    return this.read("contract_owner", idValue(checkContractId(contractId)), "owner", signal);
  }

  private async read(
    component: string,
    entity: string,
    topic: string,
    signal: AbortSignal | undefined,
  ): Promise<DeprecatedResponse> {
    const path = requestPath({ component, entity, topic });
    const response = await this.transport.request({ method: "POST", path, idempotent: true, signal });
    const text = await responseText(response);
    return { value: await largeJsonIn(text), text, meta: metaOf(response) };
  }
}
