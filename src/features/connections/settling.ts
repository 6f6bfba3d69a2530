import { systemClock, type Clock } from "../../client/clock";
import type { Disposable } from "../../client/disposable";

/** Runs something once changes have settled: when none was told for a while. */
export class Settling implements Disposable {
  private waiting: Disposable | undefined;

  constructor(
    private readonly run: () => void,
    private readonly quietMs: number,
    private readonly clock: Clock = systemClock,
  ) {}

  /** Tells of a change. */
  changed(): void {
    this.waiting?.dispose();
    this.waiting = this.clock.after(this.quietMs, () => {
      this.waiting = undefined;
      this.run();
    });
  }

  /** Forgets the changes until now. */
  dispose(): void {
    this.waiting?.dispose();
    this.waiting = undefined;
  }
}
