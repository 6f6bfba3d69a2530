import type { BlockState } from "../../../../wire/blockState";
import type { limits } from "../../../../wire/limits";

/** A block with the numbers of the events that came out of it, in the order received. */
export interface JoinedBlock {
  readonly hash: string;
  readonly height: bigint | undefined;
  readonly state: BlockState;
  readonly events: readonly number[];
  /** Events of the block itself, such as its acceptance. */
  readonly own: readonly number[];
  /** Hashes of its transactions, as far as they are told. */
  readonly transactions: readonly string[];
}

/** What is told of blocks. */
export interface JoinedBlocksOwner {
  /** Also of a block without events. Of events that come when their block is final it is told again. */
  finalized(block: JoinedBlock): void;
  reverted(block: JoinedBlock): void;
  /** Events whose block was not settled before there were too many to remember. */
  forgotten(events: number): void;
}

/** A block as an event or the node's answer tells it. */
export interface ToldBlock {
  hash: string;
  height: bigint | undefined;
  transactions: readonly string[];
}

/** How much is remembered. */
export type JoinLimits = Readonly<Record<keyof typeof limits.joined, number>>;
