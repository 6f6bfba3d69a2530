import { t } from "../base/translate";

/** Why a module is not run here; that stays so for as long as it is the same module. */
export class ModuleRefusal extends Error {}

/** A part of a module: what it is about (its id in the binary format), and its bytes without id and length. */
export interface Section {
  id: number;
  content: Uint8Array;
}

const preamble = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0] as const;
/** The id of sections that say nothing of how the module runs, such as names for a debugger. */
const custom = 0;
const names = new TextDecoder();

/** Reads numbers and names of the binary format of WebAssembly, front to back; throws `ModuleRefusal` at the end. */
export class ModuleReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get atEnd(): boolean {
    return this.at === this.bytes.length;
  }

  byte(): number {
    return this.take(1)[0]!;
  }

  /** An unsigned number of up to 32 bits, in groups of seven. */
  number(): number {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte >= 0x80) continue;
      if (value < 2 ** 32) return value;
      break;
    }
    throw new ModuleRefusal(t`a number in its module is too long`);
  }

  /** A view of so many bytes. */
  take(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) throw new ModuleRefusal(t`its module ends too early`);
    return this.bytes.subarray(this.at, (this.at += length));
  }

  name(): string {
    return names.decode(this.take(this.number()));
  }
}

/**
 * The sections that matter for running a module, in their order, each at most once. Throws `ModuleRefusal`, and any other
 * error when the bytes are something else.
 */
export function readSections(module: Uint8Array): Section[] {
  const reader = new ModuleReader(module);
  const begin = reader.take(Math.min(preamble.length, module.length));
  if (preamble.some((byte, at) => byte !== begin[at])) throw new Error(t`it is no WebAssembly module`);
  const sections = new Map<number, Section>();
  while (!reader.atEnd) {
    const id = reader.byte();
    const content = reader.take(reader.number());
    if (id === custom) continue;
    if (sections.has(id)) throw new ModuleRefusal(t`its module has two sections of one kind`);
    sections.set(id, { id, content });
  }
  return [...sections.values()];
}

/** The module that consists of these sections. */
export function writeModule(sections: readonly Section[]): Uint8Array {
  const parts = sections.map(({ id, content }) => ({ head: [id, ...numberBytes(content.length)], content }));
  let at: number = preamble.length;
  const module = new Uint8Array(parts.reduce((sum, { head, content }) => sum + head.length + content.length, at));
  module.set(preamble);
  for (const { head, content } of parts) {
    module.set(head, at);
    module.set(content, at + head.length);
    at += head.length + content.length;
  }
  return module;
}

/** An unsigned number in groups of seven bits. */
export function numberBytes(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(value >>> 7)];
}
