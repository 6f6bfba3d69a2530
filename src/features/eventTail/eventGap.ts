import type { BlockRange, ChainBlock } from "../../client/chainHead";
import { shortId, signs } from "./eventLine";
import { seconds } from "./sessionNotices";

/** Blocks whose events may be missing. */
export interface EventGap {
  connection: string;
  /** Milliseconds since the epoch. */
  lostAt: number;
  /** How long there was no session; undefined when the node did not tell of the blocks although there was one. */
  lastedMs?: number;
  /** Events of the last block seen may be missing in part, so it is one of them. */
  blocks: BlockRange;
}

/** The gaps with one more, unless a gap that is known has all its blocks: filling that fills it. */
export function withGap(gaps: readonly EventGap[], gap: EventGap): EventGap[] {
  const isIn = ({ connection, blocks }: EventGap) =>
    connection === gap.connection && blocks.first <= gap.blocks.first && blocks.last >= gap.blocks.last;
  return gaps.some(isIn) ? [...gaps] : [...gaps, gap];
}

const remedy = "“Chainscope: Fill Gap in Events…” asks an archive node for them";

/** What a time without a session may have cost; `blocks` are undefined while the node does not say. */
export function gapNotice(lastedMs: number, blocks: BlockRange | undefined): string {
  const lasted = `${signs.loss} gap of ${seconds(lastedMs)}`;
  if (!blocks) return `${lasted}: events may be missing; of which blocks is said when the node tells where it is`;
  const { first, last } = blocks;
  if (first === last) return `${lasted}: no new block in it; events of block ${first} may be missing`;
  return `${lasted}: events of blocks ${first}–${last} may be missing. ${remedy}`;
}

/** Blocks of which the node said nothing. */
export function holeNotice({ first, last }: BlockRange): string {
  const words = first === last ? `block ${first} was` : `blocks ${first}–${last} were`;
  return `${signs.loss} ${words} not told by the node: events may be missing. ${remedy}`;
}

/** The node is on another chain than the one with the block before. */
export function anewNotice(before: { height: bigint; hash?: string }, tip: ChainBlock): string {
  const seen = before.hash ? `block ${before.height} (${shortId(before.hash)})` : `block ${before.height}`;
  return [
    `${signs.loss} another chain: the node is at block ${tip.height} now, and ${seen}, which was seen before, is not on its chain`,
    "Nothing of the earlier chain counts any more",
    `Events of blocks 0–${tip.height} may be missing: ${remedy}`,
  ].join(". ");
}

/** A transaction went into the mempool, and nothing told what became of it. */
export function vanishedNotice(transaction: string): string {
  return `${signs.loss} transaction ${shortId(transaction)} is no longer in the mempool and in no block: no event told what became of it`;
}
