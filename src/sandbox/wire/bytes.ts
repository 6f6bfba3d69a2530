/** Appends values to a growing byte string, integers little-endian. */
export class ByteWriter {
  private readonly parts: Uint8Array[] = [];

  raw(bytes: Uint8Array): this {
    this.parts.push(bytes);
    return this;
  }

  /** An unsigned integer of `size` bytes; negative values are written as two's complement. */
  integer(value: bigint | number, size: number): this {
    const bytes = Buffer.alloc(size);
    let rest = BigInt.asUintN(size * 8, BigInt(value));
    for (let at = 0; at < size; at++, rest >>= 8n) bytes[at] = Number(rest & 0xffn);
    return this.raw(bytes);
  }

  /** Length as u32, then the bytes. */
  sized(bytes: Uint8Array): this {
    return this.integer(bytes.length, 4).raw(bytes);
  }

  /** A presence byte, then the bytes as `write` puts them. */
  optional<T>(value: T | null, write: (value: T) => void): this {
    this.integer(value === null ? 0 : 1, 1);
    if (value !== null) write(value);
    return this;
  }

  done(): Buffer {
    return Buffer.concat(this.parts);
  }
}

/** Takes what {@link ByteWriter} wrote; every method throws `RangeError` when the bytes end early. */
export class ByteReader {
  private at = 0;
  constructor(private readonly bytes: Uint8Array) {}

  get left(): number {
    return this.bytes.length - this.at;
  }

  raw(length: number): Buffer {
    if (length > this.left) throw new RangeError(`needs ${length} more bytes at ${this.at}, has ${this.left}`);
    this.at += length;
    return Buffer.from(this.bytes.subarray(this.at - length, this.at));
  }

  integer(size: number): bigint {
    return this.raw(size).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
  }

  count(): number {
    return Number(this.integer(4));
  }

  sized(): Buffer {
    return this.raw(this.count());
  }

  optional<T>(read: () => T): T | null {
    const flag = this.integer(1);
    if (flag > 1n) throw new RangeError(`presence byte is ${flag}`);
    return flag === 1n ? read() : null;
  }

  end(): void {
    if (this.left > 0) throw new RangeError(`${this.left} bytes are left over`);
  }
}
