import { t } from "../../base/translate";
import type { EventFrame } from "../../wire/eventFrame";
import { fieldsOf, integerOf, jsonIn } from "../../wire/json/fields";
import { limits } from "../../wire/limits";
import type { ChainNews } from "../chain/chainNews";
import { emitted } from "./stepWords";
import { outcomeOf, spendId, transactionFacts, type TransactionFacts } from "./transactionFacts";
import { TransactionLife, type LifeStep, type LifeRecord } from "./transactionLife";

/** A contract's event that a followed transaction caused, and the step that tells of it. */
export interface EmittedStep {
  contract: string;
  topic: string;
  data: Uint8Array;
  step: LifeStep;
}

/**
 * The followed transactions of one node, each by its id and by what it spends, and what the node's events mean to them.
 * Pure: it is told everything, and asks nothing.
 */
export class FollowedLives {
  private readonly byKey = new Map<string, TransactionLife>();
  private readonly byId = new Map<string, TransactionLife>();
  /** Transactions with a deposit of which it is heard whether the contract took it. */
  private readonly deposits = new Map<TransactionLife, "unheard" | "taken">();

  /** Events of transactions that may be followed ones whose ids are not known yet, the newest last. */
  private unclaimed: { frame: EventFrame; at: number }[] = [];

  constructor(
    /** The name of a contract, for a person. */
    private readonly nameOf: (contract: string) => string,
    private readonly changed: (life: TransactionLife) => void,
  ) {}

  /** The newest first. */
  get all(): TransactionLife[] {
    return [...this.byKey.values()].reverse();
  }

  get underWay(): TransactionLife[] {
    return [...this.byKey.values()].filter((life) => life.isUnderWay);
  }

  get(keyOrId: string): TransactionLife | undefined {
    return this.byKey.get(keyOrId) ?? this.byId.get(keyOrId);
  }

  add(life: TransactionLife): void {
    this.byKey.set(life.key, life);
    if (life.id !== undefined) this.byId.set(life.id, life);
    for (const each of this.byKey.values()) {
      if (this.byKey.size <= limits.followed.transactions) return;
      if (!each.isUnderWay && each !== life) this.remove(each);
    }
  }

  remove(life: TransactionLife): void {
    this.byKey.delete(life.key);
    if (life.id !== undefined) this.byId.delete(life.id);
    this.deposits.delete(life);
  }

  /** What is to be remembered of them, the newest first: all that is under way, and the last that settled. */
  get records(): LifeRecord[] {
    const sent = this.all.filter(({ standing }) => standing !== "checked");
    const settled = new Set(sent.filter(({ isUnderWay }) => !isUnderWay).slice(0, limits.followed.remembered));
    return sent.filter((life) => life.isUnderWay || settled.has(life)).map(({ record }) => record);
  }

  /** Takes over what was followed in an earlier window. */
  restore(records: readonly LifeRecord[], at: number): void {
    const lives = records.map((record) => TransactionLife.of(record)).filter(({ key }) => !this.get(key));
    for (const life of lives.reverse()) {
      this.add(life);
      life.doubted(t`the window was closed before the node answered`, at);
      this.changed(life);
    }
  }

  /** Gives a transaction its id, and what was told of that before it was known. */
  identify(life: TransactionLife, id: string): void {
    if (life.id !== undefined) return;
    life.id = id;
    this.byId.set(id, life);
    const own = this.unclaimed.filter(({ frame }) => frame.target.entity === id);
    for (const { frame, at } of own) this.take(frame, at);
    if (this.nameless.length === 0) this.unclaimed = [];
  }

  /** Those under way of which the id is not known. */
  get nameless(): TransactionLife[] {
    return this.underWay.filter(({ id }) => id === undefined);
  }

