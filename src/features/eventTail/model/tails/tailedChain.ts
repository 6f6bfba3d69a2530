import type { BlockRange, ChainBlock, ChainNews } from "../../../../client/chain/chainHead";
import type { Clock } from "../../../../base/clock";
import type { NodeConnection } from "../../../../client/nodeConnection";
import { Owner } from "../../../../base/disposables";
import { limits } from "../../../../wire/limits";
import { lookUpBlocks, lookUpCauses, type LookedUpBlock } from "../gaps/chainQueries";
import { restartNotice, gapNotice, holeNotice, vanishedNotice, type EventGap } from "../gaps/eventGap";
import type { TailedConnection } from "./tail";

/** The last that a window heard of a node's blocks. */
export interface LastSeen {
  height: bigint;
  /** A block by which the chain is known again: the newest final one, if there is one. */
  known?: ChainBlock | undefined;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Who remembers events and blocks, and is told what of it counts no more. */
export interface TailedChainOwner {
  notify(notice: string): void;
  gap(gap: EventGap): void;
  /** Nothing holds any more that was known of the node's chain. */
  reset(): void;
  /** The node has left a block, perhaps without telling it. */
  left(hash: string): void;
  /** Blocks that were asked for, because no event told of them or of what became of them. */
  lookedUp(blocks: readonly LookedUpBlock[]): void;
  /** Heights of blocks of which it is not known what became of them. */
  unsettled(): readonly bigint[];
  /** One more block is there. Returns transactions of which too long nothing was heard since they went into the mempool. */
  overdue(): readonly string[];
  changed(): void;
}

/** How the tails of the connection are at a moment. */
export interface TailedChainNeeds {
  clock: Clock;
  node(): NodeConnection | undefined;
  isTailing(): boolean;
  /** Whether it matters which events belong to which block. */
  followsBlocks(): boolean;
  /** Resolves when the node has answered to every tail. */
  settled(): Promise<void>;
}

type GapTimes = Pick<EventGap, "lostAt" | "lastedMs">;

/** Blocks of a gap that are asked for, the newest of them, so that what belongs to them is known to be final or not. */
const mostLookedUp = 100n;

/** What the chain of a connection means to its tails: which events may be missing, and which count no more. */
export class TailedChain extends Owner {
  /** What an earlier window heard last, until it is known what has happened since. */
  earlier: LastSeen | undefined;

  constructor(
    private readonly connection: TailedConnection,
    private readonly owner: TailedChainOwner,
    private readonly needs: TailedChainNeeds,
  ) {
    super();
    this.own(connection.chain.onNews((news) => this.changed(news)));
  }

  get lastSeen(): LastSeen | undefined {
    const { tip, surest } = this.connection.chain;
    return tip && { height: tip.height, known: surest, at: this.needs.clock.now() };
  }

  /** Says what may be missing since an earlier window. */
  async measureEarlier(): Promise<void> {
    if (!this.earlier) return;
    const { height, known, at } = this.earlier;
    this.earlier = undefined;
    // After everything is subscribed to, so that nothing falls between the height and the first event.
    await this.needs.settled();
    const lastedMs = this.needs.clock.now() - at;
    const answer = await this.connection.chain.ask([height, ...(known ? [known.height] : [])]);
    if (!answer) return this.owner.notify(gapNotice(lastedMs, undefined));
    const isOther = known && answer.hashes.get(known.height) !== known.hash;
    const gap = { lostAt: at, lastedMs };
    if (isOther || answer.tip.height < height) return this.reset(known ?? { height }, answer.tip, gap);
    const blocks = { first: height, last: answer.tip.height };
    this.owner.notify(gapNotice(lastedMs, blocks));
    this.gap(blocks, gap);
  }

  /** Asks for the blocks of causes that no event explained. */
  async explain(causes: readonly string[]): Promise<void> {
    const node = this.needs.node();
    if (!node || !this.needs.followsBlocks()) return;
    const found = [...((await lookUpCauses(node.graphql, causes))?.values() ?? [])];
    const blocks = found.flatMap((each) => (each.kind === "waiting" ? [] : each));
    for (const block of blocks) await this.connection.chain.named(block);
    if (blocks.length > 0) await this.lookUp(blocks.map(({ height }) => height));
  }

  /** Asks for the block of a transaction, which may be there already, and for what became of it. */
  async lookUpOf(transaction: string): Promise<void> {
    const node = this.needs.node();
    if (!node || !this.needs.followsBlocks()) return;
    const found = (await lookUpCauses(node.graphql, [transaction]))?.get(transaction);
    if (found?.kind === "executed") await this.lookUp([found.height]);
  }

  private changed(news: ChainNews): void {
    if (news.kind === "accepted") void this.lookForVanished(this.owner.overdue());
    if (news.kind === "reverted") this.owner.left(news.hash);
    if (news.kind === "restarted") this.reset(news.before, news.tip, news.gap);
    if (news.kind !== "missed" || !this.needs.isTailing()) return;
    const { blocks, gap } = news;
    if (gap) this.owner.notify(gapNotice(gap.lastedMs, blocks));
    else if (blocks) this.owner.notify(holeNotice(blocks));
    if (!blocks) return;
    this.gap(blocks, gap);
    const lowest = blocks.last - blocks.first < mostLookedUp ? blocks.first : blocks.last - mostLookedUp;
    const heights = Array.from({ length: Number(blocks.last - lowest) + 1 }, (_, at) => lowest + BigInt(at));
    void this.lookUp([...this.owner.unsettled(), ...heights]);
  }

  /** A transaction may leave the mempool without any event. */
  private async lookForVanished(transactions: readonly string[]): Promise<void> {
    const node = this.needs.node();
    if (!node || transactions.length === 0 || !this.needs.isTailing()) return;
    const found = await lookUpCauses(node.graphql, transactions);
    for (const hash of transactions) if (found && !found.has(hash)) this.owner.notify(vanishedNotice(hash));
  }

  private reset(before: { height: bigint; hash?: string }, tip: ChainBlock, gap?: GapTimes): void {
    this.owner.reset();
    if (!this.needs.isTailing()) return;
    this.owner.notify(restartNotice(before, tip));
    this.gap({ first: 0n, last: tip.height }, gap);
  }

  private gap(blocks: BlockRange, gap?: GapTimes): void {
    const { lostAt = this.needs.clock.now(), lastedMs } = gap ?? {};
    const times = { lostAt, ...(lastedMs !== undefined && { lastedMs }) };
    this.owner.gap({ connectionId: this.connection.id, ...times, blocks });
    this.owner.changed();
  }

  /** So that it is known what became of the events of blocks that were not told. */
  private async lookUp(heights: readonly bigint[]): Promise<void> {
    const { chain } = this.connection;
    for (let attempt = 0; attempt < limits.lookedUp.tries; attempt++) {
      await chain.certain();
      const node = this.needs.node();
      const known = chain.surest;
      if (!node || !known || !this.needs.followsBlocks()) return;
      const blocks = await lookUpBlocks(node.graphql, [...new Set([...heights, known.height])]);
      // An answer of another chain than the one that is known must not be taken for one of this.
      const proof = blocks.find(({ height }) => height === known.height);
      if (proof?.hash === known.hash && chain.blocks.has(known.hash)) {
        for (const block of blocks) chain.learn(block);
        return this.owner.lookedUp(blocks);
      }
      if (proof) chain.learn(proof);
    }
  }
}
