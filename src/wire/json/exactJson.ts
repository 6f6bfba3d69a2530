import { BACKSLASH, isBeforeColon, isDigit } from "./jsonTokens";
import { limits } from "../limits";

/** A JSON value in which no integer has lost a digit: those that a `number` cannot hold exactly are `bigint`. */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };

/**
 * Reads JSON without rounding an integer: safe integers become `number`, larger ones `bigint`; decimals and exponents
 * stay `number`. Throws a SyntaxError on bad text, a TooManyDigits on an integer beyond `limits.integerDigits`. Depth is
 * limited only by memory.
 */
export function parseExactJson(text: string): Json {
  const marked = markLongIntegers(text);
  if (marked === undefined) return JSON.parse(text) as Json;
  let value: Json;
  try {
    value = JSON.parse(marked) as Json;
  } catch {
    // The same mistake again, with positions of the text as it was given.
    return JSON.parse(text) as Json;
  }
  return unmark(value);
}

/** An integer of JSON that is too long to be read: nothing that a node counts is. */
export class TooManyDigits extends SyntaxError {
  constructor(digits: number) {
    super(`An integer of ${digits} digits; at most ${limits.integerDigits} are taken.`);
  }
}

/**
 * Writes JSON so that `parseExactJson` gives back the same value: bigints as digits, -0 as `-0`, and a `number` beyond
 * the safe integers in exponent form, so that it is not read as exact. Throws a TypeError on what JSON cannot hold.
 */
export function stringifyExactJson(value: Json, indent = 0): string {
  const out: string[] = [];
  const open: Cursor[] = [];
  let next: Json | undefined = value;
  for (;;) {
    if (next !== undefined) {
      const cursor = cursorOf(next);
      out.push(cursor ? cursor.opening : scalarText(next));
      if (cursor) open.push(cursor);
    }
    const top = open.at(-1);
    if (!top) return out.join("");
    next = advance(top, out, indent && `\n${" ".repeat(indent * open.length)}`);
    if (next === undefined) {
      open.pop();
      if (top.at > 0 && indent) out.push(`\n${" ".repeat(indent * open.length)}`);
      out.push(top.opening === "[" ? "]" : "}");
    }
  }
}

/** A list or object that is being written, and how far. */
interface Cursor {
  opening: "[" | "{";
  value: Json[] | { [key: string]: Json };
  keys: string[] | undefined;
  length: number;
  at: number;
}

function cursorOf(value: Json): Cursor | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return { opening: "[", value, keys: undefined, length: value.length, at: 0 };
  const keys = Object.keys(value);
  return { opening: "{", value, keys, length: keys.length, at: 0 };
}

/** The cursor's next member, with what stands before it written; undefined at its end. */
function advance(cursor: Cursor, out: string[], lineBreak: string | 0): Json | undefined {
  if (cursor.at === cursor.length) return undefined;
  if (cursor.at > 0) out.push(",");
  if (lineBreak) out.push(lineBreak);
  const index = cursor.at++;
  if (!cursor.keys) return (cursor.value as Json[])[index] ?? null;
  const key = cursor.keys[index] ?? "";
  out.push(JSON.stringify(key), lineBreak ? ": " : ":");
  return (cursor.value as { [key: string]: Json })[key] ?? null;
}

function scalarText(value: Json): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") return numberText(value);
  if (typeof value === "string" || typeof value === "boolean" || value === null) return JSON.stringify(value);
  throw new TypeError(`JSON cannot hold a value of type ${typeof value}.`);
}

function numberText(value: number): string {
  if (Object.is(value, -0)) return "-0";
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return value.toExponential();
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) throw new TypeError("JSON cannot hold NaN.");
  return value > 0 ? "1e999" : "-1e999";
}

// Long integers travel through JSON.parse as strings that begin with this. DEL keeps the text one byte per character;
// the random part keeps an answer from containing the mark on purpose.
const mark = `\u007f${Math.random().toString(36).slice(2)}:`;
const largestSafe = String(Number.MAX_SAFE_INTEGER);

