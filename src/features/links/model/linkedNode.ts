import { t } from "../../../base/translate";
import type { Connection } from "../../../client/connection";
import type { Connections } from "../../../client/connections";
import type { ConnectionConfig } from "../../../client/connectionConfig";
import { NodeError } from "../../../client/failures/nodeError";
import { parseEndpoint } from "../../../client/http/endpoint";
import { meantConnection } from "../../../client/meantConnection";

/** The connection that a link means, or the address of a node that this window does not know. */
export type LinkedNode = { readonly connection: Connection } | { readonly address: string };

/**
 * Finds the node of a link by a connection's name, else by its address. Throws NodeError `invalid-input` for what is
 * neither, or when none is named and none is active.
 */
export function linkedNode(connections: Connections, node: string | undefined): LinkedNode {
  if (node === undefined) return { connection: meantConnection(connections, {}) };
  const named = connections.get(node);
  if (named) return { connection: named };
  if (!/^https?:\/\//i.test(node))
    throw new NodeError("invalid-input", t`This link is for a connection that this window does not have.`, {
      remedies: ["connect"],
    });
  const { address } = parseEndpoint(node);
  const connection = connections.all.find(({ config }) => addressOf(config) === address);
  return connection ? { connection } : { address };
}

/**
 * How a link names a connection, so that others find the node: by its address, or by its name where the address has a
 * path, which may hold a key, or means another machine for everybody.
 */
export function nodeOfLink({ config }: Connection): string {
  const address = addressOf(config);
  return address !== undefined && new URL(address).origin === address ? address : config.name;
}

/** A connection to a node that a link has brought, for as long as the window is open. */
export function broughtConnection(address: string, timeoutMs: number): ConnectionConfig {
  return {
    name: new URL(address).host,
    url: address,
    timeoutMs,
    origin: "window",
    key: `link/${address}`,
    contracts: [],
  };
}

function addressOf({ url }: ConnectionConfig): string | undefined {
  try {
    return parseEndpoint(url).address;
  } catch {
    return undefined;
  }
}
