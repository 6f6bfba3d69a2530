import type { Json } from "./json/exactJson";
import { fieldsOf } from "./json/fields";
import { hexToBytes } from "./hex";
import { limits } from "./limits";
import { visibleLines } from "./visibleText";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The text that a memo's hex stands for; undefined when its bytes are none, or hold what cannot be seen. */
export function memoText(hex: Json | undefined): string | undefined {
  if (typeof hex !== "string" || hex === "" || hex.length > 2 * limits.memoBytes) return undefined;
  try {
    const text = utf8.decode(hexToBytes(hex));
    return text.trim() !== "" && visibleLines(text) === text ? text : undefined;
  } catch {
    return undefined; // bytes that are no text, such as the hashes of blobs
  }
}

/** The memo's text of a transfer's event, or of a transaction, which may be inside what tells of its execution (§6.2). */
export function memoIn(value: Json): string | undefined {
  const fields = fieldsOf(value);
  return memoText(fields["memo"] ?? fieldsOf(fields["inner"])["memo"]);
}
