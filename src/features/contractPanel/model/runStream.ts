import type { StreamOutcome } from "../../../bridge/callOutcome";
import type { CallRequest } from "../../../bridge/callRequest";
import { callInput, failedOutcome, type CallNode } from "./runCall";
import type { StreamBuffer } from "./streamBuffer";

/**
 * Runs a streaming call (§4.6) into a buffer until it ends, fails or is stopped by the signal. Never rejects: what came
 * before a failure counts, and the outcome says how it ended. `isMissing`: the node has said that the method feeds.
 */
export async function runStream(
  node: CallNode,
  request: CallRequest,
  buffer: StreamBuffer,
  signal: AbortSignal,
  isMissing = false,
): Promise<StreamOutcome> {
  const started = performance.now();
  const outcome = (ended: StreamOutcome["ended"]) => buffer.outcome(ended, performance.now() - started);
  try {
    const input = await callInput(node, request, signal);
    for await (const chunk of node.contracts.feed(request.contractId, request.fn, input, signal, isMissing)) {
      buffer.add(chunk);
      // Stopping takes effect at once, also when chunks that were read already are still to come.
      if (signal.aborted) break;
    }
    return outcome(signal.aborted ? "stopped" : "complete");
  } catch (error) {
    return outcome(signal.aborted ? "stopped" : { problem: failedOutcome(error) });
  }
}
