import { t } from "../../base/translate";
import type { Clock } from "../../base/clock";
import { Owner } from "../../base/disposables";
import type { EventFrame } from "../../wire/eventFrame";
import { transferContractId } from "../../wire/ids";
import type { EventReceiver, Subscription } from "../session/subscription";
import { onLossAndReturn } from "../session/sessionState";
import type { Subscriptions } from "../session/subscriptions";
import type { TransactionLife } from "./transactionLife";

/** What can become of a transaction (§6.2); not every node tells the last two. */
const topics = ["included", "removed", "executed", "deferred", "dropped"];

/** Longest that a node's answers to the subscriptions are waited for before a transaction is sent. */
const readyMs = 3000;

const purpose = t`to follow transactions`;

/** Who is told of the events. */
export interface WatchOwner {
  transaction(frame: EventFrame, at: number): void;
  contract(frame: EventFrame, at: number): void;
  /** Events may have been missed. */
  lostOrBack(): void;
}

/**
 * The events by which transactions are followed: of all of a node's, since an id is not always known before one, and
 * since another's arrival says what replaced it; and of the contracts that the followed ones call, while they wait.
 */
export class TransactionWatch extends Owner {
  private readonly all: readonly Subscription[];
  /** The contracts that are listened to, and how many transactions want it. */
  private readonly contracts = new Map<string, { subscription: Subscription; holders: number }>();
  private readonly heard = new WeakMap<TransactionLife, readonly string[]>();

  constructor(
    private readonly events: Pick<Subscriptions, "subscribe" | "session">,
    private readonly owner: WatchOwner,
    private readonly clock: Clock,
  ) {
    super();
    const take: EventReceiver = (frame, at) => owner.transaction(frame, at);
    this.all = topics.map((topic) => events.subscribe({ component: "transactions", topic }, take, purpose));
    const session = onLossAndReturn(events.session, () => owner.lostOrBack());
    this.own(session, ...this.all);
  }

  /** Resolves when the node has answered to the subscriptions, or does not for too long. */
  async ready(): Promise<void> {
    const end = this.clock.now() + readyMs;
    while (this.all.some(({ state }) => state.kind === "wanted") && this.clock.now() < end) {
      await new Promise<void>((done) => this.clock.after(20, done));
    }
  }

  /** Listens to the contracts that this transaction calls for as long as it is `wanted` to wait for a block. */
  listen(life: TransactionLife, wanted: boolean): void {
    const before = this.heard.get(life) ?? none;
    const contracts = wanted ? contractsOf(life) : none;
    if (contracts.length === before.length && contracts.every((each, at) => each === before[at])) return;
    this.heard.set(life, contracts);
    for (const contract of contracts) this.want(contract);
    for (const contract of before) this.leave(contract);
  }

  private want(contract: string): void {
    const known = this.contracts.get(contract);
    if (known) return void known.holders++;
    const take: EventReceiver = (frame, at) => this.owner.contract(frame, at);
    const subscription = this.events.subscribe({ component: "contracts", entity: contract }, take, purpose);
    this.contracts.set(contract, { subscription, holders: 1 });
  }

  private leave(contract: string): void {
    const known = this.contracts.get(contract);
    if (!known || --known.holders > 0) return;
    known.subscription.dispose();
    this.contracts.delete(contract);
  }

  override dispose(): void {
    super.dispose();
    for (const { subscription } of this.contracts.values()) subscription.dispose();
    this.contracts.clear();
  }
}

const none: readonly string[] = [];

/** The contract that it calls, and with a deposit the one that moves coins, which tells whether it was taken. */
function contractsOf({ facts: { call, deposit } }: TransactionLife): readonly string[] {
  if (!call) return none;
  return deposit === undefined ? [call.contract] : [call.contract, transferContractId];
}
