import { createHash } from "node:crypto";
import type { Answer, Ask } from "../http/answer";
import { Refusal, refuse } from "../http/answer";
import { bodyBytes, bytesAnswer } from "../wire/payload";
import type { SandboxNode } from "../sandboxNode";

const proofBytes = 1040;

/** `/on/prover/prove` (§4.11) on provers: the same input gives the same proof. */
export function proverRoute(ask: Ask, node: SandboxNode): Answer {
  if (ask.topic !== "prove") throw refuse.unrouted(node.options.like, `no route prover/${ask.topic}`);
  if (!node.options.roles.has("prover")) throw refuse.unsupported();
  const input = bodyBytes(ask);
  if (input.length === 0) throw new Refusal(500, "Dusk-Core Error: BadLength(0, 8)", "Prover error: ");
  const label = createHash("sha256").update(input).digest("hex");
  return bytesAnswer(ask, node.options.like, node.seeded.bytes(`proof/${label}`, proofBytes));
}
