import { t } from "../../base/translate";
import type { Json } from "../../wire/json/exactJson";
import { isObject } from "../../wire/json/fields";
import type { RustType, StructField } from "./rustType";
import { parseRustType, arrayOf, listOf } from "./typeReader";
import { fieldText, type JsonRecord } from "../schema/schemaProblems";
import { limits } from "../../wire/limits";

const { levels: deepestDescription } = limits.contractSchema;

/**
 * The type a schema spells out as JSON, for drivers that describe structures: `{type: "struct", fields}`,
 * `{type: "list" | "option", of}`, `{type: "array", of, length}`, `{type: "tuple", items}`, `{type: "ref", ref}` to
 * another function's input, or a type text. `path` says where in the schema the description stands.
 */
export function describedType(described: Json | undefined, path: string, depth = 0): RustType {
  if (typeof described === "string") return parseRustType(described);
  if (!isObject(described)) return undescribed(path, t`The schema does not describe this type.`);
  if (depth > deepestDescription) return undescribed(path, t`The schema describes this type too deeply.`);
  const inner = (value: Json | undefined, step: string) => describedType(value, `${path}::${step}`, depth + 1);
  const type = described["type"];
  if (isObject(type)) return describedType(type, path, depth + 1);
  if (typeof type !== "string") return undescribed(path, t`The schema gives this type no name.`);
  switch (type) {
    case "struct": {
      const fields = fieldsOf(described, inner);
      return { kind: "struct", name: nameOf(fields), fields };
    }
    case "tuple":
      return { kind: "tuple", items: listIn(described, "items").map((item, index) => inner(item, String(index))) };
    case "list":
    case "vec":
      return listOf(inner(described["of"], "item"), "Vec");
    case "array":
      return arrayOf(inner(described["of"], "item"), lengthText(described["length"]));
    case "option":
      return { kind: "option", of: inner(described["of"], "some") };
    case "ref":
      return refersTo(fieldText(described, "ref"), path);
    default:
      return parseRustType(type);
  }
}

function fieldsOf(described: JsonRecord, inner: (value: Json, step: string) => RustType): StructField[] {
  const fields = new Map<string, StructField>();
  for (const field of listIn(described, "fields")) {
    const name = isObject(field) ? fieldText(field, "name") : undefined;
    if (name !== undefined && !fields.has(name)) fields.set(name, { name, type: inner(field, name) });
  }
  return [...fields.values()];
}

/** No one named this structure, so it is shown by its fields. */
function nameOf(fields: readonly StructField[]): string {
  const names = fields.slice(0, 4).map(({ name }) => name);
  return `{ ${[...names, ...(fields.length > names.length ? ["…"] : [])].join(", ")} }`;
}

function refersTo(name: string | undefined, path: string): RustType {
  if (name === undefined) return undescribed(path, t`The reference names no type.`);
  const target = name.includes("::") ? name : `${name}::input`;
  return { kind: "named", name: target, path: target, arguments: [] };
}

function listIn(record: JsonRecord, key: string): Json[] {
  const value = record[key];
  return Array.isArray(value) ? value : [];
}

function lengthText(length: Json | undefined): string {
  return typeof length === "number" || typeof length === "bigint" ? String(length) : "_";
}

function undescribed(path: string, problem: string): RustType {
  return { kind: "unknown", text: path, problem, at: 0 };
}
