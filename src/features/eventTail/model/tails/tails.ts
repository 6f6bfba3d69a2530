import type { Clock } from "../../../../base/clock";
import type { Disposable } from "../../../../base/disposables";
import { Listeners } from "../../../../base/listeners";
import type { EventArrival, ReceivedEvent, RecentEvents } from "../../../../client/session/recentEvents";
import type { EventFrame } from "../../../../wire/eventFrame";
import type { Target } from "../../../../wire/target";
import type { JoinedBlock } from "../blocks/blockJoin";
import type { LookedUpBlock } from "../gaps/chainQueries";
import type { LastSeen } from "./connectionTails";
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
import { TailedNode, type TailedNodeOwner } from "./tailedNode";
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
  private readonly owner: TailedNodeOwner;

  constructor(private readonly needs: TailsNeeds) {
    const recall = (number: number) => needs.recent.get(number);
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
      recall,
    });
    const { view, final } = this;
    this.owner = {
      received: (node, frame, at, sessionId) => this.receiveLive(node, frame, at, sessionId),
      notify: (notice, connection) => view.notify(notice, connection),
      gap: (gap) => (this.gaps = withGap(this.gaps, gap).slice(-limits.gaps)),
      reset: (node) => {
        node.restartedAt = needs.recent.total;
        this.gaps = this.gaps.filter(({ connectionId }) => connectionId !== node.tails.connection.id);
      },
      finalized: (block, connection) => showFinal(final, view, connection, block, recall),
      reverted: (block, connection, names) => {
        const events = block.events.filter((number) => !final.isHeld(number));
        notifyReverted(view, connection, { ...block, events }, recall, names);
      },
      forgotten: (count, connection) => {
        if (final.on) view.notify(`${signs.loss} ${count} events dropped: their blocks were never settled`, connection);
      },
      changed: () => this.changed(),
    };
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
    return this.entryOf(arrival)?.tails.opened?.local;
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
    for (const entry of this.entries.values()) entry.dispose();
    this.view.dispose();
  }

  /** The tails of the connection that an event came by; of a replayed one, of the connection that is called so now. */
  private entryOf({ connectionId, connection }: EventArrival): TailedNode | undefined {
    if (connectionId !== undefined) return this.entries.get(connectionId);
    return [...this.entries.values()].find(({ tails }) => tails.connection.name === connection);
  }

  private entry(connection: TailedConnection): TailedNode {
    const { id } = connection;
    const known = this.entries.get(id);
    if (known?.tails.connection === connection) return known;
    known?.dispose();
    const entry = new TailedNode(connection, this.owner, this.needs);
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

  private decodeNow(event: ReceivedEvent): Decoded | Promise<Decoded> {
    const decoder = this.entryOf(event.arrival)?.tails.opened?.decoder;
    return decoder ? decoder.decode(event.frame) : withoutNode.decode(event.frame);
  }
}

const withoutNode = new EventDecoder(undefined);
