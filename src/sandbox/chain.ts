import type { Block, BlockHeader } from "./block";
import { headerJson, nextHeader } from "./block";
import { contractIds } from "./contracts/contractIds";
import type { Executor } from "./executor";
import type { Mempool } from "./mempool";
import type { NodeEvent } from "./nodeEvent";
import { jsonEvent } from "./nodeEvent";
import type { Seeded } from "./seeded";
import type { SpentTransaction, Transaction } from "./transaction";
import { transactionJson } from "./transaction";

/** Blocks by height and hash, and the transactions in them; makes new blocks out of the mempool. */
export class Chain {
  private readonly blocks: Block[] = [];
  private readonly heights = new Map<string, bigint>();
  private readonly spent = new Map<string, SpentTransaction>();

  constructor(
    private readonly seeded: Seeded,
    private readonly executor: Executor,
    private readonly mempool: Mempool,
    private readonly publish: (event: NodeEvent) => void,
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
    const block = this.append(nextHeader(this.seeded, this.tip?.header, txsOf(executed), 0), executed);
    this.announce(block);
    for (const { tx } of executed) this.publish(bare("transactions", tx.hash, "removed"));
    this.settle();
    return block;
  }

  /** Reverts the tip and accepts another block with the same transactions in its place. */
  revertTip(): void {
    const reverted = this.blocks.pop();
    if (!reverted) return;
    const { height, hash, iteration } = reverted.header;
    this.heights.delete(hash);
    this.publish(jsonEvent("blocks", hash, "reverted", { atHeight: height }));
    const header = nextHeader(this.seeded, this.tip?.header, txsOf(reverted.transactions), iteration + 1);
    this.announce(this.append(header, reverted.transactions));
  }

  private append(header: BlockHeader, executed: Pick<SpentTransaction, "tx" | "err" | "gasSpent" | "events">[]): Block {
    const transactions = executed.map((outcome) => ({
      ...outcome,
      blockHash: header.hash,
      blockHeight: header.height,
      blockTimestamp: header.timestamp,
    }));
    const block: Block = { header, status: "accepted", transactions, reward: 16_757_400_000n };
    this.blocks.push(block);
    this.heights.set(header.hash, header.height);
    for (const spent of transactions) this.spent.set(spent.tx.hash, spent);
    return block;
  }

  private announce({ header, transactions }: Block): void {
    const hashes = transactions.map(({ tx }) => tx.hash);
    const accepted = { header: headerJson(header), transactions: hashes };
    this.publish(jsonEvent("blocks", header.hash, "accepted", accepted));
    for (const spent of transactions) this.announceTransaction(spent);
  }

  private announceTransaction({ tx, err, gasSpent, events, blockHeight }: SpentTransaction): void {
    for (const { contract, topic, data } of events) {
      this.publish({ component: "contracts", entity: contract, topic, data, origin: tx.hash });
    }
    if (tx.type === "moonlight" && tx.isDeploy && err === null) {
      const deployed = { contract: contractIds.vault, owner: tx.sender };
      this.publish({
        component: "contracts",
        topic: "deploy",
        data: Buffer.from(JSON.stringify(deployed)),
        origin: tx.hash,
      });
    }
    const executed = { inner: transactionJson(tx), block_height: blockHeight, gas_spent: gasSpent, err };
    this.publish(jsonEvent("transactions", tx.hash, "executed", executed));
  }

  /** A block is confirmed by the next one and final a few blocks later. */
  private settle(): void {
    this.changeState(this.at(this.height - 1n), "confirmed");
    this.changeState(this.at(this.finalizedHeight), "finalized");
  }

  private changeState(block: Block | undefined, state: "confirmed" | "finalized"): void {
    if (!block) return;
    block.status = state;
    this.publish(jsonEvent("blocks", block.header.hash, "statechange", { state, atHeight: this.height }));
  }
}

const finalDepth = 3n;

function txsOf(executed: { tx: Transaction }[]): Transaction[] {
  return executed.map(({ tx }) => tx);
}

function bare(component: string, entity: string, topic: string): NodeEvent {
  return { component, entity, topic, data: Buffer.alloc(0) };
}
