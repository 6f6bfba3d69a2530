import type { Json } from "../wire/exactJson";
import { fieldsOf, integerOf, jsonAnswer, missingField, type JsonAnswer } from "./answerValue";
import type { Transport } from "./transport";

/** What it takes to get into a block at the moment (§2.6), in units per unit of gas. */
export interface GasPrice {
  average: bigint;
  max: bigint;
  median: bigint;
  min: bigint;
}

/** The network around the node (§4.3) and the price of gas (§4.4). */
export class NetworkClient {
  constructor(private readonly transport: Transport) {}

  /** `POST /on/network/peers` (§4.3): addresses, `<host>:<port>`, of up to `count` peers. */
  async peers(count: number, signal?: AbortSignal): Promise<string[]> {
    const answer = await this.read("/on/network/peers", String(count), signal);
    if (!Array.isArray(answer.value)) throw missingField(answer, "list of peers");
    return answer.value.filter((peer) => typeof peer === "string");
  }

  /** `POST /on/network/peers_location` (§4.3): where the peers are; null for one that nobody can place. Takes long. */
  async peersLocation(signal?: AbortSignal): Promise<({ [field: string]: Json } | null)[]> {
    const answer = await this.read("/on/network/peers_location", undefined, signal, 60_000);
    if (!Array.isArray(answer.value)) throw missingField(answer, "list of places");
    return answer.value.map((place) => (place === null ? null : fieldsOf(place)));
  }

  /** `POST /on/blocks/gas-price` (§4.4), over at most `max` transactions of the mempool, or all of them. */
  async gasPrice(max?: number, signal?: AbortSignal): Promise<GasPrice> {
    const answer = await this.read("/on/blocks/gas-price", max === undefined ? undefined : String(max), signal);
    const fields = fieldsOf(answer.value);
    const price = (field: keyof GasPrice): bigint => {
      const value = integerOf(fields[field]);
      if (value === undefined) throw missingField(answer, `whole number ${field}`);
      return value;
    };
    return { average: price("average"), max: price("max"), median: price("median"), min: price("min") };
  }

  private async read(
    path: string,
    body: string | undefined,
    signal: AbortSignal | undefined,
    timeoutMs?: number,
  ): Promise<JsonAnswer> {
    return jsonAnswer(
      await this.transport.request({
        ...{ method: "POST", path, idempotent: true, signal },
        ...(body !== undefined && { body }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
    );
  }
}
