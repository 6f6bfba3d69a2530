import { NodeError } from "../failures/nodeError";
import type { Transport } from "../http/transport";

/**
 * What a route that closed the connection without an answer means: asks `/on/node/info` (§4.2) once. If the node
 * answers, only that route's handler failed, and the error says so; if not, the node or something before it is down.
 * Other errors are returned as they are.
 */
export async function explainClosedRoute(
  error: NodeError,
  transport: Transport,
  signal?: AbortSignal,
): Promise<NodeError> {
  if (error.reason !== "closed-without-answer") return error;
  try {
    await transport.request({ method: "POST", path: "/on/node/info", idempotent: true, signal });
  } catch (thrown) {
    if (!(thrown instanceof NodeError)) throw thrown;
    // Any answer at all shows that the node is up.
    if (thrown.status === undefined) return nodeDown(error, thrown);
  }
  return error.reworded(
    `${error.message} The node itself answers, so only the handler of this route failed.`,
    error.outcomeUnknown ? error.remedy : "Other routes still work; this one is likely to fail again.",
  );
}

function nodeDown(error: NodeError, probe: NodeError): NodeError {
  const { route, connection, outcomeUnknown } = error;
  return new NodeError("unreachable", `The node answers neither this nor /on/node/info. ${probe.message}`, {
    ...(outcomeUnknown && { outcomeUnknown }),
    ...(route !== undefined && { route }),
    ...(connection !== undefined && { connection }),
    remedy: "The node, or a proxy before it, closes every connection: check both.",
    remedies: ["retry", "edit-connection"],
    cause: probe,
  });
}
