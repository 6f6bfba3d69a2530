import { readFileSync } from "node:fs";

/**
 * Milliseconds that no hostile input may hold the one thread of all extensions for: far more than a slow machine needs,
 * and far less than what does not come back.
 */
export const mostHeldMs = 3000;

/**
 * Finds the longest stretch that this process's own work holds its event loop. It counts the thread's processor time,
 * not the time on the clock, so that a busy machine is not taken for a busy loop.
 */
export class LoopWatch {
  private longest = 0;
  private last = processorMs();
  private readonly timer = setInterval(() => this.look(), 1);

  /** Milliseconds of the longest stretch since the last time this was asked. */
  take(): number {
    this.look();
    const { longest } = this;
    this.longest = 0;
    return longest;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = processorMs();
    this.longest = Math.max(this.longest, now - this.last);
    this.last = now;
  }
}

/** Milliseconds that the calling thread has run so far (Linux). */
function processorMs(): number {
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ", 1)[0]) / 1e6;
}
