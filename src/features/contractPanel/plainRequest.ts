import type { CallRequest } from "../../bridge/callRequest";
import { bytesToHex, hexToBytes } from "../../wire/hex";
import type { PlainRequest } from "../../wire/requestCode";

/** Header names whose values are likely to be secret and do not belong in a snippet that is passed on. */
const secretName = /auth|token|secret|key|cookie|password|signature|^sign$/i;

/**
 * The request of a call. Headers that may hold secrets are replaced by a placeholder; `feeder` is the header that asks
 * for a stream.
 */
export function plainRequest(
  url: string,
  request: CallRequest,
  bytes: Uint8Array | undefined,
  feeder: string,
): PlainRequest {
  const asBytes = bytes !== undefined;
  const extra = request.headers.map(({ name, value }): [string, string] => [
    name,
    secretName.test(name) ? `YOUR-${name.toUpperCase()}` : value,
  ]);
  const own = asBytes
    ? { "Content-Type": "application/octet-stream", Accept: "application/octet-stream" }
    : { "Content-Type": "application/json" };
  const stream = request.stream ? { [feeder]: "true" } : {};
  const { input } = request;
  const body = bytes
    ? { hex: bytesToHex(bytes) }
    : "json" in input
      ? input
      : { hex: bytesToHex(hexToBytes(input.hex)) };
  return { url, headers: { ...Object.fromEntries(extra), ...own, ...stream }, body };
}
