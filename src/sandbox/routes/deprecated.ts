import type { Answer, Ask } from "../http/answer";
import { jsonAnswer, refuse } from "../http/answer";
import { fromBase58 } from "../wire/base58";
import { bytesAnswer } from "../wire/payload";
import type { Behaviours } from "../profile";
import type { SandboxNode } from "../sandboxNode";
import { contractId } from "./contracts";

/** Headers of every deprecated route (§9). */
export function deprecation(like: Behaviours, link?: string): Record<string, string> {
  if (like["headers of a deprecated route"] === "none") return {};
  const note = "This endpoint is deprecated and scheduled for removal.";
  return { deprecation: "true", "deprecation-note": note, ...(link === undefined ? {} : { link }) };
}

/** `/on/account:<key>/status`: balance and nonces as JSON numbers. */
export function accountRoute({ entity, topic }: Ask, node: SandboxNode): Answer {
  const { like } = node.options;
  if (entity === undefined) throw refuse.unrouted(like, `no route account/${topic}`);
  if (!fromBase58(entity, 96)) throw refuse.input("Invalid bls account");
  const { balance, nonce } = node.world.ledger.account(entity);
  return jsonAnswer({ balance, nonce, next_nonce: node.world.mempool.nextNonce(entity) }, deprecation(like));
}

/** `/on/contract:<id>/status`: the balance in an object. */
export function contractStatus(id: string, node: SandboxNode): Answer {
  return jsonAnswer({ balance: node.world.ledger.contractBalance(id) }, deprecation(node.options.like));
}

/** `/on/contract_owner:<id>/<anything>`: the owner's bytes. */
export function contractOwnerRoute(ask: Ask, node: SandboxNode): Answer {
  const { like } = node.options;
  if (ask.entity === undefined) throw refuse.unrouted(like, "no route contract_owner without an entity");
  const id = contractId(ask);
  const owner = fromBase58(node.ownerOf(id) ?? "", 96);
  if (!owner) throw refuse.notFound(`Contract owner not found: VM Error: Contract does not exist: ${id}`);
  return bytesAnswer(ask, like, owner, deprecation(like, `</on/contract:${id}/metadata>; rel="successor-version"`));
}
