import { Refusal, refuse } from "./answer";
import type { Answer, Ask } from "./answer";
import { readJson } from "./json";
import type { Json } from "./json";

/** The bytes of a request body by the rules of §2.1: raw, `0x` hex text, or the text's own bytes. */
export function bodyBytes(ask: Ask): Buffer {
  if (isOctetStream(ask.headers["content-type"])) return ask.body;
  const text = bodyText(ask);
  // A text that only looks like hex stays text: so nodes do.
  return /^0x([0-9a-f]{2})*$/i.test(text) ? Buffer.from(text.slice(2), "hex") : Buffer.from(text);
}

/** The request body as UTF-8 text; 400 when it is none. */
export function bodyText(ask: Ask): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(ask.body);
  } catch {
    throw refuse.input("invalid utf-8 in body");
  }
}

/** JSON of a body that says it is JSON; 422 when it cannot be read as such. */
export function bodyJson(ask: Ask): Json {
  try {
    return readJson(bodyText(ask));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refuse.unprocessable(`body is not JSON: ${(error as Error).message}`);
  }
}

/** Exactly this media type: a node takes `application/json; charset=utf-8` for text. */
export function saysJson(ask: Ask): boolean {
  return ask.headers["content-type"] === "application/json";
}

/** Bytes as lower-case hex without `0x`, or raw when the request accepts octets (§2.1). */
export function bytesAnswer(ask: Ask, bytes: Uint8Array, headers: Record<string, string> = {}): Answer {
  return wantsOctets(ask)
    ? { status: 200, headers: { "content-type": "application/octet-stream", ...headers }, body: bytes }
    : { status: 200, headers, body: Buffer.from(bytes).toString("hex") };
}

export function wantsOctets(ask: Ask): boolean {
  return ask.headers.accept?.split(",").some((type) => isOctetStream(type.trim())) ?? false;
}

/** A header's value as nodes read it: JSON first, the text itself only when that fails. */
export function headerValue(text: string): Json {
  try {
    return readJson(text);
  } catch {
    return text;
  }
}

/** A one-element header as text, undefined when absent. */
export function header(ask: Pick<Ask, "headers">, name: string): string | undefined {
  const value = ask.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}

function isOctetStream(type: string | undefined): boolean {
  return type?.split(";")[0]?.trim() === "application/octet-stream";
}
