import type { ChainAnswer } from "./chainQuestions";
import type { KnownBlocks } from "./knownBlocks";

/** How much of what was known of a chain still holds: all, what is not above a height, or nothing. */
export type ChainVerdict = { kind: "same" } | { kind: "fork"; above: bigint } | { kind: "restarted" };

/** Blocks below the newest that are compared, unless fewer are not final. */
const mostCompared = 32n;

/** The heights at which the node's hashes tell whether it is still on the chain that is known up to a height. */
export function heightsToCompare(known: KnownBlocks, upTo: bigint, finalized: bigint | undefined): bigint[] {
  const heights: bigint[] = [];
  const lowest = upTo - mostCompared < 0n ? 0n : upTo - mostCompared;
  for (let height = upTo; height >= lowest; height--) {
    if (known.hashAt(height) !== undefined) heights.push(height);
    if (height === finalized) return heights;
  }
  return finalized === undefined || known.hashAt(finalized) === undefined ? heights : [...heights, finalized];
}

/** What the node's answer says of the blocks that are known up to a height. */
export function chainVerdict(
  known: KnownBlocks,
  upTo: bigint,
  finalized: bigint | undefined,
  { tip, hashes }: ChainAnswer,
): ChainVerdict {
  // What is final stays.
  if (finalized !== undefined && tip.height < finalized) return { kind: "restarted" };
  const there = new Map([...hashes, [tip.height, tip.hash]]);
  if (there.has(upTo) && there.get(upTo) === known.hashAt(upTo)) return { kind: "same" };
  let highest: bigint | undefined;
  let contradicted = false;
  for (const [height, hash] of there) {
    const own = known.hashAt(height);
    if (own !== undefined && own !== hash) contradicted = true;
    if (own === hash && height < upTo && (highest === undefined || highest < height)) highest = height;
  }
  if (known.hashAt(upTo) === undefined && !contradicted && tip.height >= upTo) return { kind: "same" };
  // All chains of a network may begin with the same block.
  if (highest === undefined || highest === 0n) return { kind: "restarted" };
  return finalized !== undefined && highest < finalized ? { kind: "restarted" } : { kind: "fork", above: highest };
}
