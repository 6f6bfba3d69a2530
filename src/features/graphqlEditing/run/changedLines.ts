import { JsonTokens } from "../../../wire/jsonTokens";
import { limits } from "../../../wire/limits";

/**
 * The lines of the JSON document `after` that say something else than the document before, counted from 0. A member of a
 * list that was in the list before, at whatever place, is not new. Both are documents as `jsonDocument` makes them.
 */
export function changedLines(before: string, after: string): number[] {
  const lines: number[] = [];
  compare(new DocumentReader(before).read(), new DocumentReader(after).read(), lines);
  return lines;
}

/** A value of a document: its text without blanks, and its lines. */
interface Value {
  text: string;
  first: number;
  last: number;
  /** Of a list or an object, down to the levels that have lines of their own. */
  items?: Value[];
  members?: Map<string, Value>;
}

function compare(before: Value | undefined, after: Value, lines: number[]): void {
  if (before?.text === after.text) return;
  if (before?.items && after.items?.length) {
    const known = new Set(before.items.map(({ text }) => text));
    after.items.forEach((item, at) => {
      if (!known.has(item.text)) compare(counterpart(before.items?.[at]), item, lines);
    });
  } else if (before?.members && after.members?.size) {
    for (const [key, member] of after.members) compare(before.members.get(key), member, lines);
  } else {
    for (let line = after.first; line <= after.last; line++) lines.push(line);
  }
}

/** What stood in the place of a list's new item, if it is an object: then the parts of both are compared. */
function counterpart(before: Value | undefined): Value | undefined {
  return before?.members && before;
}

/** Reads a document with its lines. What stands on one line for its depth is read as one piece. */
class DocumentReader {
  private readonly tokens: JsonTokens;
  private line = 0;

  constructor(private readonly document: string) {
    this.tokens = new JsonTokens(document);
  }

  read(): Value {
    return this.value(this.next(), 0);
  }

  private value(opening: string, level: number): Value {
    const value: Value = { text: opening, first: this.line, last: this.line };
    if (opening === "[" || opening === "{") {
      if (level < limits.indentedLevels) this.readParts(value, level + 1);
      else this.readFlat(value);
      value.last = this.line;
    }
    return value;
  }

  private readParts(value: Value, level: number): void {
    const isList = value.text === "[";
    const items: Value[] = [];
    const members = new Map<string, Value>();
    let key: string | undefined;
    for (let token = this.next(); token !== ""; token = this.next()) {
      const isKey = !isList && key === undefined && token.startsWith('"');
      const part = isKey || "]},:".includes(token) ? undefined : this.value(token, level);
      value.text += part?.text ?? token;
      if (isKey) key = token;
      if (token === "]" || token === "}") break;
      if (!part) continue;
      if (key === undefined) items.push(part);
      else members.set(key, part);
      key = undefined;
    }
    Object.assign(value, isList ? { items } : { members });
  }

  private readFlat(value: Value): void {
    for (let depth = 1; depth > 0;) {
      const token = this.next();
      if (token === "") return;
      if (token === "[" || token === "{") depth++;
      if (token === "]" || token === "}") depth--;
      value.text += token;
    }
  }

  /** The next token; empty at the end. */
  private next(): string {
    const { tokens } = this;
    const before = tokens.end;
    const found = tokens.next();
    for (let at = before; at < tokens.start; at++) if (this.document.charCodeAt(at) === lineFeed) this.line++;
    return found ? tokens.raw : "";
  }
}

const lineFeed = 10;
