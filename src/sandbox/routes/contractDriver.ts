import { Refusal, refuse } from "../http/answer";
import type { SampleContract } from "../contracts/contract";
import type { SandboxNode } from "../sandboxNode";

/** The contract when the node has a driver for it; else throws what a node says of one without. */
export function withDriver({ world, options }: SandboxNode, id: string): SampleContract {
  const contract = world.contracts.get(id);
  if (contract && contract.driver !== "none") return contract;
  if (options.like["driver of a contract without one"] === 404) {
    throw refuse.notFound(`No data driver for contract id ${id} found.`);
  }
  throw new Refusal(500, "No such file or directory (os error 2)", "IO error: ");
}
