import { t } from "../../base/translate";
import { stringifyExactJson } from "../../wire/json/exactJson";
import type { Json } from "../../wire/json/exactJson";
import { isObject } from "../../wire/json/fields";
import type { RustType, StructField } from "../types/rustType";
import { rustTypeText } from "../types/rustTypeText";
import { limits } from "../../wire/limits";

/** The shape of a named type as far as its values showed it, and the newest of these as exact JSON text. */
export interface LearnedShape {
  readonly type: RustType;
  readonly samples: readonly string[];
}

/** Learned shapes by type text. Plain data: store it as JSON and hand it back. */
export interface LearnedShapes {
  readonly [typeText: string]: LearnedShape;
}

const { samples: mostSamples, sampleCharacters: longestSample, levels: deepestShape } = limits.learned;

/** The shapes with one more value of the named type; the given shapes are left as they are. */
export function learnShape(shapes: LearnedShapes, name: string, value: Json): LearnedShapes {
  const earlier = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
  const type = earlier ? merge(earlier.type, inferType(value, name), name) : inferType(value, name);
  const sample = stringifyExactJson(value);
  const others = (earlier?.samples ?? []).filter((other) => other !== sample);
  const samples = sample.length > longestSample ? others : [sample, ...others].slice(0, mostSamples);
  return { ...shapes, [name]: { type, samples } };
}

/** Learns every named type inside `type` from a value a driver accepted or produced. */
export function learnFromValue(shapes: LearnedShapes, type: RustType, value: Json): LearnedShapes {
  if (type.kind === "named") return learnShape(shapes, rustTypeText(type), value);
  if (type.kind === "option") return value === null ? shapes : learnFromValue(shapes, type.of, value);
  if (type.kind === "struct" && isObject(value)) {
    const present = type.fields.filter((field) => Object.hasOwn(value, field.name));
    return present.reduce((known, field) => learnFromValue(known, field.type, value[field.name] ?? null), shapes);
  }
  if (!Array.isArray(value)) return shapes;
  if (type.kind === "list" || type.kind === "array") {
    return value.slice(0, 100).reduce<LearnedShapes>((known, item) => learnFromValue(known, type.of, item), shapes);
  }
  if (type.kind !== "tuple") return shapes;
  return type.items.reduce((known, item, index) => learnFromValue(known, item, value[index] ?? null), shapes);
}

function inferType(value: Json, name: string, depth = 0): RustType {
  if (value === null) return { kind: "option", of: anything(name) };
  if (typeof value === "boolean") return { kind: "bool" };
  if (typeof value === "string") return { kind: "text", name: "String" };
  if (typeof value === "bigint" || Number.isInteger(value)) return { kind: "integer", name: "i128" };
  if (typeof value === "number") return { kind: "float", name: "f64" };
  if (depth > deepestShape) return anything(name);
  if (Array.isArray(value)) return inferSequence(value, name, depth);
  const fields = Object.entries(value).map(([field, inner]): StructField => {
    return { name: field, type: inferType(inner, `${name}.${field}`, depth + 1) };
  });
  return { kind: "struct", name, fields };
}

function inferSequence(values: readonly Json[], name: string, depth: number): RustType {
  const items = values.slice(0, 100).map((item) => inferType(item, `${name}[]`, depth + 1));
  const [first] = items;
  const isTuple = items.some((item) => item.kind !== first?.kind) && values.length <= 16;
  if (isTuple) return { kind: "tuple", items };
  const of = items.reduce((one, other) => merge(one, other, `${name}[]`), first ?? anything(`${name}[]`));
  return { kind: "list", of, name: "Vec" };
}

function merge(one: RustType, other: RustType, name: string): RustType {
  if (one.kind === "option" || other.kind === "option")
    return { kind: "option", of: merge(some(one), some(other), name) };
  if (one.kind === "unknown") return one.differs ? one : other;
  if (other.kind === "unknown") return other.differs ? other : one;
  if (one.kind === "integer" && other.kind === "float") return other;
  if (one.kind === "list" && other.kind === "list") return { ...one, of: merge(one.of, other.of, `${name}[]`) };
  if (one.kind === "tuple" && other.kind === "tuple" && one.items.length === other.items.length) {
    return { kind: "tuple", items: one.items.map((item, index) => merge(item, other.items[index] ?? item, name)) };
  }
  if (one.kind === "struct" && other.kind === "struct") return mergeFields(one.fields, other.fields, name);
  return one.kind === other.kind && one.kind !== "tuple" ? one : differing(name);
}

/** Structures with different fields are the variants of an enum: no one form fits both. */
function mergeFields(one: readonly StructField[], other: readonly StructField[], name: string): RustType {
  const types = new Map(other.map((field) => [field.name, field.type]));
  const same = one.length === other.length && one.every((field) => types.has(field.name));
  if (!same) return differing(name);
  const fields = one.map((field) => ({
    name: field.name,
    type: merge(field.type, types.get(field.name) ?? field.type, `${name}.${field.name}`),
  }));
  return { kind: "struct", name, fields };
}

function some(type: RustType): RustType {
  return type.kind === "option" ? type.of : type;
}

function anything(name: string): RustType {
  return { kind: "unknown", text: name, problem: t`No value of this type was seen yet.`, at: 0 };
}

function differing(name: string): RustType {
  return { kind: "unknown", text: name, problem: t`The values of this type differ in shape.`, at: 0, differs: true };
}
