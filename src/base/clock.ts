import type { Disposable } from "./disposables";

/** Time as the client sees it, so that a test can hold it still. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs something once after a delay, unless disposed before. */
  after(delayMs: number, run: () => void): Disposable;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return { dispose: () => clearTimeout(timer) };
  },
};
