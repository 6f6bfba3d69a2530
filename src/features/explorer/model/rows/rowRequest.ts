import { newestBlock } from "../../../../client/chain/chainQuestions";
import type { WrittenRequest } from "../../../../client/http/requestCode";
import { jsonContent } from "../../../../client/http/requestParts";
import { methodPath } from "../../../../wire/target";
import type { ExplorerNode, RowOf, Section } from "./explorerNode";

/** The request behind a row, for repeating it elsewhere; undefined for rows that no single request answers. */
export function rowRequest(node: ExplorerNode, peerCount: number): WrittenRequest | undefined {
  switch (node.kind) {
    case "connection":
      return { path: "/on/node/info" };
    case "section":
      return node.section === "network" ? peersRequest(peerCount) : sectionRequests[node.section];
    case "field":
      return node.at.startsWith("node/") ? { path: "/on/node/info" } : undefined;
    case "provisioner":
      return { path: "/on/node/provisioners" };
    case "peer":
      return peersRequest(peerCount);
    case "block":
      return graphql(`{ block(${blockArgument(node.block)}) { header { height hash } } }`);
    case "transaction":
      return graphql(`{ tx(hash: ${JSON.stringify(node.transaction.hash)}) { id err gasSpent blockHeight } }`);
    case "contract":
      return { path: methodPath({ component: "contract", entity: node.contractId, topic: "metadata" }) };
    case "function":
      return {
        path: methodPath({ component: "contracts", entity: node.contractId, topic: node.functionName }),
        headers: jsonContent,
        body: { text: node.fn.input.trim() === "()" ? "null" : `<${node.fn.input} as JSON>` },
      };
    default:
      return undefined;
  }
}

function peersRequest(count: number): WrittenRequest {
  return { path: "/on/network/peers", headers: { "Content-Type": "text/plain" }, body: { text: String(count) } };
}

const sectionRequests: Record<Exclude<Section, "network">, WrittenRequest | undefined> = {
  node: { path: "/on/node/info" },
  chain: graphql(`{ ${newestBlock} }`),
  mempool: graphql("{ mempoolTxs { id txType gasPrice gasLimit } }"),
  transactions: undefined,
  provisioners: { path: "/on/node/provisioners" },
  contracts: undefined,
  schema: undefined,
  subscriptions: undefined,
  statistics: { path: "/on/stats/tx_count" },
};

function blockArgument({ hash, height }: RowOf<"block">["block"]): string {
  return hash === undefined ? `height: ${height}` : `hash: ${JSON.stringify(hash)}`;
}

function graphql(query: string): WrittenRequest {
  return { path: "/graphql", headers: jsonContent, body: { text: JSON.stringify({ query }) } };
}
