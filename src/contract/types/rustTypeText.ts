import type { RustType } from "./rustType";

/** Writes a type back in Rust's spelling, without the references and paths that do not show in JSON. */
export function rustTypeText(type: RustType): string {
  switch (type.kind) {
    case "unit":
      return "()";
    case "bool":
      return "bool";
    case "integer":
    case "float":
      return type.name;
    case "text":
      return type.name === "str" ? "&str" : type.name;
    case "bytes":
    case "unknown":
      return type.text;
    case "tuple":
      return type.items.length === 1 ? `(${textOf(type.items)},)` : `(${textOf(type.items)})`;
    case "array":
      return `[${rustTypeText(type.of)}; ${type.lengthText}]`;
    case "list":
      return type.name === "slice" ? `[${rustTypeText(type.of)}]` : `${type.name}<${rustTypeText(type.of)}>`;
    case "option":
      return `Option<${rustTypeText(type.of)}>`;
    case "result":
      return `Result<${rustTypeText(type.ok)}, ${rustTypeText(type.error)}>`;
    case "struct":
      return type.name;
    case "named":
      return type.arguments.length === 0 ? type.path : `${type.path}<${textOf(type.arguments)}>`;
  }
}

function textOf(types: readonly RustType[]): string {
  return types.map(rustTypeText).join(", ");
}
