import { endOfString, parseExactJson, setOwn, TooManyDigits, type Json } from "./exactJson";
import {
  QUOTE,
  COMMA,
  COLON,
  MINUS,
  OPEN_BRACKET,
  CLOSE_BRACKET,
  OPEN_BRACE,
  CLOSE_BRACE,
  isDigit,
  isSpace,
} from "./jsonTokens";
import { limits } from "../limits";

/** Characters that are read in one go: a few milliseconds of work at most. */
const runLength = 128 * 1024;
/** Characters that are looked at in one go, which costs far less than reading them. */
const lookLength = 2 * runLength;

/**
 * Reads JSON as `parseExactJson` does, in steps of a few milliseconds, so that anyone who takes the steps can let other
 * work in between. A long list or object is cut at commas between its members, and the runs between the cuts are
 * parsed one after another; a single text or number is never cut. Throws a SyntaxError on bad text, and on a long text
 * with more levels than `limits.largeJsonLevels`.
 */
export function* parseLargeJson(text: string): Generator<void, Json> {
  if (text.length <= runLength) return parseExactJson(text);
  const start = yield* blanksFrom(text, 0, 1);
  const end = start === text.length ? start : (yield* blanksFrom(text, text.length - 1, -1)) + 1;
  const value = text.slice(start, end);
  const root = value.length > runLength ? yield* longValue(value) : undefined;
  return root ? yield* valueOf(value, root) : parseExactJson(value);
}

/** The position of the first character, in a direction, that is not JSON's white space; beyond the text if there is none. */
function* blanksFrom(text: string, from: number, direction: 1 | -1): Generator<void, number> {
  let at = from;
  for (; isSpace(text.charCodeAt(at)); at += direction) if (at % lookLength === 0) yield;
  return at;
}

/** A list or object that is longer than a run: where it is, where it is cut, and which of its members are long, too. */
interface Long {
  isList: boolean;
  start: number;
  /** The position of its closing bracket. */
  end: number;
  /** Positions of commas between members, in order. A long member has a cut on either side. */
  cuts: number[];
  members: Long[];
}

interface Open extends Long {
  lastComma: number;
  /** Where the run that is growing began; at the next comma it is cut whatever its length. */
  runStart: number;
}

/** The list or object that a long text is; undefined when it is a scalar. */
function* longValue(text: string): Generator<void, Long | undefined> {
  const open: Open[] = [];
  let root: Long | undefined;
  let pause = runLength;
  for (let at = 0; at < text.length; at++) {
    if (at >= pause) {
      yield;
      pause = at + lookLength;
    }
    // A run of too many digits covers one of these places.
    if (at % limits.integerDigits === 0 && isDigit(text.charCodeAt(at))) at = yield* endOfDigits(text, at);
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COMMA:
        comma(open.at(-1), at);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        if (root) throw new SyntaxError(`Text after the end of the JSON value at position ${at}`);
        if (open.length === limits.largeJsonLevels) throw new SyntaxError(`More than ${open.length} levels of JSON`);
        open.push(opened(text, at));
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        root = closed(text, open, at) ?? root;
    }
  }
  if (open.length > 0) throw new SyntaxError("The JSON text ends too early");
  if (root && (root.start > 0 || root.end < text.length - 1)) throw new SyntaxError("Text beside the JSON value");
  return root;
}

/**
 * The last digit of a run. Throws a TooManyDigits where that makes a number with too many of them before its point; its
 * length is counted in steps.
 */
function* endOfDigits(text: string, at: number): Generator<void, number> {
  let start = at;
  const earliest = Math.max(0, at - limits.integerDigits);
  while (start > earliest && isDigit(text.charCodeAt(start - 1))) start--;
  let end = at + 1;
  for (; isDigit(text.charCodeAt(end)); end++) if (end % lookLength === 0) yield;
  const sign = text.charCodeAt(start - 1) === MINUS ? 1 : 0;
  const before = text.charCodeAt(start - 1 - sign);
  const isWhole = before === COMMA || before === COLON || before === OPEN_BRACKET || isSpace(before);
  if (isWhole && end - start > limits.integerDigits) throw new TooManyDigits(end - start);
  return end - 1;
}

function opened(text: string, at: number): Open {
  const isList = text.charCodeAt(at) === OPEN_BRACKET;
  return { isList, start: at, end: at, cuts: [], members: [], lastComma: at, runStart: at + 1 };
}

function comma(open: Open | undefined, at: number): void {
  if (!open) throw new SyntaxError(`Unexpected comma at position ${at}`);
  open.lastComma = at;
  if (at - open.runStart >= runLength) cut(open, at);
}

function cut(open: Open, at: number): void {
  open.cuts.push(at);
  open.runStart = at + 1;
}

/** Ends the innermost list or object, and gives it when it is the outermost, too. */
function closed(text: string, open: Open[], at: number): Long | undefined {
  const value = open.pop();
  const isList = text.charCodeAt(at) === CLOSE_BRACKET;
  if (!value || value.isList !== isList) throw new SyntaxError(`Unexpected bracket at position ${at}`);
  value.end = at;
  const parent = open.at(-1);
  if (!parent) return value;
  if (at - value.start > runLength) {
    if (parent.lastComma >= parent.runStart) cut(parent, parent.lastComma);
    parent.members.push(value);
    parent.runStart = -Infinity;
  }
  return undefined;
}

function* valueOf(text: string, { isList, start, end, cuts, members }: Long): Generator<void, Json> {
  const list: Json[] = [];
  const object: { [key: string]: Json } = {};
  const edges = [...cuts, end];
  let from = start + 1;
  let nextMember = 0;
  for (const to of edges) {
    const member = members[nextMember];
    if (member && member.start < to) {
      nextMember++;
      if (!isBlank(text, member.end + 1, to)) throw new SyntaxError(`Text after position ${member.end}`);
      const value = yield* valueOf(text, member);
      if (!isList) setOwn(object, keyIn(text.slice(from, member.start)), value);
      else if (isBlank(text, from, member.start)) list.push(value);
      else throw new SyntaxError(`Text before position ${member.start}`);
    } else {
      const run = text.slice(from, to);
      if (edges.length > 1 && isBlank(text, from, to))
        throw new SyntaxError(`A member is missing before position ${to}`);
      if (isList) for (const item of parseExactJson(`[${run}]`) as Json[]) list.push(item);
      else for (const [key, value] of Object.entries(parseExactJson(`{${run}}`)!)) setOwn(object, key, value as Json);
      yield;
    }
    from = to + 1;
  }
  return isList ? list : object;
}

/** The key in `"key":`. */
function keyIn(before: string): string {
  const [key, ...others] = Object.keys(parseExactJson(`{${before}null}`) as { [key: string]: Json });
  if (key === undefined || others.length > 0) throw new SyntaxError("A list or object without a key");
  return key;
}

/** Whether there is nothing but JSON's own white space; `trim` knows more kinds. */
function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (!isSpace(text.charCodeAt(at))) return false;
  }
  return true;
}
