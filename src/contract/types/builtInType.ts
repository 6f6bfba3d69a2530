import type { IntegerName, RustType } from "./rustType";
import { arrayOf, listOf } from "./sequenceType";

const plain: { readonly [name: string]: RustType } = {
  bool: { kind: "bool" },
  f32: { kind: "float", name: "f32" },
  f64: { kind: "float", name: "f64" },
  char: { kind: "text", name: "char" },
  str: { kind: "text", name: "str" },
  String: { kind: "text", name: "String" },
  string: { kind: "text", name: "String" },
  bytes: { kind: "bytes", text: "Vec<u8>" },
};

const integerNames: ReadonlySet<string> = new Set<IntegerName>(
  "u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize".split(" ") as IntegerName[],
);

/** Containers whose JSON is that of their content. */
const transparent = new Set(["Box", "Rc", "Arc", "Cow", "Cell", "RefCell", "Reverse", "Wrapping", "Saturating"]);

const lists = new Set(["Vec", "VecDeque", "LinkedList", "BinaryHeap", "BTreeSet", "HashSet"]);

/** Spellings of hand-written schemas for the types of the standard library. */
const alternateNames: { readonly [name: string]: string } = { vec: "Vec", list: "Vec", option: "Option" };

/**
 * The type a path of Rust's own library stands for: a type, or the sentence that says why it cannot be one, or
 * undefined for a type that is not the library's. A contract's `my_crate::Option` is not the library's.
 */
export function builtInType(
  segments: readonly string[],
  parameters: readonly RustType[],
): RustType | string | undefined {
  const written = segments.at(-1) ?? "";
  if (segments.length > 1 && !["core", "alloc", "std"].includes(segments[0] ?? "")) return undefined;
  const name = Object.hasOwn(alternateNames, written) ? (alternateNames[written] ?? written) : written;
  const scalar = scalarType(name);
  if (scalar !== undefined) return parameters.length === 0 ? scalar : `\`${name}\` takes no type parameters.`;
  const [first, second] = parameters;
  if (name === "Result") {
    if (first === undefined) return "`Result` needs the types of its two outcomes.";
    return second === undefined ? undefined : { kind: "result", ok: first, error: second };
  }
  const isContainer = name === "Option" || transparent.has(name) || lists.has(name);
  if (!isContainer) return undefined;
  // A second parameter is the allocator or the hasher.
  if (first === undefined || parameters.length > (lists.has(name) ? 2 : 1)) {
    return `\`${name}\` takes one type parameter, found ${parameters.length}.`;
  }
  if (lists.has(name)) return listOf(first, name);
  return name === "Option" ? { kind: "option", of: first } : first;
}

function scalarType(name: string): RustType | undefined {
  if (integerNames.has(name)) return { kind: "integer", name: name as IntegerName };
  if (Object.hasOwn(plain, name)) return plain[name];
  const length = /^bytes([1-9]\d{0,5})$/.exec(name)?.[1];
  return length === undefined ? undefined : arrayOf({ kind: "integer", name: "u8" }, length);
}
