import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Clock } from "../../client/clock";
import { readRecordingLine, type RecordingLine } from "./recordingFile";

/** What a replay hands over, in the order recorded. */
export interface ReplayOwner {
  head(head: RecordingLine & { kind: "head" }): void;
  event(event: (RecordingLine & { kind: "event" })["event"]): void;
  /** A line that could not be read. */
  problem(line: number, problem: string): void;
}

/** How a replay ended. */
export interface ReplayResult {
  events: number;
  /** Whether the recording came to its end, rather than being broken off. */
  complete: boolean;
}

/** Longest pause between two events, however long it was. */
const mostPauseMs = 60_000;

/**
 * Reads a recording line by line and hands its events over with the pauses they came in, divided by `speed`; infinite
 * speed leaves the pauses out. Rejects with the signal's reason when that is aborted.
 */
export async function replay(
  path: string,
  speed: number,
  owner: ReplayOwner,
  clock: Clock,
  signal: AbortSignal,
): Promise<ReplayResult> {
  const result: ReplayResult = { events: 0, complete: false };
  const input = createReadStream(path);
  const lines = createInterface({ input, crlfDelay: Infinity });
  let before: number | undefined;
  let number = 0;
  try {
    for await (const text of lines) {
      number++;
      signal.throwIfAborted();
      if (text === "") continue;
      const line = readRecordingLine(text);
      if (line.kind === "problem") owner.problem(number, line.problem);
      else if (line.kind === "head") owner.head(line);
      else if (line.kind === "end") result.complete = line.events === result.events;
      else {
        await pauseBetween(before, line.event.at, speed, clock, signal);
        // Other work must go on between the events of a long file.
        if (result.events % 500 === 499) await new Promise((done) => setImmediate(done));
        before = line.event.at;
        result.events++;
        owner.event(line.event);
      }
    }
  } finally {
    lines.close();
    input.destroy();
  }
  return result;
}

function pauseBetween(before: number | undefined, at: number, speed: number, clock: Clock, signal: AbortSignal) {
  const pauseMs = before === undefined ? 0 : Math.min(mostPauseMs, Math.max(0, at - before) / speed);
  if (pauseMs < 1) return undefined;
  return new Promise<void>((resolve, reject) => {
    const stop = () => {
      timer.dispose();
      reject(signal.reason as Error);
    };
    const timer = clock.after(pauseMs, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
