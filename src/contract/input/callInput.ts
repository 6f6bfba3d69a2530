import { counted } from "../../base/words";
import { t } from "../../base/translate";
import type { Json } from "../../wire/json/exactJson";
import { isObject } from "../../wire/json/fields";
import type { JsonPath } from "../jsonPath";
import { nothingKnown, resolveType } from "../types/knownTypes";
import type { KnownTypes } from "../types/knownTypes";
import { isWithin, jsonPathText } from "../jsonPath";
import type { RustType } from "../types/rustType";
import { isScalar, nameOf, notWhole, readScalar } from "./scalarInput";
import { roundedProblem, shortNumber, type WrittenNumber } from "./writtenNumbers";
import { limits } from "../../wire/limits";

/** Why a part of a value cannot be sent, and which part. */
export interface InputProblem {
  readonly path: JsonPath;
  readonly message: string;
  /** The value that was read is another number than the one that was written. */
  readonly rounded?: true;
}

/** A value in the drivers' own spelling, as far as it could be read, with all that is wrong in it. */
export interface ReadInput {
  readonly value: Json;
  readonly problems: readonly InputProblem[];
}

/** All that is wrong with a value for a type; empty when it can be sent. */
export function checkInput(type: RustType, value: Json, known: KnownTypes = nothingKnown): readonly InputProblem[] {
  return readInput(type, value, known).problems;
}

/**
 * Reads a value the way drivers do (§4.8): integers of 64 bits and more become decimal text, smaller ones numbers,
 * bytes and ids lower-case hex, keys base58, `None` and `()` null, a tuple a list. A type of which only the name is
 * known, or which only earlier values describe, takes any JSON unchanged: the driver has the last word. `written` are the
 * numbers of its text that are not written as integers: none of them is rounded without a word.
 */
export function readInput(
  type: RustType,
  value: Json,
  known: KnownTypes = nothingKnown,
  written: ReadonlyMap<string, WrittenNumber> = nothingWritten,
): ReadInput {
  const reader = new InputReader(known, written);
  return { value: reader.read(type, value, []), problems: reader.problems };
}

/** Why `Some` of this value cannot be written: its JSON would be that of `None`. Undefined when it can. */
export function nestedNullProblem(inner: Json): string | undefined {
  if (inner !== null) return undefined;
  return t`Some(None) and Some(()) cannot be sent: in JSON they are null, which means None. Choose None or give the inner value.`;
}

const nothingWritten: ReadonlyMap<string, WrittenNumber> = new Map();

class InputReader {
  readonly problems: InputProblem[] = [];
  /** Numbers that are read as others, as many as are told. */
  private readonly lossy: readonly WrittenNumber[];

  constructor(
    private readonly known: KnownTypes,
    private readonly written: ReadonlyMap<string, WrittenNumber>,
  ) {
    const isLossy = ({ text }: WrittenNumber) => roundedProblem(text) !== undefined;
    this.lossy = [...written.values()].filter(isLossy).slice(0, limits.form.problems);
  }

  read(declared: RustType, value: Json, path: JsonPath): Json {
    const { type, learned } = resolveType(declared, this.known);
    if (learned) return this.unread(value, path);
    if (isScalar(type)) {
      if (type.kind === "integer" && this.written.size > 0) {
        const number = this.written.get(jsonPathText(path));
        if (number) return this.refuseNumber(path, notWhole(type.name, number.text), value);
      }
      if (type.kind === "bytes" && Array.isArray(value)) this.checkBytes(value, path);
      const checked = readScalar(type, value);
      return checked.ok ? checked.value : this.refuse(path, checked.problem, value);
    }
    switch (type.kind) {
      case "option":
        return value === null ? null : this.read(type.of, value, path);
      case "list":
        return this.readItems(value, path, undefined, () => type.of);
      case "array":
        return this.readItems(value, path, type.length, () => type.of);
      case "tuple":
        return this.readItems(value, path, type.items.length, (index) => type.items[index]);
      case "result":
        return this.readResult(type, value, path);
      case "struct":
        return this.readStruct(type, value, path);
      case "named":
      case "unknown":
        return this.unread(value, path);
    }
  }

  /** A value that goes to the driver as it stands. */
  private unread(value: Json, path: JsonPath): Json {
    for (const { path: at, text } of this.lossy) {
      if (isWithin(at, path)) this.refuseNumber(at, roundedProblem(text) ?? "", value);
    }
    return value;
  }

  /** A byte is a whole number. */
  private checkBytes(items: readonly Json[], path: JsonPath): void {
    if (this.written.size === 0) return;
    for (const index of items.keys()) {
      const at = [...path, index];
      const number = this.written.get(jsonPathText(at));
      if (number)
        this.refuseNumber(at, t`${shortNumber(number.text)} is not a whole number: a byte is 0 to 255.`, null);
    }
  }

  private refuseNumber(path: JsonPath, message: string, value: Json): Json {
    this.problems.push({ path, message, rounded: true });
    return value;
  }

  private readItems(
    value: Json,
    path: JsonPath,
    length: number | undefined,
    typeAt: (index: number) => RustType | undefined,
  ): Json {
    if (!Array.isArray(value)) {
      const found = nameOf(value);
      const message =
        length === undefined
          ? t`Expected a list; found ${found}.`
          : t`Expected a list of ${counted(length, "item")}; found ${found}.`;
      return this.refuse(path, message, value);
    }
    if (length !== undefined && value.length !== length) {
      const [wanted, found] = [counted(length, "item"), counted(value.length, "item")];
      this.refuse(path, t`Expected a list of ${wanted}; found ${found}.`, value);
    }
    return value.map((item, index) => {
      const type = typeAt(index);
      return type === undefined ? item : this.read(type, item, [...path, index]);
    });
  }

  private readStruct(type: Extract<RustType, { kind: "struct" }>, value: Json, path: JsonPath): Json {
    if (!isObject(value)) return this.refuse(path, t`Expected an object with fields; found ${nameOf(value)}.`, value);
    const names = type.fields.map((field) => field.name);
    for (const name of Object.keys(value)) {
      if (names.includes(name)) continue;
      this.refuse(
        [...path, name],
        t`${JSON.stringify(name)} is no field here; the fields are ${names.join(", ")}.`,
        null,
      );
    }
    const read = type.fields.flatMap((field): [string, Json][] => {
      const given = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
      if (given !== undefined) return [[field.name, this.read(field.type, given, [...path, field.name])]];
      this.refuse(path, t`The field ${JSON.stringify(field.name)} is missing.`, null);
      return [];
    });
    return Object.fromEntries(read);
  }

  private readResult(type: Extract<RustType, { kind: "result" }>, value: Json, path: JsonPath): Json {
    const [outcome, ...others] = isObject(value) ? Object.entries(value) : [];
    if (outcome === undefined || others.length > 0 || (outcome[0] !== "Ok" && outcome[0] !== "Err")) {
      return this.refuse(path, t`Expected {"Ok": …} or {"Err": …}; found ${nameOf(value)}.`, value);
    }
    const [name, inner] = outcome;
    return { [name]: this.read(name === "Ok" ? type.ok : type.error, inner, [...path, name]) };
  }

  private refuse(path: JsonPath, message: string, value: Json): Json {
    this.problems.push({ path, message });
    return value;
  }
}
