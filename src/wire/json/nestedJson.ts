import { parseExactJson } from "./exactJson";
import { isBeforeColon, JsonTokens } from "./jsonTokens";

/** Characters that are looked at between two steps: a few milliseconds of work. */
const stepCharacters = 64 * 1024;

/**
 * The JSON in a string of a JSON text, as nodes send headers and transactions (`json`); undefined if the string is something
 * else. Only lists and objects count: digits in a string are for anyone who reads them to understand. `raw` is the token.
 */
export function nestedJson(raw: string): string | undefined {
  // Nearly all strings are told apart by this alone.
  if (!"[{".includes(raw.charAt(1)) || !"]}".includes(raw.charAt(raw.length - 2)) || raw.length < 5) return undefined;
  try {
    const text = parseExactJson(raw) as string;
    parseExactJson(text);
    return text;
  } catch {
    return undefined;
  }
}

/** Where characters of a string stand in its token `raw`. The offsets must not fall. */
export function offsetsInToken(raw: string, offsets: readonly number[]): number[] {
  let at = 1;
  let passed = 0;
  return offsets.map((offset) => {
    for (; passed < offset; passed++) at += raw.charAt(at) !== "\\" ? 1 : raw.charAt(at + 1) === "u" ? 6 : 2;
    return at;
  });
}

/** The tokens of a JSON text's strings that are JSON, keys left out. In steps of a few milliseconds. */
export function* nestedJsonSteps(text: string): Generator<void, Set<string>> {
  const found = new Set<string>();
  yield* nestedSteps(text, ({ raw }) => void found.add(raw));
  return found;
}

/**
 * A JSON text in which strings that are JSON are replaced by what is in them, so that two texts can be compared line by
 * line; those with a token in `folded` stay. In steps of a few milliseconds.
 */
export function* unfoldedJsonSteps(text: string, folded: ReadonlySet<string> = new Set()): Generator<void, string> {
  const parts: string[] = [];
  let copied = 0;
  yield* nestedSteps(text, ({ start, end, raw }, inner) => {
    if (folded.has(raw)) return;
    parts.push(text.slice(copied, start), inner);
    copied = end;
  });
  return parts.join("") + text.slice(copied);
}

function* nestedSteps(text: string, found: (token: JsonTokens, inner: string) => void): Generator<void, void> {
  const tokens = new JsonTokens(text);
  let nextStep = stepCharacters;
  while (tokens.next()) {
    const inner = tokens.kind === "string" ? nestedJson(tokens.raw) : undefined;
    if (inner !== undefined && !isBeforeColon(text, tokens.end)) found(tokens, inner);
    if (tokens.end < nextStep) continue;
    nextStep = tokens.end + stepCharacters;
    yield;
  }
}
