import { limits } from "./limits";

/** The integer that a text of decimal digits writes; undefined for any other text, and for more digits than are taken. */
export function integerFrom(text: string): bigint | undefined {
  const digits = text.startsWith("-") ? text.length - 1 : text.length;
  return digits <= limits.integerDigits && /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

/** An integer with its digits in threes. */
export function grouped(count: bigint | string): string {
  const digits = String(count);
  let text = digits.slice(0, digits.length % 3);
  for (let at = text.length; at < digits.length; at += 3) text += `${text && " "}${digits.slice(at, at + 3)}`;
  return text;
}