  /** Takes an event of a transaction (§6.2). */
  take(frame: EventFrame, at: number): void {
    const { target, data } = frame;
    const { entity = "", topic = "" } = target;
    const own = this.byId.get(entity);
    if (!own && this.nameless.length > 0) {
      this.unclaimed.push({ frame, at });
      if (this.unclaimed.length > limits.followed.unclaimed) this.unclaimed.shift();
    }
    switch (topic.toLowerCase()) {
      case "included":
        return this.included(entity, own, transactionFacts(jsonIn(data)), at);
      case "deferred":
        own?.deferred(transactionFacts(jsonIn(data)), at);
        break;
      case "removed":
        own?.removed(at);
        break;
      case "dropped":
        own?.dropped(at);
        break;
      case "executed":
        return this.executed(entity, own, data, at);
    }
    if (own) this.changed(own);
  }

  /** Takes a contract's event; undefined unless a followed transaction caused it. */
  takeContractEvent({ target, origin = "", data }: EventFrame, at: number): EmittedStep | undefined {
    const life = this.byId.get(origin);
    const { entity: contract = "", topic = "" } = target;
    if (!life || life.isInBlock) return undefined;
    // The transfer contract's own event, which each transaction has, tells nothing that its execution does not.
    if (topic === "moonlight") {
      if (life.facts.deposit !== undefined && !this.deposits.has(life)) this.deposits.set(life, "unheard");
      return undefined;
    }
    if (topic === "deposit") this.deposits.set(life, "taken");
    const step = life.emitted(emitted(topic, this.nameOf(contract)), at);
    this.changed(life);
    return { contract, topic, data, step };
  }

  /** Takes news of the chain. Returns the transactions of which the node has to be asked. */
  takeNews(news: ChainNews, at: number): TransactionLife[] {
    const lives = this.underWay;
    switch (news.kind) {
      case "accepted": {
        const { transactions, height, hash } = news.block;
        const ids = new Set(transactions);
        for (const life of lives) {
          const has = life.id !== undefined && ids.has(life.id);
          life.accepted({ height, hash }, has, at);
          if (has || !life.isInBlock) this.changed(life);
        }
        // In the block, and no event has told that it was executed.
        return lives.filter((life) => life.isToBeAsked || (life.isInBlock && life.outcome?.gas === undefined));
      }
      case "state":
      case "reverted":
        for (const life of lives) {
          if (life.outcome?.hash !== news.hash) continue;
          const last = life.steps.at(-1);
          if (news.kind === "state") life.blockState(news.state, at);
          else life.reverted(at);
          if (life.steps.at(-1) !== last) this.changed(life);
        }
        return [];
      case "missed":
      case "restarted":
        return lives;
    }
  }

  private included(id: string, own: TransactionLife | undefined, facts: TransactionFacts, at: number): void {
    own?.included(facts, at);
    if (own) this.changed(own);
    this.rival(id, facts, at);
  }

  private executed(id: string, own: TransactionLife | undefined, data: Uint8Array, at: number): void {
    if (!own && this.underWay.length === 0) return;
    const { inner, block_height, gas_spent, err } = fieldsOf(jsonIn(data));
    const facts = transactionFacts(inner);
    const height = integerOf(block_height);
    if (own && height !== undefined) {
      const outcome = outcomeOf(height, gas_spent, err);
      own.executed(outcome, facts, at);
      if (this.deposits.get(own) === "unheard" && outcome.error === undefined)
        own.emitted(t`the contract did not take the deposit`, at);
      this.deposits.delete(own);
      this.changed(own);
    }
    this.rival(id, facts, at);
  }

  /** Another transaction that spends the same nonce takes the place of a followed one. */
  private rival(id: string, facts: TransactionFacts, at: number): void {
    const spends = spendId(facts);
    if (spends === undefined) return;
    for (const life of this.byKey.values()) {
      if (life.id === id || life.spends !== spends || life.standing === "checked") continue;
      life.rivalled(id, facts, at);
      if (life.replacedBy === id) this.byId.get(id)?.replaces(life, at);
      this.changed(life);
    }
  }
}
