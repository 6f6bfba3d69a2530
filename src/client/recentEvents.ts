import type { EventFrame } from "../wire/eventFrame";

/** An event with how and when it came to us. */
export interface ReceivedEvent {
  /** Counts the events of this window, from 1. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The name of the connection. */
  readonly connection: string;
  /** The session it was delivered in; of a filled or replayed event, what is known. */
  readonly sessionId: string;
  readonly frame: EventFrame;
  /** `filled`: asked for afterwards. `replayed`: read from a recording. */
  readonly source: "live" | "filled" | "replayed";
  /** The height of the block it was asked for by, if it was filled. */
  readonly height?: bigint;
  /** The decoded data as one line, once somebody decoded it and if it is short; or why it cannot be decoded. */
  decoded?: { text: string } | { problem: string };
}

/** How much is remembered. */
export interface RecentEventsLimits {
  events: number;
  /** Of messages, all together. */
  bytes: number;
}

/** The newest events of all connections, the oldest forgotten first. Adding one takes the same short time however many there are. */
export class RecentEvents {
  /** Events that were added in all. */
  total = 0;
  private ring: (ReceivedEvent | undefined)[] = [];
  private first = 0;
  private count = 0;
  private bytes = 0;

  constructor(private limits: RecentEventsLimits = { events: 10_000, bytes: 64 * 1024 * 1024 }) {
    this.clear();
  }

  get size(): number {
    return this.count;
  }

  add(event: ReceivedEvent): void {
    this.total++;
    if (this.count === this.ring.length) this.forgetOldest();
    this.ring[(this.first + this.count) % this.ring.length] = event;
    this.count++;
    this.bytes += event.frame.bytes.length;
    while (this.bytes > this.limits.bytes && this.count > 1) this.forgetOldest();
  }

  /** The remembered events, oldest first. */
  all(): ReceivedEvent[] {
    const { length } = this.ring;
    return Array.from({ length: this.count }, (_, at) => this.ring[(this.first + at) % length]!);
  }

  /** The newest ones, newest first, that are wanted. */
  newest(most: number, isWanted: (event: ReceivedEvent) => boolean = () => true): ReceivedEvent[] {
    const found: ReceivedEvent[] = [];
    for (let at = this.count - 1; at >= 0 && found.length < most; at--) {
      const event = this.ring[(this.first + at) % this.ring.length]!;
      if (isWanted(event)) found.push(event);
    }
    return found;
  }

  /** The event with this number, unless it is forgotten. */
  get(number: number): ReceivedEvent | undefined {
    return this.newest(1, (event) => event.number === number)[0];
  }

  /** Sets how much is remembered from now on. */
  limit(limits: RecentEventsLimits): void {
    const { total } = this;
    const kept = this.all().slice(-limits.events);
    this.limits = limits;
    this.clear();
    for (const event of kept) this.add(event);
    this.total = total;
  }

  clear(): void {
    this.ring = new Array<ReceivedEvent | undefined>(Math.max(1, this.limits.events));
    this.first = this.count = this.bytes = 0;
  }

  private forgetOldest(): void {
    this.bytes -= this.ring[this.first]?.frame.bytes.length ?? 0;
    this.ring[this.first] = undefined;
    this.first = (this.first + 1) % this.ring.length;
    this.count--;
  }
}
