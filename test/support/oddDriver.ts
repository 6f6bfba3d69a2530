import { i32, ModuleWriter, op, type Code } from "../../src/sandbox/wasm";

/** What an odd driver does; functions that are left out return 0. */
interface OddDriver {
  init?: Code;
  /** Parameters: name, nameLength, data, dataLength, out, size. */
  decodeEvent?: Code;
  without?: string;
}

/** The parameters of `decode_event`. */
export const parameter = { name: 0, data: 2, out: 4, size: 5 } as const;

/** A driver's module that behaves as no sound one does. */
export function oddDriver({ init, decodeEvent, without }: OddDriver): Buffer {
  const module = new ModuleWriter();
  const heapTop = module.global();
  const nothing = op.const32(0);
  const taken = [...op.getGlobal(heapTop), ...op.getGlobal(heapTop), ...op.get(0), ...op.add, ...op.setGlobal(heapTop)];
  const functions: [name: string, params: number, results: number, body: Code][] = [
    ["init", 0, 1, init ?? nothing],
    ["alloc", 1, 1, taken],
    ["dealloc", 2, 0, []],
    ["get_schema", 2, 1, nothing],
    ["get_version", 2, 1, nothing],
    ["get_last_error", 2, 1, op.const32(2)],
    ["encode_input_fn", 6, 1, nothing],
    ["decode_input_fn", 6, 1, nothing],
    ["decode_output_fn", 6, 1, nothing],
    ["decode_event", 6, 1, decodeEvent ?? nothing],
  ];
  module.text("\0".repeat(16));
  for (const [name, params, results, body] of functions) {
    const types = (count: number) => Array<number>(count).fill(i32);
    if (name !== without) module.export(name, { params: types(params), results: types(results), body });
  }
  return module.done(heapTop, 8192);
}
