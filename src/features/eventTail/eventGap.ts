import { seconds } from "./sessionNotices";

/** A time without a session, and the blocks whose events may be missing because of it. */
export interface EventGap {
  connection: string;
  lostAt: number;
  lastedMs: number;
  /** First and last height, both included: events of the last block seen may be missing in part. */
  blocks: { first: bigint; last: bigint };
}

/** The blocks of a gap, from the last height seen before and the height after. */
export function gapBlocks(before: bigint, after: bigint): EventGap["blocks"] | undefined {
  return after >= before ? { first: before, last: after } : undefined;
}

/** What is known of a gap, in words. */
export function gapNotice(lastedMs: number, before: bigint | undefined, after: bigint | undefined): string {
  const lasted = `gap of ${seconds(lastedMs)}`;
  if (before === undefined || after === undefined) {
    const known = after === undefined ? "" : `; the node is at block ${after} now`;
    return `${lasted}: events may be missing, and the blocks are not known${known}`;
  }
  if (after < before) {
    return `${lasted}: the node is at block ${after}, below block ${before} that was seen before: its chain was reset or is being synchronised`;
  }
  if (after === before) return `${lasted}: no new block in it; events of block ${before} may be missing`;
  return `${lasted}: events of blocks ${before}–${after} may be missing. “Chainscope: Fill Gap in Events…” asks an archive node for them`;
}
