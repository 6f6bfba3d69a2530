import type { Clock } from "../../client/clock";
import type { Disposable } from "../../client/disposable";
import type { ReceivedEvent } from "../../client/recentEvents";
import type { EventFrame } from "../../wire/eventFrame";
import { parseExactJson, type Json } from "../../wire/exactJson";
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

const most = { blocks: 256, events: 100_000 };
const sliceMs = 8;
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Joins events to the blocks that they came out of (§6.2): by the transaction that caused an event, and by the list of
 * transactions in `accepted`, whichever comes first. `statechange` and `reverted` then tell what became of them.
 */
export class BlockJoin implements Disposable {
  private readonly blocks = new Map<string, Block>();
  private readonly blockOf = new Map<string, Block>();
  /** By transaction: events whose block is not known yet. */
  private readonly loose = new Map<string, number[]>();
  private remembered = 0;
  /** Nothing of this is done while a message is received, and all of it in the order received. */
  private queue: ({ block: ReceivedEvent } | { number: number; cause: string })[] = [];
  private timer: Disposable | undefined;

  constructor(
    private readonly owner: BlockJoinOwner,
    private readonly clock: Clock,
  ) {}

  /** Takes an event; one that only tells of blocks and is nobody's own has the number 0. */
  take(event: ReceivedEvent): void {
    if (event.frame.kind.component === "blocks") this.later({ block: event });
    else {
      const cause = causeOf(event.frame);
      if (cause === undefined) return;
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

  private later(item: (typeof this.queue)[number]): void {
    this.queue.push(item);
    this.timer ??= this.clock.after(0, () => this.work());
  }

  private work(): void {
    this.timer = undefined;
    const end = performance.now() + sliceMs;
    let done = 0;
    while (done < this.queue.length && performance.now() < end) {
      const item = this.queue[done++]!;
      if ("block" in item) this.takeBlock(item.block);
      else this.join(item.number, item.cause);
    }
    this.queue.splice(0, done);
    if (this.queue.length > 0) this.timer = this.clock.after(0, () => this.work());
  }

  private takeBlock({ number, frame: { target, data } }: ReceivedEvent): void {
    const { entity: hash, topic } = target;
    if (!hash) return;
    const fields = fieldsOf(data);
    if (topic === "accepted") this.accept(hash, fields, number);
    else if (topic === "statechange") this.change(hash, fields["state"]);
    else if (topic === "reverted") this.revert(hash, integer(fields["atHeight"]));
  }

  private accept(hash: string, { header, transactions }: { [key: string]: Json }, number: number): void {
    const known = this.blocks.get(hash);
    if (known && number > 0) known.own.push(number);
    if (known) return;
    const height = integer(objectOf(header)["height"]);
    const hashes = (Array.isArray(transactions) ? transactions : []).filter((each) => typeof each === "string");
    const block: Block = { hash, height, state: "accepted", events: [], own: [], transactions: hashes };
    if (number > 0) block.own.push(number);
    this.blocks.set(hash, block);
    for (const transaction of hashes) {
      this.blockOf.set(transaction, block);
      block.events.push(...(this.loose.get(transaction) ?? []));
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
  }

  private join(number: number, cause: string): void {
    const block = this.blockOf.get(cause);
    const others = this.loose.get(cause);
    if (block?.state === "finalized") return this.owner.finalized({ ...block, events: [number], own: [] });
    if (block) block.events.push(number);
    else if (others) others.push(number);
    else this.loose.set(cause, [number]);
    this.remembered++;
    this.forgetOldEvents();
  }

  private release(block: Block): void {
    this.remembered -= block.events.length;
    block.events.length = 0;
    block.own.length = 0;
  }

  private forgetOldBlocks(): void {
    for (const block of this.blocks.values()) {
      if (this.blocks.size <= most.blocks) return;
      this.blocks.delete(block.hash);
      for (const each of block.transactions) if (this.blockOf.get(each) === block) this.blockOf.delete(each);
      if (block.events.length > 0) this.owner.forgotten(block.events.length);
      this.release(block);
    }
  }

  private forgetOldEvents(): void {
    for (const [cause, events] of this.loose) {
      if (this.remembered <= most.events) return;
      this.loose.delete(cause);
      this.remembered -= events.length;
      this.owner.forgotten(events.length);
    }
    for (const block of this.blocks.values()) {
      if (this.remembered <= most.events) return;
      if (block.events.length > 0) this.owner.forgotten(block.events.length);
      this.release(block);
    }
  }
}

/** The transaction whose execution the event is part of; what happens in the mempool is part of no block. */
function causeOf(frame: EventFrame): string | undefined {
  const { component, topic } = frame.kind;
  if (component !== "transactions") return frame.origin;
  return topic === "executed" ? frame.target.entity : undefined;
}

function fieldsOf(data: Uint8Array): { [key: string]: Json } {
  try {
    return objectOf(parseExactJson(decoder.decode(data)));
  } catch {
    return {};
  }
}
