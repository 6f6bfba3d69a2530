interface Share {
  running: number;
  waiting: (() => void)[];
}

/**
 * Runs work at most so many at a time. Of one owner no more than three quarters run, and so many wait; owners take turns,
 * so one whose work is slow does not keep the others waiting. Of one owner all is done in the order asked for.
 */
export class Limiter {
  private running = 0;
  private readonly shares = new Map<string, Share>();
  private readonly mostOfOne: number;

  constructor(
    private readonly most: number,
    private readonly mostWaiting: number,
  ) {
    this.mostOfOne = Math.ceil(most * 0.75);
  }

  /** Undefined when too much of this owner's work waits already. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T> | undefined {
    const share = this.shares.get(owner) ?? { running: 0, waiting: [] };
    if (share.waiting.length >= this.mostWaiting) return undefined;
    this.shares.set(owner, share);
    const place = new Promise<void>((free) => share.waiting.push(free));
    this.next();
    return place.then(work).finally(() => {
      this.running--;
      share.running--;
      if (share.running === 0 && share.waiting.length === 0) this.shares.delete(owner);
      this.next();
    });
  }

  private next(): void {
    if (this.running >= this.most) return;
    for (const [owner, share] of this.shares) {
      const free = share.running < this.mostOfOne ? share.waiting.shift() : undefined;
      if (!free) continue;
      this.running++;
      share.running++;
      // Behind all others.
      this.shares.delete(owner);
      this.shares.set(owner, share);
      return free();
    }
  }
}
