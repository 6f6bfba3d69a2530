import { type Ask, Refusal, jsonAnswer, refuse } from "../http/answer";
import { bodyBytes } from "../wire/payload";
import type { Route, SandboxNode } from "../sandboxNode";
import type { MoonlightTransaction } from "../chain/transaction";
import { blockGasLimit } from "../chain/vmConfig";
import { decodeTransaction } from "../chain/transactionFormat";

/** `/on/transactions/…` (§4.5). */
export const transactionRoutes: Record<string, Route> = {
  preverify: (ask, node) => {
    accepted(ask, node);
    return { status: 202 };
  },
  propagate: (ask, node) => {
    node.counters.count("propagated", read(ask, "Data").hash);
    node.world.propagate(accepted(ask, node));
    return { status: 202 };
  },
  simulate: (ask, { world }) => {
    const tx = read(ask, "Invalid transaction");
    if (tx.gasLimit > blockGasLimit) throw refuse.input("Gas limit is too high.");
    const { gasSpent, err } = world.executor.simulate(tx, world.chain.height + 1n);
    return jsonAnswer({ "gas-spent": gasSpent, error: err });
  },
};

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
