import { pipeline, Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { t } from "../../base/translate";
import { joined, tooLarge } from "./responseBody";
import type { CollectedResponse } from "./responseCollector";
import { NodeError } from "../failures/nodeError";
import type { RequestContext } from "../failures/transportFailure";
import { limits } from "../../wire/limits";

type Headers = CollectedResponse["headers"];
type Chunks = AsyncIterable<Uint8Array>;

/** How far a body is undone: one of which only the beginning is here has no right end. */
interface Extent {
  isCut: boolean;
}

/** A name of a `content-encoding` → what undoes it. */
const decoders: Readonly<Record<string, (firstByte: number, extent: Extent) => Transform>> = {
  gzip: (_, extent) => createGunzip(zlibOptions(extent)),
  "x-gzip": (_, extent) => createGunzip(zlibOptions(extent)),
  // Some servers send it without the header that its standard asks for.
  deflate: (firstByte, extent) =>
    (firstByte & 15) === 8 ? createInflate(zlibOptions(extent)) : createInflateRaw(zlibOptions(extent)),
  br: (_, { isCut }) => createBrotliDecompress(isCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {}),
};

/**
 * The chunks of a body as they were before they were compressed, which no one asked for. Rejects with NodeError
 * `malformed-response` when it is compressed in a way that is not known here, or wrongly.
 */
export function decompressed(body: Chunks, headers: Headers, context: RequestContext): Chunks {
  const encodings = encodingsOf(headers);
  return encodings.length === 0 ? body : undone(body, encodings, context, { isCut: false });
}

/**
 * The same for a body that is here. Of a longer one `kept` bytes are kept and the others counted; more than `most`
 * reject with NodeError `too-large`. When only the beginning is here, so is only the beginning of what it was.
 */
export async function decompressedResponse(
  response: CollectedResponse,
  { most, kept }: { most: number; kept: number },
  context: RequestContext,
): Promise<CollectedResponse> {
  const encodings = encodingsOf(response.headers);
  if (encodings.length === 0) return response;
  const isCut = response.size > response.body.length;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of undone(Readable.from([response.body]), encodings, context, { isCut })) {
    if (size < kept) chunks.push(chunk.subarray(0, kept - size));
    size += chunk.length;
    if (size > most) throw tooLarge(most, context);
  }
  return {
    ...response,
    body: joined(chunks),
    size: size + response.size - (isCut ? response.body.length : response.size),
  };
}

/** How a body is encoded, the latest encoding last; none for a body that is as it was meant. */
function encodingsOf(headers: Headers): string[] {
  const header = headers["content-encoding"];
  if (header === undefined) return [];
  const names = String(header).toLowerCase().split(",");
  return names.map((name) => name.trim()).filter((name) => name !== "" && name !== "identity");
}

async function* undone(
  body: Chunks,
  encodings: readonly string[],
  context: RequestContext,
  extent: Extent,
): AsyncGenerator<Uint8Array> {
  const isKnown =
    encodings.length <= limits.responseEncodings && encodings.every((name) => Object.hasOwn(decoders, name));
  if (!isKnown) throw refusal(encodings, t`this way is not known here`, context);
  let chunks = body;
  for (const name of [...encodings].reverse()) chunks = through(decoders[name]!, chunks, extent);
  try {
    yield* chunks;
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    // Whatever else ends a body has its own words.
    if (thrown instanceof NodeError || !/^(Z_|ERR_BROTLI|ERR__ERROR)/.test(code ?? "")) throw thrown;
    throw refusal(encodings, message, context, thrown);
  }
}

async function* through(
  decoderOf: (firstByte: number, extent: Extent) => Transform,
  chunks: Chunks,
  extent: Extent,
): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  let first = await source.next();
  while (!first.done && first.value.length === 0) first = await source.next();
  if (first.done) return;
  const decoder = decoderOf(first.value[0] ?? 0, extent);
  // A failure on either side ends both, and is what the reader gets.
  pipeline(Readable.from(withFirst(first.value, source)), decoder, () => undefined);
  yield* decoder as AsyncIterable<Uint8Array>;
}

async function* withFirst(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}

function zlibOptions({ isCut }: Extent) {
  return isCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {};
}

function refusal(
  encodings: readonly string[],
  why: string,
  { route, connection }: RequestContext,
  cause?: unknown,
): NodeError {
  const message = t`The answer is compressed (${encodings.join(", ")}), which was not asked for: ${why}.`;
  return new NodeError("malformed-response", message, {
    ...{ route, cause, connection },
    remedy: t`Turn compression off in the node, or in the gateway before it.`,
  });
}
