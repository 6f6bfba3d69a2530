import type { BlockState } from "../../../../wire/blockState";
import type { JoinedBlock, JoinedBlocksOwner, JoinLimits, ToldBlock } from "./joinedBlock";
import { LooseEvents } from "./looseEvents";

interface Block {
  hash: string;
  height: bigint | undefined;
  state: BlockState;
  events: number[];
  own: number[];
  transactions: readonly string[];
  /** Whether its acceptance is known, and not only what became of it. */
  notified: boolean;
  /** How many blocks and sessions there had been, and the last event that came before those since the block before. */
  age: number;
  since: number;
}

/**
 * What is known of blocks and of the events that belong to them. An event's cause is a transaction or the block itself;
 * which, and in which block, is undecided until it is told, and what is told may come in any order.
 */
export class JoinedBlocks {
  private readonly blocks = new Map<string, Block>();
  private readonly blockOf = new Map<string, Block>();
  private readonly loose = new LooseEvents();
  /** Events of blocks and loose ones, and transactions of blocks. */
  private remembered = 0;
  private listed = 0;
  private age = 0;
  /** The last event, and the last before the present age. */
  private newest = 0;
  private start = 0;
  /** Events up to this one are of an earlier chain. */
  private oldUpTo = 0;
  /** The age from which on nothing can be of an earlier chain, and the last event before the session that was lost last. */
  private freshFrom = 0;
  private lostAt = 0;
  /** Events that came when their block was final: each block is told once in a moment, however many there are. */
  private late = new Map<Block, number[]>();

  constructor(
    private readonly owner: JoinedBlocksOwner,
    private readonly most: JoinLimits,
  ) {}

  /** The block in which a transaction was executed, or which itself is the cause; of an event, unless that is too old. */
  of(cause: string, number = Infinity): JoinedBlock | undefined {
    const block = number > this.oldUpTo ? (this.blockOf.get(cause) ?? this.blocks.get(cause)) : undefined;
    // One that was only named may have been left without a word, unless what is said of it is the end.
    return block?.notified || block?.state === "finalized" || block?.state === "reverted" ? block : undefined;
  }

  /** Whether an event is of an earlier chain than the one that the node is on. */
  isOld(number: number): boolean {
    return number <= this.oldUpTo;
  }

  /** At most so many causes of events whose block is not known, the oldest first. */
  looseCauses(most: number): string[] {
    return this.loose.causes(most);
  }

  /** Heights of the blocks of which it is not known what became of them. */
  get unsettledHeights(): bigint[] {
    const open = [...this.blocks.values()].filter(({ state }) => state === "accepted" || state === "confirmed");
    return open.flatMap(({ height }) => height ?? []);
  }

  get hasLate(): boolean {
    return this.late.size > 0;
  }

  /** Tells of the events that came when their block was final. */
  notifyLate(): void {
    const { late } = this;
    this.late = new Map();
    for (const [block, events] of late) this.owner.finalized({ ...block, events, own: [] });
  }

  /** `number`: of the event that told it, 0 if that is not remembered. `isAsked`: the node was asked for it. */
  accept({ hash, height, transactions }: ToldBlock, number: number, isAsked = false): void {
    const known = this.blocks.get(hash);
    const isOver = known?.state === "reverted" || (known?.notified && known.state === "finalized");
    if (known?.notified && !isOver) {
      if (isAsked) this.tieAll(known, 0);
      return this.add(known, known.own, number);
    }
    // One that was final, or left, and is accepted again belongs to another chain, or to this one again.
    if (known && isOver) this.drop(known);
    const block = known && !isOver ? known : this.begin(hash);
    // A node sends what comes out of a block since the block before; what is older is of one that was not told.
    const oldest = isAsked ? 0 : this.age;
    const since = this.start;
    this.nextAge();
    Object.assign(block, { height, transactions, notified: true, age: this.age, since });
    this.add(block, block.own, number);
    this.listed += transactions.length;
    for (const transaction of transactions) this.blockOf.set(transaction, block);
    this.tieAll(block, oldest);
    if (block.state === "finalized") this.finish(block);
    this.forgetOldBlocks();
  }

  change(hash: string, state: BlockState, number: number): void {
    const block = this.blocks.get(hash) ?? this.begin(hash);
    this.add(block, block.own, number);
    if (block.state === "finalized" || block.state === "reverted") return;
    block.state = state;
    if (state === "finalized") this.finish(block);
    this.forgetOldBlocks();
  }

