/** The WebAssembly module that `download_driver` serves: a driver that describes itself but encodes nothing. */
export function driverModule(schema: string, version: string): Buffer {
  const texts = [schema, version, "this module only describes itself"].map((text) => Buffer.from(text));
  const data = Buffer.concat(texts);
  const heap = data.length + 16;
  const types = section(
    1,
    vector([[0x60, 0, 1, i32], [0x60, 1, i32, 1, i32], [0x60, 2, i32, i32, 0], two, six].map(bytes)),
  );
  const functions = section(3, vector(exported.map(({ type }) => bytes([type]))));
  const memory = section(5, bytes([1, 0, ...unsigned(Math.ceil((heap + 262_144) / 65_536))]));
  const globals = section(
    6,
    vector(
      [
        [i32, 1, 0x41, ...signed(0), 0x0b],
        [i32, 1, 0x41, ...signed(heap), 0x0b],
      ].map(bytes),
    ),
  );
  const names = exported.map(({ name }, at) => Buffer.concat([named(name), bytes([0, at])]));
  const exportsOf = section(7, vector([Buffer.concat([named("memory"), bytes([2, 0])]), ...names]));
  const code = section(10, vector(bodies(texts.map(({ length }) => length))));
  const content = section(11, vector([Buffer.concat([bytes([0, 0x41, ...signed(0), 0x0b]), sized(data)])]));
  return Buffer.concat([
    bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
    types,
    functions,
    memory,
    globals,
    exportsOf,
    code,
    content,
  ]);
}

const i32 = 0x7f;
const two = [0x60, 2, i32, i32, 1, i32];
const six = [0x60, 6, i32, i32, i32, i32, i32, i32, 1, i32];

/** Exports in function order, with the index of their type. */
const exported = [
  { name: "init", type: 0 },
  { name: "alloc", type: 1 },
  { name: "dealloc", type: 2 },
  { name: "get_schema", type: 3 },
  { name: "get_version", type: 3 },
  { name: "get_last_error", type: 3 },
  { name: "encode_input_fn", type: 4 },
  { name: "decode_input_fn", type: 4 },
  { name: "decode_output_fn", type: 4 },
  { name: "decode_event", type: 4 },
];

function bodies([schema = 0, version = 0, error = 0]: number[]): Buffer[] {
  const init = [0x41, 1, 0x24, 0, 0x41, 0];
  // The next free address is kept in a global: what is given back is not used again.
  const alloc = [0x23, 1, 0x23, 1, 0x20, 0, 0x6a, 0x24, 1];
  const failing = [...ifNotReady(), 0x41, 2];
  const describing = [textCopy(0, schema), textCopy(schema, version), textCopy(schema + version, error)];
  return [init, alloc, [], ...describing, failing, failing, failing, failing].map((code) =>
    sized(bytes([0, ...code, 0x0b])),
  );
}

/** `return 3` unless `init` was called. */
function ifNotReady(): number[] {
  return [0x23, 0, 0x45, 0x04, 0x40, 0x41, 3, 0x0f, 0x0b];
}

/** (out, size): `return 4` when the buffer is too small, else u32 length and text go there. */
function textCopy(offset: number, length: number): number[] {
  const tooSmall = [0x20, 1, 0x41, ...signed(length + 4), 0x49, 0x04, 0x40, 0x41, 4, 0x0f, 0x0b];
  const writeLength = [0x20, 0, 0x41, ...signed(length), 0x36, 2, 0];
  const copy = [0x20, 0, 0x41, 4, 0x6a, 0x41, ...signed(offset), 0x41, ...signed(length), 0xfc, 0x0a, 0, 0];
  return [...ifNotReady(), ...tooSmall, ...writeLength, ...copy, 0x41, 0];
}

function bytes(values: number[]): Buffer {
  return Buffer.from(values);
}

function section(id: number, content: Buffer): Buffer {
  return Buffer.concat([bytes([id]), sized(content)]);
}

function vector(items: Buffer[]): Buffer {
  return Buffer.concat([bytes(unsigned(items.length)), ...items]);
}

function named(name: string): Buffer {
  return sized(Buffer.from(name));
}

function sized(content: Buffer): Buffer {
  return Buffer.concat([bytes(unsigned(content.length)), content]);
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** Signed LEB128 of a value that is not negative. */
function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)];
}
