const seconds = 5;

/** How many events came per second lately. */
export class EventRate {
  private readonly counts = new Array<number>(seconds).fill(0);
  private second = 0;

  count(now: number): void {
    this.moveTo(now);
    this.counts[this.second % seconds]!++;
  }

  /** The mean of the last seconds; the present one, which is not over, is left out. */
  perSecond(now: number): number {
    this.moveTo(now);
    const present = this.counts[this.second % seconds]!;
    return (this.counts.reduce((sum, count) => sum + count, 0) - present) / (seconds - 1);
  }

  private moveTo(now: number): void {
    const second = Math.floor(now / 1000);
    if (second === this.second) return;
    const passed = Math.min(seconds, Math.abs(second - this.second));
    for (let at = 1; at <= passed; at++) this.counts[(second - passed + at) % seconds] = 0;
    this.second = second;
  }
}

/** A count that is worth a word for a while after it has grown. */
export class FreshCount {
  private known = 0;
  private grownAt = -Infinity;

  /** Whether a count that is there has grown within so many milliseconds. */
  isFresh(count: number, now: number, newsMs: number): boolean {
    if (count > this.known) this.grownAt = now;
    this.known = count;
    return count > 0 && now - this.grownAt < newsMs;
  }
}
