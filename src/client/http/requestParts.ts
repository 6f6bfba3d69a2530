import { t } from "../../base/translate";
import { hexToBytes } from "../../wire/hex";
import type { CheckedId } from "../../wire/ids";
import { methodPath, type Target } from "../../wire/target";
import { NodeError } from "../failures/nodeError";

/** Bytes to send, as they are or as hex text with or without `0x`. */
export type BytesInput = { bytes: Uint8Array } | { hex: string };

export const jsonContent = { "Content-Type": "application/json" };
export const bytesContent = { "Content-Type": "application/octet-stream" };
export const acceptBytes = { Accept: "application/octet-stream" };

/** The path of a method. Throws NodeError `invalid-input` for names that no path can hold. */
export function requestPath(target: Target): string {
  return orInvalidInput(() => methodPath(target), t`Cannot name the target`);
}

/** A checked id's value. Throws NodeError `invalid-input` with what is wrong with it. */
export function idValue(checked: CheckedId): string {
  if (checked.ok) return checked.value;
  throw new NodeError("invalid-input", checked.problem);
}

/** The bytes to send. Hex is read here and never left to the node, which takes unreadable hex for text (§2.1). */
export function inputBytes(input: BytesInput): Uint8Array {
  return "bytes" in input ? input.bytes : orInvalidInput(() => hexToBytes(input.hex), t`Cannot read the hex`);
}

/** Throws NodeError `invalid-input` with the position of the mistake unless the text is JSON. */
export function checkJson(text: string): void {
  orInvalidInput(() => void JSON.parse(text), t`This is not JSON`);
}

function orInvalidInput<T>(read: () => T, what: string): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new NodeError("invalid-input", `${what}: ${cause.message}`, { cause });
  }
}
