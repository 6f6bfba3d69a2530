/**
 * Where the value at `path` stands in JSON text, half-written text included: the key when the value is missing, the
 * innermost container when the key is. Offsets in UTF-16 code units; undefined when not even that is there.
 */
export function jsonRange(
  text: string,
  path: readonly (string | number)[],
): { readonly start: number; readonly end: number } | undefined {
  return jsonRanges(text, [path])[0];
}

/** The same for several paths, reading the text once. */
export function jsonRanges(
  text: string,
  paths: readonly (readonly (string | number)[])[],
): ({ readonly start: number; readonly end: number } | undefined)[] {
  const tokens = [...text.matchAll(tokenShape)].map((match) => ({ text: match[0], start: match.index }));
  return paths.map((path) => rangeAmong(tokens, path));
}

function rangeAmong(tokens: readonly JsonToken[], path: readonly (string | number)[]) {
  let at = 0;
  let found = tokens.length > 0 ? valueRange(tokens, 0) : undefined;
  for (const key of path) {
    const next = typeof key === "number" ? elementIndex(tokens, at, key) : memberIndex(tokens, at, key);
    if (next === undefined) return found;
    at = next;
    found = valueRange(tokens, at);
  }
  return found;
}

/** Where the key of the member at `path` stands, quotes included. */
export function jsonKeyRange(
  text: string,
  path: readonly string[],
): { readonly start: number; readonly end: number } | undefined {
  const value = jsonRange(text, path);
  const above = jsonRange(text, path.slice(0, -1));
  if (!value || !above || (value.start === above.start && value.end === above.end)) return undefined;
  const before = [...text.slice(0, value.start).matchAll(tokenShape)];
  const key = before.at(-2);
  return key && { start: key.index, end: key.index + key[0].length };
}

interface JsonToken {
  readonly text: string;
  readonly start: number;
}

const tokenShape = /"(?:[^"\\\n\r]|\\.)*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** Index of the value behind `"key":` in the object that opens at `at`; of the key when there is no value yet. */
function memberIndex(tokens: readonly JsonToken[], at: number, key: string): number | undefined {
  if (tokens[at]?.text !== "{") return undefined;
  for (const index of children(tokens, at)) {
    if (keyOf(tokens[index]!.text) !== key || tokens[index + 1]?.text !== ":") continue;
    const value = tokens[index + 2]?.text ?? "}";
    return value === "}" || value === "," ? index : index + 2;
  }
  return undefined;
}

function elementIndex(tokens: readonly JsonToken[], at: number, position: number): number | undefined {
  if (tokens[at]?.text !== "[") return undefined;
  return [...children(tokens, at)].filter((index) => tokens[index]!.text !== ",")[position];
}

/** Indexes of the tokens directly inside the container that opens at `at`. */
function* children(tokens: readonly JsonToken[], at: number): Generator<number> {
  for (let index = at + 1; index < tokens.length; index = after(tokens, index)) {
    if (tokens[index]!.text === "}" || tokens[index]!.text === "]") return;
    yield index;
  }
}

/** Index behind the value that starts at `index`. */
function after(tokens: readonly JsonToken[], index: number): number {
  let depth = 0;
  for (let at = index; at < tokens.length; at += 1) {
    const { text } = tokens[at]!;
    if (text === "{" || text === "[") depth += 1;
    else if (text === "}" || text === "]") depth -= 1;
    if (depth <= 0) return at + 1;
  }
  return tokens.length;
}

function valueRange(tokens: readonly JsonToken[], at: number): { start: number; end: number } {
  const last = tokens[after(tokens, at) - 1]!;
  return { start: tokens[at]!.start, end: last.start + last.text.length };
}

function keyOf(text: string): string | undefined {
  try {
    const key: unknown = JSON.parse(text);
    return typeof key === "string" ? key : undefined;
  } catch {
    return undefined;
  }
}
