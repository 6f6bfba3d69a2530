import { t } from "../../../base/translate";
import { EveryBlock } from "../../../client/chain/everyBlock";
import type { Connection } from "../../../client/connection";
import type { Disposable } from "../../../base/disposables";
import { NodeError } from "../../../client/failures/nodeError";

/** What a live query needs to know of its operation, and whom it tells. */
export interface LiveWork<T> {
  readonly connection: Connection;
  /** Runs the operation as it is written now; undefined when it is there no more. */
  run(signal: AbortSignal): Promise<T | undefined>;
  updated(outcome: T): Promise<void>;
  /** Something about its state is different: to be shown. */
  changed(): void;
  ended(reason: string): void;
}

/**
 * Keeps an operation running: at once, on each accepted block (§6.2) as `EveryBlock` does, and whatever else becomes of
 * the chain. A run that fails is told in the state; the next one tries again.
 */
export class LiveQuery<T> implements Disposable {
  updates = 0;
  problem: NodeError | undefined;
  private blocks: EveryBlock | undefined;
  private news: Disposable | undefined;
  private disposed = false;

  constructor(private readonly work: LiveWork<T>) {}

  /** The newest block that was told; undefined before any. */
  get height(): bigint | undefined {
    return this.blocks?.height;
  }

  /** Rejects with a NodeError when the node cannot be spoken to at all. */
  async start(): Promise<void> {
    const { connection } = this.work;
    if (!connection.inUse) await connection.connect();
    const { events } = await connection.node();
    if (this.disposed) return;
    const blocks = (this.blocks = new EveryBlock(events, {
      reason: t`live query`,
      run: (signal) => this.run(signal),
      failed: (error) => this.fail(error),
      cancelled: () => this.work.ended(t`its connection was closed`),
    }));
    this.news = connection.chain.onNews(({ kind }) => {
      if (kind === "missed" || kind === "restarted") blocks.demand();
    });
  }

  dispose(): void {
    this.disposed = true;
    this.news?.dispose();
    this.blocks?.dispose();
  }

  private async run(signal: AbortSignal): Promise<void> {
    try {
      const outcome = await this.work.run(signal);
      if (signal.aborted) return;
      if (!outcome) return this.work.ended(t`the operation is not in the document any more`);
      this.updates++;
      this.problem = undefined;
      await this.work.updated(outcome);
      this.work.changed();
    } catch (error) {
      if (!signal.aborted) this.fail(NodeError.from(error));
    }
  }

  private fail(error: NodeError): void {
    this.problem = error;
    this.work.changed();
  }
}
