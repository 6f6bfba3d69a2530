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

/** What some known work costs at this moment, in milliseconds: by it a busy machine is told from a busy loop. */
export interface Pace {
  /** Of processor time. */
  heldMs: number;
  /** On the clock. */
  tookMs: number;
}

/** Measures the pace: reads two thirds of a megabyte of JSON, the median of some times. */
export function measurePace(): Pace {
  const costs = Array.from({ length: 5 }, () => {
    const [held, began] = [processorMs(), performance.now()];
    knownWork();
    return { heldMs: processorMs() - held, tookMs: performance.now() - began };
  });
  const median = (values: number[]) => values.sort((one, other) => one - other)[2]!;
  return { heldMs: median(costs.map(({ heldMs }) => heldMs)), tookMs: median(costs.map(({ tookMs }) => tookMs)) };
}

/** The known work. */
export function knownWork(): void {
  JSON.parse(knownText);
}

const knownText = `[${'12345678901,"abcdefgh",{"k":true},'.repeat(20_000)}0]`;

/** Milliseconds that the calling thread has run so far (Linux). */
export function processorMs(): number {
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ", 1)[0]) / 1e6;
}
