import { atOnce } from "../base/atOnce";
import { t } from "../base/translate";

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Bytes as lower-case hex without `0x`, the way the node prints them. */
export function bytesToHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += digits[byte];
  return text;
}

/**
 * Hex text, with or without `0x`, as bytes (§2.1). White space around it is ignored. Throws a SyntaxError that says
 * what is wrong and where: the text is never taken for anything but hex.
 */
export function hexToBytes(text: string): Uint8Array {
  return atOnce(hexInSteps(text));
}

const stepLength = 512 * 1024;

/** `hexToBytes` in steps of a millisecond or two, for text of any length. */
export function* hexInSteps(text: string): Generator<void, Uint8Array> {
  const start = text.length - text.trimStart().length;
  const end = Math.max(start, text.trimEnd().length);
  const first = /^0x/i.test(text.slice(start, start + 2)) ? start + 2 : start;
  const bytes = new Uint8Array((end - first) >> 1);
  for (let at = first; at < end; at++) {
    if (at % stepLength === 0) yield;
    const digit = digitValue(text.charCodeAt(at));
    if (digit < 0) throw new SyntaxError(t`Character ${at - start + 1} is not a hex digit (0–9, a–f).`);
    const index = (at - first) >> 1;
    bytes[index] = ((bytes[index] ?? 0) << 4) | digit;
  }
  if ((end - first) % 2) throw new SyntaxError(t`Odd number of hex digits (${end - first}): a byte takes two.`);
  return bytes;
}

function digitValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
