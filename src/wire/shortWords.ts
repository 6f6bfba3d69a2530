import { limits } from "./limits";
import { visibleText } from "./visibleText";

/**
 * Someone else's words for a label, a message or a box: on one line, visible, and no longer than a person reads there.
 * What is cut off is counted: `… (20000 characters)`. The whole is never longer than `most`, so that shortening it
 * again changes nothing.
 */
export function shortWords(text: string, most: number = limits.wordsCharacters): string {
  // An escape is longer than its character: what is far too long is cut before it is looked at, and once more after.
  const shown = visibleText(text.length > most ? text.slice(0, most) : text);
  if (text.length <= most && shown.length <= most) return shown;
  const mark = `… (${text.length} characters)`;
  return `${beginning(shown, Math.max(0, most - mark.length))}${mark}`;
}

/** Cuts a long payload and says how long it was; cuts no character in half. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${beginning(text, limit)}… (${text.length} characters)`;
}

/** At most so many characters of a text, no character in half. */
export function beginning(text: string, limit: number): string {
  const splits = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return text.slice(0, splits ? limit - 1 : limit);
}
