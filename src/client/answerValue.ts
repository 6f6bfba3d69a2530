import { TooManyDigits, type Json } from "../wire/exactJson";
import { hexInSteps } from "../wire/hex";
import { parseLargeJson } from "../wire/largeJson";
import { visibleText } from "../wire/visibleText";
import { inSlices, Slices } from "./inSlices";
import { originOf, type AnswerMeta, type NodeAnswer } from "./nodeAnswer";
import { NodeError } from "./nodeError";

/** A JSON answer: its value without a lost digit, and its text as it came. */
export interface JsonAnswer {
  value: Json;
  text: string;
  meta: AnswerMeta;
}

/** Whether an answer says that it is JSON. Answers that do not are never parsed as JSON: hex can look like a number. */
export function isJson({ headers }: AnswerMeta): boolean {
  const contentType = headers["content-type"];
  return contentType === "application/json" || /^application\/([a-z.+-]+\+)?json\b/i.test(contentType ?? "");
}

const decoder = new TextDecoder();
const pieceBytes = 256 * 1024;

/** An answer's body as text; a long one is decoded in slices, and without the blanks around it. */
export async function answerText({ body }: NodeAnswer, slices?: Slices): Promise<string> {
  return body.length <= pieceBytes ? decoder.decode(body) : inSlices(decodeInSteps(body), slices);
}

function* decodeInSteps(body: Uint8Array): Generator<void, string> {
  let start = 0;
  for (; isBlank(body[start]); start++) if (start % pieceBytes === 0) yield;
  let end = body.length;
  for (; end > start && isBlank(body[end - 1]); end--) if (end % pieceBytes === 0) yield;
  const pieces = new TextDecoder();
  let text = "";
  for (let at = start; at < end; at += pieceBytes) {
    text += pieces.decode(body.subarray(at, Math.min(end, at + pieceBytes)), { stream: true });
    yield;
  }
  return text + pieces.decode();
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

/** JSON without a lost digit; a long text is read in slices. Rejects with a SyntaxError. */
export function readJson(text: string, slices?: Slices): Promise<Json> {
  return inSlices(parseLargeJson(text), slices);
}

/** Reads an answer of a route that answers JSON. Rejects with NodeError `malformed-answer` and the text that came instead. */
export async function jsonAnswer(answer: NodeAnswer): Promise<JsonAnswer> {
  const slices = new Slices();
  const text = await answerText(answer, slices);
  try {
    return { value: await readJson(text, slices), text, meta: metaOf(answer) };
  } catch (cause) {
    const shown = visibleText(text.slice(0, 200));
    const why =
      cause instanceof TooManyDigits ? `cannot be read: ${cause.message}` : `is not JSON: ${shown || "it is empty"}`;
    throw new NodeError("malformed-answer", `The answer ${why}`, {
      ...originOf(answer),
      answer: text.slice(0, 64 * 1024),
      cause,
    });
  }
}

/** Reads an answer of a route that answers bytes: as hex text unless it says otherwise (§2.1). */
export async function bytesAnswer(answer: NodeAnswer): Promise<Uint8Array> {
  if (isOctets(answer)) return answer.body;
  const text = await answerText(answer);
  try {
    return await inSlices(hexInSteps(text));
  } catch (cause) {
    throw new NodeError("malformed-answer", `The answer is not hex: ${visibleText(text.slice(0, 200))}`, {
      ...originOf(answer),
      answer: text.slice(0, 64 * 1024),
      cause,
    });
  }
}

/** Output that the node could not decode: usually hex text, else the bytes of the body itself. */
export async function undecodedBytes(answer: NodeAnswer): Promise<Uint8Array> {
  if (isOctets(answer)) return answer.body;
  try {
    return await inSlices(hexInSteps(await answerText(answer)));
  } catch {
    return answer.body;
  }
}

export function isOctets({ headers }: AnswerMeta): boolean {
  return /^application\/(octet-stream|wasm)\b/i.test(headers["content-type"] ?? "");
}

/** An answer without its body. */
export function metaOf(answer: AnswerMeta): AnswerMeta {
  const { status, headers, route, connection, durationMs, version, deprecation } = answer;
  return { status, headers, route, connection, durationMs, version, deprecation };
}

/** What an answer lacks that its route promises. */
export function missingField({ text, meta }: JsonAnswer, field: string): NodeError {
  return new NodeError("malformed-answer", `The answer has no ${field}: ${visibleText(text.slice(0, 200))}`, {
    ...originOf(meta),
    answer: text.slice(0, 64 * 1024),
  });
}
