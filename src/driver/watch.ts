import { writeSync } from "node:fs";
import { stopReason, type ProcessBounds } from "./processMessages";

/** Cells that the running thread keeps: whether a driver has its turn, and how many calls have begun. */
export const cell = { running: 0, begun: 1 } as const;

export interface WatchData extends ProcessBounds {
  cells: Int32Array;
}

/** Between two looks during a turn: memory is filled at some gigabytes a second. */
const tickMs = 10;
const standardError = 2;

/**
 * Ends the process when a call takes too long or the whole takes too much, neither of which can be interrupted from
 * within. Blocks its thread, which sleeps while no driver runs.
 */
export function watch({ cells, eventMs, processBytes }: WatchData): never {
  const mostBytes = process.memoryUsage.rss() + processBytes;
  let seen = 0;
  let since = 0;
  for (;;) {
    Atomics.wait(cells, cell.running, 0);
    Atomics.wait(cells, cell.running, 1, tickMs);
    if (process.memoryUsage.rss() > mostBytes) endProcess(stopReason.memory);
    const begun = Atomics.load(cells, cell.begun);
    // Processor time: a machine that sleeps, or has others to serve, is none of the driver's doing.
    const now = processorMs();
    if (begun !== seen) [seen, since] = [begun, now];
    else if (Atomics.load(cells, cell.running) === 1 && now - since > eventMs) endProcess(stopReason.time);
  }
}

/** Milliseconds of processor time that this process has taken. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function endProcess(why: string): void {
  try {
    writeSync(standardError, why);
  } finally {
    // Also when there is no one left to tell.
    process.kill(process.pid, "SIGKILL");
  }
}
