/**
 * Controls, separators, every blank but the ordinary space, private characters, halves of character pairs, and all that
 * Unicode calls formatting or says may be left out of sight: joiners, fillers, variation selectors, tags. The three at
 * the end are blank by their drawing alone (of Khitan, Braille and musical notation).
 */
const invisible =
  /(?! )[\p{Control}\p{Separator}\p{Format}\p{Private_Use}\p{Surrogate}\p{Default_Ignorable_Code_Point}\u{16fe4}\u2800\u{1d159}]/gu;

const plain = /^[ -~]*$/;
const plainLines = /^[ -~\n]*$/;

const shortForms: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Text of unknown origin for one line of a log, a label or a message: what would break the line, drive a terminal,
 * reorder the text or hide in it is shown as its escape instead, so that no two different names look the same for what
 * cannot be seen. That holds for the joiners and selectors of emoji too: their pictures are still seen, one by one, and
 * what a person has to tell apart matters more than its looks. Letters, marks and pictures of all scripts stay.
 */
export function visibleText(text: string): string {
  // Nearly all text is plain, and telling so is much faster than looking for what is not.
  if (plain.test(text)) return text;
  return text.replace(invisible, (character) => shortForms[character] ?? escape(character.codePointAt(0) ?? 0));
}

/** The same for text of several lines, which stay lines. */
export function visibleLines(text: string): string {
  return plainLines.test(text) ? text : text.split("\n").map(visibleText).join("\n");
}

function escape(code: number): string {
  if (code < 256) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
