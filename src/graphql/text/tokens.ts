export type TokenKind = "name" | "punctuator" | "number" | "string" | "comment" | "unknown";

/** One lexical token of GraphQL text; `start` and `end` are offsets in UTF-16 code units. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Set on a string whose closing quotes are missing. */
  readonly open?: true;
}

/** Splits any text into tokens, comments included; half-written and wrong text gives tokens too, never an error. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const token = tokenAfter(text, at);
    if (token === undefined) break;
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

/** The comment or string that holds `offset`, where nothing but prose can be written. */
export function proseAt(tokens: readonly Token[], offset: number): Token | undefined {
  const token = tokens[firstTokenEndingAfter(tokens, offset - 1)];
  if (token === undefined || token.start >= offset) return undefined;
  if (token.kind === "comment") return token;
  return token.kind === "string" && (offset < token.end || token.open) ? token : undefined;
}

/** The name that `offset` lies in or touches. */
export function nameAt(tokens: readonly Token[], offset: number): Token | undefined {
  const index = firstTokenEndingAfter(tokens, offset - 1);
  return [tokens[index], tokens[index + 1]].find(
    (token) => token?.kind === "name" && token.start <= offset && offset <= token.end,
  );
}

/** Index of the first token whose end lies behind `offset`; the number of tokens when there is none. */
export function firstTokenEndingAfter(tokens: readonly Token[], offset: number): number {
  return countBefore(tokens.length, (index) => tokens[index]!.end <= offset);
}

/** How many there are, of `length` in a row, for which this holds; they are the first of them. */
export function countBefore(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const name = /[_A-Za-z][_0-9A-Za-z]*/y;
const spread = "...";
const punctuators = new Set("!$&()@:=[]{}|");
const number = /-?\d+(?:\.\d*)?(?:[eE][+-]?\d*)?/y;
const comment = /#[^\n\r]*/y;
const rareBlank = /[\s\uFEFF]/;

/** The first token at or behind `from`. */
export function tokenAfter(text: string, from: number): Token | undefined {
  const start = skipIgnored(text, from);
  if (start >= text.length) return undefined;
  const first = text[start]!;
  // The whole text is read with every key that is typed; nearly all of it is this.
  if (punctuators.has(first)) return { kind: "punctuator", start, end: start + 1, text: first };
  const word = matched("name", name, text, start);
  if (word) return word;
  if (first === '"') return stringAt(text, start);
  if (text.startsWith(spread, start)) return { kind: "punctuator", start, end: start + 3, text: spread };
  const other = matched("number", number, text, start) ?? matched("comment", comment, text, start);
  if (other) return other;
  const end = start + String.fromCodePoint(text.codePointAt(start)!).length;
  return { kind: "unknown", start, end, text: text.slice(start, end) };
}

function matched(kind: TokenKind, shape: RegExp, text: string, start: number): Token | undefined {
  shape.lastIndex = start;
  if (!shape.test(text)) return undefined;
  return { kind, start, end: shape.lastIndex, text: text.slice(start, shape.lastIndex) };
}

function skipIgnored(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isUsual = code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0x2c;
    if (!isUsual && ((code > 0x0c && code < 0x80) || !rareBlank.test(text[at]!))) break;
  }
  return at;
}

/** The string that begins with the quote at `start`. */
export function stringAt(text: string, start: number): Token {
  return text.startsWith('"""', start) ? readBlockString(text, start) : readLineString(text, start);
}

// Searched rather than matched by one expression, as those of one line: megabytes must not exhaust the regexp stack.
function readBlockString(text: string, start: number): Token {
  let quotes = text.indexOf('"""', start + 3);
  while (quotes > 0 && text[quotes - 1] === "\\") quotes = text.indexOf('"""', quotes + 3);
  const end = quotes < 0 ? text.length : quotes + 3;
  const token = { kind: "string", start, end, text: text.slice(start, end) } as const;
  return quotes < 0 ? { ...token, open: true } : token;
}

function readLineString(text: string, start: number): Token {
  for (let at = start + 1; ; at += 1) {
    const char = text[at];
    if (char === "\\" && !isLineEnd(text[at + 1])) at += 1;
    else if (char === '"') return { kind: "string", start, end: at + 1, text: text.slice(start, at + 1) };
    else if (isLineEnd(char)) return { kind: "string", start, end: at, text: text.slice(start, at), open: true };
  }
}

function isLineEnd(char: string | undefined): boolean {
  return char === undefined || char === "\n" || char === "\r";
}
