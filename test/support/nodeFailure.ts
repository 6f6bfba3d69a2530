import assert from "node:assert/strict";
import { NodeError, type NodeErrorReason } from "../../src/client/failures/nodeError";

/** The NodeError that a request rejects with, its reason checked. */
export async function nodeFailure(request: Promise<unknown>, reason: NodeErrorReason): Promise<NodeError> {
  const outcome: unknown = await request.then(
    () => assert.fail(`Nothing failed; expected ${reason}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(outcome instanceof NodeError, `not a NodeError: ${String(outcome)}`);
  assert.equal(outcome.reason, reason, outcome.message);
  return outcome;
}
