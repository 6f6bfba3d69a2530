import { t } from "../../../base/translate";
import { messageOf } from "../../../base/words";
import type { ResponseFacts, CallOutcome, FailedOutcome } from "../../../bridge/callOutcome";
import type { CallRequest, HeaderLine } from "../../../bridge/callRequest";
import type { ContractInput, ContractOutput } from "../../../client/routes/contractClient";
import type { NodeConnection } from "../../../client/nodeConnection";
import { NodeError } from "../../../client/failures/nodeError";
import { inSlices } from "../../../base/inSlices";
import { bytesToHex, hexToBytes } from "../../../wire/hex";
import { jsonDocumentSteps } from "../../../wire/json/jsonDocument";
import { present } from "../../../base/present";

/** The parts of a node that a call needs. */
export type CallNode = Pick<NodeConnection, "contracts" | "drivers">;

/**
 * Runs one call (§4.6) whose outputs come at once. What the node answers as bytes is given to the driver to decode when
 * the contract has one (§4.8 `decode_output_fn`). Rejects with a NodeError, or with the signal's reason.
 */
export async function runCall(node: CallNode, request: CallRequest, signal?: AbortSignal): Promise<CallOutcome> {
  const { contractId, fn } = request;
  const input = await callInput(node, request, signal);
  const output = await node.contracts.call(contractId, fn, input, signal);
  if (output.kind === "json")
    return { kind: "json", text: await inSlices(jsonDocumentSteps(output.text)), facts: factsOf(output) };
  if ("json" in input) {
    const reason = [t`The node could not decode the output: it answered with plain bytes.`, output.unclear];
    return { ...undecoded(output), reason: reason.filter(Boolean).join(" ") };
  }
  return decoded(node, request, output, signal);
}

/** What is sent as the body: JSON, or bytes that the driver made of it (§4.8 `encode_input_fn`). */
export async function callInput(node: CallNode, request: CallRequest, signal?: AbortSignal): Promise<ContractInput> {
  const { contractId, fn, input, sendAs } = request;
  const headers = headersOf(request.headers);
  if ("hex" in input) return { bytes: hexOf(input.hex), headers };
  if (sendAs === "json") return { json: input.json, headers };
  return { bytes: await node.drivers.encodeInput(contractId, fn, input.json, signal), headers };
}

/** A failure as the page and the documents show it. */
export function failedOutcome(error: unknown): FailedOutcome {
  const { reason, message, remedy, remedies, missing, cutShort, response, status, route, code, connection, redirect } =
    NodeError.from(error);
  return {
    ...{ kind: "failed", message },
    ...present({ remedy, missing, response, status, route, code, connection, redirect, remedies }),
    ...(reason === "missing-feed" && { wantsStream: true }),
    ...(cutShort && { wantsBytes: true }),
  };
}

async function decoded(
  node: CallNode,
  { contractId, fn }: CallRequest,
  output: Extract<ContractOutput, { kind: "bytes" }>,
  signal: AbortSignal | undefined,
): Promise<CallOutcome> {
  const facts = factsOf(output);
  const hex = bytesToHex(output.bytes);
  try {
    const { text } = await node.drivers.decodeOutput(contractId, fn, output.bytes, signal);
    return { kind: "json", text: await inSlices(jsonDocumentSteps(text)), hex, facts };
  } catch (error) {
    signal?.throwIfAborted();
    const reason = [NodeError.from(error).message, output.unclear].filter(Boolean).join(" ");
    return { kind: "bytes", hex, reason, facts };
  }
}

function undecoded(output: Extract<ContractOutput, { kind: "bytes" }>): Extract<CallOutcome, { kind: "bytes" }> {
  return { kind: "bytes", hex: bytesToHex(output.bytes), facts: factsOf(output) };
}

function factsOf(output: ContractOutput): ResponseFacts {
  const { status, route, headers, durationMs, version, deprecation } = output.meta;
  return {
    ...{ status, route, durationMs, headers: Object.entries(headers), size: sizeOf(output) },
    ...present({ version, deprecation }),
  };
}

function sizeOf(output: ContractOutput): number {
  return output.kind === "bytes" ? output.bytes.length : new TextEncoder().encode(output.text).length;
}

function headersOf(lines: readonly HeaderLine[]): Record<string, string> {
  return Object.fromEntries(lines.filter(({ name }) => name.trim() !== "").map(({ name, value }) => [name, value]));
}

function hexOf(text: string): Uint8Array {
  try {
    return hexToBytes(text);
  } catch (cause) {
    const why = messageOf(cause);
    throw new NodeError("invalid-input", t`Cannot read the hex: ${why}`, { cause });
  }
}
