import type { TypeTable } from "../schema/driverSchema";
import type { LearnedShapes } from "../schema/learnedShapes";
import type { RustType } from "./rustType";
import { rustTypeText } from "./rustTypeText";
import type { JsonPath } from "../jsonPath";

/** A type drivers write by convention: a base58 public key, or an id as hex. */
export type ConventionType =
  { readonly kind: "key"; readonly name: string } | { readonly kind: "id"; readonly name: string };

/** What is known of the types a schema only names. */
export interface KnownTypes {
  /** Structures the schema spells out: binding. */
  readonly declared: TypeTable;
  /** Shapes of earlier successful values: a help, never a reason to refuse. */
  readonly learned: LearnedShapes;
  /** Values to start from, which teach nothing of shapes: another one may look different. */
  readonly examples?: LearnedShapes;
}

export const nothingKnown: KnownTypes = { declared: {}, learned: {} };

/** Named types with a fixed JSON form, by the last part of their path. */
const conventions: { readonly [name: string]: ConventionType["kind"] } = {
  AccountPublicKey: "key",
  BlsPublicKey: "key",
  MultisigPublicKey: "key",
  ContractId: "id",
};

export interface ResolvedType {
  readonly type: RustType | ConventionType;
  /** The type, or one that leads to it, is a guess from earlier values. */
  readonly learned: boolean;
}

/** Follows names to what is known of them; a name that leads nowhere, or in a circle, stays `named`. */
export function resolveType(type: RustType, known: KnownTypes): ResolvedType {
  const seen = new Set<string>();
  let learned = false;
  let current = type;
  while (current.kind === "named") {
    const text = rustTypeText(current);
    if (seen.has(text)) return { type, learned };
    seen.add(text);
    const convention = conventionOf(current.name);
    const declared = own(known.declared, text);
    if (declared === undefined && convention !== undefined) return { type: convention, learned };
    const next = declared ?? own(known.learned, text)?.type;
    if (next === undefined) return { type: current, learned };
    learned ||= declared === undefined;
    current = next;
  }
  return { type: current, learned };
}

function conventionOf(name: string): ConventionType | undefined {
  const kind = own(conventions, name);
  return kind === undefined ? undefined : { kind, name };
}

function own<T>(table: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The type of the part of a value at a path; undefined where nothing is known of it. */
export function typeAtPath(type: RustType, path: JsonPath, known: KnownTypes): RustType | ConventionType | undefined {
  let current: RustType | undefined = type;
  for (const step of path) {
    if (current === undefined) return undefined;
    current = partOf(withoutOption(current, known), step);
  }
  return current && withoutOption(current, known);
}

/** In JSON the value of an option is that of its inside, or null. */
function withoutOption(declared: RustType, known: KnownTypes): RustType | ConventionType {
  let { type } = resolveType(declared, known);
  while (type.kind === "option" && type.of.kind !== "option") ({ type } = resolveType(type.of, known));
  return type;
}

function partOf(type: RustType | ConventionType, step: string | number): RustType | undefined {
  switch (type.kind) {
    case "list":
    case "array":
      return typeof step === "number" ? type.of : undefined;
    case "tuple":
      return typeof step === "number" ? type.items[step] : undefined;
    case "struct":
      return type.fields.find(({ name }) => name === step)?.type;
    case "result":
      return step === "Ok" ? type.ok : step === "Err" ? type.error : undefined;
    default:
      return undefined;
  }
}
