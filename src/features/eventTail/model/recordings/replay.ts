import type { Clock } from "../../../../base/clock";
import { limits } from "../../../../wire/limits";
import { fileLines } from "./fileLines";
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
  let before: number | undefined;
  for await (const { number, text } of fileLines(path)) {
    signal.throwIfAborted();
    // Other work must go on between the lines of a long file.
    if (number % 500 === 0) await new Promise((done) => setImmediate(done));
    if (text === "") continue;
    const line = text === undefined ? tooLong : readRecordingLine(text);
    if (line.kind === "problem") owner.problem(number, line.problem);
    else if (line.kind === "head") owner.head(line);
    else if (line.kind === "end") result.complete = line.events === result.events;
    else {
      await pauseBetween(before, line.event.at, speed, clock, signal);
      before = line.event.at;
      result.events++;
      owner.event(line.event);
    }
  }
  return result;
}

const tooLong = { kind: "problem", problem: `it has more than ${limits.recordedLineBytes} bytes` } as const;

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
