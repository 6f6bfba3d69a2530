import type { Clock } from "../../../../base/clock";
import type { Disposable } from "../../../../base/disposables";

/** As long as VS Code's look at the file of a channel may be under way on a busy machine. */
const settleMs = 1000;

/**
 * Hands lines on as they come, but for those with which a channel's text is begun again: these wait until what was added
 * before has been in the channel's file for a moment. VS Code looks at the length of that file now and then, and takes
 * one that is shorter than what it has been told of for a file that was cut: it reads all of it again, everything that
 * was ever written, which holds the window for a second or more.
 */
export class SettledLines implements Disposable {
  private held: string[] = [];
  private last = -Infinity;
  private timer: Disposable | undefined;

  constructor(
    private readonly pass: (lines: readonly string[]) => void,
    private readonly beginAgain: (lines: readonly string[]) => boolean,
    private readonly clock: Clock,
  ) {}

  add(lines: readonly string[]): void {
    const waitMs = Math.min(settleMs, this.last + settleMs - this.clock.now());
    if (!this.timer && (waitMs <= 0 || !this.beginAgain(lines))) return this.write(lines);
    this.held.push(...lines);
    this.timer ??= this.clock.after(waitMs, () => this.flush());
  }

  /** Passes on what is held. */
  flush(): void {
    const lines = this.held;
    this.drop();
    if (lines.length > 0) this.write(lines);
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

  private write(lines: readonly string[]): void {
    this.last = this.clock.now();
    this.pass(lines);
  }
}
