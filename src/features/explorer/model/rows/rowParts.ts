import type { ExplorerNode, Group, Section } from "./explorerNode";

/** Names of the parts (`ConnectionData.known`) that the rows of a section are made from. */
export const sectionParts: Readonly<Record<Section, readonly string[]>> = {
  node: [],
  chain: ["blocks"],
  mempool: ["mempool", "gas"],
  transactions: [],
  network: ["peers", "locations"],
  provisioners: ["provisioners"],
  contracts: ["seen"],
  schema: ["schema"],
  subscriptions: [],
  statistics: ["statistics"],
};

/** The parts that the rows below a row are made from; undefined where they come from what the row above was given. */
export function rowParts(row: ExplorerNode): readonly string[] | undefined {
  switch (row.kind) {
    case "section":
      return sectionParts[row.section];
    case "group":
      return row.contract ? [`contract/${row.contract.contractId}`] : groupParts[row.group];
    case "contract":
      return [`contract/${row.contractId}`, `balance/${row.contractId}`];
    case "function":
    case "event":
      return [`contract/${row.contractId}`];
    case "block":
      return row.block.hash === undefined ? [] : [`block/${row.block.hash}`];
    default:
      return undefined;
  }
}

const groupParts: Partial<Record<Group, readonly string[]>> = {
  peers: ["peers"],
  locations: ["locations"],
  seen: ["seen"],
};
