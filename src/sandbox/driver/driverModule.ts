import { DriverDecoder } from "./driverDecoder";
import type { RustType } from "../wire/rustType";
import { i32, ModuleWriter, op, type Code } from "./wasm";
import type { SampleContract } from "../contracts/contract";
import { driverSchema } from "../contracts/driverSchema";
import { writeJson } from "../wire/json";

/** What a driver's module is made of. */
export interface DriverContent {
  schema: string;
  version: string;
  events: ReadonlyMap<string, RustType>;
}

/** Parameters of a codec function. */
const [name, nameLength, data, dataLength, codecOut, codecSize] = [0, 1, 2, 3, 4, 5] as const;
const notReady = [op.const32(3), op.return];

/**
 * The WebAssembly module that `download_driver` serves: it describes itself and decodes events, as far as
 * `DriverDecoder` goes. The rest fails, as in a driver that was made for less.
 */
export function driverModule({ schema, version, events }: DriverContent): Buffer {
  const module = new ModuleWriter();
  const ready = module.global();
  const heapTop = module.global();
  const error = { at: module.global(), length: module.global() };
  const unlessReady = [op.getGlobal(ready), op.isZero, op.when(notReady)];
  const failing = (text: string, status: number) => {
    const { at, length } = module.text(text);
    const said = [op.const32(at), op.setGlobal(error.at), op.const32(length), op.setGlobal(error.length)];
    return [said, op.const32(status), op.return];
  };
  const same = addSame(module);
  const decoder = new DriverDecoder(module);
  const cases = [...events].map(([topic, type]) => {
    const text = module.text(topic);
    const asked = [op.get(name), op.get(nameLength), op.const32(text.at), op.const32(text.length)];
    const decode = decoder.of(type);
    const body = decode === undefined ? failing(`no code for ${topic}`, 2) : decoded(decoder, decode, failing);
    return [asked, op.call(same), op.when(body)];
  });
  const describing = (at: Code, length: Code) => ({
    params: [i32, i32],
    results: [i32],
    body: [unlessReady, copied(at, length)],
  });
  const textOf = ({ at, length }: { at: number; length: number }) => describing(op.const32(at), op.const32(length));
  const codec = (body: Code) => ({
    params: [i32, i32, i32, i32, i32, i32],
    results: [i32],
    body: [unlessReady, body, op.const32(2)],
  });
  module.export("init", { results: [i32], body: [op.const32(1), op.setGlobal(ready), op.const32(0)] });
  module.export("alloc", { params: [i32], results: [i32], body: alloc(heapTop) });
  module.export("dealloc", { params: [i32, i32], body: dealloc(heapTop) });
  module.export("get_schema", textOf(module.text(schema)));
  module.export("get_version", textOf(module.text(version)));
  module.export("get_last_error", describing(op.getGlobal(error.at), op.getGlobal(error.length)));
  for (const each of ["encode_input_fn", "decode_input_fn", "decode_output_fn"])
    module.export(each, codec(failing("this module decodes events only", 2)));
  module.export("decode_event", codec([cases, failing("unknown event", 1)]));
  return module.done(heapTop);
}

/** Runs the decoder of the event that was asked for, and returns what became of it. */
function decoded({ cursor }: DriverDecoder, decode: number, failing: (text: string, status: number) => Code): Code {
  const { input, inputEnd, output, outputEnd, misfit } = cursor;
  const content = [op.get(codecOut), op.const32(4), op.add];
  const start = [
    [op.const32(0), op.setGlobal(misfit)],
    [op.get(data), op.setGlobal(input), op.get(data), op.get(dataLength), op.add, op.setGlobal(inputEnd)],
    [content, op.setGlobal(output), op.get(codecOut), op.get(codecSize), op.add, op.setGlobal(outputEnd)],
  ];
  const isLeft = [op.getGlobal(input), op.getGlobal(inputEnd), op.notEqual];
  const isFull = [op.getGlobal(output), op.getGlobal(outputEnd), op.above];
  const length = [op.get(codecOut), op.getGlobal(output), content, op.subtract, op.store];
  return [
    [start, op.call(decode), op.getGlobal(misfit), op.when(failing("bytes do not fit", 2))],
    [isLeft, op.when(failing("bytes are left over", 2))],
    [isFull, op.when(op.const32(4), op.return), length, op.const32(0), op.return],
  ];
}

/** (out, size): 4 when there is no room for u32 length and text, else they go there. */
function copied(at: Code, length: Code): Code {
  const tooSmall = [op.get(1), length, op.const32(4), op.add, op.below, op.when(op.const32(4), op.return)];
  const copy = [op.get(0), op.const32(4), op.add, at, length, op.copy];
  return [tooSmall, op.get(0), length, op.store, copy, op.const32(0)];
}

/** (length) → address; 0 when there is no more memory. */
function alloc(heapTop: number): Code {
  const end = [op.getGlobal(heapTop), op.get(0), op.add];
  const bytes = [op.memorySize, op.const32(16), op.shiftLeft];
  const missing = [end, bytes, op.subtract, op.const32(65_535), op.add, op.const32(16), op.shiftRight];
  const failed = [op.const32(-1), op.equal, op.when(op.const32(0), op.return)];
  const grow = [end, bytes, op.above, op.when(missing, op.memoryGrow, failed)];
  return [grow, op.getGlobal(heapTop), end, op.setGlobal(heapTop)];
}

/** (address, length): only what was taken last can be taken again. */
function dealloc(heapTop: number): Code {
  const isLast = [op.get(0), op.get(1), op.add, op.getGlobal(heapTop), op.equal];
  return [isLast, op.when(op.get(0), op.setGlobal(heapTop))];
}

/** (at, length, otherAt, otherLength) → whether the bytes are the same. */
function addSame(module: ModuleWriter): number {
  const differ = op.when(op.const32(0), op.return);
  const byte = (local: number) => [op.get(local), op.loadByte];
  const next = [op.increase(0), op.increase(2), op.increase(1, -1)];
  const each = [byte(0), byte(2), op.notEqual, differ, next];
  const body = [op.get(1), op.get(3), op.notEqual, differ, op.loop(op.get(1), each), op.const32(1)];
  return module.add({ params: [i32, i32, i32, i32], results: [i32], body });
}

/** The drivers' WebAssembly modules: the sandbox's own, and what was uploaded in their place. */
export class DriverModules {
  private readonly uploaded = new Map<string, { module: Buffer; signature: string }>();

  /** Undefined for a contract without a driver and for one whose driver is built into the node. */
  of(contract: SampleContract): Buffer | undefined {
    if (contract.driver === "none" || contract.driver === "built-in") return undefined;
    const { definition, events, id } = contract;
    const { version = "" } = definition;
    const schema = contract.driver === "schemaless" ? "" : writeJson(driverSchema(definition));
    return this.uploaded.get(id)?.module ?? driverModule({ schema, version, events });
  }

  /** From now on the contract has a driver; the sandbox goes on encoding by its own codec. */
  keep(contract: SampleContract, module: Buffer, signature: string): void {
    this.uploaded.set(contract.id, { module, signature });
    this.restore(contract);
  }

  /** The files of uploaded drivers outlive a chain. */
  restore(contract: SampleContract): void {
    const kept = this.uploaded.get(contract.id);
    if (!kept) return;
    contract.driver = contract.driver === "none" ? "available" : contract.driver;
    contract.driverSignature = kept.signature;
  }
}
