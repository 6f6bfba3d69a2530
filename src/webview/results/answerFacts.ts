import type { AnswerFacts, FailedOutcome } from "../../bridge/callOutcome";
import { visibleText } from "../../wire/visibleText";
import { element } from "../element";

/** What was asked and how it went, as far as it is known. */
export type Asked = Partial<Pick<FailedOutcome, "route" | "status" | "code">>;

/** The headers of an answer, and what was asked, which a failure may tell as well. */
export function answerFacts(facts: AnswerFacts | undefined, asked: Asked | undefined): HTMLElement[] {
  const rows = [...askedRows(asked), ...(facts?.headers ?? [])].map(([name, value]) =>
    element("tr", {}, element("th", { scope: "row" }, visibleText(name)), element("td", {}, visibleText(value))),
  );
  const none = element("p", {}, "There are no headers of an answer.");
  return [...(rows.length > 0 ? [element("table", {}, element("tbody", {}, ...rows))] : []), ...(facts ? [] : [none])];
}

/** What a node says of a route that it means to give up; nothing of others. */
export function deprecationNote(facts: AnswerFacts | undefined): string {
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
