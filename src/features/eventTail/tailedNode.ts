import type { EventWay, ReceivedEvent } from "../../client/recentEvents";
import type { BlockJoin } from "./blockJoin";
import type { ConnectionTails } from "./connectionTails";
import type { Decoded } from "./eventDecoder";
import type { EventSurroundings } from "./eventWords";
import { TransactionLives } from "./transactionLives";

/** A connection's tails, with what is known around the events that they brought. */
export class TailedNode {
  way: EventWay;
  /** What is known around its events. */
  readonly around: EventSurroundings;
  /** The last event there was when the node's chain was found to be another one. */
  anewAt = 0;
  private readonly lives = new TransactionLives();

  constructor(
    name: string,
    readonly tails: ConnectionTails,
    readonly join: BlockJoin,
  ) {
    this.way = { connection: name, sessionId: "", source: "live" };
    this.around = {
      lives: this.lives,
      heightOf: (hash) => tails.connection.chain.blocks.heightOf(hash) ?? join.blockOf(hash)?.height,
      isInBlock: (hash) => join.blockOf(hash) !== undefined,
      hearsExecution: (entity) =>
        tails.covering({ component: "transactions", entity, topic: "executed" }) !== undefined,
    };
  }

  /** Transactions that have been in the mempool for too many blocks, one of which has just come. */
  overdue(): string[] {
    return this.lives.overdue();
  }

  /** Whether an event is of the chain that the node is on; what was filled was asked of the chain of that time. */
  isPresent({ number, way: { source } }: ReceivedEvent): boolean {
    return source === "filled" ? number > this.anewAt : !this.join.isOld(number);
  }

  /** Takes note of what an event tells of a transaction's life. */
  noted({ frame: { target }, way }: ReceivedEvent, decoded: Decoded): void {
    if (target.component !== "transactions" || way.source === "replayed") return;
    this.lives.take(target.entity ?? "", target.topic, "value" in decoded ? decoded.value : undefined);
  }
}
