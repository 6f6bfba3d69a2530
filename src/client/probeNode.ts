import { t } from "../base/translate";
import { askJson } from "./http/responseValue";
import { fieldsOf } from "../wire/json/fields";
import { probeCapabilities, type ProbeResult } from "./capabilities";
import { missingChainId } from "./chain/chainId";
import type { ConnectionConfig } from "./connectionConfig";
import { defaultPrefix } from "./http/endpoint";
import { withLoopbackNote } from "./failures/loopbackNote";
import type { NodeConnection } from "./nodeConnection";
import type { NodeInfo } from "./routes/nodeClient";
import { NodeError } from "./failures/nodeError";
import type { NodeEnvironment } from "./nodeEnvironment";
import { openNode } from "./openNode";
import { shownAddress } from "./failures/shownAddress";

/** What answers at an address. */
export interface FoundNode extends ProbeResult {
  /** The address in its normal form. */
  address: string;
  /** What the names of its headers begin with, when the answers show that it is not what was configured. */
  prefix: string | undefined;
  info: NodeInfo;
  /** The chain's id by the transfer contract, where the info lacks it. */
  chainId?: bigint;
}

/**
 * Looks at an address without keeping anything open: node info (§4.2), then what the node offers. Rejects with a
 * NodeError unless a node answers there.
 */
export async function probeNode(
  config: ConnectionConfig,
  environment: NodeEnvironment,
  signal?: AbortSignal,
): Promise<FoundNode> {
  const forbidden = environment.forbidden?.(config);
  if (forbidden) throw forbidden;
  const node = await openNode(config, environment);
  try {
    const info = await infoOf(node, signal);
    const [found, chainId] = await Promise.all([probeCapabilities(node, signal), missingChainId(node, info, signal)]);
    const known = { info, ...(chainId !== undefined && { chainId }) };
    return { address: node.endpoint.address, prefix: otherPrefix(node, config), ...known, ...found };
  } catch (error) {
    signal?.throwIfAborted();
    throw withLoopbackNote(NodeError.from(error), config.url, environment.machine);
  } finally {
    await node.dispose();
  }
}

async function infoOf(node: NodeConnection, signal: AbortSignal | undefined): Promise<NodeInfo> {
  const { value, meta } = await askJson(node.transport, "/on/node/info", signal);
  const info = fieldsOf(value);
  if (Object.keys(info).length === 0) {
    throw new NodeError("not-a-node", t`${shownAddress(node.endpoint.address)} answers, but not with a node's info.`, {
      remedy: t`Check the host, the port and the path prefix of the node's address.`,
      remedies: ["edit-connection"],
      route: meta.route,
    });
  }
  return info;
}

function otherPrefix({ endpoint }: NodeConnection, { prefix = defaultPrefix }: ConnectionConfig): string | undefined {
  return endpoint.prefix === prefix ? undefined : endpoint.prefix;
}
