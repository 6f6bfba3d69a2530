import { t } from "../../../../base/translate";
import type { Json } from "../../../../wire/json/exactJson";
import { limits } from "../../../../wire/limits";
import { LinearPattern } from "./linearPattern";

const mostCharacters = limits.filterCharacters;

/** What of an event a filter looks at. */
export interface FilteredEvent {
  /** Known of every event: connection, component, source (a contract's name), entity, topic, origin; and a memo's text. */
  facts: Readonly<Record<string, string>>;
  /** The decoded data as text, not cut. */
  text: string;
  /** The decoded data; undefined if it could not be decoded. */
  value?: Json;
}

type Test =
  | { kind: "path"; path: string }
  | { kind: "text"; text: string }
  | { kind: "pattern"; pattern: LinearPattern }
  | { kind: "field"; field: FieldTerm };
type Term = Test & { excludes: boolean; typed: string };

/** Which events to show. An event must meet every term. */
export class EventFilter {
  constructor(
    /** As a person typed it. */
    readonly text: string,
    readonly terms: readonly Term[],
  ) {}

  /** Whether an event is to be shown. */
  passes(event: FilteredEvent): boolean {
    let searched: string | undefined;
    const whole = () => (searched ??= [...Object.values(event.facts), event.text].join(" "));
    return this.terms.every((term) => meets(term, event, whole) !== term.excludes);
  }

  /** How many characters of an event its expressions look at, when it has more. */
  searchedOf({ facts, text }: FilteredEvent): number | undefined {
    const searched = Math.min(...this.patterns.map(({ pattern }) => pattern.searched));
    if (searched === Infinity) return undefined;
    const length = Object.values(facts).reduce((sum, fact) => sum + fact.length + 1, text.length);
    return length > searched ? searched : undefined;
  }

  /** Expressions that take too long, as they were typed. */
  get slow(): string[] {
    return this.patterns.filter(({ pattern }) => pattern.isTooSlow).map(({ typed }) => typed);
  }

  /** The filter without these of its terms. */
  without(dropped: readonly string[]): EventFilter {
    const terms = this.terms.filter(({ typed }) => !dropped.includes(typed));
    return new EventFilter(terms.map(({ typed }) => typed).join(" "), terms);
  }

  private get patterns(): (Term & { kind: "pattern" })[] {
    return this.terms.filter((term) => term.kind === "pattern");
  }
}

/**
 * Reads a filter: terms with blanks between them, each one a text, a `/regular expression/i`, a `field=value` or a
 * comparison of numbers, `field>=value`; a term after `-` excludes, and `field!=value` too. Quotes keep blanks and make
 * a text of what would be a comparison: `"two words"`, `note="two words"`, `"Vec<u8>"`.
 */
export function parseFilter(text: string): EventFilter | { problem: string } {
  if (text.length > mostCharacters) return { problem: t`A filter has at most ${mostCharacters} characters.` };
  const terms: Term[] = [];
  const words =
    /\s*(-?)(?:\/((?:[^/\\]|\\.)+)\/([a-z]*)(?=\s|$)|(?:([\w.$[\]]+)(!?=|[<>]=?))?(?:"((?:[^"\\]|\\.)*)"|(\S*)))/y;
  while (words.lastIndex < text.trimEnd().length) {
    const word = words.exec(text);
    if (!word) break;
    const term = termOf(word);
    if (typeof term === "string") return { problem: term };
    terms.push(term);
  }
  return new EventFilter(text.trim(), terms);
}

function meets(test: Test, { facts, value }: FilteredEvent, whole: () => string): boolean {
  switch (test.kind) {
    case "path":
      return pathsOf(facts).some((path) => path.startsWith(test.path));
    case "text":
      return whole().toLowerCase().includes(test.text);
    case "pattern":
      return test.pattern.test(whole());
    case "field": {
      const { path, comparison, value: wanted } = test.field;
      const name = path.length === 1 && comparison === "=" ? (path[0]?.toLowerCase() ?? "") : "";
      const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
      if (fact !== undefined && fact.toLowerCase() === wanted.toLowerCase()) return true;
      return value !== undefined && hasField(value, test.field);
    }
  }
}

