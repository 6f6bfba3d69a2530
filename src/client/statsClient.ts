import { fieldsOf, integerOf, jsonAnswer, missingField, type JsonAnswer } from "./answerValue";
import type { Transport } from "./transport";

/** How many transactions are final, by kind. */
export interface TransactionCount {
  public: bigint | undefined;
  shielded: bigint | undefined;
  total: bigint;
}

/** Statistics of an archive-enabled node (§4.10). Other nodes reject with `not-offered`. */
export class StatsClient {
  constructor(private readonly transport: Transport) {}

  /** `POST /on/stats/account_count` (§4.10): how many public accounts are active. */
  async accountCount(signal?: AbortSignal): Promise<bigint> {
    const answer = await this.read("/on/stats/account_count", signal);
    const count = integerOf(answer.value) ?? integerOf(fieldsOf(answer.value)["public_accounts"]);
    if (count === undefined) throw missingField(answer, "count of accounts");
    return count;
  }

  /** `POST /on/stats/tx_count` (§4.10): how many transactions are final. */
  async transactionCount(signal?: AbortSignal): Promise<TransactionCount> {
    const answer = await this.read("/on/stats/tx_count", signal);
    const fields = fieldsOf(answer.value);
    const total = integerOf(answer.value) ?? integerOf(fields["total"]);
    if (total === undefined) throw missingField(answer, "total of transactions");
    return { public: integerOf(fields["public"]), shielded: integerOf(fields["shielded"]), total };
  }

  private async read(path: string, signal: AbortSignal | undefined): Promise<JsonAnswer> {
    return jsonAnswer(await this.transport.request({ method: "POST", path, idempotent: true, signal }));
  }
}
