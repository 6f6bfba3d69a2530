import type { Clock } from "../../../../base/clock";
import type { Disposable } from "../../../../base/disposables";
import { Listeners } from "../../../../base/listeners";
import type { EventArrival, ReceivedEvent, RecentEvents } from "../../../../client/session/recentEvents";
import type { EventFrame } from "../../../../wire/eventFrame";
import type { Target } from "../../../../wire/target";
import { BlockJoin, type JoinedBlock } from "../blocks/blockJoin";
import type { LookedUpBlock } from "../gaps/chainQueries";
import { ConnectionTails, type LastSeen } from "./connectionTails";
import { ContractNames } from "../decode/contractNames";
import { EventDecodings } from "../decode/eventDecodings";
import { EventDecoder, type Decoded } from "../decode/eventDecoder";
import { withGap, type EventGap } from "../gaps/eventGap";
import { EventRate } from "./eventRate";
import { EventView, type EventViewNeeds } from "../lines/eventView";
import { signs } from "../lines/eventLine";
import { notifyReverted, showFinal } from "../blocks/finalityNotices";
import type { FilledEvent } from "../gaps/gapFill";
import type { LocalDrivers, LocalDriversOf } from "../decode/localDrivers";
import { OnlyFinal } from "../blocks/onlyFinal";
import type { Tail, TailedConnection } from "./tail";
import { TailedNode } from "./tailedNode";
import { limits } from "../../../../wire/limits";

/** What the tails of a window are made of. */
export interface TailsNeeds extends Pick<
  EventViewNeeds,
  "isSummary" | "mostCharacters" | "mostLinesPerSecond" | "write" | "times"
> {
  recent: RecentEvents;
  clock: Clock;
  /** Where a node's contract drivers run, if not in the node. */
  localDrivers?: LocalDriversOf;
}

/** Takes every event, whether it is shown or not. Must be quick, and may not throw. */
export type EventTap = (event: ReceivedEvent) => void;

/**
 * All tails of a window. Each event that arrives is counted, remembered and handed to the taps at once; what is shown,
 * and how, is left to the view.
 */
export class Tails implements Disposable {
  readonly view: EventView;
  readonly rate = new EventRate();
  readonly decodings: EventDecodings;
  /** Gaps that were not filled yet, the newest last. */
  gaps: EventGap[] = [];
  private readonly entries = new Map<string, TailedNode>();
  private readonly replayNames = new Map<string, ContractNames>();
  private readonly changes = new Listeners<undefined>();
  /** Told when a tail begins or ends, and when something else changed that people see. */
  readonly onChange = this.changes.event;
  private readonly taps = new Set<EventTap>();
  private readonly final = new OnlyFinal();

  constructor(private readonly needs: TailsNeeds) {
    this.decodings = new EventDecodings(
      needs.recent,
      (event) => this.decodeNow(event),
      ({ arrival, frame }) => this.entryOf(arrival)?.tails.covering(frame.target)?.countUndecoded(),
    );
    this.view = new EventView({
      ...needs,
      decode: (event) => this.decodings.decode(event),
      namesOf: (arrival) => this.namesOf(arrival),
      noted: (event, decoded) => this.entryOf(event.arrival)?.noted(event, decoded),
      inputOf: (event, decoded) => this.entryOf(event.arrival)?.inputOf(event, decoded),
      aroundOf: (arrival) => this.entryOf(arrival)?.around,
      recall: (number) => needs.recent.get(number),
    });
  }

  get all(): readonly Tail[] {
    return [...this.entries.values()].flatMap(({ tails }) => tails.all);
  }

  /** Whether events are held back until their block is final. */
  get onlyFinal(): boolean {
    return this.final.on;
  }

  /** Starts a tail; one that runs for this target already is used instead. */
  start(connection: TailedConnection, target: Target): Promise<{ tail: Tail; isNew: boolean }> {
    return this.entry(connection).tails.start(target);
  }

  stop(tail: Tail): void {
    this.entries.get(tail.connection.id)?.tails.stop(tail);
  }

  /** What is known of the blocks of a connection with tails; undefined while no events can arrive. */
  lastSeen(connectionId: string): LastSeen | undefined {
    return this.entries.get(connectionId)?.tails.lastSeen;
  }

  /** Says what the tails of a connection may have missed since an earlier window. */
  missedSince(connectionId: string, earlier: LastSeen): void {
    this.entries.get(connectionId)?.tails.missedSince(earlier);
  }

  /** Gives every event to a tap until that is disposed. */
  tap(tap: EventTap): Disposable {
    this.taps.add(tap);
    return { dispose: () => this.taps.delete(tap) };
  }

  setOnlyFinal(on: boolean): void {
    const notice = this.final.turn(on);
    if (notice === undefined) return;
    this.view.notify(notice);
    this.changed();
  }

  /** Takes what a gap of a connection was filled with: its blocks, and events in their order. */
  fill(
    { id, name }: Pick<TailedConnection, "id" | "name">,
    blocks: readonly LookedUpBlock[],
    events: readonly FilledEvent[],
  ): void {
    const join = this.entries.get(id)?.join;
    // What is final stays so; of the others it is followed what becomes of them.
    const open = blocks.filter(({ state }) => state !== "finalized");
    for (const block of open) join?.learn(block, block.state);
    const heights = new Set(open.map(({ height }) => height));
    for (const { at, height, frame } of events) {
      const event = this.receive(
        at,
        { connection: name, connectionId: id, sessionId: "", source: "filled", height } as const,
        frame,
      );
      this.rate.count(at);
      const isOpen = heights.has(height);
      if (!isOpen || !this.final.holds(event)) this.view.show(event);
      if (isOpen) join?.take(event);
    }
  }

