import { integerOf } from "../../wire/json/fields";
import { transferContractId } from "../../wire/ids";
import type { NodeConnection } from "../nodeConnection";
import type { NodeInfo } from "../routes/nodeClient";
import { within } from "../../base/within";

/** A node that has answered already answers this at once. */
const chainIdMs = 2000;

/** The chain's id where the info (§2.4) lacks it, by the transfer contract (§2.11), which knows it. Never rejects. */
export async function missingChainId(
  node: NodeConnection,
  info: NodeInfo,
  signal?: AbortSignal,
): Promise<bigint | undefined> {
  if (integerOf(info["chain_id"]) !== undefined) return undefined;
  try {
    const limit = within(chainIdMs, signal);
    const response = await node.contracts.call(transferContractId, "chain_id", { json: "null" }, limit);
    return response.kind === "json" ? integerOf(response.value) : undefined;
  } catch {
    return undefined;
  }
}
