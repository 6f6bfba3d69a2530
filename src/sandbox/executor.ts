import type { SampleContract } from "./contracts/contract";
import { Panic } from "./contracts/contract";
import { contractIds } from "./contracts/contractIds";
import type { Ledger } from "./ledger";
import type { MoonlightTransaction, SpentTransaction, Transaction } from "./transaction";
import { CodecError } from "./typeCodec";

export type Outcome = Pick<SpentTransaction, "err" | "gasSpent" | "events">;

/** Runs transactions against the ledger and the contracts. */
export class Executor {
  constructor(
    private readonly ledger: Ledger,
    private readonly contracts: ReadonlyMap<string, SampleContract>,
  ) {}

  /** Executes for good: a failed transaction changes nothing but still pays its gas. */
  execute(tx: Transaction, height: bigint): Outcome {
    const outcome = this.run(tx, height, true);
    if (tx.type === "phoenix") return outcome;
    this.ledger.useNonce(tx.sender, tx.nonce);
    this.ledger.spend(tx.sender, outcome.gasSpent * tx.gasPrice);
    if (outcome.err === null) this.move(tx);
    return outcome;
  }

  /** What would happen, with nothing kept. */
  simulate(tx: Transaction, height: bigint): Outcome {
    return this.run(tx, height, false);
  }

  private run(tx: Transaction, height: bigint, commit: boolean): Outcome {
    if (tx.type === "phoenix") return { err: null, gasSpent: 28_000_000n, events: [] };
    const gas = BigInt(1_500_000 + tx.raw.length * 100 + (tx.call ? 2_000_000 : 0));
    if (gas > tx.gasLimit) return { err: "OutOfGas", gasSpent: tx.gasLimit, events: [] };
    if (!tx.call) return { err: null, gasSpent: gas, events: [this.transferEvent(tx, gas)] };
    const { contract, fnName, fnArgs } = tx.call;
    try {
      const called = this.contracts.get(contract);
      if (!called) throw new Panic(`ContractDoesNotExist(${contract})`);
      const events = called.execute(fnName, fnArgs, { caller: tx.sender, height }, commit);
      return { err: null, gasSpent: gas, events: events.map((event) => ({ ...event, contract })) };
    } catch (error) {
      if (error instanceof Panic) return { err: error.message, gasSpent: gas, events: [] };
      if (error instanceof CodecError) return { err: `Panic: ${error.message}`, gasSpent: gas, events: [] };
      throw error;
    }
  }

  private move(tx: MoonlightTransaction): void {
    this.ledger.spend(tx.sender, tx.value + tx.deposit);
    if (tx.receiver !== null) this.ledger.receive(tx.receiver, tx.value);
    if (tx.call) this.ledger.deposit(tx.call.contract, tx.deposit);
  }

  private transferEvent(tx: MoonlightTransaction, gas: bigint) {
    const data = this.contracts.get(contractIds.transfer)?.encodeEvent("moonlight", {
      sender: tx.sender,
      receiver: tx.receiver,
      value: tx.value,
      memo: tx.memo?.toString("hex") ?? "",
      gas_spent: gas,
      refund_info: tx.gasLimit > gas ? [tx.sender, (tx.gasLimit - gas) * tx.gasPrice] : null,
    });
    return { contract: contractIds.transfer, topic: "moonlight", data: data ?? Buffer.alloc(0) };
  }
}
