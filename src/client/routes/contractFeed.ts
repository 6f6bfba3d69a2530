import { t } from "../../base/translate";
import { counted } from "../../base/words";
import type { Json } from "../../wire/json/exactJson";
import { hexToBytes } from "../../wire/hex";
import { JsonItems } from "../../wire/json/jsonItems";
import { limits } from "../../wire/limits";
import { isJson, isRaw, readJson, malformed } from "../http/responseValue";
import { Slices } from "../../base/inSlices";
import { originOf, type NodeStream } from "../http/nodeResponse";
import { NodeError } from "../failures/nodeError";
import type { NodeRequest } from "../http/nodeRequest";
import type { Transport } from "../http/transport";

/**
 * A chunk of a streamed output (§4.6): one JSON item, or some of the bytes of a blob. Where one output ends and the next
 * begins cannot be told from the bytes.
 */
export type FeedChunk = { kind: "json"; value: Json; text: string } | { kind: "bytes"; bytes: Uint8Array };

/**
 * Runs a streaming call; resolves when the node begins to answer. The first request is an ordinary one; when the node
 * says that the feed is missing, it is sent once more with the header that asks for it. A method that does not stream
 * gives its one output. The first is left out when the feed `isMissing`, as the node has said before.
 */
export async function contractFeed(
  transport: Transport,
  request: NodeRequest,
  isMissing = false,
): Promise<AsyncGenerator<FeedChunk>> {
  const response = isMissing ? withFeed(transport, request) : openFeed(transport, request);
  return chunksOf(await response, request);
}

async function* chunksOf(response: NodeStream, request: NodeRequest): AsyncGenerator<FeedChunk> {
  if (isJson(response)) yield* jsonItems(response);
  else yield* isRaw(response, request.headers) ? rawBytes(response) : hexBytes(response);
}

async function openFeed(transport: Transport, request: NodeRequest): Promise<NodeStream> {
  try {
    return await transport.stream(request);
  } catch (thrown) {
    if (!(thrown instanceof NodeError) || thrown.reason !== "missing-feed") throw thrown;
    return withFeed(transport, request);
  }
}

function withFeed(transport: Transport, request: NodeRequest): Promise<NodeStream> {
  const asksForFeed = { [transport.endpoint.headerName("Feeder")]: "true" };
  return transport.stream({ ...request, headers: { ...request.headers, ...asksForFeed } });
}

/** The items of a JSON list as they arrive, whatever the chunks; any other JSON value is the one output. */
async function* jsonItems(response: NodeStream): AsyncGenerator<FeedChunk> {
  const items = new JsonItems();
  /** The one output, when it is no list. */
  const whole: string[] = [];
  const slices = new Slices();
  let length = 0;
  let count = 0;
  for await (const text of decodedText(response, () => count)) {
    length += text.length;
    if (whole.length > 0 || (!items.opened && isOther(text))) whole.push(text);
    for (const item of whole.length > 0 ? [] : items.push(text)) {
      yield await jsonChunk(item, response, count++);
      // What has arrived is handed over in one go otherwise, however much that is.
      const pause = slices.next();
      if (pause) await pause;
    }
    if (items.problem !== undefined) throw endedEarly(response, count, items.problem);
    if ((items.opened ? items.pending : length) > limits.streamedItemCharacters) throw tooLong(response, count);
  }
  if (whole.length > 0) yield await jsonChunk(whole.join(""), response, count);
  else if (!items.complete) throw endedEarly(response, count);
}

/** Whether a text that nothing but blanks came before begins something else than a list. */
function isOther(text: string): boolean {
  const beginning = text.trimStart();
  return beginning !== "" && !beginning.startsWith("[");
}

async function* decodedText(response: NodeStream, itemsSoFar: () => number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body) yield decoder.decode(chunk, { stream: true });
  } catch (thrown) {
    // A connection that breaks ends the list early, like one that is closed in good order before the last bracket.
    const broken = thrown instanceof NodeError && thrown.reason === "malformed-response";
    throw broken ? endedEarly(response, itemsSoFar(), thrown) : thrown;
  }
  yield decoder.decode();
}

async function jsonChunk(text: string, response: NodeStream, count: number): Promise<FeedChunk> {
  try {
    return { kind: "json", value: await readJson(text), text };
  } catch (cause) {
    throw endedEarly(response, count, cause);
  }
}

async function* rawBytes(response: NodeStream): AsyncGenerator<FeedChunk> {
  for await (const bytes of response.body) yield { kind: "bytes", bytes };
}

/** Hex text, as bytes as soon as both digits of a byte are there. */
async function* hexBytes(response: NodeStream): AsyncGenerator<FeedChunk> {
  const decoder = new TextDecoder();
  let odd = "";
  for await (const chunk of response.body) {
    const text = odd + decoder.decode(chunk, { stream: true });
    const even = text.length - (text.length % 2);
    odd = text.slice(even);
    if (even > 0) yield { kind: "bytes", bytes: hexOf(text.slice(0, even), response) };
  }
  odd += decoder.decode();
  if (odd.trim() !== "") throw endedEarly(response, undefined, t`half a byte is missing`);
}

function hexOf(text: string, response: NodeStream): Uint8Array {
  try {
    return hexToBytes(text);
  } catch (cause) {
    throw malformed(response, t`The output is neither JSON nor hex.`, text, cause);
  }
}

function tooLong(response: NodeStream, count: number): NodeError {
  const message = t`Item ${count + 1} of the output is longer than ${limits.streamedItemCharacters} characters.`;
  return new NodeError("too-large", message, originOf(response));
}

function endedEarly(response: NodeStream, count: number | undefined, cause?: unknown): NodeError {
  const stopped =
    count === undefined
      ? t`The node stopped, in the middle of its answer`
      : t`The node stopped after ${counted(count, "item")}, in the middle of its answer`;
  return new NodeError("malformed-response", typeof cause === "string" ? `${stopped} (${cause}).` : `${stopped}.`, {
    ...originOf(response),
    cause,
    cutShort: true,
    remedy: t`What arrived before is complete. The next item may be one that no driver decodes: as bytes all of it comes.`,
  });
}
