import type { Clock } from "../../client/clock";
import type { Disposable } from "../../client/disposable";

/**
 * VS Code reads what was added to a channel when for 300 ms nothing more came. Its look at the channel's file, every
 * 500 ms, begins them anew too, so a pause must hold 300 ms on one side of that.
 */
const times = { burstMs: 150, pauseMs: 750 };

/**
 * Hands lines on with pauses between them. Without any, a channel to which lines are added several times a second stays
 * as it is until they end, and then takes all of them at once, which holds the window for longer than a key may wait.
 */
export class PacedLines implements Disposable {
  private held: string[] = [];
  private began = -Infinity;
  private last = -Infinity;
  private timer: Disposable | undefined;

  constructor(
    private readonly pass: (lines: readonly string[]) => void,
    private readonly clock: Clock,
  ) {}

  /** Passes lines on at once after a pause and for a moment after that; else with the end of the next pause. */
  add(lines: readonly string[]): void {
    const now = this.clock.now();
    const since = now - this.last;
    if (!this.timer) {
      if (since >= times.pauseMs) this.began = now;
      if (now - this.began <= times.burstMs) {
        this.last = now;
        return this.pass(lines);
      }
      this.timer = this.clock.after(times.pauseMs - Math.max(0, since), () => this.flush());
    }
    this.held.push(...lines);
  }

  /** Passes on what is held. */
  flush(): void {
    const lines = this.held;
    this.drop();
    if (lines.length === 0) return;
    this.began = this.last = this.clock.now();
    this.pass(lines);
  }

  /** Forgets what is held. */
  drop(): void {
    this.held = [];
    this.timer?.dispose();
    this.timer = undefined;
  }

  dispose(): void {
    this.drop();
  }
}
