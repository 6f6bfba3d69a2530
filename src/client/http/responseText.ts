import { t } from "../../base/translate";
import { limits } from "../../wire/limits";
import { visibleLines, visibleText } from "../../wire/visibleText";

/** How much of a failure's body is kept. */
export const keptResponseBytes = limits.failedResponseBytes;

/**
 * A failure's body for people: line breaks stay, other control characters are made visible, and when the body was too
 * long to keep, its full size is said as far as it is known.
 */
export function keptResponse(kept: Uint8Array, size: number): string {
  const text = visibleLines(new TextDecoder().decode(kept));
  if (size <= kept.length) return text;
  return size === Infinity ? t`${text}… (more than ${kept.length} bytes)` : t`${text}… (${size} bytes in all)`;
}

/** The words in a failure's body, on one line: the text itself, or the `error` of a JSON object. */
export function nodeWords(response: string): string {
  const text = response.trim();
  const words = (text.startsWith("{") && errorField(text)) || text;
  const most = limits.wordsCharacters;
  const line = words.slice(0, most).split("\n").map(visibleText).join(" ");
  return words.length > most ? `${line}…` : line;
}

/** Whether a body is a web page, which a node never sends. */
export function isHtml(contentType: string | undefined, response: string): boolean {
  if (contentType === "application/json") return false;
  return /^text\/html\b/i.test(contentType ?? "") || /^\s*<(!doctype html|html|head|body)\b/i.test(response);
}

function errorField(text: string): string | undefined {
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown };
    return [error, message].find((each) => typeof each === "string");
  } catch {
    // Some nodes answer text that only looks like JSON: doubled braces, a line break inside of a text.
    const [, said] = /^\{{1,4}\s*"error"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
    return said?.trim();
  }
}
