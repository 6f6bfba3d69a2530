import type { Clock } from "../../base/clock";
import { Owner } from "../../base/disposables";
import { SerialRunner } from "../../base/turns";
import { limits } from "../../wire/limits";
import type { NodeConnection } from "../nodeConnection";
import type { EmittedStep, FollowedLives } from "./followedLives";
import { lifeText } from "./lifeText";
import { emitted } from "./stepWords";
import { decodedArguments, WaitingFigures, waitingReasons } from "./transactionFigures";
import type { Found, TransactionLife } from "./transactionLife";
import { deployedContract, idOfBytes, idOfKey, whereAre } from "./transactionLookup";

/** Whom is asked, of which transactions, and who is told what came of it. */
export interface QuestionNeeds {
  readonly node: {
    node(): Promise<NodeConnection>;
    /** The name of a contract, for a person. */
    nameOf(contract: string): string;
  };
  readonly lives: FollowedLives;
  /** Their bytes, as far as this window has them. */
  readonly bytes: ReadonlyMap<TransactionLife, Uint8Array>;
  readonly clock: Clock;
  changed(life: TransactionLife): void;
}

/** What a node is asked of followed transactions: where they are, why they wait, and what they and their contracts say. */
export class TransactionQuestions extends Owner {
  /** Those that were followed on a chain which the node has left. */
  readonly uprooted = new Set<TransactionLife>();
  private readonly wanted = new Set<TransactionLife>();
  private readonly asking = this.own(new SerialRunner((signal) => this.askWhere(signal)));
  private readonly explaining = this.own(new SerialRunner((signal) => this.explainAll(signal)));

  constructor(private readonly needs: QuestionNeeds) {
    super();
  }

  /** Has the node asked where these are. */
  askFor(lives: readonly TransactionLife[]): void {
    for (const life of lives) this.wanted.add(life);
    if (this.wanted.size > 0) this.asking.demand();
  }

  /** Has it told why transactions wait that a block has passed by. */
  explain(): void {
    if (this.needs.lives.all.some(isPuzzling)) this.explaining.demand();
  }

  /** Asks where one is; the answer is told whatever it is. */
  async lookFor(life: TransactionLife): Promise<void> {
    const node = await this.needs.node.node();
    await this.identify(node, life);
    const found = life.id === undefined ? undefined : (await whereAre(node, [life.id])).get(life.id);
    life.found(found ?? { in: "nothing" }, this.needs.clock.now(), true);
    this.needs.changed(life);
  }

  /** Learns from the node what is not kept across windows; one that is away, or has none such, tells nothing. Never rejects. */
  async complete(life: TransactionLife): Promise<void> {
    const { id, isPartial } = life;
    if (!isPartial || id === undefined) return;
    try {
      const node = await this.needs.node.node();
      const found = (await whereAre(node, [id])).get(id);
      if (!found || found.in === "nothing") return;
      life.learn(found.facts);
      life.isPartial = false;
      life.decoded ??= await decodedArguments(node, life);
      this.needs.changed(life);
    } catch {
      // It is asked again when someone looks again.
    }
  }

  /** The data is decoded by the contract's driver, if it has one; the step stands there without it meanwhile. */
  decode({ contract, topic, data, step }: EmittedStep): void {
    void (async () => {
      const { drivers } = await this.needs.node.node();
      const { text } = await drivers.decodeEvent(contract, topic, data.slice());
      step.text = emitted(topic, this.needs.node.nameOf(contract), text);
      for (const life of this.needs.lives.all) if (life.steps.includes(step)) this.needs.changed(life);
    })().catch(() => undefined);
  }

  /** Asks of as many as fit in a question; a node that does not answer is asked again when it has blocks or events. */
  private async askWhere(signal: AbortSignal): Promise<void> {
    try {
      const node = await this.needs.node.node();
      const asked = [...this.wanted].slice(0, limits.followed.askedAtOnce);
      for (const life of asked) this.wanted.delete(life);
      for (const life of asked) await this.identify(node, life, signal);
      const found = await whereAre(
        node,
        asked.flatMap(({ id }) => id ?? []),
        signal,
      );
      for (const life of asked) {
        this.answered(life, (life.id === undefined ? undefined : found.get(life.id)) ?? { in: "nothing" });
      }
      if (this.wanted.size > 0) this.asking.demand();
    } catch {
      // They stay wanted by what they are: under way.
    }
  }

  /** Says of those that a block has passed by why they wait, and of others what they call and have deployed. */
  private async explainAll(signal: AbortSignal): Promise<void> {
    const lives = this.needs.lives.all.filter(isPuzzling).slice(0, limits.followed.askedAtOnce);
    try {
      const node = await this.needs.node.node();
      const figures = new WaitingFigures(node);
      for (const life of lives) {
        if (life.lacksContract && life.id !== undefined) {
          const contract = await deployedContract(node, life.id);
          this.change(life, () => (life.contract = contract));
        }
        const reasons = await waitingReasons(figures, life);
        const decoded = life.decoded ?? (await decodedArguments(node, life));
        if (signal.aborted) return;
        // It may have gone on meanwhile.
        this.change(life, () => Object.assign(life, { reasons: life.standing === "waiting" ? reasons : [], decoded }));
      }
    } catch {
      // A node that is away says nothing of it; the next block asks again.
    }
  }

  private answered(life: TransactionLife, found: Found): void {
    const isUprooted = this.uprooted.delete(life) && found.in === "nothing";
    this.change(life, () => {
      if (isUprooted && life.wasSeen) life.lostWithChain(this.needs.clock.now());
      // Nowhere yet is where every transaction is for a moment after it was sent.
      else if (found.in !== "nothing" || life.isInBlock || life.isOverdue) life.found(found, this.needs.clock.now());
    });
  }

  /** Tells of a transaction if the change is one: most answers say what events have told before. */
  private change(life: TransactionLife, change: () => void): void {
    const text = () => lifeText(life, "", String);
    const before = text();
    change();
    if (text() !== before) this.needs.changed(life);
  }

  private async identify(node: NodeConnection, life: TransactionLife, signal?: AbortSignal): Promise<void> {
    if (life.id !== undefined) return;
    const bytes = this.needs.bytes.get(life);
    const id = await (bytes ? idOfBytes(node, bytes, signal) : idOfKey(node, life.key, signal));
    if (id !== undefined) this.needs.lives.identify(life, id);
  }
}

/** Whether a person may ask themselves why it waits, what it calls, or what it has deployed. */
function isPuzzling(life: TransactionLife): boolean {
  if (life.lacksContract) return true;
  return (
    life.isUnderWay && (life.standing === "waiting" || (life.facts.call !== undefined && life.decoded === undefined))
  );
}
