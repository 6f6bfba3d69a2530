import { fieldsOf, integerOf } from "../../../wire/json/fields";
import type { Connection } from "../../../client/connection";
import type { Disposable } from "../../../base/disposables";
import { onLossAndReturn } from "../../../client/session/sessionState";
import { NodeError } from "../../../client/failures/nodeError";
import { type Json, parseExactJson } from "../../../wire/json/exactJson";
import { OneAtATime } from "../../../base/oneAtATime";

/** What a live query needs to know of its operation, and whom it tells. */
export interface LiveWork<T> {
  readonly connection: Connection;
  /** Runs the operation as it is written now; undefined when it is there no more. */
  run(signal: AbortSignal): Promise<T | undefined>;
  updated(outcome: T): Promise<void>;
  /** Something about its state is different: to be shown. */
  changed(): void;
  ended(because: string): void;
}

/**
 * Keeps an operation running: at once, and again on each accepted block (§6.2) and whatever else becomes of the chain,
 * one run at a time. What arrives meanwhile leads to one more run. It runs too when the node's events are lost, which
 * shows whether it still answers, and when they are back. A run that fails is told in the state; the next one tries again.
 */
export class LiveQuery<T> implements Disposable {
  updates = 0;
  height: bigint | undefined;
  problem: NodeError | undefined;
  private readonly owned: Disposable[] = [];
  private readonly runs = new OneAtATime((signal) => this.run(signal));
  private disposed = false;

  constructor(private readonly work: LiveWork<T>) {}

  /** Rejects with a NodeError when the node cannot be spoken to at all. */
  async start(): Promise<void> {
    const { connection } = this.work;
    if (!connection.inUse) await connection.connect();
    const { events } = await connection.node();
    if (this.disposed) return;
    const accepted = ({ data }: { data: Uint8Array }) => {
      this.height = heightOf(data) ?? this.height;
      this.runs.demand();
    };
    const blocks = events.subscribe({ component: "blocks", topic: "accepted" }, accepted, "live query");
    const states = blocks.onState((state) => {
      if (state.at === "failed") this.fail(state.error);
      if (state.at === "cancelled") this.work.ended("its connection was closed");
    });
    const news = connection.chain.onNews(({ kind }) => {
      if (kind === "missed" || kind === "anew") this.runs.demand();
    });
    const session = onLossAndReturn(events.session, () => this.runs.demand());
    // Who listens goes first: our own end is no news to it.
    this.owned.push(news, session, states, blocks, this.runs);
    this.runs.demand();
  }

  dispose(): void {
    this.disposed = true;
    for (const each of this.owned.splice(0)) each.dispose();
  }

  private async run(signal: AbortSignal): Promise<void> {
    try {
      const outcome = await this.work.run(signal);
      if (signal.aborted) return;
      if (!outcome) return this.work.ended("the operation is not in the document any more");
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

function heightOf(data: Uint8Array): bigint | undefined {
  try {
    const value: Json = parseExactJson(new TextDecoder().decode(data));
    return integerOf(fieldsOf(fieldsOf(value)["header"] ?? null)["height"]);
  } catch {
    return undefined; // a block whose data is not JSON is a block all the same
  }
}
