import type { ChainNews } from "../../client/chainHead";
import { acceptedSummary, type BlockSummary } from "./chainAnswers";

export const blocksPerPage = 20;

/**
 * The newest blocks as a list that events keep current, newest first: asked for once, then a block at a time. It holds
 * as many as the person has paged to.
 */
export class RecentBlocks {
  private pages = 1;
  private list: readonly BlockSummary[] = [];

  get all(): readonly BlockSummary[] {
    return this.list;
  }

  /** How many blocks the list should hold. */
  get size(): number {
    return this.pages * blocksPerPage;
  }

  /** The height below which older blocks are; undefined when there are none. */
  get olderThan(): bigint | undefined {
    const last = this.list.at(-1);
    return last && last.height > 0n ? last.height - 1n : undefined;
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
    if (news.kind === "accepted") {
      const block = acceptedSummary(news.block);
      this.keep([block, ...this.list.filter(({ height }) => height < block.height)]);
    } else if (news.kind === "reverted") {
      this.keep(this.list.filter(({ hash }) => hash !== news.hash));
    } else {
      this.keep(this.list.map((block) => (block.hash === news.hash ? { ...block, state: news.state } : block)));
    }
  }

  private keep(blocks: readonly BlockSummary[]): void {
    this.list = blocks.slice(0, this.size);
  }
}
