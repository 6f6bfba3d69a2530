import { systemClock, type Clock } from "./clock";
import type { Disposable } from "./disposables";

/** Turns any number of requests into few runs: the first at once, the others together after a gap. */
export class Throttler implements Disposable {
  private lastRun = -Infinity;
  private waiting: Disposable | undefined;

  constructor(
    private readonly run: () => void,
    private readonly gapMs: number,
    private readonly clock: Clock = systemClock,
  ) {}

  request(): void {
    if (this.waiting) return;
    const due = Math.max(0, this.lastRun + this.gapMs - this.clock.now());
    this.waiting = this.clock.after(due, () => {
      this.waiting = undefined;
      this.lastRun = this.clock.now();
      this.run();
    });
  }

  dispose(): void {
    this.waiting?.dispose();
  }
}
