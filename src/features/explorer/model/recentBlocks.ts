import type { ChainNews } from "../../../client/chain/chainHead";
import { blockState } from "../../../wire/blockState";
import { limits } from "../../../wire/limits";
import { acceptedSummary, type BlockSummary } from "./chainAnswers";

export const blocksPerPage = 20;

/**
 * The newest blocks as a list that events keep current, newest first: asked for once, then a block at a time. It holds
 * as many as the person has paged to, and more while a block below them is opened.
 */
export class RecentBlocks {
  private pages = 1;
  private list: readonly BlockSummary[] = [];
  /** Hashes of the blocks that are opened. */
  private readonly opened = new Set<string>();

  get all(): readonly BlockSummary[] {
    return this.list;
  }

  /** How many blocks the list should hold. */
  get size(): number {
    return this.sizeOf(this.list);
  }

  /** The height below which older blocks are; undefined when there are none. */
  get olderThan(): bigint | undefined {
    const last = this.list.at(-1);
    return last && last.height > 0n ? last.height - 1n : undefined;
  }

  /** Whether the block next below one is not listed, though older ones are. */
  hasHoleBelow({ height }: { height: bigint }): boolean {
    const below = this.list.find((block) => block.height < height);
    return below !== undefined && below.height !== height - 1n;
  }

  /** Keeps a block, and those above it, while someone looks into it. */
  hold(hash: string): void {
    this.opened.add(hash);
  }

  release(hash: string): void {
    this.opened.delete(hash);
  }

  /** Makes the list longer by one page. */
  showMore(): void {
    this.pages++;
  }

  /** Takes over what was asked for when `listed` was the list; blocks that events told meanwhile stay. */
  take(blocks: readonly BlockSummary[], listed: readonly BlockSummary[] = []): void {
    const newest = blocks[0]?.height ?? -1n;
    const known = new Set(listed.map(({ hash }) => hash));
    this.keep([...this.list.filter(({ height, hash }) => height > newest && !known.has(hash)), ...blocks]);
  }

  /** Follows an event. */
  apply(news: ChainNews): void {
    switch (news.kind) {
      case "accepted":
        return this.insert(acceptedSummary(news.block));
      case "reverted":
        return this.keep(this.list.filter(({ hash }) => hash !== news.hash));
      case "state": {
        const state = blockState(news.state);
        return this.keep(this.list.map((block) => (block.hash === news.hash ? { ...block, state } : block)));
      }
      case "restarted":
        this.opened.clear();
        return this.keep([]);
      case "missed":
        return undefined;
    }
  }

  /** A block in its place. One that is listed has come further since; another at its height is of the past, with all above. */
  private insert(block: BlockSummary): void {
    const same = this.list.find(({ height }) => height === block.height);
    if (same && same.hash === block.hash) return;
    const above = same ? [] : this.list.filter(({ height }) => height > block.height);
    this.keep([...above, block, ...this.list.filter(({ height }) => height < block.height)]);
  }

  private keep(blocks: readonly BlockSummary[]): void {
    this.list = blocks.slice(0, this.sizeOf(blocks));
  }

  private sizeOf(blocks: readonly BlockSummary[]): number {
    const lowest = blocks.findLastIndex(({ hash }) => hash !== undefined && this.opened.has(hash));
    return Math.max(this.pages * blocksPerPage, Math.min(lowest + 1, limits.openedBlocks));
  }
}
