import type { CallRequest } from "../../../bridge/callRequest";
import type { WrittenRequest } from "../../../client/http/requestCode";
import { acceptBytes, bytesContent, jsonContent } from "../../../client/http/requestParts";
import { bytesToHex, hexToBytes } from "../../../wire/hex";
import { methodPath } from "../../../wire/target";

/** Headers whose values say nothing that must stay here; any other may be a secret, whatever it is called. */
const harmlessNames = new Set([
  ...["accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "content-encoding"],
  ...["content-language", "content-type", "date", "if-modified-since", "if-unmodified-since", "pragma"],
  ...["prefer", "priority", "range", "user-agent"],
]);

/**
 * The request of a call. Headers that may hold secrets are said to; `feeder` is the header that asks for a stream. With
 * `bytes` they are what is sent, else the input as it is.
 */
export function writtenCall(call: CallRequest, bytes: Uint8Array | undefined, feeder: string): WrittenRequest {
  const { contractId, fn, input, stream, headers } = call;
  const body = bytes
    ? { hex: bytesToHex(bytes) }
    : "json" in input
      ? { text: input.json }
      : { hex: bytesToHex(hexToBytes(input.hex)) };
  return {
    path: methodPath({ component: "contracts", entity: contractId, topic: fn }),
    headers: {
      ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      ...(bytes ? { ...bytesContent, ...acceptBytes } : jsonContent),
      ...(stream && { [feeder]: "true" }),
    },
    secretHeaders: headers.flatMap(({ name }) => (isHarmless(name, feeder) ? [] : [name])),
    body,
  };
}

/** The node's own headers about versions begin as that for streams does. */
function isHarmless(name: string, feeder: string): boolean {
  const lower = name.toLowerCase();
  const prefix = feeder.slice(0, feeder.lastIndexOf("-") + 1).toLowerCase();
  return harmlessNames.has(lower) || ["version", "version-strict"].some((own) => lower === prefix + own);
}
