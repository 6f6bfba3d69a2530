import { t } from "../../base/translate";
import { systemClock, type Clock } from "../../base/clock";
import { Owner } from "../../base/disposables";
import { Listeners } from "../../base/listeners";
import type { ChainHead, ChainNews } from "../chain/chainHead";
import { NodeError } from "../failures/nodeError";
import { failureLine } from "../failures/failureWords";
import type { NodeConnection } from "../nodeConnection";
import { checkTransaction, refusalOf, type askRules, type tryRun, type TransactionCheck } from "./checkTransaction";
import { FollowedLives } from "./followedLives";
import { TransactionLife, type LifeRecord } from "./transactionLife";
import { bytesKey, bytesOf } from "./transactionLookup";
import { TransactionWatch } from "./transactionWatch";
import { TransactionQuestions } from "./transactionQuestions";

/** Whose transactions are followed. */
export interface FollowedNode {
  node(): Promise<NodeConnection>;
  /** Opens the event session, without which nothing is told. Never rejects. */
  connect(): Promise<unknown>;
  readonly chain: Pick<ChainHead, "onNews">;
  /** The name of a contract, for a person. */
  nameOf(contract: string): string;
}

/** Longest that a transaction which was sent is waited for; some tens of milliseconds are usual. */
const arrivalMs = 10_000;

/**
 * The transactions that a person checks, sends and follows on one connection (§4.5, §6.2). What events do not tell, since
 * none came or none could, is asked for: when a session is back, when blocks were missed, when nothing was heard for long.
 */
export class FollowedTransactions extends Owner {
  private readonly lives: FollowedLives;
  private readonly listeners = new Listeners<TransactionLife>();
  /** Tells each that changed, came or went. */
  readonly onChange = this.listeners.event;
  private readonly bytes = new Map<TransactionLife, Uint8Array>();
  private readonly questions: TransactionQuestions;
  private watch: TransactionWatch | undefined;
  private closed = false;

  constructor(
    private readonly node: FollowedNode,
    private readonly clock: Clock = systemClock,
  ) {
    super();
    const changed = (life: TransactionLife) => this.changed(life);
    const lives = (this.lives = new FollowedLives((contract) => node.nameOf(contract), changed));
    this.own({ dispose: () => this.end(true) });
    this.questions = this.own(new TransactionQuestions({ node, lives, bytes: this.bytes, clock, changed }));
    this.own(node.chain.onNews((news) => this.takeNews(news)));
  }

  /** The newest first. */
  get all(): readonly TransactionLife[] {
    return this.lives.all;
  }

  get(key: string): TransactionLife | undefined {
    return this.lives.get(key);
  }

  /** The transaction of these bytes, the same one whenever they are given again; nothing is asked. */
  open(bytes: Uint8Array): TransactionLife {
    const key = bytesKey(bytes);
    const life = this.lives.get(key) ?? new TransactionLife(key);
    this.bytes.set(life, bytes);
    this.lives.add(life);
    this.changed(life);
    return life;
  }

  /** Follows a transaction that is known by its id alone. */
  follow(id: string): TransactionLife {
    const known = this.lives.get(id);
    if (known) return known;
    const life = new TransactionLife(id);
    life.id = id;
    life.isKnown();
    this.lives.add(life);
    this.changed(life);
    this.startFor(life);
    return life;
  }

  /** Checks it by all that the node offers. Rejects with NodeError when the node answers nothing of it. */
  async check(life: TransactionLife, signal?: AbortSignal): Promise<TransactionCheck> {
    const check = await checkTransaction(await this.node.node(), this.ownBytes(life), life.facts, signal);
    Object.assign(life, { check: check.lines, objections: check.objections });
    if (check.id !== undefined) this.lives.identify(life, check.id);
    // The node has it, no matter who sent it.
    if (check.known && life.canBeSent) {
      life.isKnown();
      this.startFor(life);
    }
    this.changed(life);
    return check;
  }

  /** Asks for one thing alone, the rules or a trial run; what it finds is a step of the transaction's way. */
  async ask(life: TransactionLife, what: typeof askRules | typeof tryRun, signal?: AbortSignal): Promise<void> {
    life.asked(await what(await this.node.node(), await this.bytesFor(life), signal), this.clock.now());
    this.changed(life);
  }

  /**
   * Sends it, once and for all: what it is subscribed to is subscribed to before, and while the answer is not known it
   * can be looked for and not be sent again. Never rejects: what went wrong is a step of its way.
   */
  async send(life: TransactionLife): Promise<void> {
    if (!life.canBeSent) return;
    const bytes = this.ownBytes(life);
    life.sending(this.clock.now());
    this.changed(life);
    try {
      const node = await this.node.node();
      await this.start();
      await this.watch?.ready();
      await node.transactions.propagate({ bytes });
      life.sent(this.clock.now());
    } catch (error) {
      const failure = NodeError.from(error);
      const { text, id, known } = refusalOf(failure);
      if (id !== undefined) this.lives.identify(life, id);
      if (failure.outcomeUnknown || known) life.doubted(known ? text : failureLine(failure), this.clock.now());
      else life.refused(text, this.clock.now());
    }
    this.changed(life);
    if (life.isUnderWay) this.questions.askFor([life]);
  }

