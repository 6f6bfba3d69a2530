interface Exports {
  memory: { buffer: ArrayBuffer };
  init: () => number;
  alloc: (length: number) => number;
  dealloc: (at: number, length: number) => void;
  [method: string]: unknown;
}

/** The part of the platform's WebAssembly that the types of Node.js leave out. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: { new (bytes: Uint8Array): object; imports(module: object): object[] };
    Instance: new (module: object) => { exports: Exports };
  };
};

type Method = (...args: number[]) => number;

/** A driver's module, called just as its exports are described. */
export class PlainDriver {
  readonly exports: Exports;

  constructor(bytes: Uint8Array) {
    const module = new WebAssembly.Module(bytes);
    if (WebAssembly.Module.imports(module).length > 0) throw new Error("A driver imports nothing");
    this.exports = new WebAssembly.Instance(module).exports;
  }

  init(): void {
    if (this.exports.init() !== 0) throw new Error("init failed");
  }

  status(method: string, args: number[] = [], size = 8192): number {
    const out = this.exports.alloc(size);
    const status = (this.exports[method] as Method)(...args, out, size);
    this.exports.dealloc(out, size);
    return status;
  }

  text(method: string, args: number[] = [], size = 8192): string {
    const out = this.exports.alloc(size);
    const status = (this.exports[method] as Method)(...args, out, size);
    if (status !== 0) throw new Error(`${method} answered ${status}`);
    const length = new DataView(this.exports.memory.buffer).getUint32(out, true);
    const text = Buffer.from(this.exports.memory.buffer, out + 4, length).toString("utf8");
    this.exports.dealloc(out, size);
    return text;
  }

  decodeEvent(name: string, data: Uint8Array, size = 8192): { status: number; text: string | undefined } {
    const args = [...this.put(Buffer.from(name)), ...this.put(data)];
    const status = this.status("decode_event", args, size);
    return { status, text: status === 0 ? this.text("decode_event", args, size) : undefined };
  }

  private put(bytes: Uint8Array): [at: number, length: number] {
    const at = this.exports.alloc(bytes.length);
    new Uint8Array(this.exports.memory.buffer).set(bytes, at);
    return [at, bytes.length];
  }
}
