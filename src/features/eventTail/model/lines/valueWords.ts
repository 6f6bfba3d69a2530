import type { Json } from "../../../../wire/json/exactJson";
import { limits } from "../../../../wire/limits";
import type { ContractNames } from "../decode/contractNames";
import { beginning } from "../../../../wire/shortWords";
import { shortId } from "../../../../wire/ids";
import { isObject } from "../../../../wire/json/fields";

/** Sets the parts of what an event says apart. */
export const between = " · ";

const { textCharacters, parts: mostParts, characters: mostCharacters } = limits.summary;

/**
 * A decoded value in a few words, one part for each of its fields: `amount 759 · by null`. Of what is sent and received
 * both ends come first: `External sxKFEG…zVa → Contract 70ce9b14…6d14`. Undefined for a value that is not flat enough.
 */
export function flatWords(value: Json, names: ContractNames, apart = between): string | undefined {
  if (!isObject(value)) return undefined;
  const parts: string[] = [];
  const [from, to] = endsOf(value);
  if (from !== undefined && to !== undefined) {
    const [one, other] = [leafWords(value[from]!, names), leafWords(value[to]!, names)];
    if (one === undefined || other === undefined) return undefined;
    parts.push(`${one} → ${other}`);
  }
  if (!addFields(value, "", names, parts, from, to)) return undefined;
  const text = parts.join(apart);
  return parts.length > 0 && text.length <= mostCharacters ? text : undefined;
}

/** Adds a part for each other field, those of an inner object under both names. False when that were too many or too deep. */
function addFields(
  value: { [key: string]: Json },
  above: string,
  names: ContractNames,
  parts: string[],
  from?: string,
  to?: string,
): boolean {
  for (const key of Object.keys(value)) {
    if (from !== undefined && (key === from || key === to)) continue;
    if (parts.length === mostParts) return false;
    const name = `${above}${above && "."}${plain(key)}`;
    const inner = value[key]!;
    const leaf = leafWords(inner, names);
    if (leaf !== undefined) parts.push(`${name} ${leaf}`);
    else if (above !== "" || Array.isArray(inner) || typeof inner !== "object" || inner === null) return false;
    else if (!addFields(inner, name, names, parts)) return false;
  }
  return true;
}

/** The fields that name where something comes from and where it goes, if both are told. */
function endsOf(value: { [key: string]: Json }): [from?: string, to?: string] {
  for (const [from, to] of ends) {
    if (Object.hasOwn(value, from) && Object.hasOwn(value, to) && value[from] !== null && value[to] !== null)
      return [from, to];
  }
  return [];
}

const ends = [
  ["sender", "receiver"],
  ["from", "to"],
] as const;

/** A scalar, or a choice with its one value such as `{"External":"…"}`; undefined for what has more in it. */
function leafWords(value: Json, names: ContractNames): string | undefined {
  if (typeof value === "string") return textWords(value, names);
  if (typeof value !== "object" || value === null) return String(value);
  const [key, ...others] = Object.keys(value);
  if (Array.isArray(value) || key === undefined || others.length > 0) return undefined;
  const inner = value[key]!;
  if (typeof inner === "object" && inner !== null) return undefined;
  return `${plain(key)} ${leafWords(inner, names)}`;
}

/** What a function is given, as in a call: `5`, `to Token, amount 5`. Undefined when that is too deep. */
export function inputWords(input: Json, names: ContractNames): string | undefined {
  if (input === null) return "";
  const parts = Array.isArray(input)
    ? input.slice(0, mostParts + 1).map((each) => leafWords(each, names))
    : [leafWords(input, names) ?? flatWords(input, names, ", ")];
  if (parts.length > mostParts || parts.includes(undefined)) return undefined;
  return parts.join(", ");
}

/** A text as part of a line: an id shortened, or as the name it has; one that could be misread stands in quotes. */
export function textWords(text: string, names: ContractNames): string {
  if (text.length <= textCharacters) return plain(text);
  const name = text.length === 64 ? names.nameOf(text) : undefined;
  return name === undefined ? plain(middleCut(text)) : plain(name);
}

/** An account's key or another long id, without its middle: 64 hex digits as everywhere, others still shorter. */
export function shortKey(key: string): string {
  return isHash(key) || key.length <= 16 ? shortId(key) : `${key.slice(0, 6)}…${key.slice(-3)}`;
}

/** A text with each hash in it shortened. */
export function shortHashes(text: string): string {
  return text.replace(/(?<![0-9A-Za-z])[0-9a-f]{64}(?![0-9A-Za-z])/g, shortId);
}

/** JSON with every long text in it shortened in the middle as ids are; all else stands as it came. */
export function shortJson(text: string, most: number): string {
  if (text.length <= textCharacters) return text;
  // What is beyond is not seen even when everything before it has been shortened.
  const seen = beginning(text, limits.summary.searchedCharacters);
  const short = seen.replace(/"((?:[^"\\]|\\.)*)("|$)/g, (whole: string, inner: string, end: string) =>
    inner.length > textCharacters ? `"${middleCut(inner)}${end}` : whole,
  );
  if (short.length <= most && seen.length === text.length) return short;
  return `${beginning(short, most)}… (${text.length} characters)`;
}

/** A text that is one word as it is; anything else in quotes, so that no value can look like another part of its line. */
export function plain(text: string): string {
  return /^[\w.…:+/-]+$/.test(text) ? text : JSON.stringify(text);
}

function middleCut(text: string): string {
  if (/^[0-9A-Za-z]+$/.test(text)) return shortKey(text);
  // Of a sentence more is needed to know it by; no character is cut in half.
  return `${beginning(text, 24)}…${text.slice(-8).replace(/^[\uDC00-\uDFFF]/, "")}`;
}

function isHash(text: string): boolean {
  return text.length === 64 && /^[0-9a-f]+$/i.test(text);
}
