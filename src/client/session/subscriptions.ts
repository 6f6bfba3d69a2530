import { t } from "../../base/translate";
import { EventFrameReader } from "../../wire/eventFrame";
import { targetPath, type Target } from "../../wire/target";
import { systemClock, type Clock } from "../../base/clock";
import type { Disposable } from "../../base/disposables";
import type { EventSession } from "./eventSession";
import { Listeners } from "../../base/listeners";
import { RemoteSubscription, type SubscriptionTransport } from "./remoteSubscription";
import { Subscription, type EventReceiver, type OnTopic, type SubscriptionHost, type TopicsOf } from "./subscription";
import { checkedTarget } from "./subscriptionRules";
import { TargetIndex } from "./targetIndex";
import type { Transport } from "../http/transport";

export type { Subscription } from "./subscription";

/** What became of the messages of a session's connections. */
export interface EventCounters {
  frames: number;
  bytes: number;
  /** Events handed to subscriptions; one frame may serve several. */
  events: number;
  /** Frames that no one wants any more. */
  late: number;
  /** Messages that are no event frames, and what was wrong with the last of them. */
  bad: number;
  lastBad?: string;
  reconnects: number;
}

/** A message that no subscription got: no event frame at all, or an event that no one wants any more. */
export type UnusedMessage = { kind: "bad"; problem: string } | { kind: "late"; target: Target };

/** What subscriptions can be given besides a session and a transport. */
export interface SubscriptionsOptions {
  /** Asked for a contract's topics when the node refuses to send all of them at once (§4.12). */
  topicsOf?: TopicsOf;
  /** Tells the topics of a contract that are met after that. */
  onTopic?: OnTopic;
  /** Hears what topics the events of contracts have. */
  sawTopic?: (contractId: string, topic: string) => void;
  clock?: Clock;
  /** Milliseconds, more or less, from one asking whether the node still knows a subscription to the next. */
  assertMs?: number;
  random?: () => number;
  /** Receives one line for each thing worth knowing. */
  log?: (line: string) => void;
}

const lostSessionsInARow = 3;
const usualAssertMs = 60_000;

/**
 * All subscriptions of one event session (§4.12, §6.3): what is wanted is remembered, sent to the node once per session
 * however many want it, and each frame goes once to every subscription that it matches.
 */
export class Subscriptions implements Disposable {
  private readonly remotes = new Map<string, RemoteSubscription>();
  private readonly wanted = new TargetIndex<Subscription>();
  private readonly frames = new EventFrameReader();
  private readonly live = new Set<Subscription>();
  /** Kinds of events that were met; those in a row mostly share one object. */
  private readonly kinds = new WeakSet<Target>();
  private readonly unusedListeners = new Listeners<UnusedMessage>();
  /** Tells of each message that no subscription got. */
  readonly onUnused = this.unusedListeners.event;
  private readonly counts: { events: number; late: number; bad: number; lastBad?: string } = {
    events: 0,
    late: 0,
    bad: 0,
  };
  private readonly listening: Disposable[];
  private readonly door: SubscriptionTransport;
  private readonly clock: Clock;
  private readonly quietListeners = new Listeners<undefined>();
  private readonly changeListeners = new Listeners<undefined>();
  /** Fires when a subscription is added or removed. */
  readonly onChange = this.changeListeners.event;
  private lostSessions = 0;
  private asserting: Disposable | undefined;

  constructor(
    readonly session: EventSession,
    private readonly transport: Pick<Transport, "request">,
    private readonly options: SubscriptionsOptions = {},
  ) {
    this.clock = options.clock ?? systemClock;
    this.door = {
      sessionId: () => session.sessionId,
      send: (method, target, signal) => this.send(method, target, signal),
      sessionLost: (sessionId) => this.sessionLost(sessionId),
      log: (line) => options.log?.(line),
    };
    this.listening = [
      session.onState(() => this.follow()),
      session.onFrame((bytes) => this.receive(bytes)),
      session.onText((text) => this.takeBad(`a text message: ${text}`)),
    ];
  }

  /** The subscriptions that are not disposed. */
  get all(): readonly Subscription[] {
    return [...this.live];
  }

  get counters(): EventCounters {
    const { frames, bytes, reconnects } = this.session.counters;
    return { frames, bytes, reconnects, ...this.counts };
  }

