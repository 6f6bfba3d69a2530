import { limits } from "../../wire/limits";

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
    else if (char === '"') at = stringEnd(text, at) - 1;
    else if (char === "{" || char === "(" || char === "[") depth += 1;
    else if ((char === "}" || char === ")" || char === "]") && depth > 0) depth -= 1;
    if (depth > deepestNesting) return at;
  }
  return undefined;
}

function stringEnd(text: string, start: number): number {
  if (!text.startsWith('"""', start)) {
    const end = lineEnd(text, start);
    for (let at = start + 1; at < end; at += 1) {
      if (text[at] === "\\") at += 1;
      else if (text[at] === '"') return at + 1;
    }
    return end;
  }
  let quotes = text.indexOf('"""', start + 3);
  while (quotes > 0 && text[quotes - 1] === "\\") quotes = text.indexOf('"""', quotes + 3);
  return quotes < 0 ? text.length : quotes + 3;
}

function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}
