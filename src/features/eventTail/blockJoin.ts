import type { Clock } from "../../client/clock";
import type { Disposable } from "../../client/disposable";
import type { ReceivedEvent } from "../../client/recentEvents";
import type { Json } from "../../wire/exactJson";
import { limits } from "../../wire/limits";
import { causeOf, fieldsOf, isId } from "./blockFacts";
import { integer, objectOf } from "./chainQueries";

/** How far a block has come (§3). */
export type BlockState = "accepted" | "confirmed" | "finalized" | "reverted";

/** A block with the numbers of the events that came out of it, in the order received. */
export interface JoinedBlock {
  readonly hash: string;
  readonly height: bigint | undefined;
  state: BlockState;
  readonly events: number[];
  /** Events of the block itself, such as its acceptance. */
  readonly own: number[];
}

/** What is told of blocks. */
export interface BlockJoinOwner {
  accepted(block: JoinedBlock): void;
  finalized(block: JoinedBlock): void;
  reverted(block: JoinedBlock): void;
  /** Events whose block was not settled before there were too many to remember. */
  forgotten(events: number): void;
}

type Block = JoinedBlock & { transactions: string[] };
type Queued = { block: ReceivedEvent } | { number: number; cause: string };

/** How much is remembered. */
export type JoinLimits = Readonly<Record<keyof typeof limits.joined, number>>;

const sliceMs = 8;

/**
 * Joins events to the blocks that they came out of (§6.2): by the transaction that caused an event, and by the list of
 * transactions in `accepted`, whichever comes first. `statechange` and `reverted` then tell what became of them.
 */
export class BlockJoin implements Disposable {
  private readonly blocks = new Map<string, Block>();
  private readonly blockOf = new Map<string, Block>();
  /** By transaction: events whose block is not known yet. */
  private readonly loose = new Map<string, number[]>();
  /** Events of blocks and loose ones, and transactions of blocks. */
  private remembered = 0;
  private listed = 0;
  /** Events that came when their block was final: each block is told once in a moment, however many there are. */
  private late = new Map<Block, number[]>();
  /** Nothing of this is done while a message is received, and all of it in the order received. */
  private queue: Queued[] = [];
  private queuedBytes = 0;
  private timer: Disposable | undefined;

  constructor(
    private readonly owner: BlockJoinOwner,
    private readonly clock: Clock,
    private readonly most: JoinLimits = limits.joined,
  ) {}

  /** Takes an event; one that only tells of blocks and is nobody's own has the number 0. */
  take(event: ReceivedEvent): void {
    if (event.frame.kind.component === "blocks") this.later({ block: event });
    else {
      const cause = causeOf(event.frame);
      if (!isId(cause)) return;
      if (this.queue.length === 0) this.join(event.number, cause);
      else this.later({ number: event.number, cause });
    }
  }

  /** The block of an event, as far as is known. */
  find({ frame }: ReceivedEvent): JoinedBlock | undefined {
    if (frame.kind.component === "blocks") return this.blocks.get(frame.target.entity ?? "");
    return this.blockOf.get(causeOf(frame) ?? "");
  }

  dispose(): void {
    this.timer?.dispose();
    this.queue = [];
  }

  private later(item: Queued): void {
    this.queue.push(item);
    this.queuedBytes += bytesOf(item);
    // Whoever sends more than is kept waiting has to wait.
    while (this.queuedBytes > this.most.waitingBytes) this.workOff(this.queue.shift()!);
    this.timer ??= this.clock.after(0, () => this.work());
  }

  private work(): void {
    this.timer = undefined;
    const end = performance.now() + sliceMs;
    let done = 0;
    while (done < this.queue.length && performance.now() < end) this.workOff(this.queue[done++]!);
    this.queue.splice(0, done);
    this.tellLate();
    if (this.queue.length > 0) this.timer ??= this.clock.after(0, () => this.work());
  }

  private workOff(item: Queued): void {
    this.queuedBytes -= bytesOf(item);
    if ("block" in item) this.takeBlock(item.block);
    else this.join(item.number, item.cause);
  }

  private tellLate(): void {
    const { late } = this;
    this.late = new Map();
    for (const [block, events] of late) this.owner.finalized({ ...block, events, own: [] });
  }

