import { limits } from "../../wire/limits";
import { spendId, type TransactionFacts, type Outcome } from "./transactionFacts";
import * as stepWords from "./stepWords";

/** How far a transaction has come, in the order in which that usually goes. */
export type Standing =
  /** Looked at, and not sent. */
  | "checked"
  /** On its way; no answer yet. */
  | "sending"
  /** The answer was lost: it may have arrived. */
  | "doubtful"
  /** The node did not take it. */
  | "refused"
  /** Taken for routing (§4.5), which promises nothing. */
  | "sent"
  /** Staged outside the mempool until the nonces before it are there (§3). */
  | "deferred"
  | "waiting"
  | "executed"
  | "accepted"
  | "confirmed"
  | "final"
  | "replaced"
  | "removed"
  | "dropped"
  | "vanished";

/** What happened, and when that was heard of: milliseconds since the epoch. */
export interface LifeStep {
  at: number;
  text: string;
}

/** Where a node says that a transaction is, when it is asked. */
export type Found =
  | { in: "block"; outcome: Outcome; state: string | undefined; facts: TransactionFacts }
  | { in: "mempool"; facts: TransactionFacts }
  | { in: "nothing" };

/**
 * What is remembered of a transaction across windows. Neither its bytes are a part of it, nor what a signer was given: its
 * memo and the arguments of its call.
 */
export interface LifeRecord {
  key: string;
  id?: string;
  standing: Standing;
  facts: TransactionFacts;
  outcome?: Outcome;
  contract?: string;
  steps: LifeStep[];
}

/** Heights above which a transaction that is not in a block is looked for. */
const patienceBlocks = 10;
/** The same for one that the node holds back: no list of the node has it then, and its end is told. */
const heldPatienceBlocks = 100;

const inBlock: readonly Standing[] = ["executed", "accepted", "confirmed", "final"];

const ended: readonly Standing[] = ["refused", "final", "replaced", "removed", "dropped", "vanished"];

/**
 * One transaction's way (§3), fed by what events and answers tell of it, in whatever order and however often they do. It
 * remembers what happened in words, since that is what a person follows.
 */
export class TransactionLife {
  id: string | undefined;
  standing: Standing = "checked";
  facts: TransactionFacts = {};
  outcome: Outcome | undefined;
  readonly steps: LifeStep[] = [];
  /** Blocks since it last moved. */
  waited = 0;
  /** Why it waits, as far as the node's figures tell. */
  reasons: readonly string[] = [];
  /** What was found when it was last checked. */
  check: readonly string[] = [];
  /** What spoke against it then. */
  objections: readonly string[] = [];
  /** The id of the transaction that has taken its place, when that is known. */
  replacedBy: string | undefined;
  /** Keys of those in whose place it is. */
  private readonly replaced = new Set<string>();
  /** The id of the contract that it has deployed, once the node has named it; null: the node does not name any. */
  contract: string | null | undefined;
  /** The arguments of its call, once the contract's driver has read them. */
  decoded: string | undefined;

  /** Whether what is not kept across windows is to be learned from the node. */
  isPartial = false;

  private spent: { by?: TransactionFacts; id?: string | undefined } = {};

  constructor(
    /** What it is known by while its id is not: the SHA-256 of its bytes, or else its id. */
    readonly key: string,
  ) {}

  static of({ key, id, standing, facts, outcome, contract, steps }: LifeRecord): TransactionLife {
    const life = new TransactionLife(key);
    Object.assign(life, { id, facts, outcome, contract, standing, isPartial: true });
    life.steps.push(...steps);
    return life;
  }

  get record(): LifeRecord {
    const { key, id, standing, outcome, contract, steps } = this;
    const { memo: _memo, call, ...facts } = this.facts;
    return {
      ...{ key, standing, steps: [...steps] },
      facts: { ...facts, ...(call && { call: { contract: call.contract, fn: call.fn } }) },
      ...(id !== undefined && { id }),
      ...(outcome && { outcome }),
      ...(contract && { contract }),
    };
  }

