import type { Clock } from "../../../../base/clock";
import { Owner } from "../../../../base/disposables";
import type { SessionState } from "../../../../client/session/eventSession";
import type { NodeConnection } from "../../../../client/nodeConnection";
import type { Subscription } from "../../../../client/session/subscription";
import type { UnusedMessage } from "../../../../client/session/subscriptions";
import type { EventFrame } from "../../../../wire/eventFrame";
import { blockTopics } from "../../../../client/chain/chainNews";
import { targetPath, type Target } from "../../../../wire/target";
import type { JoinedBlock } from "../blocks/blockJoin";
import type { ContractNames } from "../decode/contractNames";
import { covers } from "../gaps/covers";
import { shortId } from "../../../../wire/ids";
import { EventDecoder } from "../decode/eventDecoder";
import { signs } from "../lines/eventLine";
import type { LocalDrivers, LocalDriversOf } from "../decode/localDrivers";
import { RepeatedNotice } from "../../../../base/repeatedNotice";
import { SessionNotices } from "./sessionNotices";
import { Tail, type TailedConnection } from "./tail";
import { TailedChain, type LastSeen, type TailedChainOwner } from "./tailedChain";

/** What the tails of a connection tell their owner. */
export interface ConnectionTailsOwner extends TailedChainOwner {
  /** An event of a tail; each one once, however many tails want it. */
  received(frame: EventFrame, at: number, sessionId: string): void;
  /** An event that only tells what became of blocks. */
  receivedInBackground(frame: EventFrame, at: number): void;
  /** No events arrive until the next session, which may be of another chain. */
  sessionLost(): void;
}

interface Opened {
  node: NodeConnection;
  /** Its drivers that run here. */
  local: LocalDrivers | undefined;
  decoder: EventDecoder;
}

/** Longest that the node's answers to the new subscriptions are waited for before the end of a gap is looked at. */
const settleMs = 10_000;

export type { LastSeen } from "./tailedChain";

/** The tails of one connection, and a word about everything that happens to its event session. */
export class ConnectionTails extends Owner {
  /** What is asked of its node; undefined before the first tail. */
  opened: Opened | undefined;
  private readonly running = new Map<string, Tail>();
  private readonly notices = new SessionNotices();
  private readonly anomalies: RepeatedNotice[];
  private background: Subscription[] = [];
  private last: EventFrame | undefined;
  private firstNotice: string | undefined;
  private readonly chain: TailedChain;

  constructor(
    readonly connection: TailedConnection,
    readonly names: ContractNames,
    private readonly owner: ConnectionTailsOwner,
    private readonly needs: { clock: Clock; localDrivers?: LocalDriversOf },
  ) {
    super();
    const { clock } = needs;
    this.chain = this.own(
      new TailedChain(connection, owner, {
        clock,
        node: () => this.opened?.node,
        isTailing: () => this.running.size > 0,
        followsBlocks: () => this.background.length > 0,
        settled: () => this.settled(),
      }),
    );
    const bad = (count: number, problem: string) =>
      owner.notify(`${signs.loss} ${times(count, "message")} no event: ${problem}`);
    const late = (count: number, label: string) =>
      owner.notify(`${count} late ${count === 1 ? "event" : "events"} of ${label}: its tail was stopped before`);
    this.anomalies = [bad, late].map((notify) => this.own(new RepeatedNotice(clock, notify)));
  }

  get all(): readonly Tail[] {
    return [...this.running.values()];
  }

  /** What is known of the node's blocks at this moment; undefined while no events can arrive. */
  get lastSeen(): LastSeen | undefined {
    return this.sessionId === "" ? undefined : this.chain.lastSeen;
  }

