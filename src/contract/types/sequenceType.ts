import type { RustType } from "./rustType";

/** A growing sequence: `Vec<T>`, `[T]` (named "slice") and the standard sets; of `u8` it is bytes. */
export function listOf(of: RustType, name: string): RustType {
  if (!isByte(of)) return { kind: "list", of, name };
  return { kind: "bytes", text: name === "slice" ? "[u8]" : `${name}<u8>` };
}

/** An array of a fixed length, which is unknown when the text names a constant; of `u8` it is bytes. */
export function arrayOf(of: RustType, lengthText: string): RustType {
  const digits = /^(\d[\d_]*|0x[0-9a-fA-F_]+)(?:usize)?$/.exec(lengthText)?.[1]?.replaceAll("_", "");
  const length = digits === undefined ? undefined : Number(digits);
  const known = length !== undefined && Number.isSafeInteger(length) ? { length } : {};
  if (isByte(of)) return { kind: "bytes", text: `[u8; ${lengthText}]`, ...known };
  return { kind: "array", of, lengthText, ...known };
}

function isByte(type: RustType): boolean {
  return type.kind === "integer" && type.name === "u8";
}