  /** Whether it is being followed: it was sent, and what becomes of it is not settled. */
  get isUnderWay(): boolean {
    return this.standing !== "checked" && !ended.includes(this.standing);
  }

  /** Whether it may be sent: never twice, whatever is not known of the first time. */
  get canBeSent(): boolean {
    return this.standing === "checked" || this.standing === "refused";
  }

  get isInBlock(): boolean {
    return inBlock.includes(this.standing);
  }

  /** Whether the node has told that it has it: in its mempool, or in a block. */
  get wasSeen(): boolean {
    return this.standing === "waiting" || this.isInBlock;
  }

  /** Whether it has deployed a contract of which the node is to be asked. */
  get lacksContract(): boolean {
    const { contract, facts, outcome } = this;
    return facts.deploys === true && this.isInBlock && outcome?.error === undefined && contract === undefined;
  }

  /** Whether nothing has been heard of it for so long that it may be gone. */
  get isOverdue(): boolean {
    const patience = this.standing === "deferred" ? heldPatienceBlocks : patienceBlocks;
    return this.isUnderWay && !this.isInBlock && this.waited >= patience;
  }

  /** Whether the node is to be asked of it now, which it is now and then: blocks may come faster than its answers. */
  get isToBeAsked(): boolean {
    return this.isOverdue && this.waited % patienceBlocks === 0;
  }

  /** The node has it already, or is said to: it is followed, no matter who sent it. */
  isKnown(): void {
    if (this.canBeSent) this.standing = "sent";
  }

  sending(at: number): void {
    this.setStanding("sending", at, stepWords.sending);
  }

  /** The node took it for routing. */
  sent(at: number): void {
    if (this.standing === "sending") this.setStanding("sent", at, stepWords.sent);
  }

  refused(reason: string, at: number): void {
    if (this.standing === "sending") this.setStanding("refused", at, stepWords.refused(reason));
  }

  /** No answer came, and none will. */
  doubted(why: string, at: number): void {
    if (this.standing === "sending") this.setStanding("doubtful", at, stepWords.doubtful(why));
  }

  learn(facts: TransactionFacts): void {
    this.facts = { ...this.facts, ...facts };
  }

  /** It is in the mempool. Of one that is in a block that is believed when its block was said to be gone. */
  included(facts: TransactionFacts, at: number): void {
    this.learn(facts);
    if (this.standing === "waiting" || this.isInBlock) return;
    this.setStanding("waiting", at, stepWords.included(this.facts));
  }

  deferred(facts: TransactionFacts, at: number): void {
    this.learn(facts);
    if (this.standing !== "deferred") this.setStanding("deferred", at, stepWords.deferred(this.facts));
  }

  dropped(at: number): void {
    if (!this.isInBlock) this.setStanding("dropped", at, stepWords.dropped);
  }

  executed(outcome: Outcome, facts: TransactionFacts, at: number): void {
    this.learn(facts);
    const isKnown = this.isInBlock && this.outcome?.height === outcome.height;
    if (isKnown && this.outcome?.gas !== undefined) return;
    // Some nodes tell that the block was accepted before they tell what is in it.
    this.outcome = { ...(isKnown && this.outcome), ...outcome };
    this.setStanding(isKnown ? this.standing : "executed", at, stepWords.executed(outcome, this.facts));
  }

  /** What a person has asked of it before it is sent. */
  asked(text: string, at: number): void {
    this.step(at, text);
  }

  /** What a contract told while it was executed; comes before that it was. */
  emitted(text: string, at: number): LifeStep {
    return this.step(at, text);
  }

  /** Left the mempool. After its execution that is no event for a person. */
  removed(at: number): void {
    if (!this.isInBlock && !ended.includes(this.standing)) this.setStanding("removed", at, stepWords.removed);
  }

