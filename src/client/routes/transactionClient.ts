import { responseText, jsonAnswer, metaOf } from "../http/responseValue";
import { fieldsOf, integerOf } from "../../wire/json/fields";
import type { Json } from "../../wire/json/exactJson";
import type { ResponseMeta, NodeResponse } from "../http/nodeResponse";
import { bytesContent, inputBytes, type BytesInput } from "../http/requestParts";
import type { Transport } from "../http/transport";

/** What a trial run came to. Fields that the node did not give are undefined. */
export interface Simulation {
  /** Gas that the transaction would use. */
  gasSpent: bigint | undefined;
  /** Why the transaction would fail. */
  error: string | undefined;
  /** The whole answer; undefined when it was empty. */
  value: Json | undefined;
  meta: ResponseMeta;
}

/** Serialized transactions (§4.5): checking, trying and sending them. */
export class TransactionClient {
  constructor(private readonly transport: Transport) {}

  /** `POST /on/transactions/preverify` (§4.5): resolves if the transaction is valid; nothing is broadcast. */
  async preverify(transaction: BytesInput, signal?: AbortSignal): Promise<ResponseMeta> {
    return metaOf(await this.send("preverify", transaction, true, signal));
  }

  /**
   * `POST /on/transactions/propagate` (§4.5): resolves once the node has taken the transaction for routing, which does
   * not mean that it entered the mempool. Never sent twice: after a lost answer `outcomeUnknown` is set on the error.
   */
  async propagate(transaction: BytesInput, signal?: AbortSignal): Promise<ResponseMeta> {
    return metaOf(await this.send("propagate", transaction, false, signal));
  }

  /** `POST /on/transactions/simulate` (§4.5): runs the transaction without effect. An empty answer is a success. */
  async simulate(transaction: BytesInput, signal?: AbortSignal): Promise<Simulation> {
    const response = await this.send("simulate", transaction, true, signal);
    const value = (await responseText(response)).trim() === "" ? undefined : (await jsonAnswer(response)).value;
    const fields = fieldsOf(value);
    const error = fields["error"];
    return {
      gasSpent: integerOf(fields["gas-spent"]),
      error: typeof error === "string" ? error : undefined,
      value,
      meta: metaOf(response),
    };
  }

  private send(
    topic: string,
    transaction: BytesInput,
    idempotent: boolean,
    signal: AbortSignal | undefined,
  ): Promise<NodeResponse> {
    const body = inputBytes(transaction);
    const path = `/on/transactions/${topic}`;
    return this.transport.request({ method: "POST", path, headers: bytesContent, body, idempotent, signal });
  }
}
