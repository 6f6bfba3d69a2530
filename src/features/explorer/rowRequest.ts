import { parseEndpoint } from "../../client/endpoint";
import type { ConnectionConfig } from "../../client/connectionConfig";
import { versionHeaders } from "../../client/nodeVersion";
import { shellWord } from "../../wire/requestCode";
import { methodPath } from "../../wire/target";
import type { ExplorerNode, RowOf, Section } from "./explorerNode";

/** A request whose answer holds what a row shows. */
export interface RowRequest {
  path: string;
  body?: string;
  contentType?: string;
}

/** The request behind a row, for repeating it elsewhere; undefined for rows that no single request answers. */
export function rowRequest(node: ExplorerNode, peerCount: number): RowRequest | undefined {
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
        contentType: "application/json",
        body: node.fn.input.trim() === "()" ? "null" : `<${node.fn.input} as JSON>`,
      };
    default:
      return undefined;
  }
}

/**
 * The request as a command line for a POSIX shell. Secret headers stand there as variables of the shell: their values
 * are never copied.
 */
export function curlCommand(config: ConnectionConfig, { path, body, contentType }: RowRequest): string {
  const endpoint = parseEndpoint(config.url, config.prefix);
  const headers = [
    ...(contentType ? [`-H ${shellWord(`Content-Type: ${contentType}`)}`] : []),
    ...Object.entries(versionHeaders(endpoint, config.version)).map(
      ([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`,
    ),
    ...(config.secretHeaders ?? []).map((name) => `-H ${shellWord(`${name}: `)}"$${variableOf(name)}"`),
  ];
  const tls = [
    ...(config.caFile ? [`--cacert ${shellWord(config.caFile)}`] : []),
    ...(config.insecureTls ? ["--insecure"] : []),
  ];
  const data = body === undefined ? [] : [`--data-raw ${shellWord(body)}`];
  return ["curl -sS -X POST", ...tls, ...headers, ...data, shellWord(endpoint.httpUrl(path).href)].join(" ");
}

function peersRequest(count: number): RowRequest {
  return { path: "/on/network/peers", body: String(count), contentType: "text/plain" };
}

const sectionRequests: Record<Exclude<Section, "network">, RowRequest | undefined> = {
  node: { path: "/on/node/info" },
  chain: graphql("{ block(height: -1) { header { height hash } } }"),
  mempool: graphql("{ mempoolTxs { id txType gasPrice gasLimit } }"),
  provisioners: { path: "/on/node/provisioners" },
  contracts: undefined,
  subscriptions: undefined,
  statistics: { path: "/on/stats/tx_count" },
};

function blockArgument({ hash, height }: RowOf<"block">["block"]): string {
  return hash === undefined ? `height: ${height}` : `hash: ${JSON.stringify(hash)}`;
}

function graphql(query: string): RowRequest {
  return { path: "/graphql", contentType: "application/json", body: JSON.stringify({ query }) };
}

/** A name that a shell takes for a variable: one that begins with a digit would be a parameter and a text. */
function variableOf(header: string): string {
  const name = header.toUpperCase().replace(/[^A-Z0-9]/g, "_");
  return /^[0-9]/.test(name) ? `_${name}` : name;
}
