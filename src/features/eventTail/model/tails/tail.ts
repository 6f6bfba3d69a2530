import { counted } from "../../../../base/words";
import type { Connection } from "../../../../client/connection";
import type { NodeConnection } from "../../../../client/nodeConnection";
import type { NodeError } from "../../../../client/failures/nodeError";
import { tailPurpose, type Subscription, type SubscriptionState } from "../../../../client/session/subscription";
import type { EventFrame } from "../../../../wire/eventFrame";
import type { Target } from "../../../../wire/target";
import { failureLine } from "../../../../client/failures/failureWords";
import { signs } from "../lines/eventLine";

/** What is needed of a connection. */
export type TailedConnection = Pick<Connection, "id" | "name" | "config" | "node" | "connect" | "chain">;

/** What a tail tells its owner. */
export interface TailOwner {
  received(event: EventFrame, at: number): void;
  notify(notice: string): void;
  /** The connection is gone, or the node refused the tail before it ever ran: it is none any more. */
  ended(tail: Tail): void;
}

/** One running tail: a target on a connection, and a word about everything that happens to its subscription. */
export class Tail {
  private subscription: Subscription | undefined;
  /** The session in which the node last accepted the subscription. */
  private sessionId: string | undefined;
  private topics: readonly string[] | undefined;
  private said = "";
  private settleFirst!: (refusal: NodeError | undefined) => void;
  /** Resolves once the tail runs, or with why it never will. */
  readonly first = new Promise<NodeError | undefined>((resolve) => (this.settleFirst = resolve));

  constructor(
    readonly connection: TailedConnection,
    readonly target: Target,
    /** The target as people read it. */
    readonly label: string,
    private readonly owner: TailOwner,
  ) {}

  get events(): number {
    return this.subscription?.events ?? 0;
  }

  /** What it brought so far, or why it brings nothing. */
  get summary(): string {
    const { state } = this.subscription ?? {};
    return state?.kind === "failed" ? `failed: ${failureLine(state.error)}` : counted(this.events, "event");
  }

  /** Whether the node has accepted or refused the subscription, so that nothing is on the way. */
  get settled(): boolean {
    const at = this.subscription?.state.kind;
    return at === "active" || at === "failed";
  }

  /** Throws NodeError `invalid-input` for a target that cannot be subscribed to. */
  start(node: NodeConnection): void {
    const subscription = node.events.subscribe(this.target, (event, at) => this.owner.received(event, at), tailPurpose);
    this.subscription = subscription;
    this.owner.notify(`tail of ${this.label} started`);
    subscription.onState((state) => this.changed(state));
    this.changed(subscription.state);
  }

  /** Unsubscribes. */
  stop(): void {
    this.owner.notify(`tail of ${this.label} stopped after ${counted(this.leave(), "event")}`);
  }

  /** Unsubscribes because nothing more can come. */
  end(why: string): void {
    this.owner.notify(`tail of ${this.label} ended after ${counted(this.leave(), "event")}: ${why}`);
  }

  /** Asks the node again after it refused. */
  retry(): void {
    this.subscription?.retry();
  }

  countUndecoded(): void {
    if (this.subscription) this.subscription.undecoded++;
  }

  /** Unsubscribes, and returns how many events came. */
  private leave(): number {
    const { subscription } = this;
    this.subscription = undefined;
    this.settleFirst(undefined);
    subscription?.dispose();
    return subscription?.events ?? 0;
  }

  private changed(state: SubscriptionState): void {
    if (!this.subscription) return;
    switch (state.kind) {
      case "active":
        return this.subscribed(state.sessionId, state.topics);
      case "failed":
        return this.failed(state.error);
      case "cancelled":
        this.subscription = undefined;
        this.settleFirst(undefined);
        this.owner.notify(`${signs.loss} tail of ${this.label} ended: its connection was closed`);
        return this.owner.ended(this);
      case "wanted":
        return;
    }
  }

  private failed(error: NodeError): void {
    const why = failureLine(error);
    if (this.sessionId !== undefined || isPassing(error))
      return this.notifyOnce(`${signs.loss} tail of ${this.label} failed: ${why}`);
    const { subscription } = this;
    this.subscription = undefined;
    this.owner.notify(`${signs.loss} tail of ${this.label} did not start: ${why}`);
    // Anyone who tells of its state is still at it.
    queueMicrotask(() => subscription?.dispose());
    this.owner.ended(this);
    this.settleFirst(error);
  }

  private subscribed(sessionId: string, topics: readonly string[] | undefined): void {
    this.settleFirst(undefined);
    const before = sessionId === this.sessionId ? this.topics : undefined;
    this.topics = topics;
    if (before && topics) {
      const joined = topics.filter((topic) => !before.includes(topic));
      if (joined.length > 0) this.owner.notify(`${this.label}: ${joined.join(", ")} was met and is tailed from now on`);
      return;
    }
    const again = this.sessionId && this.sessionId !== sessionId ? " again" : "";
    const each = topics ? `, event by event: ${topics.join(", ")}` : "";
    const first = this.sessionId === undefined;
    this.sessionId = sessionId;
    this.notifyOnce(`subscribed${again} to ${this.label} in session ${sessionId.slice(0, 8)}…${each}`);
    const warning = this.subscription?.warning;
    if (first && warning) this.owner.notify(`${this.label}: ${warning}`);
  }

  /** A state may be told more than once. */
  private notifyOnce(notice: string): void {
    if (notice === this.said) return;
    this.said = notice;
    this.owner.notify(notice);
  }
}

/** Whether the way to the node failed and not the request: the next session may bring what this one did not. */
function isPassing({ reason }: NodeError): boolean {
  return ["unreachable", "timeout", "closed-without-answer", "session-lost", "node-fault"].includes(reason);
}
