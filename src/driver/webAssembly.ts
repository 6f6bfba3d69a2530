/** A compiled module. */
export type WasmModule = object;

/** What a driver exports, as far as it is called here; addresses, lengths and statuses are i32. */
export interface DriverExports {
  memory: { buffer: ArrayBuffer };
  init(): number | undefined;
  alloc(length: number): number;
  dealloc(at: number, length: number): void;
  get_schema(out: number, size: number): number;
  get_last_error(out: number, size: number): number;
  decode_event: Codec;
  encode_input_fn: Codec;
}

type Codec = (name: number, nameLength: number, data: number, dataLength: number, out: number, size: number) => number;

/** The part of the platform's WebAssembly that is used here; the Node.js types do not describe it. */
export const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (bytes: Uint8Array) => WasmModule;
    Instance: new (module: WasmModule) => { exports: unknown };
  };
};
