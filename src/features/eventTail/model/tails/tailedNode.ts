import type { Clock } from "../../../../base/clock";
import type { EventArrival, ReceivedEvent } from "../../../../client/session/recentEvents";
import { BlockJoin, type JoinedBlock } from "../blocks/blockJoin";
import { CallInputs } from "../decode/callInputs";
import type { Json } from "../../../../wire/json/exactJson";
import { ConnectionTails } from "./connectionTails";
import type { Decoded } from "../decode/eventDecoder";
import { neverExecuted, removalWords, type EventContext } from "../lines/eventWords";
import { TransactionLives } from "../blocks/transactionLives";
import { Owner } from "../../../../base/disposables";
import type { EventFrame } from "../../../../wire/eventFrame";
import { ContractNames } from "../decode/contractNames";
import type { LocalDriversOf } from "../decode/localDrivers";
import type { LookedUpBlock } from "../gaps/chainQueries";
import type { EventGap } from "../gaps/eventGap";
import type { TailedConnection } from "./tail";

/** Longest between a removal and what explains it, as nodes send them. */
const explainedMs = 250;

/** What the tails of one node tell of its events, its blocks and themselves. */
export interface TailedNodeOwner {
  received(node: TailedNode, frame: EventFrame, at: number, sessionId: string): void;
  notify(notice: string, connection: string): void;
  gap(gap: EventGap): void;
  /** Nothing holds any more that was known of the node's chain. */
  reset(node: TailedNode): void;
  finalized(block: JoinedBlock, connection: string): void;
  reverted(block: JoinedBlock, connection: string, names: ContractNames): void;
  /** Events whose block was not settled before there were too many to remember. */
  forgotten(events: number, connection: string): void;
  changed(): void;
}

/** A connection's tails, with the blocks of their events and what else is known around them. */
export class TailedNode extends Owner {
  readonly tails: ConnectionTails;
  readonly join: BlockJoin;
  private current: EventArrival | undefined;
  /** What is known around its events. */
  readonly around: EventContext;
  /** The last event there was when the node's chain was found to be another one. */
  restartedAt = 0;
  private readonly lives = new TransactionLives();
  private readonly inputs: CallInputs;
  private readonly clock: Clock;

  constructor(
    connection: TailedConnection,
    owner: TailedNodeOwner,
    needs: { clock: Clock; localDrivers?: LocalDriversOf },
  ) {
    super();
    this.clock = needs.clock;
    const names = new ContractNames(connection.config.contracts);
    const ofBlocks = {
      finalized: (block: JoinedBlock) => {
        owner.finalized(block, connection.name);
        this.tails.endOf(block);
      },
      reverted: (block: JoinedBlock) => owner.reverted(block, connection.name, names),
      forgotten: (count: number) => owner.forgotten(count, connection.name),
      unexplained: (causes: readonly string[]) => void this.tails.explain(causes),
    };
    const join = (this.join = this.own(new BlockJoin(ofBlocks, this.clock)));
    const ofTails = {
      received: (frame: EventFrame, at: number, sessionId: string) => owner.received(this, frame, at, sessionId),
      receivedInBackground: (frame: EventFrame, at: number) =>
        join.take({ number: 0, at, arrival: this.arrival(), frame }),
      notify: (notice: string) => owner.notify(notice, connection.name),
      gap: (gap: EventGap) => owner.gap(gap),
      reset: () => {
        join.keepOnly((hash) => connection.chain.blocks.has(hash));
        owner.reset(this);
      },
      left: (hash: string) => join.left(hash),
      sessionLost: () => join.sessionLost(),
      lookedUp: (blocks: readonly LookedUpBlock[]) => blocks.forEach((block) => join.learn(block, block.state)),
      unsettled: () => join.unsettledHeights,
      overdue: () => this.lives.overdue(),
      changed: () => owner.changed(),
    };
    const tails = (this.tails = this.own(new ConnectionTails(connection, names, ofTails, needs)));
    this.inputs = new CallInputs(async () => (await connection.node()).drivers, this.clock);
    this.around = {
      lives: this.lives,
      heightOf: (hash) => connection.chain.blocks.heightOf(hash) ?? join.blockOf(hash)?.height,
      isInBlock: (hash) => join.blockOf(hash) !== undefined,
      hearsExecution: (entity) =>
        tails.covering({ component: "transactions", entity, topic: "executed" }) !== undefined,
    };
  }

  /** How its events come in a session, the last one if none is named, under the connection's name of now. */
  arrival(sessionId = this.current?.sessionId ?? ""): EventArrival {
    const { name, id } = this.tails.connection;
    if (this.current?.sessionId !== sessionId || this.current.connection !== name)
      this.current = { connection: name, connectionId: id, sessionId, source: "live" };
    return this.current;
  }

  /** Whether an event is of the chain that the node is on; what was filled was asked of the chain of that time. */
  isPresent({ number, arrival: { source } }: ReceivedEvent): boolean {
    return source === "filled" ? number > this.restartedAt : !this.join.isOld(number);
  }

  /**
   * What the function is given that a transaction calls, for an event that tells of the transaction. Of a removal that
   * nothing explains yet it is nothing, a moment later: what took the transaction's place is told right after it.
   */
  inputOf({ frame: { target }, arrival }: ReceivedEvent, decoded: Decoded): Promise<Json | undefined> | undefined {
    const { component, entity = "", topic } = target;
    const isRemoval = component === "transactions" && topic === "removed" && arrival.source === "live";
    if (isRemoval && removalWords(entity, this.around) === neverExecuted)
      return new Promise((done) => this.clock.after(explainedMs, () => done(undefined)));
    const isTold = component === "transactions" && (topic === "included" || topic === "executed");
    return isTold && "value" in decoded ? this.inputs.decode(decoded.value) : undefined;
  }

  /** Takes note of what an event tells of a transaction's life. */
  noted({ frame: { target }, arrival }: ReceivedEvent, decoded: Decoded): void {
    if (target.component !== "transactions" || arrival.source === "replayed") return;
    this.lives.take(target.entity ?? "", target.topic, "value" in decoded ? decoded.value : undefined);
  }
}
