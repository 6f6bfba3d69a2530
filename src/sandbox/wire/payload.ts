import { Refusal } from "../http/answer";
import type { Answer, Ask } from "../http/answer";
import { readJson } from "./json";
import type { Json } from "./json";
import type { Behaviours } from "../profile";

/** The bytes of a request body by the rules of §2.1: raw, `0x` hex text, or the text's own bytes. */
export function bodyBytes(ask: Ask): Buffer {
  if (isOctetStream(ask.headers["content-type"])) return ask.body;
  const text = utf8(ask);
  // A text that only looks like hex stays text: so nodes do.
  return /^0x([0-9a-f]{2})*$/i.test(text) ? Buffer.from(text.slice(2), "hex") : Buffer.from(text);
}

/** The request body as UTF-8 text, which `0x` hex is too; 400 when it is none. */
export function bodyText(ask: Ask): string {
  return utf8({ ...ask, body: bodyBytes(ask) });
}

function utf8({ body }: Pick<Ask, "body">): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new Refusal(400, "Invalid request encoding: Invalid utf8");
  }
}

/** JSON of a body that says it is JSON; throws `SyntaxError` when it cannot be read as such. */
export function bodyJson(ask: Ask): Json {
  return readJson(utf8(ask));
}

/** Exactly this media type, in whatever case: a node takes `application/json; charset=utf-8` for text. */
export function saysJson(ask: Ask): boolean {
  return ask.headers["content-type"]?.toLowerCase() === "application/json";
}

/** Bytes as lower-case hex without `0x`, or raw when the request accepts octets (§2.1); no content type with either. */
export function bytesAnswer(
  ask: Ask,
  like: Behaviours,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Answer {
  return { status: 200, headers, body: wantsOctets(ask, like) ? bytes : Buffer.from(bytes).toString("hex") };
}

/** `Accept` is compared as a whole: a list or a parameter is something else. */
export function wantsOctets({ headers }: Ask, like: Behaviours): boolean {
  if (isOctetStream(headers.accept)) return true;
  return like["binary response to an octet-stream request"] === "raw" && isOctetStream(headers["content-type"]);
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
  return type?.toLowerCase() === "application/octet-stream";
}
