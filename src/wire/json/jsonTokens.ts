/** What a token of JSON is. A stray is a place where the text stops being JSON; after it nothing more is read. */
export type JsonTokenKind = "mark" | "string" | "number" | "word" | "stray" | "end";

/**
 * The tokens of a JSON text from left to right, by the letter of RFC 8259 and without a look behind: each character is
 * read once, whatever the text. How tokens fit together is up to the reader.
 */
export class JsonTokens {
  /** Kind and range of the token that `next` went to; a mark is one of `{}[],:`, a word true, false or null. */
  kind: JsonTokenKind = "end";
  start = 0;
  end = 0;

  constructor(readonly text: string) {}

  /** Goes to the next token. False at the end of the text and at a stray, which `kind` tells apart. */
  next(): boolean {
    if (this.kind === "stray") return false;
    const { text } = this;
    let at = this.end;
    while (isSpace(text.charCodeAt(at))) at++;
    this.start = at;
    this.end = this.endOfToken(at, text.charCodeAt(at));
    if (this.end > at) return true;
    this.kind = at < text.length ? "stray" : "end";
    return false;
  }

  /** The token as it stands in the text. */
  get raw(): string {
    return this.text.slice(this.start, this.end);
  }

  /** How many digits an integer has; 0 for every other token. */
  get integerDigits(): number {
    if (this.kind !== "number") return 0;
    const first = this.text.charCodeAt(this.start) === MINUS ? this.start + 1 : this.start;
    return passDigits(this.text, first) === this.end ? this.end - first : 0;
  }

  /** Where the token that begins at `at` ends; `at` itself if none does. */
  private endOfToken(at: number, code: number): number {
    switch (code) {
      case OPEN_BRACE:
      case CLOSE_BRACE:
      case OPEN_BRACKET:
      case CLOSE_BRACKET:
      case COMMA:
      case COLON:
        this.kind = "mark";
        return at + 1;
      case QUOTE:
        this.kind = "string";
        return endOfString(this.text, at);
      default:
        if (code === MINUS || isDigit(code)) {
          this.kind = "number";
          return endOfNumber(this.text, at);
        }
        this.kind = "word";
        return endOfWord(this.text, at);
    }
  }
}

/** Blanks, as JSON has them. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether nothing but blanks is between an offset and a colon: what ends there is the key of a member. */
export function isBeforeColon(text: string, from: number): boolean {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return text.charCodeAt(at) === COLON;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < 32) return start;
    if (code !== BACKSLASH) continue;
    at++;
    const escaped = text.charAt(at);
    if (escaped === "u") {
      for (const last = at + 4; at < last; at++) if (!isHex(text.charCodeAt(at + 1))) return start;
    } else if (escaped === "" || !'"\\/bfnrt'.includes(escaped)) return start;
  }
  return start;
}

function endOfNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === MINUS ? start + 1 : start;
  if (!isDigit(text.charCodeAt(at))) return start;
  at = text.charCodeAt(at) === ZERO ? at + 1 : passDigits(text, at);
  if (text.charCodeAt(at) === POINT) {
    if (!isDigit(text.charCodeAt(++at))) return start;
    at = passDigits(text, at);
  }
  if ((text.charCodeAt(at) | 32) === LETTER_E) {
    at++;
    const sign = text.charCodeAt(at);
    if (sign === MINUS || sign === PLUS) at++;
    if (!isDigit(text.charCodeAt(at))) return start;
    at = passDigits(text, at);
  }
  const after = text.charCodeAt(at);
  return isWordCharacter(after) || after === POINT ? start : at;
}

function endOfWord(text: string, start: number): number {
  for (const word of words) {
    if (text.startsWith(word, start) && !isWordCharacter(text.charCodeAt(start + word.length)))
      return start + word.length;
  }
  return start;
}

function passDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

function isHex(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);
}

function isWordCharacter(code: number): boolean {
  return isDigit(code) || code === UNDERSCORE || ((code | 32) >= 97 && (code | 32) <= 122);
}

const words = ["true", "false", "null"];

export const QUOTE = 34;
export const COMMA = 44;
export const MINUS = 45;
export const COLON = 58;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
const PLUS = 43;
const POINT = 46;
const ZERO = 48;
const UNDERSCORE = 95;
const LETTER_E = 101;
