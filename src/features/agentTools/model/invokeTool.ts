import { failureLine } from "../../../client/failures/failureWords";
import { limits } from "../../../wire/limits";
import { listConnections } from "./connectionsTool";
import { callFunction, decodeData, describeContract } from "./contractTools";
import { recentEvents } from "./eventsTool";
import type { Tool, ToolName, ToolNeeds } from "./tool";
import { toolResultText } from "./toolResult";
import { ToolInput } from "./toolInput";

const tools: { readonly [name in ToolName]: Tool } = {
  chainscope_listConnections: (_, needs) => listConnections(needs),
  chainscope_describeContract: describeContract,
  chainscope_callFunction: callFunction,
  chainscope_runQuery: async (input, needs, signal) => {
    const { runQuery } = await import("./queryTool");
    return runQuery(input, needs, signal);
  },
  chainscope_recentEvents: recentEvents,
  chainscope_decode: decodeData,
};

/**
 * Runs a tool to its end, or to the end of its time. A failure is an answer too; only cancelling rejects, with the
 * signal's reason.
 */
export async function invokeTool(
  name: ToolName,
  needs: ToolNeeds,
  input: unknown,
  caller: AbortSignal,
  isTrusted: boolean,
  mostMs: number = limits.agents.mostMs,
): Promise<string> {
  if (!isTrusted) return toolResultText({ said: ["This workspace is not trusted, so nothing is read or asked."] });
  const time = AbortSignal.timeout(mostMs);
  const signal = AbortSignal.any([caller, time]);
  try {
    return toolResultText(await Promise.race([tools[name](new ToolInput(input), needs, signal), aborted(signal)]));
  } catch (error) {
    caller.throwIfAborted();
    if (time.aborted) return toolResultText({ said: [`No answer within ${mostMs / 1000} seconds.`] });
    return toolResultText({ said: ["This failed:"], data: [failureLine(error)] });
  }
}

/** Not all that is waited for can be cancelled. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
