import { parseExactJson } from "./exactJson";
import { isSpace, JsonTokens } from "./jsonTokens";

/** Characters that are looked at between two steps: a few milliseconds of work. */
const stepCharacters = 64 * 1024;

/**
 * The JSON in a string of a JSON text, as nodes send headers and transactions (`json`); undefined if the string is something
 * else. Only lists and objects count: digits in a string are for whoever reads them to understand. `raw` is the token.
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

/**
 * A JSON text in which every string that is JSON is replaced by what is in it, so that two can be compared line by line.
 * In steps of a few milliseconds.
 */
export function* unfoldedJsonSteps(text: string): Generator<void, string> {
  const tokens = new JsonTokens(text);
  const parts: string[] = [];
  let copied = 0;
  let nextStep = stepCharacters;
  while (tokens.next()) {
    const { start, end } = tokens;
    const inner = tokens.kind === "string" ? nestedJson(tokens.raw) : undefined;
    if (inner !== undefined && !isKey(text, end)) {
      parts.push(text.slice(copied, start), inner);
      copied = end;
    }
    if (end < nextStep) continue;
    nextStep = end + stepCharacters;
    yield;
  }
  return parts.join("") + text.slice(copied);
}

/** Whether a string that ends here is the key of a member. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (isSpace(text.charCodeAt(at))) at++;
  return text.charAt(at) === ":";
}
