import type { AcceptedBlock, ChainBlock, ChainTip } from "./chainNews";
import { KnownBlocks } from "./knownBlocks";

/** What is known of one chain: its blocks, how far they are final, and up to where none is missing. */
export class ChainMemory {
  tip: ChainTip | undefined;
  /** Height of the newest final block that is known. */
  finalized: bigint | undefined;
  /** The block up to which whatever was not told has been said to be missing. */
  heard: { height: bigint; hash: string | undefined } | undefined;
  readonly blocks = new KnownBlocks();

  /** The newest final block whose hash is known, else the newest block. */
  get surest(): ChainBlock | undefined {
    const { finalized: height, tip } = this;
    const hash = height === undefined ? undefined : this.blocks.hashAt(height);
    if (height !== undefined && hash !== undefined) return { height, hash };
    return tip && { height: tip.height, hash: tip.hash };
  }

  /** Whether nothing is between a block and what was heard before, and nothing contradicts it. */
  isContinuedBy(block: AcceptedBlock): boolean {
    const { heard } = this;
    if (this.blocks.contradicts(block)) return false;
    if (!heard || block.height <= heard.height) return !heard || this.blocks.has(block.hash);
    const isNext = block.height === heard.height + 1n;
    return isNext && (heard.hash === undefined || (block.previous ?? heard.hash) === heard.hash);
  }

  /** Takes a block that continues the chain; `at`: when its event arrived. */
  accept({ height, hash, previous }: AcceptedBlock, at: number): void {
    if (previous !== undefined && height > 0n && this.blocks.hashAt(height - 1n) === undefined)
      this.blocks.note({ height: height - 1n, hash: previous });
    this.blocks.note({ height, hash });
    if (!this.heard || this.heard.height < height) this.heard = { height, hash };
    if (!this.tip || this.tip.height <= height) this.tip = { height, hash, arrivedAt: at };
  }

  /** Takes a block that was asked for. */
  learn({ height, hash }: ChainBlock): void {
    this.blocks.note({ height, hash });
    if (!this.tip || this.tip.height < height) this.tip = { height, hash };
  }

  /** `known`: what was known when the node was asked, which its answer stands in for; no one else lowers the height. */
  learnFinalized(height: bigint, known?: bigint): void {
    const { finalized } = this;
    if (finalized === undefined || finalized < height || finalized === known) this.finalized = height;
  }

  /** Takes the node's newest block as the one up to which nothing is missing. */
  hearUpTo(block: ChainBlock): void {
    this.learn(block);
    if (!this.heard || this.heard.height < block.height) this.heard = block;
  }

  /** Forgets the blocks above a height, and returns them, the highest first. */
  stepBack(height: bigint): ChainBlock[] {
    const left = this.blocks.above(height);
    for (const block of left) this.blocks.forget(block.hash);
    const hash = this.blocks.hashAt(height);
    if (this.heard && this.heard.height > height) this.heard = { height, hash };
    if (this.tip && this.tip.height > height) this.tip = hash === undefined ? undefined : { height, hash };
    return left;
  }

  clear(): void {
    this.tip = this.finalized = this.heard = undefined;
    this.blocks.clear();
  }
}
