import type * as vscode from "vscode";
import { Throttler } from "../../base/throttler";
import { Owner } from "../../base/disposables";
import type { Connection } from "../../client/connection";
import type { ReportError } from "../../host/commands";
import { readLives, writeLives } from "./model/rememberedLives";

const key = "transactions";
const gapMs = 300;

/** By the connection's id: what `writeLives` made. */
type Remembered = Record<string, string>;

/**
 * Keeps what is followed across windows, in the workspace: where each transaction stands, and never its bytes. What is
 * sent is written down before it is sent. Connections of a window alone end with it.
 */
export class TransactionMemory extends Owner {
  constructor(
    private readonly memory: vscode.Memento,
    private readonly report: ReportError,
  ) {
    super();
  }

  /** Goes on with what was followed on a connection, and keeps what becomes of it. */
  keep(connection: Connection): void {
    if (connection.config.origin !== "settings") return;
    const { transactions } = connection;
    transactions.restore(readLives(this.remembered()[connection.id]));
    const saving = this.own(new Throttler(() => void this.save(connection), gapMs));
    this.own(
      transactions.onChange(({ standing }) => (standing === "sending" ? void this.save(connection) : saving.request())),
    );
    const resume = () => transactions.resume().catch(() => undefined);
    this.own(connection.onStatus(({ state: at }) => at === "up" && void resume()));
    void resume();
  }

  private remembered(): Remembered {
    return this.memory.get<Remembered>(key) ?? {};
  }

  private async save({ id, transactions }: Connection): Promise<void> {
    const { [id]: _, ...others } = this.remembered();
    const { records } = transactions;
    try {
      await this.memory.update(key, records.length === 0 ? others : { ...others, [id]: writeLives(records) });
    } catch (error) {
      this.report(error);
    }
  }
}
