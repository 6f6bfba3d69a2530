import { t } from "../../base/translate";
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
      return outcome.status === undefined ? t`✗ Failed` : t`✗ Failed · status ${outcome.status}`;
    case "stream": {
      const nothing = emptyStreamNote(outcome);
      if (nothing !== undefined) return nothing;
      const [count, took] = [outcome.count, milliseconds(outcome.durationMs)];
      const what = outcome.decoded ? t`${count} items in ${took}` : t`${count} bytes in ${took}`;
      if (typeof outcome.ended === "object") return t`✗ Ended early · ${what}`;
      return outcome.ended === "stopped" ? t`■ Stopped by you · ${what}` : t`✓ Complete · ${what}`;
    }
    case "json":
    case "bytes": {
      const { status, durationMs, size } = outcome.facts;
      return t`✓ Status ${status} · ${milliseconds(durationMs)} · ${counted(size, "byte")}`;
    }
  }
}

function milliseconds(duration: number): string {
  return duration < 10 ? `${duration.toFixed(1)} ms` : `${Math.round(duration)} ms`;
}

/** What is to be said of an outcome that is not all that came; nothing of a whole one. */
export function partNote({ kind, only }: CallOutcome): string {
  if (only === undefined) return "";
  const kept =
    only === "beginning"
      ? t`⚠ Only the beginning of this result was kept.`
      : t`⚠ Only the end of this result was kept.`;
  return `${kept} ${kind === "stream" ? t`Call again for less at once.` : t`Call again to have all of it.`}`;
}

/** What was asked and how it went, as far as it is known. */
export type Asked = Partial<Pick<FailedOutcome, "route" | "status" | "code">>;

/** The headers of an answer, and what was asked, which a failure may tell as well. */
export function responseFacts(facts: ResponseFacts | undefined, asked: Asked | undefined): HTMLElement[] {
  const rows = [...askedRows(asked), ...(facts?.headers ?? [])].map(([name, value]) =>
    element("tr", {}, element("th", { scope: "row" }, visibleText(name)), element("td", {}, visibleText(value))),
  );
  const none = element("p", {}, t`No response headers.`);
  return [...(rows.length > 0 ? [element("table", {}, element("tbody", {}, ...rows))] : []), ...(facts ? [] : [none])];
}

/** What a node says of a route that it means to give up; nothing of others. */
export function deprecationNote(facts: ResponseFacts | undefined): string {
  const note = facts?.deprecation;
  if (!note) return "";
  const said = t`⚠ Deprecated: ${visibleText(note.note)}`;
  return note.successor ? `${said} ${t`It is replaced by ${note.successor}.`}` : said;
}

function askedRows({ route, status, code }: Asked = {}): [name: string, value: string][] {
  const rows: [string, string | undefined][] = [
    [t`request`, route],
    [t`status`, status?.toString()],
    [t`cause`, code],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}