  revert(hash: string, height: bigint | undefined, number: number): void {
    const block = this.blocks.get(hash) ?? this.begin(hash);
    block.height ??= height;
    this.add(block, block.own, number);
    if (block.state === "finalized" || block.state === "reverted") return;
    block.state = "reverted";
    // The same transactions may come again in another block.
    this.untie(block);
    this.owner.reverted(block);
    this.release(block);
    this.forgetOldBlocks();
  }

  join(number: number, cause: string): void {
    this.newest = Math.max(this.newest, number);
    const block = this.blockOf.get(cause) ?? this.blocks.get(cause);
    // Since a loss of the session the same transaction may be one of another chain.
    const isPresent = block && (block.age > this.freshFrom || !block.notified);
    if (isPresent && block.state !== "reverted") return this.add(block, block.events, number);
    this.loose.add(cause, number, this.age);
    this.remembered++;
    this.forgetOldEvents();
  }

  /** From here on another node may be heard. */
  sessionLost(): void {
    this.nextAge();
    this.freshFrom = this.age;
    this.lostAt = this.start;
  }

  /** Forgets the blocks of another chain, and the events that came before this one's newest block was told. */
  keepOnly(isKept: (hash: string) => boolean): void {
    let from = this.newest;
    if (this.freshFrom === this.age) from = this.lostAt;
    for (const block of [...this.blocks.values()]) {
      if (!isKept(block.hash)) this.drop(block);
      else if (block.notified) {
        from = Math.min(from, Math.max(block.since, this.lostAt));
        this.freshFrom = Math.max(this.freshFrom, block.age);
      }
    }
    this.oldUpTo = Math.max(this.oldUpTo, from);
    // After a block of the earlier chain what came since may be of either.
    this.remembered -= this.loose.dropOlderThan(this.freshFrom === this.age ? this.age : Infinity);
  }

  private nextAge(): void {
    this.age++;
    this.start = this.newest;
  }

  private begin(hash: string): Block {
    const block: Block = {
      ...{ hash, height: undefined, state: "accepted", events: [], own: [], transactions: [], notified: false },
      age: this.age,
      since: this.start,
    };
    this.blocks.set(hash, block);
    return block;
  }

  /** Adds an event to one of a block's lists. */
  private add(block: Block, list: number[], number: number): void {
    if (number === 0) return;
    this.newest = Math.max(this.newest, number);
    if (block.state === "finalized") {
      const late = this.late.get(block);
      if (late) late.push(number);
      else this.late.set(block, [number]);
      return;
    }
    list.push(number);
    this.remembered++;
    this.forgetOldEvents();
  }

  /** Gives a block the events that waited for it, unless they are too old. */
  private tieAll(block: Block, oldest: number): void {
    for (const cause of [...block.transactions, block.hash]) {
      const tied = this.loose.take(cause, oldest);
      this.remembered -= tied.length;
      for (const number of tied) this.add(block, block.events, number);
    }
  }

  private untie(block: Block): void {
    for (const each of block.transactions) if (this.blockOf.get(each) === block) this.blockOf.delete(each);
  }

  private finish(block: Block): void {
    this.owner.finalized(block);
    this.release(block);
  }

  /** Forgets a block; returns how many events were to be settled with it. */
  private drop(block: Block): number {
    const { length } = block.events;
    this.blocks.delete(block.hash);
    this.late.delete(block);
    this.listed -= block.transactions.length;
    this.untie(block);
    this.release(block);
    return length;
  }

  private release(block: Block): void {
    this.remembered -= block.events.length + block.own.length;
    block.events = [];
    block.own = [];
  }

  private forgetOldBlocks(): void {
    for (const block of this.blocks.values()) {
      const isTooMuch = this.blocks.size > this.most.blocks || this.listed > this.most.transactions;
      // The newest stays: nothing is known of it yet.
      if (!isTooMuch || this.blocks.size === 1) return;
      const events = this.drop(block);
      if (events > 0) this.owner.forgotten(events);
    }
  }

  private forgetOldEvents(): void {
    while (this.remembered > this.most.events) {
      const dropped = this.loose.dropOldest();
      if (dropped === 0) break;
      this.remembered -= dropped;
      this.owner.forgotten(dropped);
    }
    for (const block of this.blocks.values()) {
      if (this.remembered <= this.most.events) return;
      if (block.events.length > 0) this.owner.forgotten(block.events.length);
      this.release(block);
    }
  }
}
