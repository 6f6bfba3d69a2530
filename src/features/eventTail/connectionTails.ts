import type { Clock } from "../../client/clock";
import { Disposables, type Disposable } from "../../host/disposables";
import type { SessionGap, SessionState } from "../../client/eventSession";
import type { NodeConnection } from "../../client/nodeConnection";
import type { Subscription } from "../../client/subscription";
import type { UnusedMessage } from "../../client/subscriptions";
import type { EventFrame } from "../../wire/eventFrame";
import { targetPath, type Target } from "../../wire/target";
import { tipHeight } from "./chainQueries";
import type { ContractNames } from "./contractNames";
import { covers } from "./covers";
import { EventDecoder } from "./eventDecoder";
import { gapBlocks, gapNotice, type EventGap } from "./eventGap";
import type { LocalDrivers, LocalDriversOf } from "./localDrivers";
import { RepeatedNotice } from "./repeatedNotice";
import { SessionNotices } from "./sessionNotices";
import { Tail, type TailedConnection } from "./tail";

/** What the tails of a connection tell their owner. */
export interface ConnectionTailsOwner {
  /** An event of a tail; each one once, however many tails want it. */
  received(frame: EventFrame, at: number, sessionId: string): void;
  /** An event that only tells what became of blocks. */
  receivedAside(frame: EventFrame, at: number): void;
  say(notice: string): void;
  gap(gap: EventGap): void;
  changed(): void;
}

/** The last that a window heard of a node's blocks. */
export interface LastSeen {
  height: bigint;
  /** Milliseconds since the epoch. */
  at: number;
}

interface Opened {
  node: NodeConnection;
  local: LocalDrivers | undefined;
  decoder: EventDecoder;
}

/** Block events that tell which other events are final or void, and what a gap may have cost (§6.2). */
const blockTopics = ["accepted", "statechange", "reverted"] as const;
/** Longest that the node's answers to the new subscriptions are waited for before the end of a gap is looked at. */
const settleMs = 10_000;

/** The tails of one connection, and a word about everything that happens to its event session. */
export class ConnectionTails implements Disposable {
  /** The last block heard of. */
  height: bigint | undefined;
  private opened: Opened | undefined;
  private readonly running = new Map<string, Tail>();
  private readonly owned = new Disposables();
  private readonly notices = new SessionNotices();
  private readonly anomalies: RepeatedNotice[];
  private aside: Subscription[] = [];
  private last: EventFrame | undefined;
  private firstNotice: string | undefined;
  /** Of a gap that has not been measured: the last height before it. */
  private beforeGap: { height: bigint | undefined } | undefined;
  /** What an earlier window heard last, until it is known what has happened since. */
  private earlier: LastSeen | undefined;

  constructor(
    readonly connection: TailedConnection,
    readonly names: ContractNames,
    private readonly owner: ConnectionTailsOwner,
    private readonly needs: { clock: Clock; localDrivers?: LocalDriversOf },
  ) {
    const { clock } = needs;
    const bad = (count: number, problem: string) => owner.say(`${times(count, "message")} no event: ${problem}`);
    const late = (count: number, label: string) =>
      owner.say(`${count} late ${count === 1 ? "event" : "events"} of ${label}: its tail was stopped before`);
    this.anomalies = [bad, late].map((say) => this.owned.add(new RepeatedNotice(clock, say)));
  }

  get all(): readonly Tail[] {
    return [...this.running.values()];
  }

  get decoder(): EventDecoder | undefined {
    return this.opened?.decoder;
  }

  /** The node's drivers that run here. */
  get localDrivers(): LocalDrivers | undefined {
    return this.opened?.local;
  }

  /** What is known of the node's blocks at this moment; undefined while no events can arrive. */
  get lastSeen(): LastSeen | undefined {
    const { height } = this;
    return height === undefined || this.sessionId === "" ? undefined : { height, at: this.needs.clock.now() };
  }

  /** Starts a tail, or finds the one that runs for this target already. `aside`: also listen to what becomes of blocks. */
  async start(target: Target, aside: boolean): Promise<{ tail: Tail; isNew: boolean }> {
    const { node } = await this.open();
    const key = targetPath(target);
    const known = this.running.get(key);
    if (known) {
      known.retry();
      return { tail: known, isNew: false };
    }
    const tail = new Tail(this.connection, target, this.names.label(target), {
      received: (frame, at) => this.take(frame, at),
      say: (notice) => this.owner.say(notice),
      ended: () => this.forget(key),
    });
    tail.start(node);
    this.running.set(key, tail);
    if (this.firstNotice) this.owner.say(this.firstNotice);
    this.firstNotice = undefined;
    if (aside) this.listenAside(node);
    this.owner.changed();
    return { tail, isNew: true };
  }

  /** Says, once everything is subscribed to, what may be missing since an earlier window; to be called after `start`. */
  missedSince(earlier: LastSeen): void {
    this.earlier = earlier;
    if (this.opened && this.sessionId !== "") this.measureEarlier(this.opened.node);
  }

