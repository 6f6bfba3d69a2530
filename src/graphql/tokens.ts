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
    const token = readToken(text, at);
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
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const ignored = /[\s,\uFEFF]*/y;
const shapes: readonly (readonly [TokenKind, RegExp])[] = [
  ["name", /[_A-Za-z][_0-9A-Za-z]*/y],
  ["punctuator", /\.\.\.|[!$&()@:=[\]{}|]/y],
  ["number", /-?\d+(?:\.\d*)?(?:[eE][+-]?\d*)?/y],
  ["comment", /#[^\n\r]*/y],
];
const lineString = /"(?:[^"\\\n\r]|\\[^\n\r])*\\?(")?/y;

function readToken(text: string, from: number): Token | undefined {
  ignored.lastIndex = from;
  ignored.exec(text);
  const start = ignored.lastIndex;
  if (start >= text.length) return undefined;
  if (text.startsWith('"""', start)) return readBlockString(text, start);
  if (text[start] === '"') return readLineString(text, start);
  for (const [kind, shape] of shapes) {
    shape.lastIndex = start;
    if (shape.test(text)) return { kind, start, end: shape.lastIndex, text: text.slice(start, shape.lastIndex) };
  }
  const end = start + String.fromCodePoint(text.codePointAt(start)!).length;
  return { kind: "unknown", start, end, text: text.slice(start, end) };
}

// Searched rather than matched by one expression: a description of many megabytes must not exhaust the regexp stack.
function readBlockString(text: string, start: number): Token {
  let quotes = text.indexOf('"""', start + 3);
  while (quotes > 0 && text[quotes - 1] === "\\") quotes = text.indexOf('"""', quotes + 3);
  const end = quotes < 0 ? text.length : quotes + 3;
  const token = { kind: "string", start, end, text: text.slice(start, end) } as const;
  return quotes < 0 ? { ...token, open: true } : token;
}

function readLineString(text: string, start: number): Token {
  lineString.lastIndex = start;
  const match = lineString.exec(text)!;
  const token = { kind: "string", start, end: start + match[0].length, text: match[0] } as const;
  return match[1] === undefined ? { ...token, open: true } : token;
}
