import type { ReceivedEvent } from "../../client/recentEvents";
import { blockState } from "../../wire/blockState";
import { shortWords } from "../../wire/shortWords";
import { objectOf } from "./chainQueries";
import type { Decoded } from "./eventDecoder";
import { shortId } from "./eventLine";
import type { TransactionLives } from "./transactionLives";

/** What is known around an event. */
export interface EventSurroundings {
  lives: TransactionLives;
  /** The height of a block that is known. */
  heightOf(blockHash: string): bigint | undefined;
  /** Whether a transaction is known to be in a block. */
  isInBlock(transaction: string): boolean;
  /** Whether its execution would have been heard of. */
  hearsExecution(transaction: string): boolean;
}

/** What an event means, where its data alone would mislead; undefined where the data speaks for itself. */
export function eventWords(
  { frame: { target } }: ReceivedEvent,
  decoded: Decoded,
  around: EventSurroundings,
): string | undefined {
  const { component, entity = "", topic } = target;
  const value = "value" in decoded ? decoded.value : undefined;
  if (component === "transactions" && topic === "removed") return removalWords(entity, around);
  if (component === "blocks" && topic === "statechange") {
    // The height in the data is where the chain was then.
    const height = around.heightOf(entity);
    const state = blockState(objectOf(value)["state"]);
    return state && [height === undefined ? "block" : `block #${height}`, shortWords(state)].join(" ");
  }
  return undefined;
}

/** Why a transaction left the mempool: most do because they are in a block. */
export function removalWords(transaction: string, around: Omit<EventSurroundings, "heightOf">): string | undefined {
  if (around.lives.isExecuted(transaction) || around.isInBlock(transaction)) return "after its execution";
  const successor = around.lives.successorOf(transaction);
  if (successor !== undefined) return `replaced by ${shortId(successor)}, of the same sender and nonce`;
  return around.hearsExecution(transaction) ? "never executed" : undefined;
}
