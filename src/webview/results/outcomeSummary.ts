import { counted } from "../../base/words";
import { type CallOutcome, emptyStreamNote, type ResponseFacts, type FailedOutcome } from "../../bridge/callOutcome";
import { visibleText } from "../../wire/visibleText";
import { element } from "../element";

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

/** What was asked and how it went, as far as it is known. */
export type Asked = Partial<Pick<FailedOutcome, "route" | "status" | "code">>;

/** The headers of an answer, and what was asked, which a failure may tell as well. */
export function responseFacts(facts: ResponseFacts | undefined, asked: Asked | undefined): HTMLElement[] {
  const rows = [...askedRows(asked), ...(facts?.headers ?? [])].map(([name, value]) =>
    element("tr", {}, element("th", { scope: "row" }, visibleText(name)), element("td", {}, visibleText(value))),
  );
  const none = element("p", {}, "No response headers.");
  return [...(rows.length > 0 ? [element("table", {}, element("tbody", {}, ...rows))] : []), ...(facts ? [] : [none])];
}

/** What a node says of a route that it means to give up; nothing of others. */
export function deprecationNote(facts: ResponseFacts | undefined): string {
  const note = facts?.deprecation;
  if (!note) return "";
  const successor = note.successor ? ` It is replaced by ${note.successor}.` : "";
  return `⚠ Deprecated: ${visibleText(note.note)}${successor}`;
}

function askedRows({ route, status, code }: Asked = {}): [name: string, value: string][] {
  const rows: [string, string | undefined][] = [
    ["request", route],
    ["status", status?.toString()],
    ["cause", code],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}
