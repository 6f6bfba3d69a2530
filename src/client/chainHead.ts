import { parseExactJson, type Json } from "../wire/exactJson";
import type { EventFrame } from "../wire/eventFrame";
import { fieldsOf, integerOf } from "../wire/fields";
import { systemClock, type Clock } from "./clock";
import type { Disposable } from "./disposable";
import { Listeners } from "./listeners";
import type { NodeError } from "./nodeError";
import type { Subscriptions } from "./subscriptions";
import { limits } from "../wire/limits";

/** The newest block that is known. */
export interface ChainTip {
  height: bigint;
  hash: string;
  /** When its event arrived, in milliseconds since the epoch; undefined when it was asked for. */
  arrivedAt?: number;
}

/** A block as its event tells it. */
export interface AcceptedBlock {
  height: bigint;
  hash: string;
  /** Seconds since the epoch, if the node says. */
  timestamp: bigint | undefined;
  /** Hashes, in the block's order. */
  transactions: readonly string[];
}

/** What an event said about the chain (§6.2). */
export type ChainNews =
  | { kind: "accepted"; block: AcceptedBlock }
  /** The block is now `confirmed` or `finalized`; `atHeight` is where the chain was then. */
  | { kind: "state"; hash: string; atHeight: bigint | undefined; state: string }
  | { kind: "reverted"; hash: string; atHeight: bigint | undefined };

const topics = ["accepted", "statechange", "reverted"] as const;

/** Follows the chain of one node by its block events, so that nobody has to ask again and again. */
export class ChainHead implements Disposable {
  tip: ChainTip | undefined;
  /** Height of the newest final block that is known. */
  finalized: bigint | undefined;
  /** Heights of blocks by their hash: the event that makes a block final tells only its hash. */
  private readonly heights = new Map<string, bigint>();
  private readonly listeners = new Listeners<ChainNews>();
  private readonly owned: Disposable[] = [];

  constructor(private readonly clock: Clock = systemClock) {}

  onNews(listener: (news: ChainNews) => void): Disposable {
    return this.listeners.add(listener);
  }

  /** Subscribes to the blocks of a node. `onProblem` is told why they do not arrive, or that they do again. */
  follow(events: Subscriptions, onProblem: (error: NodeError | undefined) => void): void {
    for (const topic of topics) {
      const subscription = events.subscribe({ component: "blocks", topic }, (event) => this.take(event));
      this.owned.push(subscription);
      if (topic !== "accepted") continue;
      this.owned.push(
        subscription.onState((state) => {
          if (state.at === "failed") onProblem(state.error);
          if (state.at === "active") onProblem(undefined);
        }),
      );
    }
  }

  /**
   * Notes a block that was asked for; it is the tip unless a later one is known. Of the newest block, `before` is the
   * tip when it was asked for: unless another came meanwhile, the answer counts, for a chain may have started anew.
   */
  learn({ height, hash }: { height: bigint; hash: string }, before?: ChainTip): void {
    this.note(height, hash);
    if (hash === this.tip?.hash) return;
    if (!this.tip || this.tip.height < height || this.tip === before) this.moveTo({ height, hash });
  }

  /** Notes a height up to which blocks are final. */
  learnFinalized(height: bigint): void {
    if (this.finalized === undefined || this.finalized < height) this.finalized = height;
  }

  dispose(): void {
    for (const each of this.owned.splice(0)) each.dispose();
  }

  private take({ target, data }: EventFrame): void {
    const value = fieldsOf(jsonOf(data));
    const news = newsOf(target.topic?.toLowerCase() ?? "", target.entity ?? "", value);
    if (!news) return;
    if (news.kind === "accepted") {
      const { height, hash } = news.block;
      this.note(height, hash);
      this.moveTo({ height, hash, arrivedAt: this.clock.now() });
    }
    if (news.kind === "state" && news.state === "finalized") {
      const height = this.heights.get(news.hash);
      if (height !== undefined) this.learnFinalized(height);
    }
    this.listeners.tell(news);
  }

  /** What is final stays, so a tip below it is that of a chain that started anew. */
  private moveTo(tip: ChainTip): void {
    if (this.finalized !== undefined && tip.height < this.finalized) this.finalized = undefined;
    this.tip = tip;
  }

  private note(height: bigint, hash: string): void {
    if (hash.length > limits.idCharacters) return;
    this.heights.set(hash, height);
    const [oldest] = this.heights.keys();
    if (this.heights.size > limits.unfinalBlocks && oldest !== undefined) this.heights.delete(oldest);
  }
}

function newsOf(topic: string, entity: string, value: { [key: string]: Json }): ChainNews | undefined {
  const atHeight = integerOf(value["atHeight"]);
  switch (topic) {
    case "accepted": {
      const block = acceptedBlock(entity, value);
      return block && { kind: "accepted", block };
    }
    case "statechange": {
      const { state } = value;
      return typeof state === "string" ? { kind: "state", hash: entity, atHeight, state } : undefined;
    }
    case "reverted":
      return { kind: "reverted", hash: entity, atHeight };
    default:
      return undefined;
  }
}

function acceptedBlock(entity: string, value: { [key: string]: Json }): AcceptedBlock | undefined {
  const header = fieldsOf(value["header"] ?? null);
  const height = integerOf(header["height"]);
  if (height === undefined) return undefined;
  const hash = typeof header["hash"] === "string" ? header["hash"] : entity;
  const { transactions } = value;
  const hashes = Array.isArray(transactions) ? transactions.filter((each) => typeof each === "string") : [];
  return { height, hash, timestamp: integerOf(header["timestamp"]), transactions: hashes };
}

/** The data of a block event; what is not JSON tells nothing. */
function jsonOf(data: Uint8Array): Json {
  try {
    return parseExactJson(new TextDecoder().decode(data));
  } catch {
    return null;
  }
}
