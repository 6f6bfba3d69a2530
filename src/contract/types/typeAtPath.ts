import type { JsonPath } from "../jsonPath";
import { type ConventionType, type KnownTypes, resolveType } from "./knownTypes";
import type { RustType } from "./rustType";

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
