import { createHash } from "node:crypto";
import { toBase58 } from "../wire/base58";

/** Values that depend on the seed and a label only, so that a chain is the same on every start. */
export class Seeded {
  private readonly keys = new Map<string, string>();

  constructor(private readonly seed: string) {}

  bytes(label: string, length: number): Buffer {
    const digest = createHash("sha256").update(`${this.seed}/${label}`).digest();
    return length <= digest.length ? digest.subarray(0, length) : lengthened(digest, length);
  }

  /** 32 bytes as hex: a hash, a contract id. */
  hash(label: string): string {
    return this.bytes(label, 32).toString("hex");
  }

  /** A public key of 96 bytes in base58. */
  key(label: string): string {
    const key = this.keys.get(label) ?? toBase58(this.bytes(label, 96));
    this.keys.set(label, key);
    return key;
  }

  /** A whole number from 0 up to, not including, `below`. */
  below(label: string, below: number): number {
    return this.bytes(label, 6).readUIntBE(0, 6) % below;
  }
}

/** The generator sfc32: hashing tens of megabytes would delay the first answer. */
function lengthened(digest: Buffer, length: number): Buffer {
  const text = new Uint32Array(Math.ceil(length / 4));
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as [number, number, number, number];
  for (let at = 0; at < text.length; at++) {
    const word = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + word) | 0;
    text[at] = word;
  }
  return Buffer.from(text.buffer, 0, length);
}
