import { decodeEventFrame, type EventFrame } from "../../wire/eventFrame";
import { ByteQueue } from "./byteQueue";
import { limits } from "../../wire/limits";

/** The way an event came to us; many events share one. */
export interface EventArrival {
  /** The name that the connection had. */
  readonly connection: string;
  /** What the connection is known by, whatever it is called; of a replayed event no one knows. */
  readonly connectionId?: string;
  /** The session it was delivered in; of a filled or replayed event, what is known. */
  readonly sessionId: string;
  /** `filled`: asked for afterwards. `replayed`: read from a recording. */
  readonly source: "live" | "filled" | "replayed";
  /** The height of the block it was asked for by, if it was filled. */
  readonly height?: bigint;
}

/** An event's data as one line, or why it cannot be decoded. */
export type DecodedLine = { readonly text: string } | { readonly problem: string };

/** An event with how and when it came to us. */
export interface ReceivedEvent {
  /** Counts the events of this window, from 1; 0 for one that is not remembered. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly arrival: EventArrival;
  readonly frame: EventFrame;
  /** What someone decoded the data to, if that was kept. */
  readonly decoded?: DecodedLine;
}

/** How much is remembered. */
export interface RecentEventsLimits {
  events: number;
  /** Of messages and of what they were decoded to, all together. */
  bytes: number;
}

/**
 * The newest events of all connections, the oldest forgotten first. They are kept as bytes in large chunks and taken
 * apart again when someone looks: a hundred thousand small objects would slow everything else down.
 */
export class RecentEvents {
  /** Events that were added in all, which is the number of the last one. */
  total = 0;
  private first = 1;
  private times = new Float64Array(0);
  private arrivals: EventArrival[] = [];
  private readonly messages = new ByteQueue();
  private readonly decoded = new Map<number, DecodedLine>();
  /** Of what was decoded, two for each character. */
  private decodedBytes = 0;

  constructor(private most: RecentEventsLimits = { events: 10_000, bytes: limits.rememberedEventBytes }) {
    this.limit(most);
  }

  /** Events that are remembered. */
  get size(): number {
    return this.total - this.first + 1;
  }

  /** Remembers a message as it travelled, and returns the event's number. */
  add(at: number, arrival: EventArrival, message: Uint8Array): number {
    const number = ++this.total;
    const slot = number % this.most.events;
    this.times[slot] = at;
    this.arrivals[slot] = arrival;
    this.messages.push(message);
    this.forgetOld();
    return number;
  }

  /** The event with this number, unless it is forgotten. */
  get(number: number): ReceivedEvent | undefined {
    const message = this.messages.at(number - this.first);
    const frame = message && decodeEventFrame(message);
    if (!frame || "problem" in frame) return undefined;
    const slot = number % this.most.events;
    const decoded = this.decoded.get(number);
    return { number, at: this.times[slot]!, arrival: this.arrivals[slot]!, frame, ...(decoded && { decoded }) };
  }

  /** The remembered events, oldest first, that came at a wanted time and way. */
  all(isWanted: (at: number, arrival: EventArrival) => boolean = () => true): ReceivedEvent[] {
    const found: ReceivedEvent[] = [];
    for (let number = this.first; number <= this.total; number++) {
      const slot = number % this.most.events;
      const event = isWanted(this.times[slot]!, this.arrivals[slot]!) ? this.get(number) : undefined;
      if (event) found.push(event);
    }
    return found;
  }

  /** At most so many of the newest ones, oldest first. */
  newest(most: number): ReceivedEvent[] {
    const first = Math.max(this.first, this.total - most + 1);
    return Array.from({ length: this.total - first + 1 }, (_, at) => this.get(first + at)!);
  }

  /** What an event's data was decoded to, if that was kept. */
  decodedOf(number: number): DecodedLine | undefined {
    return this.decoded.get(number);
  }

  /** Keeps what an event's data was decoded to for as long as the event is remembered. */
  keepDecoded(number: number, decoded: DecodedLine): void {
    if (number < this.first || number > this.total) return;
    this.dropDecoded(number);
    this.decoded.set(number, decoded);
    this.decodedBytes += bytesOf(decoded);
    this.forgetOld();
  }

  /** Sets how much is remembered from now on. */
  limit(most: RecentEventsLimits): void {
    while (this.size > most.events) this.forget();
    const times = new Float64Array(most.events);
    const arrivals: EventArrival[] = [];
    for (let number = this.first; number <= this.total; number++) {
      times[number % most.events] = this.times[number % this.most.events]!;
      arrivals[number % most.events] = this.arrivals[number % this.most.events]!;
    }
    this.times = times;
    this.arrivals = arrivals;
    this.most = most;
  }

  private forgetOld(): void {
    while (this.size > 1 && this.isTooMuch()) this.forget();
  }

  private isTooMuch(): boolean {
    const { events, bytes } = this.most;
    return this.size > events || this.messages.bytes + this.decodedBytes > bytes;
  }

  private dropDecoded(number: number): void {
    const decoded = this.decoded.get(number);
    if (!decoded) return;
    this.decoded.delete(number);
    this.decodedBytes -= bytesOf(decoded);
  }

  private forget(): void {
    if (this.decoded.size > 0) this.dropDecoded(this.first);
    this.first++;
    this.messages.shift();
  }
}

function bytesOf(decoded: DecodedLine): number {
  return 2 * ("text" in decoded ? decoded.text : decoded.problem).length;
}
