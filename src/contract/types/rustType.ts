export type IntegerName =
  "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize";

/** A named field of a type whose fields a schema or an earlier value told us. */
export interface StructField {
  readonly name: string;
  readonly type: RustType;
}

/**
 * A type of a driver schema as data. References, `Box` and the like are left out because they do not show in JSON;
 * `bytes` stands for every sequence of `u8`; `named` is a type of which only the name is known; `unknown` is a text
 * that is no type we can read, with the reason and the offset it was found at.
 */
export type RustType =
  | { readonly kind: "unit" }
  | { readonly kind: "bool" }
  | { readonly kind: "integer"; readonly name: IntegerName }
  | { readonly kind: "float"; readonly name: "f32" | "f64" }
  | { readonly kind: "text"; readonly name: "String" | "str" | "char" }
  | { readonly kind: "bytes"; readonly text: string; readonly length?: number }
  | { readonly kind: "tuple"; readonly items: readonly RustType[] }
  | { readonly kind: "array"; readonly of: RustType; readonly lengthText: string; readonly length?: number }
  | { readonly kind: "list"; readonly of: RustType; readonly name: string }
  | { readonly kind: "option"; readonly of: RustType }
  | { readonly kind: "result"; readonly ok: RustType; readonly error: RustType }
  | { readonly kind: "struct"; readonly name: string; readonly fields: readonly StructField[] }
  | { readonly kind: "named"; readonly name: string; readonly path: string; readonly arguments: readonly RustType[] }
  | {
      readonly kind: "unknown";
      readonly text: string;
      readonly problem: string;
      readonly at: number;
      /** Its values were seen, and no one shape fits them. */
      readonly differs?: true;
    };
