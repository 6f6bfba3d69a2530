import type { Answer, Ask } from "../answer";
import { Refusal, jsonAnswer, refuse } from "../answer";
import { bodyBytes } from "../payload";
import type { SandboxNode } from "../sandboxNode";
import type { MoonlightTransaction } from "../transaction";
import { decodeTransaction } from "../transactionFormat";
import { acceptDispatch } from "./dispatch";

/** `/on/transactions/…` (§4.5): preverify, propagate and simulate; the event topics take dispatches. */
export function transactionsRoute(ask: Ask, node: SandboxNode): Answer {
  switch (ask.topic) {
    case "preverify":
      accepted(ask, node);
      return { status: 202 };
    case "propagate":
      node.mempool.add(accepted(ask, node), node.chain.height);
      return { status: 202 };
    case "simulate":
      return simulate(read(ask), node);
    default:
      return acceptDispatch(ask, node, ["included", "removed", "executed", "deferred", "dropped"]);
  }
}

function accepted(ask: Ask, node: SandboxNode): MoonlightTransaction {
  const tx = read(ask);
  const objection = node.mempool.objection(tx);
  if (objection !== undefined) throw new Refusal(500, `Tx ${tx.hash} not accepted: ${objection}`);
  return tx;
}

function read(ask: Ask): MoonlightTransaction {
  try {
    return decodeTransaction(bodyBytes(ask));
  } catch (error) {
    if (error instanceof RangeError) throw refuse.input(`cannot decode transaction: ${error.message}`);
    throw error;
  }
}

function simulate(tx: MoonlightTransaction, node: SandboxNode): Answer {
  const { gasSpent, err } = node.executor.simulate(tx, node.chain.height + 1n);
  return jsonAnswer({ "gas-spent": gasSpent, error: err });
}
