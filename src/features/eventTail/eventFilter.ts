import type { Json } from "../../wire/exactJson";
import { hasField, type FieldTerm } from "./fieldTerm";

/** What of an event a filter looks at. */
export interface FilteredEvent {
  /** Known of every event: connection, component, source (a contract's name), entity, topic, origin. */
  facts: Readonly<Record<string, string>>;
  /** The decoded data as text, not cut. */
  text: string;
  /** The decoded data; undefined if it could not be decoded. */
  value?: Json;
}

type Test = { kind: "text"; text: string } | { kind: "pattern"; pattern: RegExp } | { kind: "field"; field: FieldTerm };
type Term = Test & { excludes: boolean };

/** Which events to show. An event must meet every term. */
export interface EventFilter {
  /** As a person typed it. */
  text: string;
  terms: readonly Term[];
}

/** No regular expression is tried on more than this: some take for ever on long texts. */
const mostSearched = 64 * 1024;

/**
 * Reads a filter: terms with blanks between them, each one a text, a `/regular expression/i` or a `field=value`; a term
 * after `-` excludes, and `field!=value` too. Quotes keep blanks: `"two words"`, `note="two words"`.
 */
export function parseFilter(text: string): EventFilter | { problem: string } {
  const terms: Term[] = [];
  const words = /\s*(-?)(?:\/((?:[^/\\]|\\.)+)\/([a-z]*)(?=\s|$)|(?:([\w.$[\]]+)(!?=))?(?:"((?:[^"\\]|\\.)*)"|(\S*)))/y;
  while (words.lastIndex < text.trimEnd().length) {
    const word = words.exec(text);
    if (!word) break;
    const term = termOf(word);
    if (typeof term === "string") return { problem: term };
    terms.push(term);
  }
  return { text: text.trim(), terms };
}

/** Whether an event is to be shown. */
export function passes({ terms }: EventFilter, event: FilteredEvent): boolean {
  let searched: string | undefined;
  const whole = () => (searched ??= [...Object.values(event.facts), event.text].join(" "));
  return terms.every((term) => meets(term, event, whole) !== term.excludes);
}

function meets(test: Test, { facts, value }: FilteredEvent, whole: () => string): boolean {
  switch (test.kind) {
    case "text":
      return whole().toLowerCase().includes(test.text);
    case "pattern":
      return test.pattern.test(whole().slice(0, mostSearched));
    case "field": {
      const { path, value: wanted } = test.field;
      const name = path.length === 1 ? (path[0]?.toLowerCase() ?? "") : "";
      const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
      if (fact !== undefined && fact.toLowerCase() === wanted.toLowerCase()) return true;
      return value !== undefined && hasField(value, test.field);
    }
  }
}

/** One term, or what is wrong with it. */
function termOf([all, minus, pattern, flags, name, operator, quoted, bare = ""]: RegExpExecArray): Term | string {
  const excludes = (minus === "-") !== (operator === "!=");
  if (pattern !== undefined) return patternTerm(pattern, flags ?? "", excludes);
  const text = quoted === undefined ? bare : quoted.replace(/\\(.)/g, "$1");
  if (name !== undefined) {
    const path = name.replace(/\[(\w*)\]/g, ".$1").split(".");
    if (path.includes("")) return `“${name}” is no path to a field, such as header.height.`;
    return { kind: "field", excludes, field: { path, value: text } };
  }
  if (text === "") return `Nothing to search for in “${(all ?? "").trim()}”.`;
  return { kind: "text", excludes, text: text.toLowerCase() };
}

function patternTerm(source: string, flags: string, excludes: boolean): Term | string {
  if (/[gy]/.test(flags)) return "A regular expression here takes the flags i, m, s and u.";
  try {
    return { kind: "pattern", excludes, pattern: new RegExp(source, flags) };
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : String(error);
  }
}