  /**
   * Another transaction of its sender and nonce is in the mempool, or executed. What is replaced leaves the mempool
   * first, which is told; what left it without a word, nothing has replaced.
   */
  rivalled(id: string, rival: TransactionFacts, at: number): void {
    if (!this.isUnderWay && this.standing !== "removed") return;
    if (this.isInBlock) return;
    if (this.standing !== "removed") return this.setStanding("vanished", at, stepWords.overtaken(id, this.facts));
    this.steps.pop();
    this.replacedBy = id;
    this.setStanding("replaced", at, stepWords.replaced(id, rival, this.facts));
  }

  /** It has taken the place of another of its sender and nonce; told once. */
  replaces({ id, key, facts }: TransactionLife, at: number): void {
    if (this.replaced.has(key)) return;
    this.replaced.add(key);
    this.step(at, stepWords.replaces(id ?? key, facts));
  }

  /** A block was accepted; `has`: this transaction is in it. */
  accepted(block: { height: bigint; hash: string }, has: boolean, at: number): void {
    if (!has) {
      if (this.isUnderWay && !this.isInBlock) this.waited++;
      return;
    }
    if (this.outcome?.hash === block.hash && this.standing !== "executed") return;
    this.outcome = { ...this.outcome, ...block };
    this.setStanding("accepted", at, stepWords.accepted(block.height));
  }

  /** The block with this hash is `confirmed` or `finalized`. */
  blockState(state: string, at: number): void {
    const { height } = this.outcome ?? {};
    if (!this.isInBlock || height === undefined || this.standing === "final") return;
    if (state === "finalized") this.setStanding("final", at, stepWords.final(height));
    else if (state === "confirmed" && this.standing !== "confirmed")
      this.setStanding("confirmed", at, stepWords.confirmed(height));
  }

  /** Its block is part of the chain no more. */
  reverted(at: number): void {
    const { height } = this.outcome ?? {};
    if (!this.isInBlock) return;
    this.outcome = undefined;
    this.setStanding("waiting", at, stepWords.reverted(height));
  }

  /** What the node said when it was asked; `asked`: by a person, who is told of every answer. */
  found(found: Found, at: number, asked = false): void {
    if (found.in === "block") {
      const { outcome, state } = found;
      if (this.isInBlock && this.outcome?.hash !== undefined && this.outcome.hash !== outcome.hash) this.reverted(at);
      this.executed(outcome, found.facts, at);
      if (outcome.hash !== undefined) this.accepted({ height: outcome.height, hash: outcome.hash }, true, at);
      if (state !== undefined) this.blockState(state, at);
      return;
    }
    if (this.isInBlock && this.standing !== "final") this.reverted(at);
    if (found.in === "mempool") return this.included(found.facts, at);
    if (this.isOverdue) this.setStanding("vanished", at, stepWords.vanished(this.waited, this.facts));
    else if (this.standing === "final") this.lostWithChain(at);
    else if (asked) this.step(at, stepWords.notFound);
  }

  /** The node has begun another chain, and this is on it nowhere. */
  lostWithChain(at: number): void {
    this.outcome = undefined;
    this.setStanding("vanished", at, stepWords.otherChain);
  }

  /** What tells it from all others in its account. */
  get spends(): string | undefined {
    // Asked for each event of a node, of all that are followed.
    if (this.spent.by !== this.facts) this.spent = { by: this.facts, id: spendId(this.facts) };
    return this.spent.id;
  }

  private setStanding(standing: Standing, at: number, text: string): void {
    this.standing = standing;
    this.waited = 0;
    this.reasons = [];
    this.step(at, text);
  }

  private step(at: number, text: string): LifeStep {
    const step = { at, text };
    this.steps.push(step);
    // The first say where it came from; what is repeated without end, as on a chain that reverts and reverts, goes.
    if (this.steps.length > limits.followed.steps) this.steps.splice(limits.followed.steps / 2, 1);
    return step;
  }
}
