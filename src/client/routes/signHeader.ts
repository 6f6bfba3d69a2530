import { hexToBytes } from "../../wire/hex";
import { NodeError } from "../failures/nodeError";

/**
 * The value of the `sign` header (§4.7) for a signature in hex. A node reads a header as JSON first, so a signature that
 * would be read as a number is sent as a JSON string. Throws NodeError `invalid-input` unless it is hex.
 */
export function signHeader(signature: string): string {
  const hex = signature.trim().replace(/^0x/i, "").toLowerCase();
  try {
    if (hexToBytes(hex).length > 0) return isJsonValue(hex) ? `"${hex}"` : hex;
  } catch (cause) {
    throw new NodeError("invalid-input", `The signature is not hex: ${(cause as Error).message}`, { cause });
  }
  throw new NodeError("invalid-input", "The signature is empty.");
}

function isJsonValue(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
