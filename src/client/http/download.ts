import { t } from "../../base/translate";
import { originOf, type ResponseMeta } from "./nodeResponse";
import { isRaw, metaOf } from "./responseValue";
import { NodeError } from "../failures/nodeError";
import { acceptBytes } from "./requestParts";
import type { Transport } from "./transport";

/** Where a download goes, chunk by chunk. The next chunk waits until the last one is written. */
export interface ByteSink {
  write(chunk: Uint8Array): Promise<void> | void;
}

/** The sink, which takes no more than `most` bytes: NodeError `too-large` before a chunk is written that exceeds them. */
export function atMost(most: number, what: string, sink: ByteSink): ByteSink {
  let received = 0;
  return {
    write: (chunk) => {
      received += chunk.length;
      if (received <= most) return sink.write(chunk);
      throw new NodeError("too-large", t`The answer is longer than ${most} bytes, which is the most for ${what}.`, {
        remedy: t`Ask the node’s operator what it is.`,
      });
    },
  };
}

/** Told after each chunk: bytes so far, and bytes in all if the node said so. */
export type Progress = (received: number, total: number | undefined) => void;

/** Reads a route's binary answer into a sink, asking for raw bytes (§2.1). Nothing is kept in memory. */
export async function download(
  transport: Transport,
  path: string,
  sink: ByteSink,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<{ bytes: number; meta: ResponseMeta }> {
  const response = await transport.stream({ method: "POST", path, headers: acceptBytes, idempotent: true, signal });
  const announced = response.headers["content-length"];
  const total = announced === undefined ? undefined : Number(announced);
  let received = 0;
  if (!isRaw(response, acceptBytes)) {
    const message = t`The node answered with text where bytes were asked for. Nothing of it was kept.`;
    throw new NodeError("malformed-response", message, originOf(response));
  }
  for await (const chunk of response.body) {
    await sink.write(chunk);
    received += chunk.length;
    onProgress?.(received, total);
  }
  return { bytes: received, meta: metaOf(response) };
}
