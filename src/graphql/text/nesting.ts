import { limits } from "../../wire/limits";
import { stringAt } from "./tokens";

/** Brackets may be nested this deep. */
export const deepestNesting = limits.graphqlLevels;

/**
 * Offset of the first bracket nested deeper than `deepestNesting`, found by one cheap pass that skips strings and comments,
 * so that text can be refused before any recursive parser sees it.
 */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === "#") at = lineEnd(text, at) - 1;
    else if (char === '"') at = stringAt(text, at).end - 1;
    else if (char === "{" || char === "(" || char === "[") depth += 1;
    else if ((char === "}" || char === ")" || char === "]") && depth > 0) depth -= 1;
    if (depth > deepestNesting) return at;
  }
  return undefined;
}

function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}
