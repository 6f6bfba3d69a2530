import type { Clock } from "../../src/base/clock";
import type { Disposable } from "../../src/base/disposables";

interface Timer {
  due: number;
  run: () => void;
}

/** A clock that stands still until it is advanced. */
export class FakeClock implements Clock {
  private time = Date.UTC(2030, 0, 1);
  private readonly timers = new Set<Timer>();

  /** Delays of the timers that have not run yet, from now, shortest first. */
  get pending(): readonly number[] {
    return [...this.timers].map(({ due }) => due - this.time).sort((one, other) => one - other);
  }

  now(): number {
    return this.time;
  }

  after(delayMs: number, run: () => void): Disposable {
    const timer = { due: this.time + delayMs, run };
    this.timers.add(timer);
    return { dispose: () => this.timers.delete(timer) };
  }

  /** Lets time pass; what falls due runs in order, each at its own moment. */
  advance(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (let next = this.next(end); next; next = this.next(end)) {
      this.time = Math.max(this.time, next.due);
      this.timers.delete(next);
      next.run();
    }
    this.time = end;
  }

  /** Lets time pass unnoticed, as while the machine sleeps: what fell due runs afterwards, late. */
  sleep(milliseconds: number): void {
    this.time += milliseconds;
    this.advance(0);
  }

  private next(end: number): Timer | undefined {
    return [...this.timers].filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)[0];
  }
}
