import type { IntegerName } from "./rustType";

export interface IntegerRange {
  readonly min: bigint;
  readonly max: bigint;
  /** Whether drivers write it as decimal text: 64 bits and more, which a JSON number need not carry exactly. */
  readonly asText: boolean;
}

/** The range of a Rust integer; `usize` and `isize` count as 64 bits wide, the widest they can be. */
export function integerRange(name: IntegerName): IntegerRange {
  const size = name.slice(1);
  const bits = BigInt(size === "size" ? 64 : Number(size));
  const asText = bits >= 64n;
  if (name.startsWith("u")) return { min: 0n, max: 2n ** bits - 1n, asText };
  return { min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n, asText };
}
