import type { Block } from "./block";
import { Chain } from "./chain";
import type { SampleContract } from "./contracts/contract";
import { sampleContracts } from "./contracts/sampleContracts";
import { Executor } from "./executor";
import { Ledger } from "./ledger";
import { Mempool } from "./mempool";
import type { NodeEvent } from "./nodeEvent";
import type { Provisioner } from "./provisioners";
import type { Seeded } from "./seeded";
import { Traffic } from "./traffic";

/** What the world is told through: one event, or at once the events of the node's own that follow from a block. */
export interface Send {
  one(event: NodeEvent): void;
  block(events: NodeEvent[]): void;
}

/** What is gone when a development node starts anew: its chain, accounts, contracts and waiting transactions. */
export class World {
  readonly ledger: Ledger;
  readonly contracts: ReadonlyMap<string, SampleContract>;
  readonly executor: Executor;
  readonly mempool: Mempool;
  readonly chain: Chain;
  private readonly traffic: Traffic;

  /** `run` tells apart worlds of one seed: their chains begin with the same block, and no other. */
  constructor(seeded: Seeded, provisioners: Provisioner[], send: Send, run: number) {
    this.ledger = new Ledger(seeded);
    this.contracts = sampleContracts(this.ledger, provisioners);
    this.executor = new Executor(this.ledger, this.contracts);
    this.mempool = new Mempool(this.ledger, (event) => send.one(event));
    this.chain = new Chain(seeded, this.executor, this.mempool, send, run);
    this.traffic = new Traffic(seeded, this.ledger, this.mempool, this.contracts);
  }

  /** One block, now and then reverted and replaced, and new transactions for the next. */
  advance(txsPerBlock: number): Block {
    // People's transactions must not wait behind generated ones: a block has room for both.
    const block = this.chain.acceptBlock(txsPerBlock + 8);
    if (block.header.height % revertEvery === revertEvery - 1n) this.chain.fork(block.header.height);
    this.mempool.dropStaged(this.chain.height - stagedBlocks);
    this.traffic.add(txsPerBlock, this.chain.height);
    return block;
  }
}

const revertEvery = 23n;
/** Blocks that a transaction may stay staged before it is dropped. */
const stagedBlocks = 20n;
