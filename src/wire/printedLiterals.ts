import { t } from "../base/translate";

/** The bytes of literals; or what stands inside of one that is nothing but quoted. */
type ReadLiterals =
  { readonly bytes: Uint8Array; readonly as: string } | { readonly inside: string } | { readonly problem: string };

/** What text of literals begins with; escapes tell it as well. */
export const literalStart = /^\$?["']|^\(?\s{0,9}(?:(?:bytes|bytearray)\()?b["']/i;

/** String literals with escapes, one or several in a row, or bare text with escapes, as Python, Rust and shells print bytes. */
export function readLiterals(text: string): ReadLiterals {
  const opening = /^\(?\s{0,9}(?:(?:bytes|bytearray)\()?\s{0,9}/i.exec(text)![0];
  const out = new Uint8Array(text.length);
  let size = 0;
  let at = opening.length;
  const starts: string[] = [];
  for (let start = literalAt(text, at); start !== undefined; start = literalAt(text, at)) {
    const read = readEscapes(text, at + start.length, text.charAt(at + start.length - 1), out, size);
    if ("problem" in read) return read;
    starts.push(start);
    [at, size] = [read.end, read.size];
    while (/[\s+]/.test(text.charAt(at))) at++;
  }
  if (starts.length === 0) return readBare(text, out);
  const rest = text.slice(at).replace(/[;,]$/, "");
  if (rest !== opening.replace(/[^(]/g, "").replaceAll("(", ")")) {
    return { problem: t`After the closing quote stands ${quoted(rest || t`nothing`)}.` };
  }
  const isOnlyQuoted = starts.length === 1 && starts[0]!.length === 1 && !text.includes("\\");
  if (isOnlyQuoted) return { inside: text.slice(opening.length + 1, text.lastIndexOf(starts[0]!)) };
  const as = /^b/i.test(starts[0]!) ? t`a byte string` : t`text with escapes`;
  return { bytes: out.slice(0, size), as };
}

/** What opens a string literal at a place: its quote, and the letter before it that makes it one of bytes. */
function literalAt(text: string, at: number): string | undefined {
  return /^[$bB]?["']/.exec(text.slice(at, at + 2))?.[0];
}

function readBare(text: string, out: Uint8Array): ReadLiterals {
  if (/^[\w.$]{1,99}\(/.test(text)) return { problem: t`Paste the quoted text alone, without the call around it.` };
  const read = readEscapes(text, 0, "", out, 0);
  return "problem" in read ? read : { bytes: out.slice(0, read.size), as: t`text with escapes` };
}

const escapes: Readonly<Record<string, number>> = {
  ...{ n: 10, r: 13, t: 9, "\\": 92, "'": 39, '"': 34, a: 7, b: 8, f: 12, v: 11, e: 27, E: 27, "?": 63, "\n": -1 },
};

function readEscapes(
  text: string,
  from: number,
  quote: string,
  out: Uint8Array,
  filled: number,
): { end: number; size: number } | { problem: string } {
  let size = filled;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === quote) return { end: at + 1, size };
    if (character !== "\\") {
      const code = text.charCodeAt(at);
      if (code < 32 || code > 126) return { problem: strayCharacter(text, at) };
      out[size++] = code;
      continue;
    }
    const escape = /^\\(?:x([0-9a-f]{2})|u00([0-7][0-9a-f])|([0-3][0-7]{2})|(0)(?![0-7])|([^xu0-9]))/i.exec(
      text.slice(at, at + 6),
    );
    if (!escape)
      return { problem: t`${quoted(text.slice(at, at + 4))} at character ${at + 1} does not say which byte it is.` };
    const [whole, hex, ascii, octal, zero, letter = ""] = escape;
    const digits = hex ?? ascii;
    const byte = digits
      ? parseInt(digits, 16)
      : octal
        ? parseInt(octal, 8)
        : zero
          ? 0
          : Object.hasOwn(escapes, letter)
            ? escapes[letter]
            : undefined;
    if (byte === undefined) return { problem: t`${quoted(whole)} at character ${at + 1} is no escape that is known.` };
    if (byte >= 0) out[size++] = byte;
    at += whole.length - 1;
  }
  return quote === ""
    ? { end: text.length, size }
    : { problem: t`The text ends before its closing quote: a part is missing.` };
}

function strayCharacter(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === "…") return t`Character ${at + 1} is ${quoted(character)}: bytes were left out.`;
  return t`Character ${at + 1} is ${quoted(character)}: which bytes it was is not known.`;
}

/** The beginning of someone's text, in quotes. */
export function quoted(text: string): string {
  return `“${text.length > 20 ? `${text.slice(0, 20)}…` : text}”`;
}
