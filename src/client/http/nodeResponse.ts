import type { Deprecation } from "./responseHeaders";

/** What every answer says besides its body. */
export interface ResponseMeta {
  status: number;
  /** Names in lower case; repeated headers are joined by a comma. */
  headers: Readonly<Record<string, string>>;
  /** Method and path. */
  route: string;
  /** Name of the connection that was asked. */
  connection?: string | undefined;
  /** From the call to the end of the answer, or to its head when the body is streamed. */
  durationMs: number;
  /** The node's version (§9), if the answer says it. */
  version: string | undefined;
  /** What the node says if the route is deprecated (§9). */
  deprecation: Deprecation | undefined;
}

/** A whole answer. */
export interface NodeResponse extends ResponseMeta {
  body: Uint8Array;
  /** Length of the whole body, of which a failure keeps only the beginning. */
  size: number;
}

/** An answer whose body is still arriving. Its time limit counts from one sign of life to the next. */
export interface NodeStream extends ResponseMeta {
  body: AsyncIterable<Uint8Array>;
}

export function isSuccess({ status }: Pick<ResponseMeta, "status">): boolean {
  return status >= 200 && status < 300;
}

/** Where an answer came from, as a NodeError carries it. */
export function originOf({ route, status, connection }: ResponseMeta) {
  return { route, status, connection };
}

/** An answer with its body. Spelled out, since this is done for every answer and spreading an object is slow. */
export function responseOf(meta: ResponseMeta, body: Uint8Array, size: number): NodeResponse {
  const { status, headers, route, connection, durationMs, version, deprecation } = meta;
  return { status, headers, route, connection, durationMs, version, deprecation, body, size };
}
