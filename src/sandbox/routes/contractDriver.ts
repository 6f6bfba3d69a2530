import { Refusal, refuse } from "../http/answer";
import type { SampleContract } from "../contracts/contract";
import type { Behaviours } from "../profile";
import type { SandboxNode } from "../sandboxNode";

/** The contract when the node has a driver for it. */
export function withDriver(node: SandboxNode, id: string): SampleContract | undefined {
  const contract = node.world.contracts.get(id);
  return contract?.driver === "none" ? undefined : contract;
}

/** What a node says of a contract without a driver. */
export function missingDriver(id: string, like: Behaviours): Refusal {
  return like["driver of a contract without one"] === 404
    ? refuse.notFound(`No data driver for contract id ${id} found.`)
    : new Refusal(500, "No such file or directory (os error 2)", "IO error: ");
}
