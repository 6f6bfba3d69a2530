import { Refusal } from "../http/answer";

/** What a driver's module must export. */
const names = [
  ...["memory", "init", "alloc", "dealloc", "get_last_error", "get_schema", "get_version"],
  ...["encode_input_fn", "decode_input_fn", "decode_output_fn", "decode_event"],
];

/** The part of the platform's WebAssembly that is used here; the Node.js types do not describe it. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { Module: (new (bytes: Uint8Array) => object) & { exports(module: object): { name: string }[] } };
};

/** Throws `Refusal` unless the bytes are a module that can be a driver. */
export function checkDriver(bytes: Uint8Array): void {
  const found = exportsOf(bytes);
  const missing = names.filter((name) => !found.includes(name));
  if (missing.length > 0) throw failed(`module does not export ${missing.join(", ")}`);
}

function exportsOf(bytes: Uint8Array): string[] {
  try {
    return WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name);
  } catch (error) {
    throw failed(`body is no WebAssembly module: ${(error as Error).message}`);
  }
}

function failed(text: string): Refusal {
  return new Refusal(500, text, "Data driver error: ");
}
