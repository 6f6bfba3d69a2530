import type { Connection } from "../../client/connection";
import type { NodeConnection } from "../../client/nodeConnection";
import type { Subscription, SubscriptionState } from "../../client/subscription";
import type { EventFrame } from "../../wire/eventFrame";
import type { Target } from "../../wire/target";
import { counted } from "./eventLine";

/** What is needed of a connection. */
export type TailedConnection = Pick<Connection, "name" | "config" | "node" | "connect" | "chain">;

/** What a tail tells its owner. */
export interface TailOwner {
  received(event: EventFrame, at: number): void;
  say(notice: string): void;
  /** The connection is gone, and the tail with it. */
  ended(tail: Tail): void;
}

/** One running tail: a target on a connection, and a word about everything that happens to its subscription. */
export class Tail {
  private subscription: Subscription | undefined;
  /** The session in which the node last accepted the subscription. */
  private sessionId: string | undefined;
  private said = "";

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

  /** Whether the node has accepted or refused the subscription, so that nothing is on the way. */
  get settled(): boolean {
    const at = this.subscription?.state.at;
    return at === "active" || at === "failed";
  }

  /** Throws NodeError `invalid-input` for a target that cannot be subscribed to. */
  start(node: NodeConnection): void {
    const subscription = node.events.subscribe(this.target, (event, at) => this.owner.received(event, at));
    this.subscription = subscription;
    this.owner.say(`tail of ${this.label} started`);
    subscription.onState((state) => this.changed(state));
    this.changed(subscription.state);
  }

  /** Unsubscribes. */
  stop(): void {
    const { subscription } = this;
    this.subscription = undefined;
    subscription?.dispose();
    this.owner.say(`tail of ${this.label} stopped after ${counted(subscription?.events ?? 0)}`);
  }

  /** Asks the node again after it refused. */
  retry(): void {
    this.subscription?.retry();
  }

  countUndecoded(): void {
    if (this.subscription) this.subscription.undecoded++;
  }

  private changed(state: SubscriptionState): void {
    if (!this.subscription) return;
    switch (state.at) {
      case "active":
        return this.subscribed(state.sessionId, state.topics);
      case "failed":
        return this.sayOnce(`tail of ${this.label} failed: ${[state.error.message, state.error.remedy].join(" ")}`);
      case "cancelled":
        this.subscription = undefined;
        this.owner.say(`tail of ${this.label} ended: its connection was closed`);
        return this.owner.ended(this);
      case "wanted":
        return;
    }
  }

  private subscribed(sessionId: string, topics: readonly string[] | undefined): void {
    const again = this.sessionId && this.sessionId !== sessionId ? " again" : "";
    const each = topics ? `, event by event: ${topics.join(", ")}` : "";
    const first = this.sessionId === undefined;
    this.sessionId = sessionId;
    this.sayOnce(`subscribed${again} to ${this.label} in session ${sessionId.slice(0, 8)}…${each}`);
    const warning = this.subscription?.warning;
    if (first && warning) this.owner.say(`${this.label}: ${warning}`);
  }

  /** A state may be told more than once. */
  private sayOnce(notice: string): void {
    if (notice === this.said) return;
    this.said = notice;
    this.owner.say(notice);
  }
}
