import { WebAssembly, type WasmModule } from "./webAssembly";

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
  return missingOf(await compiled(bytes));
}

/** A driver's module, ready to be run. Rejects when the bytes are no driver, or one that wants something from outside. */
export async function compileDriver(bytes: Uint8Array): Promise<WasmModule> {
  const module = await compiled(bytes);
  const missing = missingOf(module);
  if (!module || missing.length > 0) throw new Error(`The module does not export ${missing.join(", ")}`);
  const [wanted] = WebAssembly.Module.imports(module);
  if (wanted) throw new Error(`The module imports ${wanted.name}, and a driver imports nothing`);
  return module;
}

async function compiled(bytes: Uint8Array): Promise<WasmModule | undefined> {
  try {
    return await WebAssembly.compile(bytes);
  } catch {
    return undefined;
  }
}

function missingOf(module: WasmModule | undefined): string[] {
  const found = module ? WebAssembly.Module.exports(module) : [];
  return Object.keys(driverExports).filter(
    (name) => !found.some((each) => each.name === name && each.kind === driverExports[name]),
  );
}
