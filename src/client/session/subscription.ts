import { t } from "../../base/translate";
import type { EventFrame } from "../../wire/eventFrame";
import { sameTopic, type Target } from "../../wire/target";
import type { Disposable } from "../../base/disposables";
import { Listeners } from "../../base/listeners";
import { NodeError } from "../failures/nodeError";
import type { RemoteState, RemoteSubscription } from "./remoteSubscription";
import { checkedTarget, targetWarning } from "./subscriptionRules";

/** Where a subscription is. Each value can be printed as it is. */
export type SubscriptionState =
  | { kind: "wanted" }
  /** `topics`: the node refuses a subscription without a topic, so these are subscribed to one by one. */
  | { kind: "active"; sessionId: string; topics?: readonly string[] }
  | { kind: "failed"; error: NodeError }
  | { kind: "cancelled" };

/** The topics of a contract's events, such as its driver's schema names them. */
export type TopicsOf = (contractId: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Tells each topic of a contract that was not known before, until it is disposed. */
export type OnTopic = (contractId: string, learned: (topic: string) => void) => Disposable;

/** What a subscription is for that a person asked for, and can stop; all others are the window's own. */
export const tailPurpose = "tail";

/** What a subscription needs of those it belongs to. */
export interface SubscriptionHost {
  remote(target: Target): RemoteSubscription;
  topicsOf: TopicsOf | undefined;
  /** Tells topics of a contract that are met later. */
  onTopic: OnTopic | undefined;
  handlerFailed(error: unknown): void;
  gone(): void;
}

interface Part {
  remote: RemoteSubscription;
  hold: Disposable;
  listening: Disposable;
}

/** Takes an event, and when its message was received: milliseconds since the epoch. */
export type EventReceiver = (event: EventFrame, at: number) => void;

/** A subscriber's hold on the events of one target (§6.3). It outlives sessions and lasts until it is disposed. */
export class Subscription implements Disposable {
  state: SubscriptionState = { kind: "wanted" };
  /** Events handed over so far. */
  events = 0;
  /** When the last of them was handed over, in milliseconds since the epoch. */
  lastEventAt: number | undefined;
  /** Of those, the events that their receiver could not decode; counted by the receiver. */
  undecoded = 0;
  /** Why events may never arrive although the node accepts the subscription. */
  warning: string | undefined;
  private readonly stateListeners = new Listeners<SubscriptionState>();
  readonly onState = this.stateListeners.event;
  private readonly all: Part;
  private byTopic: Part[] = [];
  /** The refusal over which topics were asked for, and why that did not help. */
  private refusal: NodeError | undefined;
  private problem: NodeError | undefined;
  private askingTopics: AbortController | undefined;
  private learning: Disposable | undefined;

  constructor(
    readonly target: Target,
    private readonly onEvent: EventReceiver,
    private readonly home: SubscriptionHost,
    /** What it is for, for a list of all. */
    readonly purpose = "",
  ) {
    this.warning = targetWarning(target);
    this.all = this.part(target);
    this.update();
  }

  /** Hands an event over, whatever its receiver does with it. */
  take(event: EventFrame, at: number): void {
    if (this.state.kind === "cancelled") return;
    this.events++;
    this.lastEventAt = at;
    try {
      this.onEvent(event, at);
    } catch (error) {
      this.home.handlerFailed(error);
    }
  }

  /** Asks the node again after a failure. */
  retry(): void {
    this.all.remote.retry();
    for (const { remote } of this.byTopic) remote.retry();
  }

  dispose(): void {
    if (this.state.kind === "cancelled") return;
    this.setState({ kind: "cancelled" });
    this.askingTopics?.abort();
    this.learning?.dispose();
    release([this.all, ...this.byTopic]);
    this.home.gone();
  }

  private part(target: Target): Part {
    const remote = this.home.remote(target);
    const listening = remote.onState(() => this.update());
    return { remote, listening, hold: remote.hold() };
  }

  private update(): void {
    if (this.state.kind === "cancelled") return;
    const { state } = this.all.remote;
    if (state.kind === "active") this.replaceTopics([]);
    const refusal = state.kind === "failed" && state.error.reason === "not-found" ? state.error : undefined;
    if (refusal && refusal !== this.refusal && hasTopicsToTry(this.target)) void this.askTopics(refusal);
    this.setState(this.derived(state));
  }

  private derived(all: RemoteState): SubscriptionState {
    if (all.kind !== "failed") return all;
    if (this.askingTopics) return { kind: "wanted" };
    if (this.byTopic.length === 0) return { kind: "failed", error: this.problem ?? all.error };
    const parts = this.byTopic.map(({ remote }) => remote);
    const active = parts.filter(({ state }) => state.kind === "active");
    const joins = this.state.kind === "active" && active.some(({ state }) => isSame(state, this.state));
    if (!joins && parts.some(({ state }) => state.kind === "wanted")) return { kind: "wanted" };
    const { state } = (active[0] ?? parts[0])!;
    return state.kind === "active" ? { ...state, topics: active.map(({ target }) => target.topic ?? "") } : state;
  }

  /** Some nodes refuse a subscription without a topic: then the topics are subscribed to one by one. */
  private async askTopics(refusal: NodeError): Promise<void> {
    this.refusal = refusal;
    this.problem = undefined;
    this.askingTopics?.abort();
    const asking = (this.askingTopics = new AbortController());
    const topics = await this.knownTopics(asking.signal);
    if (asking !== this.askingTopics || this.state.kind === "cancelled") return;
    this.askingTopics = undefined;
    if (topics.length > 0) this.replaceTopics(topics);
    else this.problem = noTopics(refusal);
    this.update();
  }

  private async knownTopics(signal: AbortSignal): Promise<Target[]> {
    try {
      const topics = this.target.component === "blocks" ? blockTopics : await this.contractTopics(signal);
      const distinct = new Map(topics.map((topic) => [topic.toLowerCase(), topic]));
      return [...distinct.values()].flatMap((topic) => usable({ ...this.target, topic }));
    } catch (error) {
      this.home.handlerFailed(error);
      return [];
    }
  }

  private async contractTopics(signal: AbortSignal): Promise<readonly string[]> {
    return (await this.home.topicsOf?.(this.target.entity ?? "", signal)) ?? [];
  }

  private replaceTopics(topics: readonly Target[]): void {
    const before = this.byTopic;
    this.byTopic = topics.map((target) => this.part(target));
    this.learning?.dispose();
    this.learning = topics.length > 0 ? this.learnTopics() : undefined;
    this.warning ??= topics.map((each) => targetWarning(each)).find((warning) => warning !== undefined);
    // After the new ones are held, so that a topic in both lists is not cancelled in between.
    release(before);
  }

  /** A topic that is met later joins those that are subscribed to one by one. */
  private learnTopics(): Disposable | undefined {
    const { component, entity } = this.target;
    if (component !== "contracts" || entity === undefined) return undefined;
    return this.home.onTopic?.(entity, (topic) => {
      const isKnown = this.byTopic.some(({ remote }) => sameTopic(remote.target.topic, topic));
      if (isKnown) return;
      this.byTopic = [...this.byTopic, ...usable({ ...this.target, topic }).map((target) => this.part(target))];
      this.update();
    });
  }

  private setState(state: SubscriptionState): void {
    if (state.kind === this.state.kind && state.kind !== "active" && state.kind !== "failed") return;
    this.state = state;
    this.stateListeners.fire(state);
  }
}

/** Whether a part is active in the session that the whole is active in: then what else is wanted only joins. */
function isSame(part: RemoteState, whole: SubscriptionState): boolean {
  return part.kind === "active" && whole.kind === "active" && part.sessionId === whole.sessionId;
}

function release(parts: readonly Part[]): void {
  for (const { listening, hold } of parts) {
    listening.dispose();
    hold.dispose();
  }
}

/** The topics of blocks that the interface names (§6.2). */
const blockTopics = ["accepted", "statechange", "reverted"];

function hasTopicsToTry({ component, topic }: Target): boolean {
  return topic === undefined && (component === "contracts" || component === "blocks");
}

function usable(target: Target): Target[] {
  try {
    return [checkedTarget(target)];
  } catch {
    return [];
  }
}

function noTopics(refusal: NodeError): NodeError {
  const message = t`This node sends a contract's events by their names only, and no names of this contract are known.`;
  return new NodeError("not-offered", message, {
    remedy: t`Tail an event by its name.`,
    ...{ route: refusal.route, status: refusal.status, response: refusal.response, cause: refusal },
  });
}
