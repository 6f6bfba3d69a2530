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
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    if (size < kept) pieces.push(piece.subarray(0, kept - size));
    size += piece.length;
    context.received = size;
    const whole = sizeOfUnread(size, contentLength);
    // Leaving the loop cancels the body: none is left open, which would hold its connection for good.
    if (whole !== undefined) return { body: joined(pieces), size: whole };
  }
  return { body: joined(pieces), size };
}

/** The length of a failure's body of which enough was read; undefined while it is read on. */
export function sizeOfUnread(read: number, contentLength: string | undefined): number | undefined {
  if (read <= limits.failedResponseReadBytes) return undefined;
  return Math.max(Number(contentLength) || Infinity, read);
}

/** Pieces as one array of bytes. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A body beyond the limit of what is read into memory. */
export function tooLarge(most: number, { route, connection }: RequestContext): NodeError {
  return new NodeError("too-large", t`The answer is longer than the limit of ${most} bytes.`, {
    ...{ route, ...(connection !== undefined && { connection }) },
    remedy: t`Ask for less, or save the answer to a file where that is offered.`,
  });
}