  /**
   * Waits until what was sent is in the mempool: a node counts a nonce as taken no sooner (field notes, propagate). Resolves to
   * false when that takes too long.
   */
  async arrived(signal?: AbortSignal): Promise<boolean> {
    const end = this.clock.now() + arrivalMs;
    while (this.lives.underWay.some(({ standing }) => standing === "sending" || standing === "sent")) {
      if (this.clock.now() >= end) return false;
      await new Promise<void>((done) => this.clock.after(20, done));
      signal?.throwIfAborted();
    }
    return true;
  }

  /** Asks the node where it is; the answer is told whatever it is. */
  async lookFor(life: TransactionLife): Promise<void> {
    await this.start();
    await this.questions.lookFor(life);
  }

  /** Learns from the node what is not kept across windows; one that is away, or has none such, tells nothing. Never rejects. */
  complete(life: TransactionLife): Promise<void> {
    return this.questions.complete(life);
  }

  /** Its bytes: those that were checked, else as the node has them. */
  async bytesFor(life: TransactionLife): Promise<Uint8Array> {
    const own = this.bytes.get(life);
    const bytes = own ?? (life.id === undefined ? undefined : await bytesOf(await this.node.node(), life.id));
    if (bytes) return bytes;
    throw new NodeError("not-found", t`Neither this window nor the node has the bytes of this transaction.`);
  }

  stop(life: TransactionLife): void {
    this.lives.remove(life);
    this.bytes.delete(life);
    this.changed(life);
  }

  /** What is to be remembered across windows, the newest first: all that is under way, and the last that settled. */
  get records(): LifeRecord[] {
    return this.lives.records;
  }

  /** Takes over what was followed in an earlier window; nothing is asked before `resume`. */
  restore(records: readonly LifeRecord[]): void {
    this.lives.restore(records, this.clock.now());
  }

  /** Follows and asks of what is under way. */
  async resume(): Promise<void> {
    if (this.watch || this.lives.underWay.length === 0) return;
    await this.start();
    this.questions.askFor(this.lives.underWay);
  }

  private ownBytes(life: TransactionLife): Uint8Array {
    const bytes = this.bytes.get(life);
    if (bytes) return bytes;
    throw new NodeError("invalid-input", t`The bytes of this transaction are not kept across windows: check it again.`);
  }

  /** A node that cannot be spoken to says so in its connection, and is asked when it can be. */
  private startFor(life: TransactionLife): void {
    this.start().then(
      () => this.questions.askFor([life]),
      () => undefined,
    );
  }

  /** Listens to the node's events from now on. */
  private async start(): Promise<void> {
    if (this.watch || this.closed) return;
    const { events } = await this.node.node();
    if (this.watch || this.closed) return;
    this.watch = new TransactionWatch(
      events,
      {
        transaction: (frame, at) => {
          this.lives.take(frame, at);
          // One of these may be a transaction whose id no one has said yet.
          if (["included", "deferred"].includes(frame.kind.topic ?? "")) this.questions.askFor(this.lives.nameless);
        },
        contract: (frame, at) => {
          const step = this.lives.takeContractEvent(frame, at);
          if (step) this.questions.decode(step);
        },
        lostOrBack: () => this.questions.askFor(this.lives.underWay),
      },
      this.clock,
    );
    for (const life of this.lives.underWay) this.watch.listen(life, !life.isInBlock);
    await this.node.connect();
  }

  private end(isClosed = false): void {
    this.closed ||= isClosed;
    this.watch?.dispose();
    this.watch = undefined;
  }

  private takeNews(news: ChainNews): void {
    const { uprooted } = this.questions;
    // One that the node has only just taken may be on its way into the chain that is found out to be another.
    if (news.kind === "restarted") for (const life of this.all) if (life.wasSeen) uprooted.add(life);
    const lives = this.lives.takeNews(news, this.clock.now());
    if (news.kind === "accepted") this.questions.explain();
    this.questions.askFor([...lives, ...uprooted, ...(news.kind === "accepted" ? this.lives.nameless : [])]);
    // What has settled is followed for one more block: what replaced it may come after it was removed.
    if (news.kind === "accepted" && this.lives.underWay.length === 0) this.end();
  }

  private changed(life: TransactionLife): void {
    this.watch?.listen(life, life.isUnderWay && !life.isInBlock && this.lives.get(life.key) === life);
    this.listeners.fire(life);
  }
}
