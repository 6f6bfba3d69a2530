import { jsonAnswer, missingField } from "../http/responseValue";
import type { Json } from "../../wire/json/exactJson";
import { FieldReader, integerOf, type OddField } from "../../wire/json/fields";
import type { Transport } from "../http/transport";

/** How many there are of something, as far as it can be read: a number, or an object of several. */
export interface Count {
  /** By the names of the interface. */
  counts: { readonly [name: string]: bigint | undefined };
  /** All of it, as the node sent it. */
  whole: Json;
  /** What of it is not as it should be. */
  odd: readonly OddField[];
}

/** Statistics of an archive-enabled node (§4.10). Other nodes reject with `not-offered`. */
export class StatsClient {
  constructor(private readonly transport: Transport) {}

  /** `POST /on/stats/account_count` (§4.10): how many public accounts are active. */
  async accountCount(signal?: AbortSignal): Promise<Count> {
    return this.count("/on/stats/account_count", "public_accounts", [], signal);
  }

  /** `POST /on/stats/tx_count` (§4.10): how many transactions are final. */
  async transactionCount(signal?: AbortSignal): Promise<Count> {
    return this.count("/on/stats/tx_count", "total", ["public", "shielded"], signal);
  }

  /** A bare number counts as the one that is `needed`. */
  private async count(path: string, needed: string, others: readonly string[], signal?: AbortSignal): Promise<Count> {
    const response = await jsonAnswer(await this.transport.request({ method: "POST", path, idempotent: true, signal }));
    const whole = integerOf(response.value) === undefined ? response.value : { [needed]: response.value };
    if (typeof whole !== "object" || whole === null || Array.isArray(whole)) throw missingField(response, "counts");
    const read = new FieldReader(whole);
    const counts = [[needed, read.integer(needed)], ...others.map((name) => [name, read.anyInteger(name)])];
    return { counts: Object.fromEntries(counts) as Count["counts"], whole, odd: read.odd };
  }
}
