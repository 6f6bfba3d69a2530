import type { JsonPath } from "./jsonPath";

/** Where in a JSON text someone writes. */
export interface JsonCursor {
  /** Of the value that is written; with `isKey`, of the object of which a key is written. */
  readonly path: JsonPath;
  readonly isKey: boolean;
  /** Range of offsets of what is written so far. */
  readonly start: number;
  readonly end: number;
  /** The other keys of the object around. */
  readonly keys: readonly string[];
}

/** A key of the outermost object with its value, as far as they are written. */
export interface WrittenField {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** The text that stands as its value; undefined for what is no text. */
  readonly text?: string;
  readonly start: number;
  readonly end: number;
}

interface Level {
  readonly isList: boolean;
  readonly keys: string[];
  awaits: "key" | "colon" | "value" | "comma";
  key: string;
  index: number;
}

const tokenShape = /"(?:[^"\\\n\r]|\\.)*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** What is written at an offset of a JSON text, half-written text included; undefined where no key or value belongs. */
export function jsonCursor(text: string, offset: number): JsonCursor | undefined {
  const levels: Level[] = [];
  let found: (JsonCursor & { keys: string[] }) | undefined;
  let level: Level | undefined;
  for (const { 0: token, index: start } of text.matchAll(tokenShape)) {
    const end = start + token.length;
    const isAt = start < offset && end >= offset && !isMark(token);
    if (!found && (isAt || start >= offset)) {
      level = levels.at(-1);
      if (level && level.awaits !== "key" && level.awaits !== "value") return undefined;
      found = cursorAt(levels, isAt ? start : offset, isAt ? end : offset);
    }
    step(levels, token);
    if (found && (!level || !levels.includes(level))) break;
  }
  level ??= levels.at(-1);
  if (level && !found && level.awaits !== "key" && level.awaits !== "value") return undefined;
  const cursor = found ?? cursorAt(levels, offset, offset);
  const own = cursor.isKey ? keyOf(text.slice(cursor.start, cursor.end)) : undefined;
  return { ...cursor, keys: (level?.keys ?? []).filter((key) => key !== own) };
}

/** The fields of the outermost object, half-written ones included; of a repeated key the last. */
export function writtenFields(text: string): Map<string, WrittenField> {
  const levels: Level[] = [];
  const fields = new Map<string, WrittenField>();
  let open: { key: string; keyStart: number; keyEnd: number; start?: number } | undefined;
  for (const { 0: token, index: start } of text.matchAll(tokenShape)) {
    const [outermost] = levels;
    const isOwn = levels.length === 1 && outermost?.isList === false;
    const end = start + token.length;
    if (isOwn && outermost.awaits === "key" && !isMark(token)) {
      open = { key: keyOf(token), keyStart: start, keyEnd: end };
      fields.set(open.key, { ...open, start: end, end });
    } else if (isOwn && outermost.awaits === "value" && open && !isMark(token)) {
      const text = token.startsWith('"') ? { text: keyOf(token) } : {};
      fields.set(open.key, { ...open, ...text, start, end });
    } else if (isOwn && outermost.awaits === "value" && open && (token === "{" || token === "[")) open.start = start;
    step(levels, token);
    if (open?.start !== undefined && levels.length === 1) {
      fields.set(open.key, { ...open, start: open.start, end });
      open = undefined;
    }
  }
  return fields;
}

function cursorAt(levels: readonly Level[], start: number, end: number): JsonCursor & { keys: string[] } {
  const path = levels.map(({ isList, index, key }) => (isList ? index : key));
  const isKey = levels.at(-1)?.awaits === "key";
  return { path: isKey ? path.slice(0, -1) : path, isKey, start, end, keys: [] };
}

/** Goes past a token. What does not fit is passed over: a person is writing. */
function step(levels: Level[], token: string): void {
  const level = levels.at(-1);
  if (token === "{" || token === "[") {
    if (level) level.awaits = "comma";
    const isList = token === "[";
    levels.push({ isList, keys: [], awaits: isList ? "value" : "key", key: "", index: 0 });
  } else if (token === "}" || token === "]") levels.pop();
  else if (!level) return;
  else if (token === ",") {
    level.awaits = level.isList ? "value" : "key";
    level.index++;
  } else if (token === ":") level.awaits = "value";
  else if (level.awaits === "key") {
    level.key = keyOf(token);
    level.keys.push(level.key);
    level.awaits = "colon";
  } else level.awaits = "comma";
}

function isMark(token: string): boolean {
  return token.length === 1 && "{}[]:,".includes(token);
}

/** A text of JSON without its quotes, finished or not. */
function keyOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.replace(/^"|"$/g, "");
  }
}
