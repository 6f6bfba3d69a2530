import { limits } from "./limits";
import { visibleText } from "./visibleText";

/**
 * Somebody else's words for a label, a message or a box: on one line, visible, and no longer than a person reads there.
 * What is cut off is counted: `… (20000 characters)`. The whole is never longer than `most`, so that shortening it
 * again changes nothing.
 */
export function shortWords(text: string, most: number = limits.wordsCharacters): string {
  // An escape is longer than its character: what is far too long is cut before it is looked at, and once more after.
  const shown = visibleText(text.length > most ? text.slice(0, most) : text);
  if (text.length <= most && shown.length <= most) return shown;
  const mark = `… (${text.length} characters)`;
  return `${withoutHalf(shown.slice(0, Math.max(0, most - mark.length)))}${mark}`;
}

/** The text without the first half of a character pair at its end. */
function withoutHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
}