/** What an event came by, as its target is typed: with the id, and with the name of a contract. */
function pathsOf({ component = "", entity = "", source = "", topic = "" }: FilteredEvent["facts"]): string[] {
  const names = entity === "" ? [""] : ["", `:${entity}`, `:${source}`];
  return names.map((name) => `/on/${component}${name}/${topic}`.toLowerCase());
}

/** One term, or what is wrong with it. */
function termOf([all, minus, pattern, flags, name, operator, quoted, bare = ""]: RegExpExecArray): Term | string {
  const typed = (all ?? "").trim();
  const excludes = (minus === "-") !== (operator === "!=");
  const path = typed.startsWith("-") ? typed.slice(1) : typed;
  const isExpression = pattern !== undefined && /^[dgimsuvy]*$/.test(flags ?? "");
  if (!isExpression && /^\/on\/\S/i.test(path)) return { kind: "path", excludes, typed, path: path.toLowerCase() };
  if (pattern !== undefined) return patternTerm(pattern, flags ?? "", { excludes, typed });
  if (quoted === undefined && bare.startsWith('"')) return t`The quote of ${typed} is not closed.`;
  const text = quoted === undefined ? bare : quoted.replace(/\\(.)/g, "$1");
  if (name !== undefined) {
    const path = name.replace(/\[(\w*)\]/g, ".$1").split(".");
    if (path.includes("")) return t`“${name}” is no path to a field, such as header.height.`;
    const comparison = operator === "!=" ? "=" : (operator as Comparison);
    if (comparison !== "=" && !decimalOf(text))
      return t`“${text}” is no number to compare with. A text goes in quotes: "${typed}".`;
    return { kind: "field", excludes, typed, field: { path, comparison, value: text } };
  }
  if (text === "") return t`Nothing to search for in “${typed}”.`;
  return { kind: "text", excludes, typed, text: text.toLowerCase() };
}

function patternTerm(source: string, flags: string, term: Pick<Term, "excludes" | "typed">): Term | string {
  const pattern = LinearPattern.read(source, flags);
  return typeof pattern === "string" ? pattern : { kind: "pattern", ...term, pattern };
}

/** How a field's value is to stand to the one that is asked for. */
type Comparison = "=" | "<" | "<=" | ">" | ">=";

/** A condition on a value somewhere in a decoded event, such as `header.height>=240`. */
interface FieldTerm {
  /** Names of fields, outermost first; numbers are places in a list. */
  path: string[];
  comparison: Comparison;
  /** A decimal number, unless it is to be equal. */
  value: string;
}

/**
 * Whether a value has such a field: the path may begin at any depth, so that `height=240` is enough. Scalars are
 * compared by their text, so that numbers of any length and numbers written as text are found alike.
 */
function hasField(value: Json, term: FieldTerm, depth = 0): boolean {
  if (typeof value !== "object" || value === null || depth > 64) return false;
  if (follow(value, term.path, term)) return true;
  return Object.values(value).some((inner: Json) => hasField(inner, term, depth + 1));
}

/** A decimal number, exactly: its digits without the point, and how many of them stand behind it. */
function decimalOf(text: string): { digits: bigint; places: number } | undefined {
  if (text.length > limits.integerDigits || !/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const point = text.indexOf(".");
  return { digits: BigInt(text.replace(".", "")), places: point < 0 ? 0 : text.length - point - 1 };
}

function follow(value: Json, path: readonly string[], term: FieldTerm): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return stands(scalarText(value), term);
  if (typeof value !== "object" || value === null) return false;
  const fields = value as { [key: string]: Json };
  return Object.hasOwn(fields, name) && follow(fields[name] ?? null, rest, term);
}

function stands(found: string | undefined, { comparison, value: wanted }: FieldTerm): boolean {
  if (comparison === "=") return found === wanted;
  const [one, other] = [decimalOf(found ?? ""), decimalOf(wanted)];
  if (!one || !other) return false;
  const places = Math.max(one.places, other.places);
  const scaled = (number: typeof one) => number.digits * 10n ** BigInt(places - number.places);
  const [left, right] = [scaled(one), scaled(other)];
  if (left === right) return comparison.endsWith("=");
  return left > right === comparison.startsWith(">");
}

function scalarText(value: Json): string | undefined {
  return typeof value === "object" && value !== null ? undefined : String(value);
}
