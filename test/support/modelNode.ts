import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { SessionState } from "../../src/client/session/eventSession";
import type { FollowedNode } from "../../src/client/chain/chainHead";
import { Listeners } from "../../src/base/listeners";
import { eventMessage } from "../../src/features/eventTail/model/recordings/eventMessage";
import { decodeEventFrame, type EventFrame } from "../../src/wire/eventFrame";
import type { Target } from "../../src/wire/target";

/** A block of the model, with which of its frames have reached the client. */
export interface ModelBlock {
  height: number;
  hash: string;
  previous: string;
  transactions: string[];
  state: "accepted" | "confirmed" | "finalized";
  told: boolean;
}

const contract = "c0".repeat(32);
const finalDepth = 3;

/**
 * A node's chain as its client can see it, and nothing else: it sends the frames of each block in the order of a deployed
 * node, over a session that can be lost, and answers about its blocks. A test decides what is lost, and when it answers.
 */
export class ModelNode {
  blocks: ModelBlock[] = [];
  /** How many chains there have been. */
  chains = 0;
  /** Whether answers wait until they are let go. */
  isSlow = false;
  private forks = 0;
  private keys = 0;
  private waiting: (() => void)[] = [];
  private readonly takers: { target: Target; take: (frame: EventFrame, at: number) => void }[] = [];
  private readonly states = new Listeners<SessionState>();
  private state: SessionState = { kind: "open", sessionId: "0" };
  private sessions = 0;

  /** `frameSent`: called with each frame before the client gets it, and the hash of the block that it belongs to. */
  constructor(private readonly frameSent: (frame: EventFrame, block: string) => void = () => undefined) {
    this.restart(1);
  }

  get tip(): ModelBlock {
    return this.blocks.at(-1)!;
  }

  get isOpen(): boolean {
    return this.state.kind === "open";
  }

  /** What the client follows the node by. */
  get followed(): FollowedNode {
    const stateOf = () => this.state;
    const events = {
      all: [],
      session: {
        get state() {
          return stateOf();
        },
        onState: (listener: (state: SessionState) => void) => this.states.add(listener),
      },
      subscribe: (target: Target, take: (frame: EventFrame, at: number) => void) => {
        this.takers.push({ target, take });
        return { onState: () => ({ dispose: () => undefined }), dispose: () => undefined };
      },
    };
    return { events, graphql: { query: ({ query }: { query: string }) => this.answer(query) } } as never;
  }

  /** Accepts a block; of the frames that follow from it those are sent that are not lost. */
  accept(transactions = 1, isLost: (topic: string) => boolean = () => false): void {
    const height = this.tip.height + 1;
    const hash = hashOf("block", this.chains, this.forks, height);
    const hashes = Array.from({ length: transactions }, (_, at) => hashOf("transaction", this.keys, height, at));
    const block: ModelBlock = {
      ...{ height, hash, previous: this.tip.hash, transactions: hashes, state: "accepted" as const },
      told: this.isOpen && !isLost("accepted"),
    };
    const send = (target: Target, data: unknown, of = hash, origin?: string) => {
      if (!isLost(target.topic ?? "")) this.send(target, data, of, origin);
    };
    for (const each of hashes) send({ component: "contracts", entity: contract, topic: "done" }, "1", hash, each);
    send({ component: "contracts", entity: contract, topic: "reward" }, "1", hash, hash);
    for (const each of hashes) {
      send({ component: "transactions", entity: each, topic: "executed" }, { block_height: height, err: null });
    }
    this.blocks.push(block);
    this.settle(height - 1, "confirmed", send);
    this.settle(height - finalDepth, "finalized", send);
    for (const each of hashes) send({ component: "transactions", entity: each, topic: "removed" }, undefined);
    const header = { height, hash, prev_block_hash: block.previous, timestamp: height };
    send({ component: "blocks", entity: hash, topic: "accepted" }, { header, transactions: hashes });
  }

