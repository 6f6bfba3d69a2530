/** Instructions of WebAssembly, as bytes; those of a part stand in a list of their own. */
export type Code = readonly (number | Code)[];

export const i32 = 0x7f;
export const i64 = 0x7e;

/** A function; its locals are numbered on from its parameters. */
export interface WasmFunction {
  params?: number[];
  results?: number[];
  locals?: number[];
  body: Code;
}

/** The instructions that the sandbox's drivers need. Blocks leave nothing on the stack. */
export const op = {
  get: (local: number) => [0x20, ...unsigned(local)],
  set: (local: number) => [0x21, ...unsigned(local)],
  tee: (local: number) => [0x22, ...unsigned(local)],
  getGlobal: (global: number) => [0x23, ...unsigned(global)],
  setGlobal: (global: number) => [0x24, ...unsigned(global)],
  const32: (value: number) => [0x41, ...signed(value)],
  const64: (value: number) => [0x42, ...signed(value)],
  call: (index: number) => [0x10, ...unsigned(index)],
  when: (...body: Code[]): Code => [0x04, 0x40, body, 0x0b],
  whenElse: (body: Code, otherwise: Code): Code => [0x04, 0x40, body, 0x05, otherwise, 0x0b],
  /** Runs the body for as long as the condition holds. */
  loop: (condition: Code, ...body: Code[]): Code => [0x03, 0x40, condition, op.when(...body, [0x0c, 1]), 0x0b],
  /** Adds to a local. */
  increase: (local: number, by = 1): Code => [op.get(local), op.const32(by), op.add, op.set(local)],
  increaseGlobal: (global: number, by: Code): Code => [op.getGlobal(global), by, op.add, op.setGlobal(global)],
  /** Reads so many bytes as an unsigned i64. */
  load64: (size: 1 | 2 | 4 | 8): Code => [{ 1: 0x31, 2: 0x33, 4: 0x35, 8: 0x29 }[size], 0, 0],
  extendSigned: (size: 1 | 2 | 4 | 8): Code => ({ 1: [0xc2], 2: [0xc3], 4: [0xc4], 8: [] })[size],
  return: [0x0f],
  drop: [0x1a],
  load: [0x28, 0, 0],
  loadByte: [0x2d, 0, 0],
  store: [0x36, 0, 0],
  storeByte: [0x3a, 0, 0],
  memorySize: [0x3f, 0],
  memoryGrow: [0x40, 0],
  copy: [0xfc, 0x0a, 0, 0],
  isZero: [0x45],
  equal: [0x46],
  notEqual: [0x47],
  below: [0x49],
  above: [0x4b],
  isNegative64: [...[0x42, 0], 0x53],
  atLeast64: [0x5a],
  add: [0x6a],
  subtract: [0x6b],
  and: [0x71],
  shiftLeft: [0x74],
  shiftRight: [0x76],
  subtract64: [0x7d],
  divide64: [0x80],
  remainder64: [0x82],
  wrap: [0xa7],
} as const;

/** A module with one memory, in the making. */
export class ModuleWriter {
  private readonly functions: WasmFunction[] = [];
  private readonly exported: [name: string, index: number][] = [];
  private readonly globals: number[] = [];
  private readonly data: number[] = [];
  private readonly texts = new Map<string, number>();

  /** The number of the function. It may call those that were added before it, and itself. */
  add(fn: WasmFunction): number {
    return this.functions.push(fn) - 1;
  }

  export(name: string, fn: WasmFunction): void {
    this.exported.push([name, this.add(fn)]);
  }

  /** The number that the next function will have. */
  get next(): number {
    return this.functions.length;
  }

  /** A mutable i32. */
  global(): number {
    return this.globals.push(0) - 1;
  }

  /** Where in memory a text is, and its bytes. */
  text(text: string): { at: number; length: number } {
    const bytes = Buffer.from(text);
    const at = this.texts.get(text) ?? this.data.length;
    if (!this.texts.has(text)) for (const byte of bytes) this.data.push(byte);
    this.texts.set(text, at);
    return { at, length: bytes.length };
  }

  /** The module. `heapTop` is set to the first address after the texts; its memory may grow to so many 64 KiB. */
  done(heapTop: number, mostPages = 1024): Buffer {
    this.globals[heapTop] = this.data.length;
    const bodies = this.functions.map(({ locals = [], body }) => {
      const declared = locals.map((type) => [1, type]);
      return sized(bytesOf([...unsigned(locals.length), declared, body, 0x0b]));
    });
    const types = this.functions.map(({ params = [], results = [] }) =>
      Buffer.from([0x60, ...unsigned(params.length), ...params, ...unsigned(results.length), ...results]),
    );
    const memory = [named("memory"), Buffer.of(2, 0)];
    const names = this.exported.map(([name, index]) =>
      Buffer.concat([named(name), Buffer.from([0, ...unsigned(index)])]),
    );
    const pages = unsigned(Math.ceil(this.data.length / 65_536) + 1);
    return Buffer.concat([
      Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
      section(1, vector(types)),
      section(3, vector(this.functions.map((_, at) => Buffer.from(unsigned(at))))),
      section(5, Buffer.from([1, 1, ...pages, ...unsigned(mostPages)])),
      section(6, vector(this.globals.map((value) => bytesOf([i32, 1, op.const32(value), 0x0b])))),
      section(7, vector([Buffer.concat(memory), ...names])),
      section(10, vector(bodies)),
      section(11, vector([Buffer.concat([bytesOf([0, op.const32(0), 0x0b]), sized(Buffer.from(this.data))])])),
    ]);
  }
}

function bytesOf(code: Code): Buffer {
  return Buffer.from(flat(code));
}

function flat(code: Code): number[] {
  return code.flatMap((part) => (typeof part === "number" ? part : flat(part)));
}

function section(id: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(id), sized(content)]);
}

function vector(items: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(unsigned(items.length)), ...items]);
}

function named(name: string): Buffer {
  return sized(Buffer.from(name));
}

function sized(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(unsigned(content.length)), content]);
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** Signed LEB128. */
function signed(value: number): number[] {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
