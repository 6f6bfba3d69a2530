import { Owner } from "../../base/disposables";
import { SerialRunner } from "../../base/turns";
import type { NodeError } from "../failures/nodeError";
import { onLossAndReturn } from "../session/sessionState";
import type { Subscriptions } from "../session/subscriptions";
import { blockFields } from "./chainNews";

/** What is to be done once a block. */
export interface BlockWork {
  /** What the subscription is listed as, such as “live query”. */
  readonly reason: string;
  /**
   * One run, with the newest block that was told. It deals with its own failures; an aborted signal means that its result
   * is wanted no more.
   */
  run(signal: AbortSignal, height: bigint | undefined): Promise<void>;
  /** The node refuses to tell of blocks. */
  failed(error: NodeError): void;
  /** The connection was closed. */
  cancelled?(): void;
}

/**
 * Runs work at once and again on each accepted block (§6.2), one run at a time: what arrives meanwhile leads to one more
 * run. It runs too when the node's events are lost, which shows whether it still answers, and when they are back. Stops
 * when disposed.
 */
export class EveryBlock extends Owner {
  /** The newest block that was told; undefined before any. */
  height: bigint | undefined;
  private readonly runs: SerialRunner;

  constructor(events: Pick<Subscriptions, "subscribe" | "session">, work: BlockWork) {
    super();
    this.runs = new SerialRunner((signal) => work.run(signal, this.height));
    const accepted = ({ data }: { data: Uint8Array }) => {
      this.height = blockFields(data).height ?? this.height;
      this.demand();
    };
    const blocks = events.subscribe({ component: "blocks", topic: "accepted" }, accepted, work.reason);
    const states = blocks.onState((state) => {
      if (state.kind === "failed") work.failed(state.error);
      if (state.kind === "cancelled") work.cancelled?.();
    });
    const session = onLossAndReturn(events.session, () => this.demand());
    // Release the listener first, so that our own end is not reported to it.
    this.own(this.runs, blocks, states, session);
    this.demand();
  }

  /** Runs once more. */
  demand(): void {
    this.runs.demand();
  }
}