  /** Leaves the newest blocks, as many as are not final at most, and tells it or not; others take their place or do not. */
  fork(depth: number, isTold: boolean, isReplaced = true): void {
    const most = this.blocks.filter(({ state }) => state !== "finalized").length;
    const count = Math.min(depth, most, this.tip.height);
    this.forks++;
    this.keys++;
    for (let left = 0; left < count; left++) {
      const { hash, height } = this.blocks.pop()!;
      if (isTold) this.send({ component: "blocks", entity: hash, topic: "reverted" }, { atHeight: height }, hash);
    }
    for (let made = 0; isReplaced && made < count; made++) this.accept();
  }

  /**
   * Begins another chain, which is at a height already. All chains have the same first block, and this one may have the
   * same transactions, as that of a node that is started again with the same keys.
   */
  restart(height: number, hasSameTransactions = false): void {
    this.chains++;
    if (!hasSameTransactions) this.keys++;
    const hash = hashOf("genesis");
    this.blocks = [{ height: 0, hash, previous: "", transactions: [], state: "finalized", told: false }];
    while (this.tip.height < height) this.accept(1, () => true);
  }

  lose(): void {
    if (this.isOpen) this.setState({ kind: "waiting", retryInMs: 1, reason: "It was lost.", attempt: 1 });
  }

  open(): void {
    if (this.isOpen) return;
    const gap = { lostAt: 0, lastedMs: 1000, reason: "It was lost." };
    this.setState({ kind: "open", sessionId: String(++this.sessions), gap });
  }

  /** Lets the answers go that wait, and those that are asked for because of them. */
  async answerAll(): Promise<void> {
    for (let round = 0; round < 6; round++) {
      for (const go of this.waiting.splice(0)) go();
      await new Promise((done) => setImmediate(done));
    }
  }

  private setState(state: SessionState): void {
    this.state = state;
    this.states.fire(state);
  }

  private settle(
    height: number,
    state: "confirmed" | "finalized",
    send: (target: Target, data: unknown, of: string) => void,
  ): void {
    const block = this.blocks.find((each) => each.height === height);
    if (!block || block.state === "finalized") return;
    block.state = state;
    send(
      { component: "blocks", entity: block.hash, topic: "statechange" },
      { state, atHeight: height + 1 },
      block.hash,
    );
  }

  private send(target: Target, data: unknown, of: string, origin?: string): void {
    if (!this.isOpen) return;
    const bytes = Buffer.from(data === undefined ? "" : JSON.stringify(data));
    const message = eventMessage(
      target,
      bytes,
      origin === undefined ? undefined : { name: "Node-Origin", hash: origin },
    );
    const frame = decodeEventFrame(message);
    if ("problem" in frame) assert.fail(frame.problem);
    this.frameSent(frame, of);
    for (const { target: wanted, take } of this.takers) {
      if (wanted.component === target.component && wanted.topic === target.topic) take(frame, 0);
    }
  }

  private async answer(query: string): Promise<{ data: object; errors: [] }> {
    const data = Object.fromEntries(
      [...query.matchAll(/(?:(\w+): )?(block|tx|mempoolTx|lastBlockPair)(?:\((height|hash): "?(-?\w+)"?\))?/g)].map(
        ([, alias, field = "", by, value = ""]) => [alias ?? field, this.fieldOf(field, by, value)],
      ),
    );
    if (this.isSlow) await new Promise<void>((go) => this.waiting.push(go));
    return { data, errors: [] };
  }

  private fieldOf(field: string, by: string | undefined, value: string): object | null {
    const found = this.blocks.find(({ height, hash, transactions }) => {
      if (field === "tx") return transactions.includes(value);
      return by === "hash" ? hash === value : height === Number(value === "-1" ? this.tip.height : value);
    });
    if (!found || field === "mempoolTx" || field === "lastBlockPair") return null;
    const { height, hash, state, transactions } = found;
    if (field === "tx") return { blockHash: hash, blockHeight: height, err: null, gasSpent: 1 };
    return { header: { height, hash }, status: state, transactions: transactions.map((id) => ({ id })) };
  }
}

function hashOf(...parts: (string | number)[]): string {
  return createHash("sha256").update(parts.join("/")).digest("hex");
}