/** The text with each integer too long for `number` turned into a marked string; undefined when there is none. */
function markLongIntegers(text: string): string | undefined {
  let first = longRun(text, 0);
  if (first < 0) return undefined;
  const strings = new StringScanner(text);
  const parts: string[] = [];
  let copied = 0;
  for (let next: number; first >= 0; first = longRun(text, next)) {
    // First, because digits in a string may be millions.
    const after = strings.endOfStringAround(first);
    next = after ?? endOfDigits(text, first);
    if (after !== undefined) continue;
    const start = integerStart(text, first, next);
    if (start === undefined) continue;
    if (next - first > limits.integerDigits) throw new TooManyDigits(next - first);
    parts.push(text.slice(copied, start), `"${mark}`, text.slice(start, next), '"');
    copied = next;
  }
  if (parts.length === 0) return undefined;
  parts.push(text.slice(copied));
  return parts.join("");
}

const runLength = 16;

/** Where the first run of 16 or more digits at or after a position starts; -1 if there is none. */
function longRun(text: string, from: number): number {
  // Such a run holds one of every 16 positions, so that the others need no look.
  for (let at = from + runLength - 1; at < text.length; at += runLength) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (start > from && isDigit(text.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (end < start + runLength && isDigit(text.charCodeAt(end))) end++;
    if (end - start >= runLength) return start;
  }
  return -1;
}

function endOfDigits(text: string, first: number): number {
  let end = first + runLength;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** Follows the strings of a JSON text from left to right. */
class StringScanner {
  /** Just after the last string looked at. */
  private position = 0;
  private opening: number;

  constructor(private readonly text: string) {
    this.opening = this.nextQuote(0);
  }

  /** If the position, which must not lie before an earlier one, is inside a string: the position after that string. */
  endOfStringAround(at: number): number | undefined {
    while (this.opening < at) {
      this.position = endOfString(this.text, this.opening) + 1;
      this.opening = this.nextQuote(this.position);
      if (at < this.position) return this.position;
    }
    return undefined;
  }

  private nextQuote(from: number): number {
    const quote = this.text.indexOf('"', from);
    return quote < 0 ? this.text.length : quote;
  }
}

/** The position of the quote that ends a string, or the text's end. */
export function endOfString(text: string, opening: number): number {
  for (let at = opening; ;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
}

/** Where the integer whose digits are [first, end) starts, its sign included; undefined when it may stay a number. */
function integerStart(text: string, first: number, end: number): number | undefined {
  const before = text.charCodeAt(first - 1);
  const negative = before === 45;
  const beforeNumber = negative ? text.charCodeAt(first - 2) | 32 : before | 32;
  if (before === 46 || before === 43 || beforeNumber === 101 || before === 101) return undefined; // fraction, exponent
  const next = text.charCodeAt(end);
  if (next === 46 || (next | 32) === 101) return undefined;
  // Left as they are, these are refused by JSON.parse, as they should be; as strings they would pass.
  if (text.charCodeAt(first) === 48 || isBeforeColon(text, end)) return undefined;
  if (end - first === largestSafe.length && text.slice(first, end) <= largestSafe) return undefined;
  return negative ? first - 1 : first;
}

/** Turns marked strings into bigints, in place and without recursion. */
function unmark(root: Json): Json {
  if (typeof root === "string") return unmarked(root);
  const open: Json[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        const item = value[index] as Json;
        if (typeof item === "string") {
          if (item.charCodeAt(0) === 127) value[index] = unmarked(item);
        } else if (typeof item === "object" && item !== null) open.push(item);
      }
    } else if (typeof value === "object" && value !== null) {
      for (const key of Object.keys(value)) {
        const item = value[key] as Json;
        if (typeof item === "string") {
          if (item.charCodeAt(0) === 127) setOwn(value, key, unmarked(item));
        } else if (typeof item === "object" && item !== null) open.push(item);
      }
    }
  }
  return root;
}

function unmarked(text: string): Json {
  return text.startsWith(mark) ? BigInt(text.slice(mark.length)) : text;
}

/** Sets a member of an object, whatever its key is. */
export function setOwn(object: { [key: string]: Json }, key: string, value: Json): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
