import type { RustType } from "./rustType";
import { builtInType } from "./builtInType";
import { arrayOf, listOf } from "./sequenceType";
import { limits } from "../../wire/limits";

/** Deepest nesting that is read, so that no schema can exhaust the stack. */
const { levels: deepestType } = limits.contractSchema;

/** Why a text is no type, and the offset at which that shows. */
export class TypeProblem extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

/** A recursive-descent reader over one type text; every failure is a `TypeProblem`. */
export class TypeReader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  readWhole(): RustType {
    this.skipBlanks();
    if (this.at === this.text.length) throw new TypeProblem("The type is not known.", this.at);
    const type = this.readType();
    this.skipBlanks();
    if (this.at < this.text.length) throw new TypeProblem(`${this.here()} follows a complete type.`, this.at);
    return type;
  }

  private readType(): RustType {
    if (++this.depth > deepestType) throw new TypeProblem(`The type is nested deeper than ${deepestType}.`, this.at);
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
      if (this.takeWord(word)) throw new TypeProblem(`\`${word}\` types have no JSON form.`, this.at - word.length);
    }
    return this.readPath();
  }

  private readTuple(): RustType {
    const items: RustType[] = [];
    let commas = 0;
    while (!this.take(")")) {
      if (items.length > commas) throw new TypeProblem(`Expected \`,\` or \`)\`, found ${this.here()}.`, this.at);
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
    if (!this.take(";")) throw new TypeProblem(`Expected \`;\` or \`]\`, found ${this.here()}.`, this.at);
    this.skipBlanks();
    const start = this.at;
    const end = this.text.indexOf("]", start);
    if (end < 0) throw new TypeProblem("The array's `]` is missing.", this.text.length);
    const lengthText = this.text.slice(start, end).trim();
    if (lengthText === "") throw new TypeProblem("The array's length is missing.", start);
    if (lengthText.startsWith("-")) throw new TypeProblem("An array's length cannot be negative.", start);
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
    if (this.peek("::")) throw new TypeProblem("An associated type cannot be read from its name.", this.at);
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
      if (this.at === this.text.length) throw new TypeProblem("The closing `>` is missing.", this.at);
      if (!separated) throw new TypeProblem(`Expected \`,\` or \`>\`, found ${this.here()}.`, this.at);
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
    if (name === undefined) throw new TypeProblem(`Expected a type, found ${this.here()}.`, this.at);
    return name.startsWith("r#") ? name.slice(2) : name;
  }

  private take(token: string): boolean {
    if (!this.peek(token)) return false;
    this.at += token.length;
    return true;
  }

  private takeWord(word: string): boolean {
    if (!this.peek(word)) return false;
    const after = this.text.codePointAt(this.at + word.length);
    const goesOn = after !== undefined && /[\p{L}\p{N}_]/u.test(String.fromCodePoint(after));
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
    return found === undefined ? "the end" : `\`${String.fromCodePoint(found)}\``;
  }
}
