import { integerOf } from "../../wire/fields";
import type { NodeInfo } from "../../client/nodeClient";

/** The chain id of a node's info (§2.4) as decimal text; undefined when it says none. */
export function chainIdOf(info: NodeInfo): string | undefined {
  return integerOf(info["chain_id"])?.toString();
}
