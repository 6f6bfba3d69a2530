export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };

export function isObject(value: unknown): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Writes JSON with every `bigint` as bare digits, which `JSON.stringify` cannot do. */
export function writeJson(value: Json): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`);
  return `{${members.join(",")}}`;
}

/** The value with the keys of every object in alphabetical order, as nodes write most of what they tell. */
export function sorted(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]));
}

/** Reads JSON with integers beyond 2^53 as `bigint`. Throws `SyntaxError` on bad text. */
export function readJson(text: string): Json {
  if (!/\d{16}/.test(text)) return JSON.parse(text) as Json;
  // Checked first in its own spelling: quoting a long integer must not turn bad text into good text.
  JSON.parse(text);
  const quoted = text.replace(stringOrNumber, (token) => (isLongInteger(token) ? `"${mark}${token}"` : token));
  return restoreIntegers(JSON.parse(quoted) as Json);
}

const mark = "\\u0000int:";
// The text is known to be JSON, so every string has its last quote.
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function isLongInteger(token: string): boolean {
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
}

function restoreIntegers(value: Json): Json {
  if (typeof value === "string") return value.startsWith("\0int:") ? BigInt(value.slice(5)) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(restoreIntegers);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, restoreIntegers(member)]));
}
