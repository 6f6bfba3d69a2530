import { counted } from "../../../../base/words";
import type { BlockRange, ChainBlock } from "../../../../client/chain/chainHead";
import type { Target } from "../../../../wire/target";
import { signs } from "../lines/eventLine";
import { shortId } from "../../../../wire/ids";
import type { FilledGap } from "./gapFill";
import { seconds } from "../tails/sessionNotices";

/** Blocks whose events may be missing. */
export interface EventGap {
  connectionId: string;
  /** Milliseconds since the epoch. */
  lostAt: number;
  /** How long there was no session; undefined when the node did not tell of the blocks although there was one. */
  lastedMs?: number;
  /** Events of the last block seen may be missing in part, so it is one of them. */
  blocks: BlockRange;
}

/** The gaps with one more, unless a gap that is known has all its blocks: filling that fills it. */
export function withGap(gaps: readonly EventGap[], gap: EventGap): EventGap[] {
  const isIn = ({ connectionId, blocks }: EventGap) =>
    connectionId === gap.connectionId && blocks.first <= gap.blocks.first && blocks.last >= gap.blocks.last;
  return gaps.some(isIn) ? [...gaps] : [...gaps, gap];
}

const remedy = "“Fill Gap in Events…” asks an archive node";

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
  const text = first === last ? `block ${first} was` : `blocks ${first}–${last} were`;
  return `${signs.loss} ${text} not told by the node: events may be missing. ${remedy}`;
}

/** The node is on another chain than the one with the block before. */
export function restartNotice(before: { height: bigint; hash?: string }, tip: ChainBlock): string {
  const seen = before.hash ? `block ${before.height} (${shortId(before.hash)})` : `block ${before.height}`;
  return [
    `${signs.loss} another chain: the node is at block ${tip.height} now, and ${seen}, which was seen before, is not on its chain`,
    "Nothing of the earlier chain counts any more",
    `Events of blocks 0–${tip.height} may be missing: ${remedy}`,
  ].join(". ");
}

/** The blocks of a gap that are still to be filled: those that the node does not have, and those it was not asked for. */
export function leftOf({ blocks: { last } }: Pick<EventGap, "blocks">, { absent, upTo }: FilledGap): BlockRange[] {
  return [...(absent ? [absent] : []), ...(upTo < last ? [{ first: upTo + 1n, last }] : [])];
}

/** What came of filling a gap, and each part that did not come. */
export function filledNotice(
  { blocks: { first, last } }: Pick<EventGap, "blocks">,
  { events, known, upTo, unanswerable, absent, unreadable, stopped }: FilledGap,
  label: (target: Target) => string,
): string {
  const why = stopped ? `: ${stopped.replace(/\.$/, "")}` : "";
  return [
    `filled the gap of blocks ${first}–${upTo}: ${counted(events.length, "event")} added, ${known} had arrived already`,
    ...(unreadable.length > 0 ? [`${unreadable.length} could not be read and are missing: ${unreadable[0]}`] : []),
    ...(absent
      ? [`the node does not have ${absent.first === absent.last ? "block" : "all of blocks"} ${rangeText(absent)}`]
      : []),
    ...(upTo < last ? [`${blocksText({ first: upTo + 1n, last })} left to fill${why}`] : []),
    ...(unanswerable.length > 0 ? [`what no node keeps is still missing: ${unanswerable.map(label).join(", ")}`] : []),
  ].join("; ");
}

function blocksText(range: BlockRange): string {
  return range.first === range.last ? `block ${range.first} is` : `blocks ${rangeText(range)} are`;
}

function rangeText({ first, last }: BlockRange): string {
  return first === last ? String(first) : `${first}–${last}`;
}

/** A transaction went into the mempool, and nothing told what became of it. */
export function vanishedNotice(transaction: string): string {
  return `${signs.loss} transaction ${shortId(transaction)} is no longer in the mempool and in no block: no event told what became of it`;
}
