import { counted } from "../../../../base/words";
import type { Clock } from "../../../../base/clock";
import { Owner } from "../../../../base/disposables";
import type { ReceivedEvent } from "../../../../client/session/recentEvents";
import type { Json } from "../../../../wire/json/exactJson";
import { limits } from "../../../../wire/limits";
import type { Decoded } from "../decode/eventDecoder";
import type { EventFilter, FilteredEvent } from "./eventFilter";
import { markedLine, noticeLine, signs } from "./eventLine";
import { LineBudget, LineFeed, type FeedLine, type LineFeedTimes } from "./lineFeed";
import { composedLine, excerptOf, filteredEvent, type LineNeeds } from "./lineComposer";
import { NumberSet } from "../blocks/numberSet";
import { RepeatedNotice } from "../../../../base/repeatedNotice";

/** What a view is made of. */
export interface EventViewNeeds extends LineNeeds {
  decode(event: ReceivedEvent): Decoded | Promise<Decoded>;
  /** Takes note of an event, so that others can be worded by it; also of those that come after them. */
  noted(event: ReceivedEvent, decoded: Decoded): void;
  /** What the function is given that a transaction calls; undefined when there is nothing to wait for. */
  inputOf(event: ReceivedEvent, decoded: Decoded): Promise<Json | undefined> | undefined;
  /** A remembered event by its number. */
  recall(number: number): ReceivedEvent | undefined;
  mostLinesPerSecond: () => number;
  write(lines: string[]): void;
  clock: Clock;
  times?: Partial<LineFeedTimes>;
}

/** What became of the events that were to be shown. */
export interface ViewCounts {
  shown: number;
  /** Hidden by the filter, or marked where it marks. */
  hidden: number;
  marked: number;
  /** Left out because there were too many in a second. */
  cut: number;
  /** Waiting for the end of a pause. */
  held: number;
}

const { heldEvents: mostHeld, unfilteredEvents: mostUnfiltered } = limits;

/** What people see of the events: which of them, how fast, and a word about each that they do not see. */
export class EventView extends Owner {
  readonly counts: ViewCounts = { shown: 0, hidden: 0, marked: 0, cut: 0, held: 0 };
  private filtering: EventFilter | undefined;
  private marks = false;
  private readonly hiddenNumbers = new NumberSet(limits.hiddenEvents);
  /** During a pause: numbers of events, and lines. */
  private held: (number | FeedLine)[] | undefined;
  private readonly feed: LineFeed;
  private readonly budget: LineBudget;
  private readonly cutNotice: RepeatedNotice;
  private readonly partNotice: RepeatedNotice;

  constructor(private readonly needs: EventViewNeeds) {
    super();
    this.budget = new LineBudget(needs.mostLinesPerSecond);
    const owner = {
      decode: (event: ReceivedEvent) => this.decodeAndNote(event),
      line: (event: ReceivedEvent, decoded: Decoded) => this.line(event, decoded),
      write: (lines: string[]) => needs.write(lines),
    };
    this.feed = this.own(new LineFeed(owner, needs.clock, needs.times));
    const repeated = (notify: (count: number, about: string) => void) =>
      this.own(new RepeatedNotice(needs.clock, notify));
    this.cutNotice = repeated((count, otherReason) => this.noteCut(count, otherReason));
    this.partNotice = repeated((count, searched) =>
      this.notify(
        `of ${counted(count, "event")} the filter's expressions looked at the first ${searched} characters only`,
      ),
    );
  }

  get paused(): boolean {
    return this.held !== undefined;
  }

  get filter(): EventFilter | undefined {
    return this.filtering;
  }

  /** Whether the filter marks what passes, and hides nothing. */
  get isMarking(): boolean {
    return this.marks;
  }

  /** `now`: milliseconds since the epoch, for those who know them. */
  show(event: ReceivedEvent, now?: number): void {
    if (this.held) {
      this.held.push(event.number);
      this.counts.held++;
      if (this.held.length > 2 * mostHeld) this.held = lastEvents(this.held, mostHeld);
    } else if (this.hasRoom() && (this.filtering !== undefined || this.mayShow(now))) {
      this.feed.addEvent(event);
    }
  }

  /** A line about the tails themselves; it waits for its place among the events, like everything else. */
  notify(notice: string, connection = "Chainscope"): void {
    this.add(noticeLine(this.needs.clock.now(), connection, notice));
  }

  /** The same for what depends on which of the events before it are shown; nothing if there is nothing to say then. */
  notifyThen(notice: () => string | undefined, connection: string): void {
    const at = this.needs.clock.now();
    this.add(() => {
      const said = notice();
      return said === undefined ? undefined : noticeLine(at, connection, said);
    });
  }

  /** Whether an event was hidden by the filter. */
  isHidden(number: number): boolean {
    return this.hiddenNumbers.has(number);
  }

  pause(): void {
    if (this.held) return;
    this.notify("paused: events are still received, counted and recorded, but not shown");
    this.held = [];
  }

