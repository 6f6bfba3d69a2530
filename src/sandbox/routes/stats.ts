import type { Answer, Ask } from "../http/answer";
import { jsonAnswer, refuse } from "../http/answer";
import type { SandboxNode } from "../sandboxNode";

/** `/on/stats/…` (§4.10) on archive nodes. */
export function statsRoute(ask: Ask, node: SandboxNode): Answer {
  if (ask.topic !== "account_count" && ask.topic !== "tx_count")
    throw refuse.unrouted(node.options.like, `no route stats/${ask.topic}`);
  if (!node.options.roles.has("archive")) throw refuse.unsupported();
  if (ask.topic === "account_count") return jsonAnswer({ public_accounts: node.ledger.accountCount });
  const final = node.chain.finalizedBlocks().flatMap(({ transactions }) => transactions);
  const shielded = final.filter(({ tx }) => tx.type === "phoenix").length;
  return jsonAnswer({ public: final.length - shielded, shielded, total: final.length });
}
