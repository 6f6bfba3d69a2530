import { t } from "../../base/translate";
import { TooManyDigits, type Json } from "../../wire/json/exactJson";
import { hexInSteps } from "../../wire/hex";
import { parseLargeJson } from "../../wire/json/largeJson";
import { visibleText } from "../../wire/visibleText";
import { inSlices, Slices } from "../../base/inSlices";
import { originOf, type ResponseMeta, type NodeResponse } from "./nodeResponse";
import { NodeError } from "../failures/nodeError";
import type { NodeRequest } from "./nodeRequest";
import type { Transport } from "./transport";
import { isObject } from "../../wire/json/fields";
import { keptResponseBytes } from "./responseText";

/** A JSON answer: its value without a lost digit, and its text as it came. */
export interface JsonResponse {
  value: Json;
  text: string;
  meta: ResponseMeta;
}

/** Whether an answer says that it is JSON. Answers that do not are never parsed as JSON: hex can look like a number. */
export function isJson({ headers }: Pick<ResponseMeta, "headers">): boolean {
  const contentType = headers["content-type"];
  return contentType === "application/json" || /^application\/([a-z.+-]+\+)?json\b/i.test(contentType ?? "");
}

const decoder = new TextDecoder();
const chunkBytes = 256 * 1024;

/** An answer's body as text; a long one is decoded in slices, and without the blanks around it. */
export async function responseText({ body }: NodeResponse, slices?: Slices): Promise<string> {
  return body.length <= chunkBytes ? decoder.decode(body) : inSlices(decodeInSteps(body), slices);
}

function* decodeInSteps(body: Uint8Array): Generator<void, string> {
  let start = 0;
  for (; isBlank(body[start]); start++) if (start % chunkBytes === 0) yield;
  let end = body.length;
  for (; end > start && isBlank(body[end - 1]); end--) if (end % chunkBytes === 0) yield;
  const chunks = new TextDecoder();
  let text = "";
  for (let at = start; at < end; at += chunkBytes) {
    text += chunks.decode(body.subarray(at, Math.min(end, at + chunkBytes)), { stream: true });
    yield;
  }
  return text + chunks.decode();
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

/** JSON without a lost digit; a long text is read in slices. Rejects with a SyntaxError. */
export function readJson(text: string, slices?: Slices): Promise<Json> {
  return inSlices(parseLargeJson(text), slices);
}

/** Reads an answer of a route that answers JSON. Rejects with NodeError `malformed-response` and the text that came instead. */
export async function jsonAnswer(response: NodeResponse): Promise<JsonResponse> {
  const slices = new Slices();
  const text = await responseText(response, slices);
  try {
    return { value: await readJson(text, slices), text, meta: metaOf(response) };
  } catch (cause) {
    const shown = visibleText(text.slice(0, 200));
    const why =
      cause instanceof TooManyDigits ? t`cannot be read: ${cause.message}` : t`is not JSON: ${shown || t`it is empty`}`;
    throw malformed(response, t`The answer ${why}`, text, cause);
  }
}

/** A binary answer, and what is not certain of it. */
export interface BinaryResponse {
  bytes: Uint8Array;
  /** For a person: why the bytes may not be what they seem. */
  unclear?: string;
}

/**
 * Whether a binary answer holds bytes or their hex text (§2.1). Its own content type tells, if it has any; nodes that
 * send none answer raw to a request for raw bytes, and some to every request that was bytes itself.
 */
export function isRaw(
  { headers }: Pick<ResponseMeta, "headers">,
  asked: Readonly<Record<string, string>> = {},
): boolean {
  const said = headers["content-type"] ?? "";
  if (/^application\/(octet-stream|wasm)\b/i.test(said)) return true;
  if (isJson({ headers }) || /^text\//i.test(said)) return false;
  const [accept, sent] = ["accept", "content-type"].map((name) => headerOf(asked, name));
  return accept?.toLowerCase() === octets || sent === octets;
}

/** Reads the bytes of an answer to a request with these headers; hex text that is none stays as it came, and is said to. */
export async function binaryResponse(
  response: NodeResponse,
  asked: Readonly<Record<string, string>> = {},
): Promise<BinaryResponse> {
  const { body } = response;
  if (isRaw(response, asked)) {
    return isRaw(response) || !isHexText(body) ? { bytes: body } : { bytes: body, unclear: mayBeHex };
  }
  try {
    return { bytes: await inSlices(hexInSteps(await responseText(response))) };
  } catch {
    return { bytes: body, unclear: noHex };
  }
}

const octets = "application/octet-stream";
const mayBeHex = t`All of these bytes are hex digits: the node may have answered with hex text instead of bytes.`;
const noHex = t`The answer is no hex text, as it should be: its bytes are shown as they came.`;
/** Fewer bytes are hex digits by chance. */
const leastHexDigits = 8;

function isHexText(body: Uint8Array): boolean {
  const isDigit = (byte: number) => (byte >= 48 && byte <= 57) || ((byte | 32) >= 97 && (byte | 32) <= 102);
  return body.length >= leastHexDigits && body.length % 2 === 0 && body.every(isDigit);
}

function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
}

/** Reads an answer of a route that answers bytes, and nothing else: hex text that is none is `malformed-response`. */
export async function bytesAnswer(
  response: NodeResponse,
  asked: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const { bytes, unclear } = await binaryResponse(response, asked);
  if (unclear !== noHex) return bytes;
  const text = decoder.decode(response.body.subarray(0, 64 * 1024));
  throw malformed(response, t`The answer is not hex: ${visibleText(text.slice(0, 200))}`, text);
}

/** An answer without its body. */
export function metaOf(response: ResponseMeta): ResponseMeta {
  const { status, headers, route, connection, durationMs, version, deprecation } = response;
  return { status, headers, route, connection, durationMs, version, deprecation };
}

/** Asks a route that answers JSON and changes nothing, so that it may be asked twice. */
export async function askJson(
  transport: Pick<Transport, "request">,
  path: string,
  signal: AbortSignal | undefined,
  more: Pick<NodeRequest, "body" | "timeoutMs"> = {},
): Promise<JsonResponse> {
  return jsonAnswer(await transport.request({ method: "POST", path, idempotent: true, signal, ...more }));
}

/** The object that a route answers. Throws NodeError `malformed-response` for anything else, naming what is missing. */
export function objectIn(response: JsonResponse, named: string): { [name: string]: Json } {
  if (isObject(response.value)) return response.value;
  throw missingField(response, named);
}

/** The list that a route answers; throws as `objectIn` does. */
export function listIn(response: JsonResponse, named: string): Json[] {
  if (Array.isArray(response.value)) return response.value;
  throw missingField(response, named);
}

/** What an answer lacks that its route promises. */
export function missingField({ text, meta }: JsonResponse, field: string): NodeError {
  return malformed(meta, t`The answer has no ${field}: ${visibleText(text.slice(0, 200))}`, text);
}

/** An answer that is not what its route promises, with the beginning of the text that came. */
export function malformed(response: ResponseMeta, message: string, text: string, cause?: unknown): NodeError {
  const details = { ...originOf(response), response: text.slice(0, keptResponseBytes), cause };
  return new NodeError("malformed-response", message, details);
}
