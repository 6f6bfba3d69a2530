import { t } from "../../base/translate";
import { limits } from "../../wire/limits";
import type { RequestContext } from "../failures/transportFailure";
import { NodeError } from "../failures/nodeError";

/**
 * Reads the body of a failure: keeps the first `kept` bytes, counts the rest, and leaves what is far longer unread. Its
 * size is then infinite unless it was announced.
 */
export async function readFailure(
  body: AsyncIterable<Uint8Array>,
  contentLength: string | undefined,
  kept: number,
  context: RequestContext,
): Promise<{ body: Uint8Array; size: number }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (size < kept) chunks.push(chunk.subarray(0, kept - size));
    size += chunk.length;
    context.received = size;
    const whole = sizeOfUnread(size, contentLength);
    // Leaving the loop cancels the body: none is left open, which would hold its connection for good.
    if (whole !== undefined) return { body: joined(chunks), size: whole };
  }
  return { body: joined(chunks), size };
}

/** The length of a failure's body of which enough was read; undefined while it is read on. */
export function sizeOfUnread(read: number, contentLength: string | undefined): number | undefined {
  if (read <= limits.failedResponseReadBytes) return undefined;
  return Math.max(Number(contentLength) || Infinity, read);
}

/** Chunks as one array of bytes. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** A body beyond the limit of what is read into memory. */
export function tooLarge(most: number, { route, connection }: RequestContext): NodeError {
  return new NodeError("too-large", t`The answer is longer than the limit of ${most} bytes.`, {
    ...{ route, connection },
    remedy: t`Ask for less, or save the answer to a file where that is offered.`,
  });
}
