import type { ChainMemory } from "./chainMemory";
import type { AcceptedBlock, ChainBlock, ChainNews } from "./chainNews";
import type { ChainAnswer } from "./chainQuestions";
import { chainVerdict } from "./chainVerdict";
import type { SessionGap } from "../session/sessionState";

/** Why the node was asked where it is, and what it has told since. */
export interface ChainDoubt {
  /** The block that does not continue what was heard, if that is why, and it is on the node's chain. */
  doubted: AcceptedBlock | undefined;
  /** A block that something else named, and that was never told. */
  named: ChainBlock | undefined;
  /** The loss of the session, if that is why. */
  gap: SessionGap | undefined;
  /** The blocks that were told since, the doubted one among them. */
  received: readonly AcceptedBlock[];
}

/** Whether a block that was told is on the chain of the answer; one that is not was left since. */
export function isThere(block: ChainBlock, { tip, hashes }: ChainAnswer): boolean {
  return hashes.get(block.height) === block.hash || tip.hash === block.hash;
}

/** Takes over where the node says that it is. Returns what is news of that. */
export function judged(memory: ChainMemory, answer: ChainAnswer, doubt: ChainDoubt): ChainNews[] {
  const before = memory.heard ?? memory.tip;
  const verdict = before && chainVerdict(memory.blocks, before.height, memory.finalized, answer);
  if (verdict?.kind === "restarted") return restarted(memory, answer, doubt);
  const news = verdict?.kind === "fork" ? left(memory, verdict.above) : [];
  return [...news, ...leftUnheard(memory, answer), ...caughtUp(memory, answer.tip, doubt)];
}

/** What was asked for above the blocks that were heard of, where the node's newest is of the past. */
function leftUnheard(memory: ChainMemory, answer: ChainAnswer): ChainNews[] {
  const { tip, heard } = memory;
  return tip && heard && tip.height > heard.height && !isThere(tip, answer) ? left(memory, heard.height) : [];
}

/** Without an answer heights alone decide, and the chain is believed to be the same unless what is final would change. */
export function presumed(memory: ChainMemory, doubt: ChainDoubt): ChainNews[] {
  const { doubted, gap } = doubt;
  const { finalized, heard } = memory;
  if (!doubted) return gap ? [{ kind: "missed", blocks: undefined, gap }] : [];
  if (finalized !== undefined && doubted.height <= finalized)
    return restarted(memory, { tip: doubted, hashes: new Map() }, doubt);
  const news = heard && doubted.height <= heard.height ? left(memory, doubted.height - 1n) : [];
  return [...news, ...caughtUp(memory, doubted, doubt)];
}

/** What was not told of the blocks in between; none when there are none. */
function missed(first: bigint, last: bigint): ChainNews[] {
  return first <= last ? [{ kind: "missed", blocks: { first, last } }] : [];
}

/** Nothing of what was known holds any more. What was told since may be of the new chain, or of the old one still. */
function restarted(
  memory: ChainMemory,
  { tip, hashes }: ChainAnswer,
  { doubted, gap, received }: ChainDoubt,
): ChainNews[] {
  const before = memory.tip ?? { height: memory.heard?.height ?? 0n, hash: memory.heard?.hash ?? "" };
  memory.clear();
  for (const [height, hash] of hashes) memory.blocks.note({ height, hash });
  memory.learn(tip);
  for (const block of [...received, ...received.toReversed()])
    if (isLinked(memory, block, received)) memory.blocks.note(block);
  memory.heard = doubted ? { height: doubted.height - 1n, hash: doubted.previous } : tip;
  return [{ kind: "restarted", before, tip, ...(gap && { gap }) }];
}

/** Whether a block is on the chain, or next to one that is. */
function isLinked({ blocks }: ChainMemory, block: AcceptedBlock, received: readonly AcceptedBlock[]): boolean {
  if (blocks.has(block.hash) || (block.previous !== undefined && blocks.has(block.previous))) return true;
  return received.some((next) => next.previous === block.hash && blocks.has(next.hash));
}

/** The node has left the blocks above a height, the highest first. */
export function left(memory: ChainMemory, above: bigint): ChainNews[] {
  return memory.stepBack(above).map(({ hash, height }) => ({ kind: "reverted", hash, atHeight: height }));
}

/** What was not told: up to the node's newest block after a loss, else up to a named block, and below a doubted one. */
function caughtUp(memory: ChainMemory, tip: ChainBlock, { doubted, named, gap, received }: ChainDoubt): ChainNews[] {
  const news = doubted && memory.blocks.contradicts(doubted) ? left(memory, doubted.height - 1n) : [];
  const { heard } = memory;
  if (doubted) memory.blocks.note(doubted);
  if (gap || !heard) {
    memory.hearUpTo(tip);
    const blocks = heard && { first: heard.height, last: memory.heard!.height };
    return gap ? [...news, { kind: "missed", blocks, gap }] : news;
  }
  if (!doubted) memory.learn(tip);
  const isMissing = named && named.height > heard.height && received.every(({ hash }) => hash !== named.hash);
  if (isMissing) memory.hearUpTo(named);
  else if (named) memory.blocks.note(named);
  if (doubted && doubted.height > memory.heard!.height)
    memory.heard = { height: doubted.height - 1n, hash: doubted.previous };
  return [...news, ...missed(heard.height + 1n, memory.heard!.height)];
}