  stop(tail: Tail): void {
    tail.stop();
    this.forget(targetPath(tail.target));
  }

  /** The tail, if any, whose target covers the event's. */
  covering(target: Target): Tail | undefined {
    return this.all.find((tail) => covers(tail.target, target));
  }

  /** Stops everything and waits for the node to have heard of it, for a moment. */
  async end(limitMs: number): Promise<void> {
    for (const tail of this.all) this.stop(tail);
    await this.opened?.node.events.untilQuiet(limitMs);
  }

  dispose(): void {
    for (const tail of this.all) this.stop(tail);
    this.owned.dispose();
  }

  private async open(): Promise<Opened> {
    const node = await this.connection.node();
    if (this.opened) return this.opened;
    const { clock, localDrivers } = this.needs;
    const stopped = (entity: string, why: string) => {
      const name = this.names.source({ component: "contracts", entity });
      this.owner.say(`the driver of ${name} is not run here: ${why}; the node decodes its events`);
    };
    const local = localDrivers && this.owned.add(localDrivers(node, stopped));
    this.opened = { node, local, decoder: new EventDecoder(node.drivers, { clock, local }) };
    const { session } = node.events;
    this.owned.add(session.onState((state) => this.sessionChanged(node, state)));
    this.owned.add(node.events.onUnused((message) => this.unused(message)));
    // Asks for the node's info too, so that the connection's state is known while something is tailed.
    void this.connection.connect();
    // The session may be open, or missing, since before the first tail.
    this.firstNotice = this.notices.notice(session.state);
    session.start();
    if (session.state.at === "open") void this.learnHeight(node);
    return this.opened;
  }

  private take(frame: EventFrame, at: number): void {
    if (frame === this.last) return;
    this.last = frame;
    this.owner.received(frame, at, this.sessionId);
  }

  private get sessionId(): string {
    return this.opened?.node.events.session.sessionId ?? "";
  }

  private listenAside(node: NodeConnection): void {
    if (this.aside.length > 0) return;
    this.aside = blockTopics.map((topic) =>
      node.events.subscribe({ component: "blocks", topic }, (frame, at) => this.owner.receivedAside(frame, at)),
    );
  }

  private forget(key: string): void {
    this.running.delete(key);
    if (this.running.size === 0) {
      for (const subscription of this.aside) subscription.dispose();
      this.aside = [];
      this.beforeGap = undefined;
    }
    this.owner.changed();
  }

  private sessionChanged(node: NodeConnection, state: SessionState): void {
    const { notices, running } = this;
    const notice = notices.notice(state, this.height);
    if (running.size === 0) return;
    if (notice) this.owner.say(notice);
    if (state.at === "waiting") this.beforeGap ??= { height: this.height };
    if (state.at !== "open") return;
    if (state.gap) void this.measure(node, state.gap);
    else if (this.earlier) this.measureEarlier(node);
    else void this.learnHeight(node);
    this.owner.changed();
  }

  /** So that a gap has a beginning even if no block was seen before it. */
  private async learnHeight(node: NodeConnection): Promise<void> {
    const tip = await tipHeight(node.graphql);
    if ("height" in tip) this.height ??= tip.height;
  }

  private measureEarlier(node: NodeConnection): void {
    if (!this.earlier) return;
    const { height, at } = this.earlier;
    this.earlier = undefined;
    this.beforeGap = { height };
    void this.measure(node, { lostAt: at, lastedMs: this.needs.clock.now() - at });
  }

  /** After everything is subscribed to again, so that nothing falls between the height and the first event. */
  private async measure(node: NodeConnection, { lostAt, lastedMs }: Omit<SessionGap, "because">): Promise<void> {
    const { sessionId } = this;
    await this.settled();
    const tip = await tipHeight(node.graphql);
    // Lost again meanwhile: then this gap is part of the next.
    if (sessionId !== this.sessionId || !this.beforeGap) return;
    const before = this.beforeGap.height;
    const after = "height" in tip ? tip.height : undefined;
    this.beforeGap = undefined;
    this.owner.say(gapNotice(lastedMs, before, after));
    if (after === undefined) return;
    this.height = after;
    const blocks = before === undefined ? undefined : gapBlocks(before, after);
    if (blocks) this.owner.gap({ connection: this.connection.name, lostAt, lastedMs, blocks });
  }

  private async settled(): Promise<void> {
    const end = this.needs.clock.now() + settleMs;
    while (this.all.some((tail) => !tail.settled) && this.needs.clock.now() < end) {
      await new Promise<void>((done) => this.needs.clock.after(100, done));
    }
  }

  private unused(message: UnusedMessage): void {
    if (this.running.size === 0) return;
    const [bad, late] = this.anomalies;
    if (message.kind === "bad") bad?.happened(message.problem);
    else late?.happened(this.names.label(message.target));
  }
}

function times(count: number, what: string): string {
  return count === 1 ? `1 ${what} is` : `${count} ${what}s are`;
}
