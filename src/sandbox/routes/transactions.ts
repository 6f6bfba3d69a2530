import type { Answer, Ask } from "../http/answer";
import { Refusal, jsonAnswer, refuse } from "../http/answer";
import { bodyBytes } from "../wire/payload";
import { Counters } from "../http/counters";
import type { SandboxNode } from "../sandboxNode";
import type { MoonlightTransaction } from "../chain/transaction";
import { blockGasLimit } from "../chain/vmConfig";
import { decodeTransaction } from "../chain/transactionFormat";
import { acceptDispatch } from "./dispatch";

/** `/on/transactions/…` (§4.5): preverify, propagate and simulate; the event topics take dispatches. */
export function transactionsRoute(ask: Ask, node: SandboxNode): Answer {
  switch (ask.topic) {
    case "preverify":
      accepted(ask, node);
      return { status: 202 };
    case "propagate":
      Counters.count(node.counters.propagated, read(ask, "Data").hash);
      node.world.propagate(accepted(ask, node));
      return { status: 202 };
    case "simulate":
      return simulate(read(ask, "Invalid transaction"), node);
    default:
      return acceptDispatch(ask, node, ["included", "removed", "executed", "deferred", "dropped"]);
  }
}

function accepted(ask: Ask, node: SandboxNode): MoonlightTransaction {
  const tx = read(ask, "Data");
  const objection = node.world.mempool.objection(tx);
  if (objection !== undefined) throw new Refusal(500, `Tx ${tx.hash} not accepted: ${objection}`);
  return tx;
}

/** The bytes as a transaction; 400, with what a route calls them, when they are none. */
function read(ask: Ask, what: string): MoonlightTransaction {
  const bytes = bodyBytes(ask);
  try {
    return decodeTransaction(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const fault = bytes.length > 1 ? "InvalidData" : `BadLength { found: 0, expected: ${bytes.length === 0 ? 1 : 8} }`;
    throw refuse.input(`${what}: ${fault}`);
  }
}

function simulate(tx: MoonlightTransaction, node: SandboxNode): Answer {
  if (tx.gasLimit > blockGasLimit) throw refuse.input("Gas limit is too high.");
  const { gasSpent, err } = node.world.executor.simulate(tx, node.world.chain.height + 1n);
  return jsonAnswer({ "gas-spent": gasSpent, error: err });
}
