import type { RequestContext } from "./transportFailure";
import { NodeError } from "./nodeError";

/** A body that arrives in pieces and can give itself whole. */
export interface ArrivingBody extends AsyncIterable<Uint8Array> {
  bytes(): Promise<Uint8Array>;
  on(event: "error", listener: () => void): this;
  destroy(): unknown;
}

/**
 * Reads a body of at most `most` bytes and keeps the first `kept` of them, counting the rest. A longer one is cancelled
 * and rejects with NodeError `too-large`: no body is left unread, which would hold its connection for ever.
 */
export async function readBody(
  body: ArrivingBody,
  contentLength: string | undefined,
  most: number,
  kept: number,
  context: RequestContext,
): Promise<{ body: Uint8Array; size: number }> {
  const announced = contentLength === undefined ? NaN : Number(contentLength);
  if (announced > most) {
    body.on("error", () => undefined).destroy();
    throw tooLarge(most, context);
  }
  if (announced <= kept) {
    const whole = await body.bytes();
    return { body: whole, size: whole.length };
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    if (size < kept) pieces.push(piece.subarray(0, kept - size));
    size += piece.length;
    context.received = size;
    if (size > most) throw tooLarge(most, context);
  }
  return { body: joined(pieces), size };
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
  return new NodeError("too-large", `The answer is longer than the limit of ${most} bytes.`, {
    ...{ route, ...(connection !== undefined && { connection }) },
    remedy: "Ask for less, or save the answer to a file where that is offered.",
  });
}
