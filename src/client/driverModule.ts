// The part of the platform's WebAssembly that is used here; the Node.js types do not describe it.
interface WebAssemblyModules {
  compile(bytes: Uint8Array): Promise<object>;
  Module: { exports(module: object): { name: string; kind: string }[] };
}

/** What a driver's module exports, by kind. */
const driverExports: Readonly<Record<string, string>> = {
  memory: "memory",
  init: "function",
  alloc: "function",
  dealloc: "function",
  get_last_error: "function",
  get_schema: "function",
  get_version: "function",
  encode_input_fn: "function",
  decode_input_fn: "function",
  decode_output_fn: "function",
  decode_event: "function",
};

/** Names of the exports that a driver must have (§4.7) and these bytes lack: all of them if they are no WASM module. */
export async function missingDriverExports(bytes: Uint8Array): Promise<string[]> {
  const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyModules };
  let found: { name: string; kind: string }[];
  try {
    found = WebAssembly.Module.exports(await WebAssembly.compile(bytes));
  } catch {
    found = [];
  }
  return Object.keys(driverExports).filter(
    (name) => !found.some((each) => each.name === name && each.kind === driverExports[name]),
  );
}
