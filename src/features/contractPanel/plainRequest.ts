import type { CallRequest } from "../../bridge/callRequest";
import { bytesToHex, hexToBytes } from "../../wire/hex";
import type { PlainRequest } from "../../wire/requestCode";

/** Headers whose values say nothing that must stay here; any other may be a secret, whatever it is called. */
const harmlessNames = new Set([
  ...["accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "content-encoding"],
  ...["content-language", "content-type", "date", "if-modified-since", "if-unmodified-since", "pragma"],
  ...["prefer", "priority", "range", "user-agent"],
]);

/**
 * The request of a call. Values of headers that may hold secrets are replaced by a placeholder; `feeder` is the header
 * that asks for a stream.
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
    isHarmless(name, feeder) ? value : `YOUR-${name.toUpperCase()}`,
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

/** The node's own headers about versions begin as that for streams does. */
function isHarmless(name: string, feeder: string): boolean {
  const lower = name.toLowerCase();
  const prefix = feeder.slice(0, feeder.lastIndexOf("-") + 1).toLowerCase();
  return harmlessNames.has(lower) || ["version", "version-strict"].some((own) => lower === prefix + own);
}
