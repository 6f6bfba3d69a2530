import type { Clock } from "../../../../base/clock";
import type { Disposable } from "../../../../base/disposables";
import type { ReceivedEvent } from "../../../../client/session/recentEvents";
import { blockState, type BlockState } from "../../../../wire/blockState";
import { limits } from "../../../../wire/limits";
import { blockFields } from "../../../../client/chain/chainNews";
import { causeOf, isId } from "./blockFacts";
import type { JoinedBlock, JoinedBlocksOwner, JoinLimits, ToldBlock } from "./joinedBlock";
import { JoinedBlocks } from "./joinedBlocks";

export type { JoinedBlock, JoinLimits } from "./joinedBlock";

/** What is told of blocks, and of events whose block no one tells. */
export interface BlockJoinOwner extends JoinedBlocksOwner {
  /** Causes, transactions or blocks, of events that have waited for their block for long; each is told once. */
  unexplained(causes: readonly string[]): void;
}

type Queued = { block: ReceivedEvent } | { number: number; cause: string };

const sliceMs = 8;
/** Longest that an event's block usually takes to be told: a node sends all of a block at once. */
const patienceMs = 3000;
/** As long may it take between two questions that led to nothing. */
const mostPatienceMs = 60_000;

/**
 * Joins events to the blocks that they came out of (§6.2): by the transaction or block that caused an event, and by the
 * list of transactions in `accepted`, whichever comes first. `statechange` and `reverted` tell what became of them.
 */
export class BlockJoin implements Disposable {
  private readonly joined: JoinedBlocks;
  /** Nothing of this is done while a message is received, and all of it in the order received. */
  private queue: Queued[] = [];
  private queuedBytes = 0;
  private timer: Disposable | undefined;
  private patience: Disposable | undefined;
  private patienceMs = patienceMs;
  /** Causes without a block when last looked at, and whether they were told of. */
  private waiting = new Map<string, boolean>();

  constructor(
    private readonly owner: BlockJoinOwner,
    private readonly clock: Clock,
    private readonly most: JoinLimits = limits.joined,
  ) {
    this.joined = new JoinedBlocks(owner, most);
  }

  /** Takes an event; one that only tells of blocks and is no one's own has the number 0. */
  take(event: ReceivedEvent): void {
    if (event.frame.kind.component === "blocks") this.enqueue({ block: event });
    else {
      const cause = causeOf(event.frame);
      if (!isId(cause)) return;
      if (this.queue.length === 0) this.join(event.number, cause);
      else this.enqueue({ number: event.number, cause });
    }
  }

  /** Takes a block that was asked for, and how far it has come. */
  learn(block: ToldBlock, state: string | undefined): void {
    this.workOffAll();
    this.patienceMs = patienceMs;
    this.joined.accept(block, 0, true);
    if (isSettling(state)) this.joined.change(block.hash, state, 0);
    this.notifyLate();
  }

  /** Takes a block that the node has left without telling it. */
  left(hash: string): void {
    this.workOffAll();
    if (this.joined.of(hash)) this.joined.revert(hash, undefined, 0);
  }

  /** The session is lost: what comes after it may be of another chain. */
  sessionLost(): void {
    this.workOffAll();
    this.joined.sessionLost();
  }

  /** Forgets what is not of the chain with these blocks. */
  keepOnly(isKept: (hash: string) => boolean): void {
    this.workOffAll();
    this.joined.keepOnly(isKept);
  }

  /** The block of an event, as far as is known. */
  find({ number, frame }: ReceivedEvent): JoinedBlock | undefined {
    const cause = frame.kind.component === "blocks" ? frame.target.entity : causeOf(frame);
    return this.joined.of(cause ?? "", number || undefined);
  }

  /** Whether an event is of an earlier chain than the one that the node is on. */
  isOld(number: number): boolean {
    return this.joined.isOld(number);
  }

  /** The block with this hash, or with this transaction, as far as is known. */
  blockOf(hash: string): JoinedBlock | undefined {
    return this.joined.of(hash);
  }

  /** Heights of the blocks of which it is not known what became of them. */
  get unsettledHeights(): bigint[] {
    return this.joined.unsettledHeights;
  }

  dispose(): void {
    this.timer?.dispose();
    this.patience?.dispose();
    this.queue = [];
  }

  private join(number: number, cause: string): void {
    this.joined.join(number, cause);
    this.patience ??= this.lookLater();
    if (this.joined.hasLate) this.workSoon();
  }

  private lookLater(): Disposable {
    return this.clock.after(this.patienceMs, () => this.lookForUnexplained());
  }

  /** What had no block a while ago and has none now has waited long enough. */
  private lookForUnexplained(): void {
    const causes = this.joined.looseCauses(limits.lookedUp.waitingCauses);
    const before = this.waiting;
    this.waiting = new Map(causes.map((cause) => [cause, before.get(cause) ?? false]));
    const old = causes.filter((cause) => before.get(cause) === false).slice(0, limits.lookedUp.causes);
    for (const cause of old) this.waiting.set(cause, true);
    const isMore = [...this.waiting.values()].includes(false);
    if (old.length > 0) this.patienceMs = Math.min(2 * this.patienceMs, mostPatienceMs);
    this.patience = isMore ? this.lookLater() : undefined;
    if (old.length > 0) this.owner.unexplained(old);
  }

  private enqueue(item: Queued): void {
    this.queue.push(item);
    this.queuedBytes += bytesOf(item);
    // Anyone who sends more than is kept waiting has to wait.
    while (this.queuedBytes > this.most.waitingBytes) this.workOff(this.queue.shift()!);
    this.workSoon();
  }

  private workSoon(): void {
    this.timer ??= this.clock.after(0, () => this.work());
  }

  private work(): void {
    this.timer = undefined;
    const end = performance.now() + sliceMs;
    let done = 0;
    while (done < this.queue.length && performance.now() < end) this.workOff(this.queue[done++]!);
    this.queue.splice(0, done);
    this.notifyLate();
    if (this.queue.length > 0) this.workSoon();
  }

  private workOffAll(): void {
    for (const item of this.queue.splice(0)) this.workOff(item);
  }

  private workOff(item: Queued): void {
    this.queuedBytes -= bytesOf(item);
    if ("block" in item) this.takeBlock(item.block);
    else this.join(item.number, item.cause);
  }

  private notifyLate(): void {
    if (this.joined.hasLate) this.joined.notifyLate();
  }

  private takeBlock({ number, frame: { target, data } }: ReceivedEvent): void {
    const { entity: hash, topic } = target;
    if (!hash || !isId(hash)) return;
    const { height, transactions, atHeight, ...fields } = blockFields(data);
    if (topic === "accepted") this.joined.accept({ hash, height, transactions: transactions.filter(isId) }, number);
    const state = blockState(fields.state);
    if (topic === "statechange" && isSettling(state)) this.joined.change(hash, state, number);
    if (topic === "reverted") this.joined.revert(hash, atHeight, number);
  }
}

function isSettling(state: string | undefined): state is BlockState {
  return state === "confirmed" || state === "finalized";
}

function bytesOf(item: Queued): number {
  return "block" in item ? item.block.frame.data.length : 0;
}
