import type { Clock } from "../../../../base/clock";
import type { EventArrival, ReceivedEvent } from "../../../../client/session/recentEvents";
import type { BlockJoin } from "../blocks/blockJoin";
import { CallInputs } from "../decode/callInputs";
import type { Json } from "../../../../wire/json/exactJson";
import type { ConnectionTails } from "./connectionTails";
import type { Decoded } from "../decode/eventDecoder";
import { neverExecuted, removalWords, type EventContext } from "../lines/eventWords";
import { TransactionLives } from "../blocks/transactionLives";

/** Longest between a removal and what explains it, as nodes send them. */
const explainedMs = 250;

/** A connection's tails, with what is known around the events that they brought. */
export class TailedNode {
  private current: EventArrival | undefined;
  /** What is known around its events. */
  readonly around: EventContext;
  /** The last event there was when the node's chain was found to be another one. */
  restartedAt = 0;
  private readonly lives = new TransactionLives();
  private readonly inputs: CallInputs;

  constructor(
    readonly tails: ConnectionTails,
    readonly join: BlockJoin,
    private readonly clock: Clock,
  ) {
    this.inputs = new CallInputs(async () => (await tails.connection.node()).drivers, clock);
    this.around = {
      lives: this.lives,
      heightOf: (hash) => tails.connection.chain.blocks.heightOf(hash) ?? join.blockOf(hash)?.height,
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

  /** Transactions that have been in the mempool for too many blocks, one of which has just come. */
  overdue(): string[] {
    return this.lives.overdue();
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
