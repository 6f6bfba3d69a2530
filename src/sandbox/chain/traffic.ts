import { contractIds } from "../contracts/contractIds";
import type { SampleContract } from "../contracts/contract";
import { sandboxChainId } from "./chainId";
import type { Json } from "../wire/json";
import type { Ledger } from "./ledger";
import type { Mempool } from "./mempool";
import type { Seeded } from "./seeded";
import type { Transaction } from "./transaction";
import { minDeploymentGasPrice } from "./vmConfig";
import { decodeTransaction, encodeTransaction } from "./transactionFormat";
import type { NodeEvent } from "../events/nodeEvent";

/** Makes the transactions of a lively network, the same ones for the same seed. */
export class Traffic {
  private made = 0;

  constructor(
    private readonly seeded: Seeded,
    private readonly ledger: Ledger,
    private readonly mempool: Mempool,
    private readonly contracts: ReadonlyMap<string, SampleContract>,
    private readonly blobHashes: readonly string[],
  ) {}

  /** Adds up to `count` transactions; senders that still wait for a block make none. */
  add(count: number, height: bigint): void {
    const idle = this.ledger.busy.filter((key) => this.mempool.nextNonce(key) === this.ledger.account(key).nonce + 1n);
    for (const sender of idle.slice(0, count)) this.mempool.add(this.next(sender), height);
  }

  private next(sender: string): Transaction {
    const at = this.made++;
    if (at % 11 === 9) return this.phoenix(at);
    const call = this.call(at);
    const deploy = call === null && at % 13 === 6 ? this.seeded.bytes(`deploy/${at}`, 200) : null;
    const isBlob = call === null && deploy === null && at % 5 === 3;
    const isTransfer = call === null && deploy === null && !isBlob;
    const raw = encodeTransaction({
      chainId: sandboxChainId,
      sender,
      receiver: isTransfer ? this.other(at) : null,
      value: isTransfer ? BigInt(this.seeded.below(`value/${at}`, 1_000_000_000) + 1) : 0n,
      nonce: this.mempool.nextNonce(sender),
      deposit: 0n,
      gasLimit: at % 17 === 8 ? 75_000n : 10_000_000n,
      gasPrice: deploy ? BigInt(minDeploymentGasPrice) : BigInt(this.seeded.below(`price/${at}`, 20) + 1),
      call,
      deploy,
      memo: at % 4 === 2 && !isBlob ? Buffer.from(`memo ${at}`) : null,
      blobs: isBlob ? this.blobHashes.slice(0, 1) : [],
    });
    return decodeTransaction(raw);
  }

  /** The mix of calls: every seventh fails. */
  private call(at: number) {
    const kind = at % 7;
    if (kind === 0) return this.input(contractIds.counter, "increment_by", 1 + this.seeded.below(`step/${at}`, 9));
    if (kind === 1) {
      const value = BigInt(this.seeded.below(`set/${at}`, 1_000_000)) + (at % 2 === 0 ? 9_007_199_254_740_993n : 0n);
      return this.input(contractIds.counter, "set_value", { value, note: at % 3 === 0 ? null : `note ${at}` });
    }
    if (kind === 2) {
      const transfer = { to: { External: this.other(at) }, amount: BigInt(at + 1), memo: "68656c6c6f" };
      return this.input(contractIds.token, "transfer", transfer);
    }
    if (kind === 3) return this.input(contractIds.mixedCase, "pay_reward", 10n);
    if (kind === 4) return this.input(contractIds.counter, "fail", null);
    if (kind === 5) return this.input(contractIds.vault, "put", null);
    const saves = at % 2 === 0 && this.contracts.has(contractIds.savings);
    if (saves) return this.input(contractIds.savings, "save", BigInt(at + 1));
    return null;
  }

  private input(contract: string, fnName: string, value: Json) {
    const fnArgs = this.contracts.get(contract)?.encodeInput(fnName, value) ?? Buffer.alloc(0);
    return { contract, fnName, fnArgs };
  }

  private other(at: number): string {
    return this.ledger.busy[this.seeded.below(`receiver/${at}`, this.ledger.busy.length)] ?? "";
  }

  private phoenix(at: number): Transaction {
    return {
      type: "phoenix",
      hash: this.seeded.hash(`phoenix/${at}`),
      raw: this.seeded.bytes(`phoenix/${at}/raw`, 640),
      root: this.seeded.hash(`phoenix/${at}/root`),
      nullifiers: [this.seeded.hash(`phoenix/${at}/nullifier`)],
      outputs: [this.seeded.hash(`phoenix/${at}/output/0`), this.seeded.hash(`phoenix/${at}/output/1`)],
      gasLimit: 60_000_000n,
      gasPrice: BigInt((at % 5) + 1),
    };
  }
}

/** What the world is told through: one event, or at once the events of the node's own that follow from a block. */
export interface Send {
  one(event: NodeEvent): void;
  block(events: NodeEvent[]): void;
}
