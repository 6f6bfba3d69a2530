import { type Block, type BlockHeader, headerJson, nextHeader } from "./block";
import type { Executor } from "./executor";
import { writeJson } from "../wire/json";
import type { Mempool } from "./mempool";
import { type NodeEvent, bareEvent, jsonEvent } from "../events/nodeEvent";
import type { Seeded } from "./seeded";
import {
  type ContractEvent,
  type SpentTransaction,
  type Transaction,
  deployedId,
  transactionJson,
} from "./transaction";
import type { Send } from "./traffic";

/** Blocks by height and hash, and the transactions in them; makes new blocks out of the mempool. */
export class Chain {
  private readonly blocks: Block[] = [];
  private readonly heights = new Map<string, bigint>();
  private readonly spent = new Map<string, SpentTransaction>();

  constructor(
    private readonly seeded: Seeded,
    private readonly executor: Executor,
    private readonly mempool: Mempool,
    private readonly send: Send,
    /** Tells apart chains of one seed; all begin with the same block. */
    private readonly run: number,
    private readonly notifiesDeployments: boolean,
  ) {}

  get height(): bigint {
    return this.tip ? this.tip.header.height : -1n;
  }

  get tip(): Block | undefined {
    return this.blocks.at(-1);
  }

  get finalizedHeight(): bigint {
    return this.height - finalDepth;
  }

  at(height: bigint): Block | undefined {
    return height < 0n ? undefined : this.blocks[Number(height)];
  }

  byHash(hash: string): Block | undefined {
    const height = this.heights.get(hash);
    return height === undefined ? undefined : this.at(height);
  }

  transaction(hash: string): SpentTransaction | undefined {
    return this.spent.get(hash);
  }

  /** Newest first. */
  *newestTransactions(): Generator<SpentTransaction> {
    for (let at = this.blocks.length - 1; at >= 0; at--) yield* this.blocks[at]?.transactions ?? [];
  }

  /** Oldest first, finalized blocks only. */
  finalizedBlocks(): Block[] {
    return this.blocks.slice(0, Number(this.finalizedHeight) + 1);
  }

  /** Accepts a block of up to `count` mempool transactions and tells everything that follows from it. */
  acceptBlock(count: number): Block {
    const height = this.height + 1n;
    const executed = this.mempool.take(count).map((tx) => ({ tx, ...this.executor.execute(tx, height) }));
    const block = this.append(this.nextHeader(txsOf(executed), 0), executed);
    this.announce(
      block,
      this.settle(),
      executed.map(({ tx }) => bareEvent("transactions", tx.hash, "removed")),
    );
    return block;
  }

  /** Reverts the blocks from a height on and accepts others with the same transactions in their place. */
  fork(from: bigint): void {
    const reverted = this.blocks.splice(Number(from));
    for (const { header } of reverted.toReversed()) {
      this.heights.delete(header.hash);
      this.send.block([jsonEvent("blocks", header.hash, "reverted", () => ({ atHeight: header.height }))]);
    }
    for (const { header, transactions, status } of reverted) {
      const block = this.append(this.nextHeader(txsOf(transactions), header.iteration + 1), transactions);
      block.status = status;
      this.announce(block, [], []);
    }
  }

  private nextHeader(transactions: Transaction[], attempt: number): BlockHeader {
    return nextHeader(this.seeded, this.tip?.header, transactions, attempt, this.run);
  }

  private append(header: BlockHeader, executed: Pick<SpentTransaction, "tx" | "err" | "gasSpent" | "events">[]): Block {
    const transactions = executed.map((outcome) => ({
      ...outcome,
      blockHash: header.hash,
      blockHeight: header.height,
      blockTimestamp: header.timestamp,
    }));
    const rewardEvent = header.height === 0n ? null : this.executor.reward(header, reward);
    const block: Block = { header, status: "accepted", transactions, reward, rewardEvent };
    this.blocks.push(block);
    this.heights.set(header.hash, header.height);
    for (const spent of transactions) this.spent.set(spent.tx.hash, spent);
    return block;
  }

  /**
   * Tells a block as nodes do: what its contracts emitted, its reward, and then at once what became of the transactions,
   * of older blocks and of the mempool; that the block was accepted comes last.
   */
  private announce(block: Block, settled: NodeEvent[], removed: NodeEvent[]): void {
    const { header, transactions } = block;
    for (const spent of transactions) this.announceEvents(spent);
    if (block.rewardEvent) this.send.one(contractEvent(block.rewardEvent, header.hash));
    const hashes = transactions.map(({ tx }) => tx.hash);
    const accepted = jsonEvent("blocks", header.hash, "accepted", () => ({
      header: headerJson(header),
      transactions: hashes,
    }));
    this.send.block([...transactions.map(executedEvent), ...settled, ...removed, accepted]);
  }

  private announceEvents({ tx, err, events }: SpentTransaction): void {
    for (const event of events) this.send.one(contractEvent(event, tx.hash));
    const contract = deployedId(tx);
    if (tx.type === "phoenix" || contract === null || err !== null || !this.notifiesDeployments) return;
    const data = Buffer.from(writeJson({ contract, owner: tx.sender }));
    this.send.one({ component: "contracts", topic: "deploy", data, origin: tx.hash });
  }

  /** A block is confirmed by the next one and final a few blocks later. */
  private settle(): NodeEvent[] {
    return [
      ...this.changeState(this.at(this.height - 1n), "confirmed"),
      ...this.changeState(this.at(this.finalizedHeight), "finalized"),
    ];
  }

  private changeState(block: Block | undefined, state: "confirmed" | "finalized"): NodeEvent[] {
    if (!block) return [];
    block.status = state;
    const atHeight = this.height;
    return [jsonEvent("blocks", block.header.hash, "statechange", () => ({ state, atHeight }))];
  }
}

const finalDepth = 3n;
/** Units that a block brings. */
const reward = 16_757_400_000n;

function contractEvent({ contract, topic, data }: ContractEvent, origin: string): NodeEvent {
  return { component: "contracts", entity: contract, topic, data, origin };
}

function txsOf(executed: { tx: Transaction }[]): Transaction[] {
  return executed.map(({ tx }) => tx);
}

function executedEvent({ tx, err, gasSpent, blockHeight }: SpentTransaction): NodeEvent {
  const executed = () => ({ inner: transactionJson(tx), block_height: blockHeight, gas_spent: gasSpent, err });
  return jsonEvent("transactions", tx.hash, "executed", executed);
}