  /** Shows what came during the pause, as far as it was kept. */
  resume(): void {
    if (!this.held) return;
    const items = lastEvents(this.held, mostHeld);
    const kept = items.filter((item) => typeof item === "number").length;
    const lost = this.counts.held - kept;
    this.held = undefined;
    this.counts.held = 0;
    const rest = lost > 0 ? `; ${lost} more came before them and are not shown` : "";
    this.notify(`resumed: ${counted(kept, "event")} came meanwhile${rest}`);
    for (const item of items) {
      const event = typeof item === "number" ? this.needs.recall(item) : undefined;
      if (typeof item !== "number") this.feed.addLine(item);
      else if (event) this.feed.addEvent(event);
    }
  }

  /** The line of an event as it would be written now. */
  lineOf(event: ReceivedEvent, decoded: Decoded): string {
    return composedLine(event, excerptOf(event, this.needs) ?? decoded, this.needs);
  }

  /** Shows only what passes from now on, or shows all and marks that; `undefined` shows all again. */
  setFilter(filter: EventFilter | undefined, marks = false): void {
    const { hidden } = this.counts;
    const ended = this.filtering && hidden > 0 ? `; ${counted(hidden, "event")} hidden until now` : "";
    this.filtering = filter && filter.terms.length > 0 ? filter : undefined;
    this.marks = this.filtering !== undefined && marks;
    this.counts.hidden = this.counts.marked = 0;
    const what = this.marks ? "marking" : "filter";
    this.notify(this.filtering ? `${what}: ${this.filtering.text}${ended}` : `no filter${ended}`);
  }

  private add(line: FeedLine): void {
    if (this.held) this.held.push(line);
    else this.feed.addLine(line);
  }

  private decodeAndNote(event: ReceivedEvent): Decoded | Promise<Decoded> {
    const decoded = this.decode(event);
    // What is not JSON tells nothing about others.
    if (decoded instanceof Promise) return decoded;
    this.needs.noted(event, decoded);
    const input = this.needs.isSummary() ? this.needs.inputOf(event, decoded) : undefined;
    return input ? input.then((found) => (found === undefined ? decoded : { ...decoded, input: found })) : decoded;
  }

  private decode(event: ReceivedEvent): Decoded | Promise<Decoded> {
    if (this.filtering) return this.needs.decode(event);
    // Only the beginning is seen, so reading all of it would be wasted on a line.
    const excerpt = excerptOf(event, this.needs);
    if (excerpt) return excerpt;
    return this.needs.decode(event);
  }

  private line(event: ReceivedEvent, decoded: Decoded): string | undefined {
    let passes = false;
    if (this.filtering) {
      const names = this.needs.namesOf(event.arrival);
      passes = this.passes(this.filtering, filteredEvent(event, names, decoded));
      if (!passes && !this.marks) {
        this.counts.hidden++;
        this.hiddenNumbers.add(event.number);
        return undefined;
      }
      if (!this.mayShow()) return undefined;
    }
    this.counts.shown++;
    const line = composedLine(event, decoded, this.needs);
    if (!this.marks || !passes) return line;
    this.counts.marked++;
    return markedLine(line);
  }

  private passes(filter: EventFilter, event: FilteredEvent): boolean {
    const isShown = filter.passes(event);
    const searched = filter.searchedOf(event);
    if (searched !== undefined) this.partNotice.happened(String(searched));
    const { slow } = filter;
    if (slow.length === 0) return isShown;
    this.notify(`${slow.join(" ")} takes too long on these events: it is taken out of the filter`);
    const rest = filter.without(slow);
    this.setFilter(rest, this.marks);
    return rest.passes(event);
  }

  /** Whether an event may wait for its line. */
  private hasRoom(): boolean {
    const { waiting, waitingBytes } = this.feed;
    if (waitingBytes >= limits.unshownBytes) return this.leaveOut("more bytes than can wait for their line");
    const isTooMany = this.filtering !== undefined && waiting >= mostUnfiltered;
    return !isTooMany || this.leaveOut("more than can be filtered and shown");
  }

  private mayShow(now = this.needs.clock.now()): boolean {
    return this.budget.take(now) || this.leaveOut("");
  }

  /** Counts an event that is not shown: too many lines in a second, or another reason. */
  private leaveOut(why: string): false {
    this.counts.cut++;
    this.cutNotice.happened(why);
    return false;
  }

  private noteCut(count: number, otherReason: string): void {
    const why = otherReason || `more than ${this.needs.mostLinesPerSecond()} in a second`;
    this.notify(`${signs.loss} ${counted(count, "event")} not shown: ${why}. They are counted, kept and recorded`);
  }
}

/** The lines and the last so many of the events, in their order. */
function lastEvents(items: readonly (number | FeedLine)[], most: number): (number | FeedLine)[] {
  let surplus = items.filter((item) => typeof item === "number").length - most;
  return items.filter((item) => typeof item !== "number" || surplus-- <= 0);
}