  /** Takes an event of a recording. */
  add({ at, arrival, frame, decoded }: Omit<ReceivedEvent, "number">): void {
    const event = this.receive(at, arrival, frame);
    this.rate.count(this.needs.clock.now());
    if (decoded) this.needs.recent.keepDecoded(event.number, decoded);
    this.view.show(event);
  }

  namesOf(arrival: EventArrival): ContractNames {
    return this.entryOf(arrival)?.tails.names ?? this.replayNames.get(arrival.connection) ?? new ContractNames([]);
  }

  /** Names for the events of a recording whose connection is not there. */
  nameForReplay(connection: string, names: ContractNames): void {
    this.replayNames.set(connection, names);
  }

  /** The drivers of a connection with tails that run here. */
  localDriversOf(arrival: EventArrival): LocalDrivers | undefined {
    return this.entryOf(arrival)?.tails.localDrivers;
  }

  /** The block of an event, as far as is known. */
  blockOf(event: ReceivedEvent): JoinedBlock | undefined {
    return this.entryOf(event.arrival)?.join.find(event);
  }

  /** The remembered events of a connection that came of the chain on which its node is now. */
  arrived(connectionId: string): ReceivedEvent[] {
    const entry = this.entries.get(connectionId);
    const all = this.needs.recent.all(
      (_at, arrival) => arrival.connectionId === connectionId && arrival.source !== "replayed",
    );
    return all.filter((event) => entry?.isPresent(event));
  }

  changed(): void {
    this.changes.fire(undefined);
  }

  /** Stops all tails; resolves when the nodes have heard of it, or after the limit. */
  async end(limitMs: number): Promise<void> {
    await Promise.all([...this.entries.values()].map(({ tails }) => tails.end(limitMs)));
  }

  dispose(): void {
    for (const { tails, join } of this.entries.values()) {
      tails.dispose();
      join.dispose();
    }
    this.view.dispose();
  }

  /** The tails of the connection that an event came by; of a replayed one, of the connection that is called so now. */
  private entryOf({ connectionId, connection }: EventArrival): TailedNode | undefined {
    if (connectionId !== undefined) return this.entries.get(connectionId);
    return [...this.entries.values()].find(({ tails }) => tails.connection.name === connection);
  }

  private entry(connection: TailedConnection): TailedNode {
    const { id, config } = connection;
    const known = this.entries.get(id);
    if (known?.tails.connection === connection) return known;
    known?.tails.dispose();
    known?.join.dispose();
    const owner = {
      received: (frame: EventFrame, at: number, sessionId: string) => this.receiveLive(entry, frame, at, sessionId),
      receivedInBackground: (frame: EventFrame, at: number) =>
        entry.join.take({ number: 0, at, arrival: entry.arrival(), frame }),
      notify: (notice: string) => this.view.notify(notice, connection.name),
      gap: (gap: EventGap) => (this.gaps = withGap(this.gaps, gap).slice(-limits.gaps)),
      reset: () => {
        entry.join.keepOnly((hash) => connection.chain.blocks.has(hash));
        entry.restartedAt = this.needs.recent.total;
        this.gaps = this.gaps.filter((gap) => gap.connectionId !== id);
      },
      left: (hash: string) => entry.join.left(hash),
      sessionLost: () => entry.join.sessionLost(),
      lookedUp: (blocks: readonly LookedUpBlock[]) => blocks.forEach((block) => entry.join.learn(block, block.state)),
      unsettled: () => entry.join.unsettledHeights,
      overdue: () => entry.overdue(),
      changed: () => this.changed(),
    };
    const names = new ContractNames(config.contracts);
    const entry: TailedNode = new TailedNode(
      new ConnectionTails(connection, names, owner, this.needs),
      this.join(connection, names, (causes) => entry.tails.explain(causes)),
      this.needs.clock,
    );
    this.entries.set(id, entry);
    return entry;
  }

  private receiveLive(entry: TailedNode, frame: EventFrame, at: number, sessionId: string): void {
    const event = this.receive(at, entry.arrival(sessionId), frame);
    this.rate.count(at);
    if (!this.final.holds(event)) this.view.show(event, at);
    entry.join.take(event);
  }

  /** Remembers an event and tells the taps. */
  private receive(at: number, arrival: EventArrival, frame: EventFrame): ReceivedEvent {
    const event = { number: this.needs.recent.add(at, arrival, frame.bytes), at, arrival, frame };
    for (const tap of this.taps) tap(event);
    return event;
  }

  private join(
    connection: TailedConnection,
    names: ContractNames,
    explain: (causes: readonly string[]) => Promise<void>,
  ): BlockJoin {
    const recall = (number: number) => this.needs.recent.get(number);
    const owner = {
      finalized: (block: JoinedBlock) => {
        showFinal(this.final, this.view, connection.name, block, recall);
        this.entries.get(connection.id)?.tails.endOf(block);
      },
      reverted: (block: JoinedBlock) => {
        const events = block.events.filter((number) => !this.final.isHeld(number));
        notifyReverted(this.view, connection.name, { ...block, events }, recall, names);
      },
      forgotten: (count: number) => {
        if (this.final.on)
          this.view.notify(`${signs.loss} ${count} events dropped: their blocks were never settled`, connection.name);
      },
      unexplained: (causes: readonly string[]) => void explain(causes),
    };
    return new BlockJoin(owner, this.needs.clock);
  }

  private decodeNow(event: ReceivedEvent): Decoded | Promise<Decoded> {
    const decoder = this.entryOf(event.arrival)?.tails.decoder;
    return decoder ? decoder.decode(event.frame) : withoutNode.decode(event.frame);
  }
}

const withoutNode = new EventDecoder(undefined);
