import type { RustType } from "../wire/rustType";
import { i32, i64, op, type Code, type ModuleWriter } from "./wasm";

/** Where a driver stands in its input and output, by the numbers of its globals. */
interface Cursor {
  input: number;
  inputEnd: number;
  output: number;
  outputEnd: number;
  /** Not zero once the bytes turn out not to fit. */
  misfit: number;
}

const quote = 0x22;

/** Writes a driver's functions that read bytes of a type, as `typeCodec` does, and write them as JSON. */
export class DriverDecoder {
  readonly cursor: Cursor;
  private readonly take: number;
  private readonly put: number;
  private readonly putText: number;
  private readonly putHex: number;
  private readonly putInteger: number;

  constructor(private readonly module: ModuleWriter) {
    const [input, inputEnd, output, outputEnd, misfit] = Array.from({ length: 5 }, () => module.global()) as Five;
    this.cursor = { input, inputEnd, output, outputEnd, misfit };
    this.take = this.addTake();
    this.put = this.addPut();
    this.putText = this.addPutText();
    this.putHex = this.addPutHex();
    this.putInteger = this.addPutInteger();
  }

  /** The number of the function that decodes a type; undefined for keys, texts and 128 bits, which need much code. */
  of(type: RustType): number | undefined {
    const body = this.bodyOf(type);
    return body && this.module.add({ locals: [i32, i32], body });
  }

  private bodyOf(type: RustType): Code | undefined {
    switch (type.kind) {
      case "unit":
        return this.text("null");
      case "bool":
        return [this.byte(), op.whenElse(this.text("true"), this.text("false"))];
      case "integer":
        return this.integer(type.signed, type.size);
      case "byte-array":
        return this.hex(op.const32(type.length));
      case "bytes":
        return this.hex(this.count());
      case "option":
        return this.option(this.of(type.of));
      case "tuple":
        return this.members("[]", ...type.items.map((item): [string, RustType] => ["", item]));
      case "struct":
        return this.members(
          "{}",
          ...type.members.map(([name, of]): [string, RustType] => [`${JSON.stringify(name)}:`, of]),
        );
      case "array":
        return this.repeated(this.of(type.of), op.const32(type.length));
      case "list":
        return this.repeated(this.of(type.of), this.count());
      case "choice":
        return this.choice(type.members);
      default:
        return undefined;
    }
  }

  private integer(isSigned: boolean, size: number): Code | undefined {
    if (size !== 1 && size !== 2 && size !== 4 && size !== 8) return undefined;
    const value = [this.taken(size), op.load64(size), isSigned ? op.extendSigned(size) : []];
    const written = [value, op.const32(isSigned ? 1 : 0), op.call(this.putInteger)];
    // 64-bit integers are texts: a JSON number would lose digits elsewhere.
    return size === 8 ? this.quoted(written) : written;
  }

  private hex(length: Code): Code {
    const at = [length, op.tee(0), op.call(this.take), op.set(1)];
    return this.quoted([at, op.get(1), op.get(0), op.call(this.putHex)]);
  }

  private quoted(written: Code): Code {
    return [this.character(quote), written, this.character(quote)];
  }

  private option(inner: number | undefined): Code | undefined {
    if (inner === undefined) return undefined;
    const tooLarge = [op.get(0), op.const32(1), op.above, op.when(this.fail())];
    const written = op.whenElse(op.call(inner), this.text("null"));
    return [this.byte(), op.set(0), tooLarge, op.get(0), written];
  }

  private members([open, close]: string, ...members: [before: string, type: RustType][]): Code | undefined {
    const code: Code[] = [];
    for (const [at, [before, type]] of members.entries()) {
      const inner = this.of(type);
      if (inner === undefined) return undefined;
      code.push(this.text(`${at === 0 ? open : ","}${before}`), op.call(inner));
    }
    return members.length === 0 ? this.text(`${open}${close}`) : [...code, this.text(close!)];
  }

