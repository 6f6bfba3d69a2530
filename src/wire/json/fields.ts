import { parseExactJson, stringifyExactJson, type Json } from "./exactJson";
import { integerFrom } from "../integerText";
import { shortWords } from "../shortWords";

/** A field that is not what its place promises. */
export interface OddField {
  /** Empty for a whole that is no object. */
  name: string;
  /** What it should be, with its article. */
  expected: string;
  /** What came instead, as it came; undefined when nothing did. */
  value: Json | undefined;
}

/** An object that was read as far as it can be. */
export interface LenientlyRead {
  /** All of it, as the node sent it. */
  whole: Json;
  /** What of it is not as it should be. */
  odd: readonly OddField[];
}

/** An integer, whether it came as a number or as decimal text. */
export function integerOf(value: Json | undefined): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === "string" ? integerFrom(value) : undefined;
}

/** Whether it is a JSON object, and neither null nor a list. */
export function isObject(value: unknown): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A JSON object's fields; none for any other value. */
export function fieldsOf(value: Json | undefined): { [key: string]: Json } {
  return isObject(value) ? value : {};
}

/** What stands at a path of fields; undefined where there is nothing. */
export function fieldAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, name) => fieldsOf(inner)[name], value);
}

/** A list's items; none for any other value. */
export function itemsOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The value of JSON text, or of its bytes; undefined when it is no JSON. */
export function jsonIn(text: string | Uint8Array): Json | undefined {
  try {
    return parseExactJson(typeof text === "string" ? text : utf8.decode(text));
  } catch {
    return undefined;
  }
}

/**
 * Reads an object field by field, as leniently as someone who wants to see what a node of another version sends: a field
 * that is as it should be is given, one that is not is noted in `odd`, and never costs the others.
 */
export class FieldReader implements LenientlyRead {
  readonly odd: OddField[] = [];
  private readonly fields: { readonly [name: string]: Json };
  private readonly isObject: boolean;

  constructor(readonly whole: Json) {
    this.fields = fieldsOf(whole);
    this.isObject = isObject(whole);
    if (!this.isObject) this.odd.push({ name: "", expected: "an object", value: whole });
  }

  /** What a reader adds to the fields that it has read. */
  get rest(): LenientlyRead {
    return { whole: this.whole, odd: this.odd };
  }

  integer(name: string): bigint | undefined {
    return this.needed(name, "a whole number", integerOf);
  }

  text(name: string): string | undefined {
    return this.needed(name, "a text", textOf);
  }

  /** An integer that may be missing, or null. */
  anyInteger(name: string): bigint | undefined {
    return this.present(name) && this.integer(name);
  }

  /** A text that may be missing, null or empty: then it is undefined. */
  anyText(name: string): string | undefined {
    return (this.present(name) && this.text(name)) || undefined;
  }

  /** A yes or no that may be missing, or null. */
  anyFlag(name: string): boolean | undefined {
    return this.present(name) && this.needed(name, "true or false", flagOf);
  }

  private present(name: string): true | undefined {
    return this.value(name) === undefined || this.value(name) === null ? undefined : true;
  }

  private needed<T>(name: string, expected: string, read: (value: Json) => T | undefined): T | undefined {
    const value = this.value(name);
    const found = value === undefined ? undefined : read(value);
    // Of a whole that is no object it is said once that it is none.
    if (found === undefined && this.isObject) this.odd.push({ name, expected, value });
    return found;
  }

  private value(name: string): Json | undefined {
    return Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
  }
}

/** What is odd about a field, for the place where its value stands, such as `not a whole number`. */
export function oddMark({ expected, value }: OddField): string {
  return value === undefined ? "missing" : `not ${expected}`;
}

/** An odd field in words, such as `reward is missing` or `amount is 1.5, not a whole number`. */
export function oddWords(field: OddField): string {
  const { name, value } = field;
  const shown = value === undefined ? "" : `${shortWords(stringifyExactJson(value), 80)}, `;
  return `${shortWords(name || "it", 80)} is ${shown}${oddMark(field)}`;
}

function flagOf(value: Json): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function textOf(value: Json): string | undefined {
  return typeof value === "string" ? value : undefined;
}
