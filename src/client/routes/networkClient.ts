import { t } from "../../base/translate";
import type { Json } from "../../wire/json/exactJson";
import { jsonAnswer, missingField, type JsonResponse } from "../http/responseValue";
import { FieldReader, type OddField } from "../../wire/json/fields";
import type { Transport } from "../http/transport";

/** What it takes to get into a block at the moment (§2.6), as far as it can be read, in units per unit of gas. */
export interface GasPrice {
  average: bigint | undefined;
  max: bigint | undefined;
  median: bigint | undefined;
  min: bigint | undefined;
  /** All of it, as the node sent it. */
  whole: Json;
  /** What of it is not as it should be. */
  odd: readonly OddField[];
}

/** The network around the node (§4.3) and the price of gas (§4.4). */
export class NetworkClient {
  constructor(private readonly transport: Transport) {}

  /** `POST /on/network/peers` (§4.3): addresses, `<host>:<port>`, of up to `count` peers, and what else it may list. */
  async peers(count: number, signal?: AbortSignal): Promise<Json[]> {
    const response = await this.read("/on/network/peers", String(count), signal);
    if (!Array.isArray(response.value)) throw missingField(response, t`list of peers`);
    return response.value;
  }

  /** `POST /on/network/peers_location` (§4.3): where the peers are; null for one that no one can place. Takes long. */
  async peersLocation(signal?: AbortSignal): Promise<Json[]> {
    const response = await this.read("/on/network/peers_location", undefined, signal, 60_000);
    if (!Array.isArray(response.value)) throw missingField(response, t`list of places`);
    return response.value;
  }

  /** `POST /on/blocks/gas-price` (§4.4), over at most `max` transactions of the mempool, or all of them. */
  async gasPrice(max?: number, signal?: AbortSignal): Promise<GasPrice> {
    const response = await this.read("/on/blocks/gas-price", max === undefined ? undefined : String(max), signal);
    const whole = response.value;
    if (typeof whole !== "object" || whole === null || Array.isArray(whole)) throw missingField(response, "prices");
    const read = new FieldReader(whole);
    return {
      average: read.integer("average"),
      max: read.integer("max"),
      median: read.integer("median"),
      min: read.integer("min"),
      whole,
      odd: read.odd,
    };
  }

  private async read(
    path: string,
    body: string | undefined,
    signal: AbortSignal | undefined,
    timeoutMs?: number,
  ): Promise<JsonResponse> {
    return jsonAnswer(
      await this.transport.request({
        ...{ method: "POST", path, idempotent: true, signal },
        ...(body !== undefined && { body }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
    );
  }
}
