import { t } from "../../base/translate";
import { counted, messageOf } from "../../base/words";
import { bytesToHex, hexToBytes } from "../../wire/hex";
import { pastedHex } from "../../wire/pastedBytes";
import { checkAccountKey, checkContractId } from "../../wire/ids";
import type { Json } from "../../wire/json/exactJson";
import { integerRange } from "../types/integerRange";
import type { ConventionType } from "../types/knownTypes";
import type { IntegerName, RustType } from "../types/rustType";
import { shortNumber } from "./writtenNumbers";

/** A type whose value is one box: it has no parts. */
export type ScalarType =
  Extract<RustType, { kind: "unit" | "bool" | "integer" | "float" | "text" | "bytes" }> | ConventionType;

/** A value in the drivers' own spelling, or the sentence to show beside its field. */
export type CheckedInput = { ok: true; value: Json } | { ok: false; problem: string };

export function isScalar(type: RustType | ConventionType): type is ScalarType {
  return ["unit", "bool", "integer", "float", "text", "bytes", "key", "id"].includes(type.kind);
}

/** Checks a JSON value against a scalar type and gives it in the drivers' spelling. */
export function readScalar(type: ScalarType, value: Json): CheckedInput {
  switch (type.kind) {
    case "unit":
      return value === null ? accepted(null) : refused(t`Expected null for (); found ${nameOf(value)}.`);
    case "bool":
      return typeof value === "boolean" ? accepted(value) : refused(t`Expected true or false; found ${nameOf(value)}.`);
    case "integer":
      return readInteger(type.name, value);
    case "float":
      return readFloat(type.name, value);
    case "text":
      return readText(type.name, value);
    case "bytes":
      return readBytes(type.length, value);
    case "key":
      if (typeof value !== "string") return refused(t`Expected a base58 public key as text; found ${nameOf(value)}.`);
      return checkAccountKey(value);
    case "id":
      if (typeof value !== "string") return refused(t`Expected a contract id as hex text; found ${nameOf(value)}.`);
      return checkContractId(value);
  }
}

/** What a person typed for a scalar, white space around it ignored except in text: nothing typed is never a value. */
export function scalarFromText(type: ScalarType, text: string): CheckedInput {
  const typed = text.trim();
  switch (type.kind) {
    case "unit":
      return ["", "null", "()"].includes(typed) ? accepted(null) : refused(t`() takes no value: leave the box empty.`);
    case "bool":
      if (typed === "true" || typed === "false") return accepted(typed === "true");
      return refused(typed === "" ? t`Choose true or false.` : t`Write exactly true or false; found ${quoted(typed)}.`);
    case "float":
      return readFloat(type.name, /^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$/.test(typed) ? Number(typed) : typed);
    case "text":
      return readText(type.name, text);
    case "integer":
    case "bytes":
    case "key":
    case "id":
      return readScalar(type, typed);
  }
}

/** How a value is called in a message: its kind, with the value where that is short. */
export function nameOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return t`a list of ${counted(value.length, "item")}`;
  if (typeof value === "object") return t`an object`;
  return typeof value === "string" ? t`the text ${quoted(value)}` : String(value);
}

/** The sentence for a number with a fraction or an exponent where a whole one belongs. */
export function notWhole(name: IntegerName, text: string): string {
  const { min, max } = integerRange(name);
  return t`${shortNumber(text)} is not a whole number: ${name} takes digits only, from ${min} to ${max}.`;
}

function readInteger(name: IntegerName, value: Json): CheckedInput {
  const { min, max, asText } = integerRange(name);
  if (value === "") return refused(t`A value is needed: ${name} takes a whole number from ${min} to ${max}.`);
  if (typeof value === "string" && !/^-?[0-9]+$/.test(value)) {
    return refused(t`${quoted(value)} is not a whole number: ${name} takes digits only, from ${min} to ${max}.`);
  }
  if (typeof value === "number" && !Number.isInteger(value)) return refused(notWhole(name, String(value)));
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    return refused(t`${value} is not written in full digits: ${name} takes digits only, from ${min} to ${max}.`);
  }
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") {
    return refused(t`Expected ${name}, a whole number from ${min} to ${max}; found ${nameOf(value)}.`);
  }
  // The longest value in range has 40 characters; leading zeros beyond that are a mistake, not a number.
  if (String(value).length > 100)
    return refused(t`The number is too long: ${name} takes a whole number from ${min} to ${max}.`);
  const number = BigInt(value);
  if (number < min || number > max) return refused(t`${number} is out of range: ${name} takes ${min} to ${max}.`);
  return accepted(asText ? number.toString() : Number(number));
}

function readFloat(name: string, value: Json): CheckedInput {
  if (value === "") return refused(t`A value is needed: ${name} takes a number such as 0.5.`);
  const isNumber = typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
  return isNumber ? accepted(value) : refused(t`Expected ${name}, a number such as 0.5; found ${nameOf(value)}.`);
}

function readText(name: string, value: Json): CheckedInput {
  if (typeof value !== "string") return refused(t`Expected text; found ${nameOf(value)}.`);
  if (/\p{Surrogate}/u.test(value))
    return refused(t`The text holds half of a character pair, which UTF-8 cannot carry.`);
  const characters = name === "char" ? [...value].length : 1;
  return characters === 1 ? accepted(value) : refused(t`Expected exactly one character; found ${characters}.`);
}

function readBytes(length: number | undefined, value: Json): CheckedInput {
  const bytes = typeof value === "string" ? bytesFromHex(value) : bytesFromList(value);
  if (typeof bytes === "string") return refused(bytes);
  if (bytes !== undefined && (length === undefined || bytes.length === length)) return accepted(bytesToHex(bytes));
  const found = bytes === undefined ? nameOf(value) : counted(bytes.length, "byte");
  if (length === undefined) return refused(t`Expected bytes as hex text; found ${found}.`);
  return refused(t`Expected ${counted(length, "byte")} as ${length * 2} hex digits; found ${found}.`);
}

function bytesFromHex(text: string): Uint8Array | string {
  try {
    return hexToBytes(pastedHex(text));
  } catch (error) {
    return messageOf(error);
  }
}

/** A list of numbers below 256 means the same bytes; people paste it from Rust. */
function bytesFromList(value: Json): Uint8Array | undefined {
  if (!Array.isArray(value)) return undefined;
  const isByte = (item: Json) => typeof item === "number" && Number.isInteger(item) && item >= 0 && item <= 255;
  return value.every(isByte) ? Uint8Array.from(value as number[]) : undefined;
}

function quoted(text: string): string {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return JSON.stringify(shown);
}

function accepted(value: Json): CheckedInput {
  return { ok: true, value };
}

function refused(problem: string): CheckedInput {
  return { ok: false, problem };
}
