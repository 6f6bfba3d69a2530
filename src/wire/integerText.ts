import { limits } from "./limits";

/** The integer that a text of decimal digits writes; undefined for any other text, and for more digits than are taken. */
export function integerFrom(text: string): bigint | undefined {
  const digits = text.startsWith("-") ? text.length - 1 : text.length;
  return digits <= limits.integerDigits && /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}
