import type { Answer, Ask } from "../answer";
import { jsonAnswer, refuse } from "../answer";
import { fromBase58 } from "../base58";
import { bytesAnswer } from "../payload";
import type { SandboxNode } from "../sandboxNode";
import { contractId } from "./contracts";

/** Headers of every deprecated route (§9). */
export const deprecation = {
  deprecation: "true",
  "deprecation-note": "This endpoint is deprecated and scheduled for removal.",
};

/** `/on/account:<key>/status`: balance and nonces as JSON numbers. */
export function accountRoute({ entity = "", topic }: Ask, node: SandboxNode): Answer {
  if (topic !== "status") throw refuse.notFound(`no route account/${topic}`);
  if (!fromBase58(entity, 96)) throw refuse.input("Invalid account bytes");
  const { balance, nonce } = node.ledger.account(entity);
  return jsonAnswer({ balance, nonce, next_nonce: node.mempool.nextNonce(entity) }, deprecation);
}

/** `/on/contract:<id>/status`: the balance in an object. */
export function contractStatus(id: string, node: SandboxNode): Answer {
  return jsonAnswer({ balance: node.ledger.contractBalance(id) }, deprecation);
}

/** `/on/contract_owner:<id>/<anything>`: the owner's bytes. */
export function contractOwnerRoute(ask: Ask, node: SandboxNode): Answer {
  const id = contractId(ask);
  if (!node.contracts.has(id)) throw refuse.notFound(`Contract ${id} not found`);
  const link = `</on/contract:${id}/metadata>; rel="successor-version"`;
  return bytesAnswer(ask, Buffer.from(node.owner.hash, "hex"), { ...deprecation, link });
}
