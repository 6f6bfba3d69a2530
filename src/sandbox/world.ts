import type { Block } from "./chain/block";
import { Chain } from "./chain/chain";
import type { SampleContract } from "./contracts/contract";
import { sampleContracts } from "./contracts/sampleContracts";
import { Executor } from "./chain/executor";
import { Ledger } from "./chain/ledger";
import { Mempool } from "./chain/mempool";
import type { Options } from "./options";
import type { Provisioner } from "./chain/provisioners";
import type { Seeded } from "./chain/seeded";
import { Traffic, type Send } from "./chain/traffic";
import type { MoonlightTransaction } from "./chain/transaction";

/** What is gone when a development node starts again: its chain, accounts, contracts and waiting transactions. */
export class World {
  readonly ledger: Ledger;
  readonly contracts: ReadonlyMap<string, SampleContract>;
  readonly executor: Executor;
  readonly mempool: Mempool;
  readonly chain: Chain;
  private readonly traffic: Traffic;

  /** Propagated transactions that the mempool does not have yet. */
  private readonly underWay = new Set<() => void>();

  /** `run` tells apart worlds of one seed: their chains begin with the same block, and no other. */
  constructor(
    seeded: Seeded,
    provisioners: Provisioner[],
    private readonly options: Options,
    send: Send,
    run: number,
    blobHashes: readonly string[],
  ) {
    const { like } = options;
    this.ledger = new Ledger(seeded);
    this.contracts = sampleContracts(this.ledger, provisioners, like["a contract without a schema"] === "deployed");
    this.executor = new Executor(this.ledger, this.contracts);
    const rules = {
      isSpent: (hash: string) => this.chain.transaction(hash) !== undefined,
      nonceGap: like["nonce gap"],
      hasBlob: (hash: string) => blobHashes.includes(hash),
    };
    this.mempool = new Mempool(this.ledger, rules, (event) => send.one(event));
    const notifiesDeployments = like["subscription to contracts/deploy"] === 200;
    this.chain = new Chain(seeded, this.executor, this.mempool, send, run, notifiesDeployments);
    this.traffic = new Traffic(seeded, this.ledger, this.mempool, this.contracts, blobHashes);
  }

  /** Takes a transaction that nothing spoke against; it is in the mempool a little later, if still nothing does. */
  propagate(tx: MoonlightTransaction): void {
    const arrive = () => {
      clearTimeout(timer);
      this.underWay.delete(arrive);
      if (this.mempool.objection(tx) === undefined) this.mempool.add(tx, this.chain.height);
    };
    const timer = setTimeout(arrive, this.options.propagationMs).unref();
    this.underWay.add(arrive);
  }

  /** What is being propagated arrives at once. */
  settle(): void {
    for (const arrive of [...this.underWay]) arrive();
  }

  /** One block, now and then reverted and replaced, and new transactions for the next. */
  advance(): Block {
    const { txsPerBlock, revertEvery } = this.options;
    // People's transactions must not wait behind generated ones: a block has room for both.
    const block = this.chain.acceptBlock(txsPerBlock + 8);
    const { height } = block.header;
    if (revertEvery > 0 && (height + 1n) % BigInt(revertEvery) === 0n) this.chain.fork(height);
    this.mempool.dropStaged(this.chain.height - stagedBlocks);
    this.traffic.add(txsPerBlock, this.chain.height);
    return block;
  }
}

/** Blocks that a transaction may stay staged before it is dropped. */
const stagedBlocks = 20n;