  private takeBlock({ number, frame: { target, data } }: ReceivedEvent): void {
    const { entity: hash, topic } = target;
    if (!hash || !isId(hash)) return;
    const fields = fieldsOf(data);
    if (topic === "accepted") this.accept(hash, fields, number);
    else if (topic === "statechange") this.change(hash, fields["state"]);
    else if (topic === "reverted") this.revert(hash, integer(fields["atHeight"]));
  }

  private accept(hash: string, { header, transactions }: { [key: string]: Json }, number: number): void {
    const known = this.blocks.get(hash);
    // A block that was final and is accepted again belongs to a chain that began anew.
    if (known && known.state !== "finalized") {
      if (number > 0) this.addOwn(known, number);
      this.owner.accepted(known);
      return;
    }
    if (known) this.forget(known);
    const height = integer(objectOf(header)["height"]);
    const hashes = (Array.isArray(transactions) ? transactions : []).filter(isId);
    const block: Block = { hash, height, state: "accepted", events: [], own: [], transactions: hashes };
    if (number > 0) this.addOwn(block, number);
    this.blocks.set(hash, block);
    this.listed += hashes.length;
    for (const transaction of hashes) {
      this.blockOf.set(transaction, block);
      for (const number of this.loose.get(transaction) ?? []) block.events.push(number);
      this.loose.delete(transaction);
    }
    this.forgetOldBlocks();
    this.owner.accepted(block);
  }

  private change(hash: string, state: Json | undefined): void {
    const block = this.blocks.get(hash);
    if (!block || (state !== "confirmed" && state !== "finalized") || block.state === "finalized") return;
    block.state = state;
    if (state !== "finalized") return;
    this.owner.finalized(block);
    this.release(block);
  }

  private revert(hash: string, height: bigint | undefined): void {
    const block: Block = this.blocks.get(hash) ?? {
      hash,
      height,
      state: "accepted",
      events: [],
      own: [],
      transactions: [],
    };
    if (block.state === "finalized" || block.state === "reverted") return;
    block.state = "reverted";
    this.blocks.set(hash, block);
    // The same transactions may come again in another block.
    for (const each of block.transactions) if (this.blockOf.get(each) === block) this.blockOf.delete(each);
    this.owner.reverted(block);
    this.release(block);
    this.forgetOldBlocks();
  }

  private join(number: number, cause: string): void {
    const block = this.blockOf.get(cause);
    const others = this.loose.get(cause);
    if (block?.state === "finalized") {
      const late = this.late.get(block);
      if (late) late.push(number);
      else this.late.set(block, [number]);
      this.timer ??= this.clock.after(0, () => this.work());
      return;
    }
    if (block) block.events.push(number);
    else if (others) others.push(number);
    else this.loose.set(cause, [number]);
    this.remembered++;
    this.forgetOldEvents();
  }

  private addOwn(block: Block, number: number): void {
    block.own.push(number);
    this.remembered++;
    this.forgetOldEvents();
  }

  private forget(block: Block): void {
    this.blocks.delete(block.hash);
    this.listed -= block.transactions.length;
    for (const each of block.transactions) if (this.blockOf.get(each) === block) this.blockOf.delete(each);
    if (block.events.length > 0) this.owner.forgotten(block.events.length);
    this.release(block);
  }

  private release(block: Block): void {
    this.remembered -= block.events.length + block.own.length;
    block.events.length = 0;
    block.own.length = 0;
  }

  private forgetOldBlocks(): void {
    for (const block of this.blocks.values()) {
      const isTooMuch = this.blocks.size > this.most.blocks || this.listed > this.most.transactions;
      // The newest stays: nothing is known of it yet.
      if (!isTooMuch || this.blocks.size === 1) return;
      this.forget(block);
    }
  }

  private forgetOldEvents(): void {
    for (const [cause, events] of this.loose) {
      if (this.remembered <= this.most.events) return;
      this.loose.delete(cause);
      this.remembered -= events.length;
      this.owner.forgotten(events.length);
    }
    for (const block of this.blocks.values()) {
      if (this.remembered <= this.most.events) return;
      if (block.events.length > 0) this.owner.forgotten(block.events.length);
      this.release(block);
    }
  }
}

function bytesOf(item: Queued): number {
  return "block" in item ? item.block.frame.data.length : 0;
}
