import type { Clock } from "../../../../base/clock";
import type { Disposable } from "../../../../base/disposables";
import type { ReceivedEvent } from "../../../../client/session/recentEvents";
import { limits } from "../../../../wire/limits";
import type { Decoded } from "../decode/eventDecoder";

/** What a feed asks of its owner. None of these may throw. */
export interface LineFeedOwner {
  decode(event: ReceivedEvent): Decoded | Promise<Decoded>;
  /** The event's line, or undefined if it is not to be shown after all. */
  line(event: ReceivedEvent, decoded: Decoded): string | undefined;
  write(lines: string[]): void;
}

export interface LineFeedTimes {
  /** From the first unwritten line to the writing of what is ready. */
  batchMs: number;
  /** Longest that events behind one may wait for its driver. */
  patienceMs: number;
  /** Longest that this may hold up anyone else who needs the thread. */
  sliceMs: number;
}

/** A line, or how it is made when all before it are. */
export type FeedLine = string | (() => string | undefined);

type Queued = { since: number } & ({ line: FeedLine } | { event: ReceivedEvent; decoded?: Decoded | undefined });

const defaultTimes: LineFeedTimes = { batchMs: 60, patienceMs: 3000, sliceMs: 8 };
const late: Decoded = { problem: "the driver did not answer in time" };
const crowded: Decoded = { problem: "too many events at once" };

/**
 * Makes lines of events in the order received although drivers answer in any order, and writes them in batches. Adding
 * an event costs next to nothing: decoding happens later, in slices, and never longer than someone's patience.
 */
export class LineFeed implements Disposable {
  private queue: Queued[] = [];
  /** What is queued before this one is decoded or on the way. */
  private started = 0;
  /** Bytes of the events that are not written yet. */
  waitingBytes = 0;
  private timer: { due: number; handle: Disposable } | undefined;
  private readonly times: LineFeedTimes;

  constructor(
    private readonly owner: LineFeedOwner,
    private readonly clock: Clock,
    times: Partial<LineFeedTimes> = {},
  ) {
    this.times = { ...defaultTimes, ...times };
  }

  /** Lines and events that are not written yet. */
  get waiting(): number {
    return this.queue.length;
  }

  addEvent(event: ReceivedEvent): void {
    const since = this.clock.now();
    this.waitingBytes += event.frame.data.length;
    this.queue.push(this.queue.length < limits.unshownEvents ? { event, since } : { event, since, decoded: crowded });
    this.schedule(this.times.batchMs);
  }

  addLine(line: FeedLine): void {
    this.queue.push({ line, since: this.clock.now() });
    this.schedule(this.times.batchMs);
  }

  /** Writes what is there as it is. */
  dispose(): void {
    this.timer?.handle.dispose();
    this.flush(Infinity, 0);
  }

  private schedule(delayMs: number): void {
    const due = this.clock.now() + delayMs;
    if (this.timer && this.timer.due <= due) return;
    this.timer?.handle.dispose();
    const handle = this.clock.after(delayMs, () => {
      this.timer = undefined;
      this.work();
    });
    this.timer = { due, handle };
  }

  private work(): void {
    const end = performance.now() + this.times.sliceMs;
    while (this.started < this.queue.length && performance.now() < end) this.start(this.queue[this.started++]!);
    const complete = this.flush(end, this.times.patienceMs);
    const [first] = this.queue;
    if (!complete || this.started < this.queue.length) this.schedule(0);
    else if (first) this.schedule(Math.max(0, first.since + this.times.patienceMs - this.clock.now()));
  }

  private start(queued: Queued): void {
    if ("line" in queued || queued.decoded) return;
    const decoded = this.owner.decode(queued.event);
    if (!(decoded instanceof Promise)) {
      queued.decoded = decoded;
      return;
    }
    void decoded.then((answer) => {
      queued.decoded ??= answer;
      if (queued === this.queue[0]) this.schedule(this.times.batchMs);
    });
  }

  /** Writes the ready places up to the first that is not. False if the time was up before. */
  private flush(end: number, patienceMs: number): boolean {
    const lines: string[] = [];
    let written = 0;
    let inTime = true;
    for (const queued of this.queue) {
      if (!("line" in queued)) queued.decoded ??= this.givenUp(queued, written, patienceMs);
      if (!("line" in queued) && !queued.decoded) break;
      inTime = performance.now() < end;
      if (!inTime) break;
      const line = this.lineOf(queued);
      if (line !== undefined) lines.push(line);
      written++;
    }
    for (const queued of this.queue.splice(0, written)) {
      if ("event" in queued) this.waitingBytes -= queued.event.frame.data.length;
    }
    this.started = Math.max(0, this.started - written);
    if (lines.length > 0) this.owner.write(lines);
    return inTime;
  }

  private givenUp(queued: Queued, index: number, patienceMs: number): Decoded | undefined {
    if (this.clock.now() - queued.since < patienceMs) return undefined;
    return index < this.started ? late : crowded;
  }

  private lineOf(queued: Queued): string | undefined {
    if ("line" in queued) return typeof queued.line === "string" ? queued.line : queued.line();
    return this.owner.line(queued.event, queued.decoded!);
  }
}

/** Lines that may be shown per second: an unused share of a second is not saved up. */
export class LineBudget {
  private second = 0;
  private taken = 0;

  constructor(private readonly mostPerSecond: () => number) {}

  /** Whether one more line may be shown at this moment; if so, it counts. */
  take(now: number): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.second) {
      this.second = second;
      this.taken = 0;
    }
    if (this.taken >= this.mostPerSecond()) return false;
    this.taken++;
    return true;
  }
}
