import { createHash } from "node:crypto";
import type { Answer, Ask } from "../http/answer";
import { jsonAnswer, refuse } from "../http/answer";
import { sandboxChainId } from "../chain/chainId";
import { wantsOctets } from "../wire/payload";
import type { SandboxNode } from "../sandboxNode";
import { vmConfig } from "../chain/vmConfig";

/** `/on/node/…` (§4.2): info, provisioners, Common Reference String. */
export function nodeRoute(ask: Ask, node: SandboxNode): Answer {
  switch (ask.topic) {
    case "info":
      return jsonAnswer(info(node));
    case "provisioners":
      return jsonAnswer(node.provisioners);
    case "crs":
      return commonReferenceString(ask, node);
    default:
      throw refuse.unrouted(node.options.like, `no route node/${ask.topic}`);
  }
}

function info(node: SandboxNode) {
  return {
    bootstrapping_nodes: ["192.0.2.10:9000", "198.51.100.20:9000"],
    chain_id: sandboxChainId,
    kadcast_address: "203.0.113.30:9000",
    version: node.version,
    version_build: `${node.version} (sandbox seed ${node.options.seed})`,
    vm_config: vmConfig,
  };
}

function commonReferenceString(ask: Ask, node: SandboxNode): Answer {
  const crs = node.seeded.bytes("crs", node.options.crsBytes);
  const headers: Record<string, string> = { "crs-hash": createHash("sha256").update(crs).digest("hex") };
  if (!wantsOctets(ask, node.options.like))
    return { status: 200, headers, body: pieces(crs, (piece) => Buffer.from(piece.toString("hex"))) };
  headers["content-length"] = String(crs.length);
  return { status: 200, headers, body: pieces(crs, (piece) => piece) };
}

async function* pieces(bytes: Buffer, as: (piece: Buffer) => Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield as(bytes.subarray(at, at + 65_536));
}
