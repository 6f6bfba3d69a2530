import type { DriverFunction } from "./driverSchema";

/** A function in one line: `transfer(Address, u64) → bool`; a result of `()` is left out, a missing type is `?`. */
export function signature(fn: DriverFunction): string {
  const input = fn.input.trim() || "?";
  const isWrapped = input.startsWith("(") && input.endsWith(")");
  const output = fn.output.trim() || "?";
  return `${fn.name}${isWrapped ? input : `(${input})`}${output === "()" ? "" : ` → ${output}`}`;
}
