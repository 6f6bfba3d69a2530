import { WebAssembly } from "../../src/driver/webAssembly";
import { i32, ModuleWriter, op, type Code } from "../../src/sandbox/driver/wasm";
import { processorTime } from "./processorTime";

/** What an odd driver does; functions that are left out return 0. */
interface OddDriver {
  init?: Code;
  /** Parameters: name, nameLength, data, dataLength, out, size. */
  decodeEvent?: Code;
  encodeInput?: Code;
  /** What it tells of itself. */
  schema?: string;
  without?: string;
  /** Makes it another module than one that does the same. */
  mark?: string;
}

/** The parameters of `decode_event` and `encode_input_fn`. */
export const parameter = { name: 0, data: 2, dataLength: 3, out: 4, size: 5 } as const;

/** A driver's module that behaves as no sound one does. */
export function oddDriver({ init, decodeEvent, encodeInput, schema, without, mark = "" }: OddDriver): Buffer {
  const module = new ModuleWriter();
  const heapTop = module.global();
  const nothing = op.const32(0);
  const told = module.text(schema ?? "");
  const tells = [
    ...op.get(0),
    ...op.const32(4),
    ...op.add,
    ...op.const32(told.at),
    ...op.const32(told.length),
    ...op.copy,
  ];
  const taken = [...op.getGlobal(heapTop), ...op.getGlobal(heapTop), ...op.get(0), ...op.add, ...op.setGlobal(heapTop)];
  const functions: [name: string, params: number, results: number, body: Code][] = [
    ["init", 0, 1, init ?? nothing],
    ["alloc", 1, 1, taken],
    ["dealloc", 2, 0, []],
    ["get_schema", 2, 1, [...tells, ...op.get(0), ...op.const32(told.length), ...op.store, ...nothing]],
    ["get_version", 2, 1, nothing],
    ["get_last_error", 2, 1, op.const32(2)],
    ["encode_input_fn", 6, 1, encodeInput ?? nothing],
    ["decode_input_fn", 6, 1, nothing],
    ["decode_output_fn", 6, 1, nothing],
    ["decode_event", 6, 1, decodeEvent ?? nothing],
  ];
  module.text("\0".repeat(16) + mark);
  for (const [name, params, results, body] of functions) {
    const types = (count: number) => Array<number>(count).fill(i32);
    if (name !== without) module.export(name, { params: types(params), results: types(results), body });
  }
  return module.done(heapTop, 8192);
}

/** Answers with the data as it came. */
export const echoCode: Code = [
  ...[
    ...op.get(parameter.out),
    ...op.const32(4),
    ...op.add,
    ...op.get(parameter.data),
    ...op.get(parameter.dataLength),
  ],
  ...[...op.copy, ...op.get(parameter.out), ...op.get(parameter.dataLength), ...op.store, ...op.const32(0)],
];

/** The start of an answer of so many bytes. */
export const answerLength = (length: Code): Code => [...op.get(parameter.out), ...length, ...op.store];

/** Fills memory from its start to so many bytes. */
export const fillMemory = (bytes: Code): Code => [...op.const32(0), ...op.const32(7), ...bytes, 0xfc, 0x0b, 0];

/** Grows memory as far as it may, in steps, and fills all of it. */
export const greedyCode: Code = [
  ...op.loop([...op.const32(16), ...op.memoryGrow, ...op.const32(-1), ...op.notEqual]),
  ...fillMemory([...op.memorySize, ...op.const32(16), ...op.shiftLeft]),
];

/** A driver that takes about so many milliseconds of this machine's time for an empty answer. */
export function slowDriver(milliseconds: number): Buffer {
  return busyDriver(Math.ceil(milliseconds * roundsPerMs()));
}

/** A module with a further section, or with another one in place of its own. Sections stand in the order of their ids. */
export function withSection(module: Buffer, id: number, content: readonly number[]): Buffer {
  const sections: [id: number, bytes: Buffer][] = [[id, Buffer.from([id, ...leb128(content.length), ...content])]];
  for (let at = 8; at < module.length;) {
    let [length, start] = [0, at + 1];
    for (let shift = 0; ; shift += 7) {
      const byte = module[start++]!;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    if (module[at] !== id) sections.push([module[at]!, module.subarray(at, start + length)]);
    at = start + length;
  }
  const sorted = sections.sort(([one], [other]) => one - other).map(([, bytes]) => bytes);
  return Buffer.concat([module.subarray(0, 8), ...sorted]);
}

/** The content of an import section with one function. */
export function imported(name: string): number[] {
  const named = (text: string) => [...leb128(Buffer.byteLength(text)), ...Buffer.from(text)];
  return [1, ...named("env"), ...named(name), 0, 0];
}

/** A number as modules write it. */
export function leb128(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb128(value >>> 7)];
}

function busyDriver(rounds: number): Buffer {
  const left = op.get(parameter.size);
  const lessOne = [...left, ...op.const32(1), ...op.subtract, ...op.set(parameter.size)];
  const work = op.loop(left, lessOne, fillMemory(op.const32(65_536)));
  const counted = [...op.const32(rounds), ...op.set(parameter.size)];
  return oddDriver({ decodeEvent: [...counted, ...work, ...answerLength(op.const32(0)), ...op.const32(0)] });
}

let measured: number | undefined;

function roundsPerMs(): number {
  const rounds = 4000;
  // The fastest of some: whatever else this process and the machine do meanwhile makes a driver look slower than it is.
  const times = () => Array.from({ length: 6 }, () => processorTime(() => runHere(busyDriver(rounds))));
  measured ??= rounds / Math.min(...times());
  return measured;
}

function runHere(module: Buffer): void {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(module));
  (instance as { exports: { decode_event(...given: number[]): number } }).exports.decode_event(0, 0, 0, 0, 100, 0);
}