  /**
   * Wants the events of a target until the subscription is disposed. The receiver must be quick, since frames arrive
   * faster than they can be shown. `purpose` says in a list of all what it is for. Throws NodeError `invalid-input` for a
   * target that cannot be subscribed to.
   */
  subscribe(target: Target, onEvent: EventReceiver, purpose = ""): Subscription {
    const checked = checkedTarget(target);
    const home: SubscriptionHost = {
      remote: (wanted) => this.remote(wanted),
      topicsOf: this.options.topicsOf,
      onTopic: this.options.onTopic,
      handlerFailed: (error) => this.options.log?.(`An event's receiver failed: ${String(error)}`),
      gone: () => {
        entry.dispose();
        this.live.delete(subscription);
        this.changeListeners.fire(undefined);
      },
    };
    const subscription: Subscription = new Subscription(checked, onEvent, home, purpose);
    const entry = this.wanted.add(checked, subscription);
    this.live.add(subscription);
    this.changeListeners.fire(undefined);
    return subscription;
  }

  /** Resolves when the node has heard of all that was cancelled, or after the limit: to be awaited before leaving. */
  untilQuiet(limitMs: number): Promise<void> {
    if (this.isQuiet) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        limit.dispose();
        listening.dispose();
        resolve();
      };
      const limit = this.clock.after(limitMs, end);
      const listening = this.quietListeners.add(end);
    });
  }

  /** Forgets everything without telling the node: subscriptions end with their session, which is to be closed too. */
  dispose(): void {
    this.asserting?.dispose();
    for (const listening of this.listening) listening.dispose();
    for (const remote of [...this.remotes.values()]) remote.dispose();
    for (const subscription of this.all) subscription.dispose();
  }

  /** Whether the node holds nothing but what someone wants: the blocks are followed for as long as it is connected. */
  private get isQuiet(): boolean {
    return [...this.remotes.values()].every(({ isHeld }) => isHeld);
  }

  private remote(target: Target): RemoteSubscription {
    const path = targetPath(target);
    const known = this.remotes.get(path);
    if (known) return known;
    const remote = new RemoteSubscription(target, this.door, this.clock, () => {
      if (this.remotes.get(path) === remote) this.remotes.delete(path);
      if (this.isQuiet) this.quietListeners.fire(undefined);
    });
    this.remotes.set(path, remote);
    return remote;
  }

  private follow(): void {
    for (const remote of [...this.remotes.values()]) remote.sync();
    this.asserting?.dispose();
    this.asserting = undefined;
    if (this.session.sessionId !== undefined) this.assertLater();
  }

  /**
   * A node may forget a session whose socket it keeps, and then nothing arrives and nothing tells so. One subscription
   * after the other is asked for again, which changes nothing where it is known; clients ask at different times.
   */
  private assertLater(): void {
    const { assertMs = usualAssertMs, random = Math.random } = this.options;
    this.asserting = this.clock.after(assertMs * (0.75 + random() / 2), () => {
      this.assertNext();
      this.assertLater();
    });
  }

  private assertNext(): void {
    const [next] = this.remotes;
    if (!next) return;
    const [path, remote] = next;
    // To the end of the line.
    this.remotes.delete(path);
    this.remotes.set(path, remote);
    remote.assert();
  }

  private async send(method: "GET" | "DELETE", target: Target, signal: AbortSignal): Promise<void> {
    const headers = this.session.requestHeaders;
    await this.transport.request({ method, path: targetPath(target), headers, idempotent: true, signal });
    this.lostSessions = 0;
  }

  /** Gives up after several lost sessions in a row: such a node never knows the sessions that it opens. */
  private sessionLost(sessionId: string): boolean {
    if (sessionId !== this.session.sessionId) return true;
    if (++this.lostSessions >= lostSessionsInARow) return false;
    this.session.renew(sessionId, t`The node no longer knows this event session.`);
    return true;
  }

  private takeBad(problem: string): void {
    this.counts.bad++;
    this.counts.lastBad = problem;
    this.unusedListeners.fire({ kind: "bad", problem });
  }

  private meet(kind: Target): void {
    this.kinds.add(kind);
    const { component, entity, topic } = kind;
    if (entity && topic && component.toLowerCase() === "contracts") this.options.sawTopic?.(entity, topic);
  }

  private receive(bytes: Uint8Array): void {
    const at = this.clock.now();
    this.session.heard(at);
    const frame = this.frames.read(bytes);
    if ("problem" in frame) return this.takeBad(frame.problem);
    if (!this.kinds.has(frame.kind)) this.meet(frame.kind);
    const takers = this.wanted.takers(frame);
    for (const subscription of takers) subscription.take(frame, at);
    if (takers.length > 0) this.counts.events += takers.length;
    else {
      this.counts.late++;
      this.unusedListeners.fire({ kind: "late", target: frame.target });
    }
  }
}
