import { askJson, objectIn } from "../http/responseValue";
import { FieldReader, integerOf, type LenientlyRead } from "../../wire/json/fields";
import type { Transport } from "../http/transport";

/** How many there are of something, as far as it can be read: a number, or an object of several. */
export interface Count extends LenientlyRead {
  /** By the names of the interface. */
  counts: { readonly [name: string]: bigint | undefined };
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
    const response = await askJson(this.transport, path, signal);
    const isBare = integerOf(response.value) !== undefined;
    const read = new FieldReader(isBare ? { [needed]: response.value } : objectIn(response, "counts"));
    const counts = [[needed, read.integer(needed)], ...others.map((name) => [name, read.anyInteger(name)])];
    return { counts: Object.fromEntries(counts) as Count["counts"], ...read.rest };
  }
}
