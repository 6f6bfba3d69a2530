import { counted } from "../../base/words";
import { type CallOutcome, emptyStreamNote } from "../../bridge/callOutcome";

/** Whether a call ended well; undefined where its answer does not tell. */
export function isFine(outcome: CallOutcome): boolean | undefined {
  if (outcome.kind === "failed") return false;
  if (outcome.kind !== "stream") return true;
  if (emptyStreamNote(outcome) !== undefined || outcome.ended === "stopped") return undefined;
  return outcome.ended === "complete";
}

/** How a call ended, in one line. */
export function summaryOf(outcome: CallOutcome): string {
  switch (outcome.kind) {
    case "failed":
      return outcome.status === undefined ? "✗ Failed" : `✗ Failed · status ${outcome.status}`;
    case "stream": {
      const nothing = emptyStreamNote(outcome);
      if (nothing !== undefined) return nothing;
      const what = `${outcome.count} ${outcome.decoded ? "items" : "bytes"} in ${milliseconds(outcome.durationMs)}`;
      if (typeof outcome.ended === "object") return `✗ Ended early · ${what}`;
      return outcome.ended === "stopped" ? `■ Stopped by you · ${what}` : `✓ Complete · ${what}`;
    }
    case "json":
    case "bytes": {
      const { status, durationMs, size } = outcome.facts;
      return `✓ Status ${status} · ${milliseconds(durationMs)} · ${counted(size, "byte")}`;
    }
  }
}

function milliseconds(duration: number): string {
  return duration < 10 ? `${duration.toFixed(1)} ms` : `${Math.round(duration)} ms`;
}

/** What is to be said of an outcome that is not all that came; nothing of a whole one. */
export function partNote({ kind, only }: CallOutcome): string {
  if (only === undefined) return "";
  const again = kind === "stream" ? "Call again for less at once" : "Call again to have all of it";
  return `⚠ Only the ${only} of this result was kept. ${again}.`;
}