  /** Starts a tail, or finds the one that runs for this target already. */
  async start(target: Target): Promise<{ tail: Tail; isNew: boolean }> {
    const { node } = await this.open();
    const key = targetPath(target);
    const known = this.running.get(key);
    if (known) {
      known.retry();
      return { tail: known, isNew: false };
    }
    const tail = new Tail(this.connection, target, this.names.label(target), {
      received: (frame, at) => this.take(frame, at),
      notify: (notice) => this.owner.notify(notice),
      ended: () => this.forget(key),
    });
    this.running.set(key, tail);
    try {
      tail.start(node);
    } catch (error) {
      this.running.delete(key);
      throw error;
    }
    if (this.firstNotice) this.owner.notify(this.firstNotice);
    this.firstNotice = undefined;
    if (this.running.size > 0) this.listenInBackground(node);
    // Of one that is final already nothing would ever come.
    if (target.component === "transactions" && target.entity) void this.chain.lookUpOf(target.entity);
    this.owner.changed();
    return { tail, isNew: true };
  }

  /** Says, once everything is subscribed to, what may be missing since an earlier window; to be called after `start`. */
  missedSince(earlier: LastSeen): void {
    this.chain.earlier = earlier;
    if (this.sessionId !== "") void this.chain.measureEarlier();
  }

  /** Asks for the blocks of causes that no event explained. */
  explain(causes: readonly string[]): Promise<void> {
    return this.chain.explain(causes);
  }

  stop(tail: Tail): void {
    tail.stop();
    this.forget(targetPath(tail.target));
  }

  /** Ends the tails of a block that is final, and of its transactions: nothing more comes of them. */
  endOf({ hash, height, transactions }: JoinedBlock): void {
    for (const tail of this.all) {
      const { component, entity = "" } = tail.target;
      const isOver =
        component === "transactions" ? transactions.includes(entity) : component === "blocks" && entity === hash;
      if (!isOver) continue;
      tail.end(`block ${height ?? shortId(hash)} is final`);
      this.forget(targetPath(tail.target));
    }
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

  override dispose(): void {
    for (const tail of this.all) this.stop(tail);
    super.dispose();
  }

  private async open(): Promise<Opened> {
    const node = await this.connection.node();
    if (this.opened) return this.opened;
    const { clock, localDrivers } = this.needs;
    const stopped = (entity: string, why: string) => {
      const name = this.names.source({ component: "contracts", entity });
      this.owner.notify(`the driver of ${name} is not run here: ${why}; the node decodes its events`);
    };
    const local = localDrivers && this.own(localDrivers(node, stopped));
    this.opened = { node, local, decoder: new EventDecoder(node, { clock, local }) };
    const { decoder } = this.opened;
    this.own(
      node.schemas.onChange((contractId) => {
        decoder.forget(contractId);
        local?.renew(contractId);
      }),
    );
    const { session } = node.events;
    this.own(session.onState((state) => this.sessionChanged(state)));
    this.own(node.events.onUnused((message) => this.unused(message)));
    // Asks for the node's info too, so that the connection's state is known while something is tailed.
    void this.connection.connect();
    // The session may be open, or missing, since before the first tail.
    this.firstNotice = this.notices.notice(session.state);
    session.start();
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

  private listenInBackground(node: NodeConnection): void {
    if (this.background.length > 0) return;
    this.background = blockTopics.map((topic) =>
      node.events.subscribe(
        { component: "blocks", topic },
        (frame, at) => this.owner.receivedInBackground(frame, at),
        "to know what becomes of tailed events",
      ),
    );
  }

  private forget(key: string): void {
    this.running.delete(key);
    if (this.running.size === 0) {
      for (const subscription of this.background) subscription.dispose();
      this.background = [];
    }
    this.owner.changed();
  }

  private sessionChanged(state: SessionState): void {
    const { notices, running } = this;
    const notice = notices.notice(state, this.connection.chain.tip?.height);
    if (state.kind === "waiting" || state.kind === "closed") this.owner.sessionLost();
    if (running.size === 0) return;
    if (notice) this.owner.notify(notice);
    if (state.kind !== "open") return;
    void this.chain.measureEarlier();
    this.owner.changed();
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