  /** Ends at the first misfit: the count of a list is only claimed. */
  private repeated(inner: number | undefined, count: Code): Code | undefined {
    if (inner === undefined) return undefined;
    const goesOn = [op.get(1), op.get(0), op.below, op.getGlobal(this.cursor.misfit), op.isZero, op.and];
    const comma = [op.get(1), op.when(this.character(0x2c))];
    const items = op.loop(goesOn, comma, op.call(inner), op.increase(1));
    return [count, op.set(0), this.character(0x5b), items, this.character(0x5d)];
  }

  private choice(members: [name: string, type: RustType][]): Code | undefined {
    const code: Code[] = [this.byte(), op.set(0)];
    for (const [at, [name, type]] of members.entries()) {
      const inner = this.of(type);
      if (inner === undefined) return undefined;
      const written = [this.text(`{${JSON.stringify(name)}:`), op.call(inner), this.text("}")];
      code.push(op.get(0), op.const32(at), op.equal, op.when(written));
    }
    const unknown = [op.const32(members.length - 1), op.get(0), op.below, op.when(this.fail())];
    return [...code, unknown];
  }

  private text(text: string): Code {
    const { at, length } = this.module.text(text);
    return [op.const32(at), op.const32(length), op.call(this.putText)];
  }

  private character(code: number): Code {
    return [op.const32(code), op.call(this.put)];
  }

  private taken(length: number): Code {
    return [op.const32(length), op.call(this.take)];
  }

  private byte(): Code {
    return [this.taken(1), op.loadByte];
  }

  private count(): Code {
    return [this.taken(4), op.load];
  }

  private fail(): Code {
    return [op.const32(1), op.setGlobal(this.cursor.misfit)];
  }

  /** (length) → where the next bytes of the input are; some place that can be read when there are not so many. */
  private addTake(): number {
    const { input, inputEnd } = this.cursor;
    const left = [op.getGlobal(inputEnd), op.getGlobal(input), op.subtract];
    const missing = op.when(this.fail(), op.const32(0), op.return);
    const advance = op.increaseGlobal(input, op.get(0));
    const body = [left, op.get(0), op.below, missing, op.getGlobal(input), advance];
    return this.module.add({ params: [i32], results: [i32], body });
  }

  /** (byte): appends it; what there is no room for is only counted. */
  private addPut(): number {
    const { output, outputEnd } = this.cursor;
    const hasRoom = [op.getGlobal(output), op.getGlobal(outputEnd), op.below];
    const store = op.when(op.getGlobal(output), op.get(0), op.storeByte);
    return this.module.add({ params: [i32], body: [hasRoom, store, op.increaseGlobal(output, op.const32(1))] });
  }

  /** (at, length): appends bytes. */
  private addPutText(): number {
    const each = [op.get(0), op.loadByte, op.call(this.put)];
    return this.module.add({ params: [i32, i32], body: this.forEachByte(each) });
  }

  /** (at, length): appends bytes as hex. */
  private addPutHex(): number {
    const digits = this.module.text("0123456789abcdef").at;
    const digit = (shift: Code) => {
      const half = [op.get(0), op.loadByte, shift, op.const32(15), op.and];
      return [op.const32(digits), half, op.add, op.loadByte, op.call(this.put)];
    };
    const each = [digit([op.const32(4), op.shiftRight]), digit([])];
    const nothing = [op.getGlobal(this.cursor.misfit), op.when(op.return)];
    return this.module.add({ params: [i32, i32], body: [nothing, this.forEachByte(each)] });
  }

  private forEachByte(each: Code): Code {
    return op.loop(op.get(1), each, op.increase(0), op.increase(1, -1));
  }

  /** (value, whether it is signed): appends its digits. */
  private addPutInteger(): number {
    const self = this.module.next;
    const negate = [op.const64(0), op.get(0), op.subtract64, op.set(0)];
    const sign = op.when(op.get(0), op.isNegative64, op.when(this.character(0x2d), negate));
    const tens = [op.get(0), op.const64(10), op.divide64, op.const32(0), op.call(self)];
    const isLong = [op.get(0), op.const64(10), op.atLeast64];
    const last = [op.get(0), op.const64(10), op.remainder64, op.wrap, op.const32(0x30), op.add];
    const body = [op.get(1), sign, isLong, op.when(tens), last, op.call(this.put)];
    return this.module.add({ params: [i64, i32], body });
  }
}

type Five = [number, number, number, number, number];
