import { shortId } from "../../../../wire/ids";
import type { TransactionLives } from "../blocks/transactionLives";

/** What is known around an event. */
export interface EventContext {
  lives: TransactionLives;
  /** The height of a block that is known. */
  heightOf(blockHash: string): bigint | undefined;
  /** Whether a transaction is known to be in a block. */
  isInBlock(transaction: string): boolean;
  /** Whether its execution would have been heard of. */
  hearsExecution(transaction: string): boolean;
}

/** Said of a removal that neither an execution nor a successor explains. */
export const neverExecuted = "never executed";

/** Why a transaction left the mempool: most do because they are in a block. */
export function removalWords(transaction: string, around: Omit<EventContext, "heightOf">): string | undefined {
  if (around.lives.isExecuted(transaction) || around.isInBlock(transaction)) return "after its execution";
  const successor = around.lives.successorOf(transaction);
  if (successor !== undefined) return `replaced by ${shortId(successor)}, of the same sender and nonce`;
  return around.hearsExecution(transaction) ? neverExecuted : undefined;
}
