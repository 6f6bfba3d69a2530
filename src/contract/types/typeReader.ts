import { t } from "../../base/translate";
import type { IntegerName, RustType } from "./rustType";
import { limits } from "../../wire/limits";

/** Deepest nesting that is read, so that no schema can exhaust the stack. */
const { levels: deepestType, typeCharacters: longestTypeText } = limits.contractSchema;

/** Why a text is no type, and the offset at which that shows. */
class TypeProblem extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

/** A recursive-descent reader over one type text; every failure is a `TypeProblem`. */
class TypeReader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  readWhole(): RustType {
    this.skipBlanks();
    if (this.at === this.text.length) throw new TypeProblem(t`The type is not known.`, this.at);
    const type = this.readType();
    this.skipBlanks();
    if (this.at < this.text.length) throw new TypeProblem(t`${this.here()} follows a complete type.`, this.at);
    return type;
  }

  private readType(): RustType {
    if (++this.depth > deepestType) throw new TypeProblem(t`The type is nested deeper than ${deepestType}.`, this.at);
    this.skipBlanks();
    const type = this.readOneType();
    this.depth--;
    return type;
  }

  private readOneType(): RustType {
    if (this.take("(")) return this.readTuple();
    if (this.take("[")) return this.readSequence();
    if (this.take("&")) {
      this.readLifetime();
      this.takeWord("mut");
      return this.readType();
    }
    for (const word of ["dyn", "impl", "fn", "for", "unsafe", "extern"]) {
      if (this.takeWord(word)) throw new TypeProblem(t`\`${word}\` types have no JSON form.`, this.at - word.length);
    }
    return this.readPath();
  }

  private readTuple(): RustType {
    const items: RustType[] = [];
    let commas = 0;
    while (!this.take(")")) {
      if (items.length > commas) throw new TypeProblem(t`Expected \`,\` or \`)\`, found ${this.here()}.`, this.at);
      items.push(this.readType());
      if (this.take(",")) commas++;
    }
    const [only] = items;
    if (only === undefined) return { kind: "unit" };
    return items.length === 1 && commas === 0 ? only : { kind: "tuple", items };
  }

  private readSequence(): RustType {
    const of = this.readType();
    if (this.take("]")) return listOf(of, "slice");
    if (!this.take(";")) throw new TypeProblem(t`Expected \`;\` or \`]\`, found ${this.here()}.`, this.at);
    this.skipBlanks();
    const start = this.at;
    const end = this.text.indexOf("]", start);
    if (end < 0) throw new TypeProblem(t`The array's \`]\` is missing.`, this.text.length);
    const lengthText = this.text.slice(start, end).trim();
    if (lengthText === "") throw new TypeProblem(t`The array's length is missing.`, start);
    if (lengthText.startsWith("-")) throw new TypeProblem(t`An array's length cannot be negative.`, start);
    this.at = end + 1;
    return arrayOf(of, lengthText);
  }

  private readPath(): RustType {
    const start = this.at;
    const absolute = this.take("::");
    const segments = [this.readName()];
    while (this.take("::")) {
      // The turbofish spelling `Vec::<T>` is the same type.
      if (this.peek("<")) break;
      segments.push(this.readName());
    }
    const path = `${absolute ? "::" : ""}${segments.join("::")}`;
    const name = segments.at(-1) ?? path;
    const parameters = this.take("<") ? this.readArguments() : [];
    if (this.peek("::")) throw new TypeProblem(t`An associated type cannot be read from its name.`, this.at);
    const builtIn = builtInType(segments, parameters);
    if (builtIn === undefined) return { kind: "named", name, path, arguments: parameters };
    if (typeof builtIn === "string") throw new TypeProblem(builtIn, start);
    return builtIn;
  }

  private readArguments(): RustType[] {
    const found: RustType[] = [];
    let separated = true;
    while (!this.take(">")) {
      this.skipBlanks();
      if (this.at === this.text.length) throw new TypeProblem(t`The closing \`>\` is missing.`, this.at);
      if (!separated) throw new TypeProblem(t`Expected \`,\` or \`>\`, found ${this.here()}.`, this.at);
      if (!this.readLifetime()) found.push(this.readConstant() ?? this.readType());
      separated = this.take(",");
    }
    return found;
  }

  private readConstant(): RustType | undefined {
    const text = this.takeMatch(/-?\d\w*|\{[^{}]*\}/y);
    return text === undefined ? undefined : { kind: "named", name: text, path: text, arguments: [] };
  }

  private readLifetime(): boolean {
    return this.takeMatch(/'[\p{L}_][\p{L}\p{N}_]*(?!')/uy) !== undefined;
  }

  private readName(): string {
    const name = this.takeMatch(/(?:r#)?[\p{L}_][\p{L}\p{N}_]*/uy);
    if (name === undefined) throw new TypeProblem(t`Expected a type, found ${this.here()}.`, this.at);
    return name.startsWith("r#") ? name.slice(2) : name;
  }

  private take(token: string): boolean {
    if (!this.peek(token)) return false;
    this.at += token.length;
    return true;
  }

  private takeWord(word: string): boolean {
    if (!this.peek(word)) return false;
    const goesOn = /^[\p{L}\p{N}_]/u.test(this.text.slice(this.at + word.length));
    return !goesOn && this.take(word);
  }

  private takeMatch(pattern: RegExp): string | undefined {
    this.skipBlanks();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private peek(token: string): boolean {
    this.skipBlanks();
    return this.text.startsWith(token, this.at);
  }

  private skipBlanks(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at++;
  }

  private here(): string {
    const found = this.text.codePointAt(this.at);
    return found === undefined ? t`the end` : `\`${String.fromCodePoint(found)}\``;
  }
}

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

const integerNames: ReadonlySet<string> = new Set("u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize".split(" "));

/** Containers whose JSON is that of their content. */
const transparent = new Set(["Box", "Rc", "Arc", "Cow", "Cell", "RefCell", "Reverse", "Wrapping", "Saturating"]);

const lists = new Set(["Vec", "VecDeque", "LinkedList", "BinaryHeap", "BTreeSet", "HashSet"]);

/** Spellings of hand-written schemas for the types of the standard library. */
const alternateNames: { readonly [name: string]: string } = { vec: "Vec", list: "Vec", option: "Option" };

/**
 * The type a path of Rust's own library stands for: a type, or the sentence that says why it cannot be one, or
 * undefined for a type that is not the library's. A contract's `my_crate::Option` is not the library's.
 */
function builtInType(segments: readonly string[], parameters: readonly RustType[]): RustType | string | undefined {
  const written = segments.at(-1) ?? "";
  if (segments.length > 1 && !["core", "alloc", "std"].includes(segments[0] ?? "")) return undefined;
  const name = Object.hasOwn(alternateNames, written) ? (alternateNames[written] ?? written) : written;
  const scalar = scalarType(name);
  if (scalar !== undefined) return parameters.length === 0 ? scalar : t`\`${name}\` takes no type parameters.`;
  const [first, second] = parameters;
  if (name === "Result") {
    if (first === undefined) return t`\`Result\` needs the types of its two outcomes.`;
    return second === undefined ? undefined : { kind: "result", ok: first, error: second };
  }
  const isContainer = name === "Option" || transparent.has(name) || lists.has(name);
  if (!isContainer) return undefined;
  // A second parameter is the allocator or the hasher.
  if (first === undefined || parameters.length > (lists.has(name) ? 2 : 1)) {
    return t`\`${name}\` takes one type parameter, found ${parameters.length}.`;
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

/** Reads a Rust type name as a driver schema writes it. Never throws: a text that is no type becomes `unknown`. */
export function parseRustType(text: string): RustType {
  if (text.length > longestTypeText) {
    const problem = t`The type name is longer than ${longestTypeText} characters.`;
    return { kind: "unknown", text: `${text.slice(0, 100)}…`, problem, at: longestTypeText };
  }
  try {
    return new TypeReader(text).readWhole();
  } catch (error) {
    if (error instanceof TypeProblem) return { kind: "unknown", text, problem: error.message, at: error.at };
    throw error;
  }
}
