import { JsonTokens } from "../../../wire/json/jsonTokens";
import { limits } from "../../../wire/limits";
import { nestedJson, offsetsInToken } from "../../../wire/json/nestedJson";

/** What of a document is new: whole lines, counted from 0, and parts of strings in which JSON stands, as offsets. */
export interface ResultChanges {
  lines: number[];
  parts: { start: number; end: number }[];
}

/**
 * What the JSON document `after` says otherwise than the document before. A member of a list that was in the list before,
 * at whatever place, is not new. Both are documents as `jsonDocument` makes them.
 */
export function resultChanges(before: string, after: string): ResultChanges {
  const changes: ResultChanges = { lines: [], parts: [] };
  for (const value of changedValues(before, after)) {
    const parts = value.before === undefined ? [] : changedParts(value.before, value.text);
    changes.parts.push(...parts.map(({ start, end }) => ({ start: value.start + start, end: value.start + end })));
    if (parts.length > 0) continue;
    for (let line = value.first; line <= value.last; line++) changes.lines.push(line);
  }
  return changes;
}

/** Which parts of a token are new, if it and the one before are strings in which JSON stands. */
function changedParts(before: string, after: string): ResultChanges["parts"] {
  const [was, is] = [nestedJson(before), nestedJson(after)];
  if (was === undefined || is === undefined) return [];
  const values = changedValues(was, is).sort((one, other) => one.start - other.start);
  const offsets = offsetsInToken(
    after,
    values.flatMap(({ start, end }) => [start, end]),
  );
  return values.map((_, at) => ({ start: offsets[2 * at]!, end: offsets[2 * at + 1]! }));
}

/** A value of a document: its text without blanks, its lines, and its offsets. */
interface Value {
  text: string;
  first: number;
  last: number;
  start: number;
  end: number;
  /** Of a list or an object, down to the levels that have lines of their own. */
  items?: Value[];
  members?: Map<string, Value>;
}

/** A value that is new, with the text of what stood in its place. */
type ChangedValue = Omit<Value, "items" | "members"> & { before: string | undefined };

function changedValues(before: string, after: string): ChangedValue[] {
  const found: ChangedValue[] = [];
  compare(new DocumentReader(before).read(), new DocumentReader(after).read(), found);
  return found;
}

function compare(before: Value | undefined, after: Value, found: ChangedValue[]): void {
  if (before?.text === after.text) return;
  if (before?.items && after.items?.length) {
    const known = new Set(before.items.map(({ text }) => text));
    after.items.forEach((item, at) => {
      if (!known.has(item.text)) compare(counterpart(before.items?.[at]), item, found);
    });
  } else if (before?.members && after.members?.size) {
    for (const [key, member] of after.members) compare(before.members.get(key), member, found);
  } else {
    const { text, first, last, start, end } = after;
    found.push({ text, first, last, start, end, before: before?.text });
  }
}

/** What stood in the place of a list's new item, if it is an object or holds JSON: then the parts of both are compared. */
function counterpart(before: Value | undefined): Value | undefined {
  return before && (before.members || nestedJson(before.text) !== undefined) ? before : undefined;
}

/** Reads a document with its lines. What stands on one line for its depth is read at once. */
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
    const { start, end } = this.tokens;
    const value: Value = { text: opening, first: this.line, last: this.line, start, end };
    if (opening === "[" || opening === "{") {
      if (level < limits.indentedLevels) this.readParts(value, level + 1);
      else this.readFlat(value);
      value.last = this.line;
      value.end = this.tokens.end;
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
