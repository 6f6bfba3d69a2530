// Controls, line and paragraph separators, bidirectional and invisible formatting, and halves of character pairs.
const invisible =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

const plain = /^[ -~]*$/;

const shortForms: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Text of unknown origin for one line of a log, a label or a message: what would break the line, drive a terminal or
 * reorder the text is shown as its escape instead.
 */
export function visibleText(text: string): string {
  // Nearly all text is plain, and telling so is much faster than looking for what is not.
  if (plain.test(text)) return text;
  return text.replace(invisible, (character) => shortForms[character] ?? escape(character.codePointAt(0) ?? 0));
}

function escape(code: number): string {
  return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
