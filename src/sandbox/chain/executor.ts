import type { BlockHeader } from "./block";
import { sandboxChainId } from "./chainId";
import type { SampleContract } from "../contracts/contract";
import { Panic } from "../contracts/contract";
import { contractIds } from "../contracts/contractIds";
import type { Json } from "../wire/json";
import type { Ledger } from "./ledger";
import type { ContractCall, ContractEvent, MoonlightTransaction, SpentTransaction, Transaction } from "./transaction";
import { deployedId } from "./transaction";
import { CodecError } from "../wire/typeCodec";
import { gasPerBlob, gasPerDeployByte, minDeploymentGasPrice } from "./vmConfig";

export type Outcome = Pick<SpentTransaction, "err" | "gasSpent" | "events">;

/** Runs transactions against the ledger and the contracts. */
export class Executor {
  /** Owners of the contracts that transactions have deployed, by id; nothing is known of such a contract but its owner. */
  readonly deployed = new Map<string, string>();

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

  /** What would happen, with nothing kept, in the words that a node has for it then. */
  simulate(tx: MoonlightTransaction, height: bigint): Outcome {
    const refused = this.refused(tx);
    if (refused !== undefined) return { err: refused, gasSpent: 0n, events: [] };
    const outcome = this.run(tx, height, false);
    const { err } = outcome;
    if (err?.startsWith("Contract does not exist")) return { ...outcome, err: "DoesNotExist" };
    return err?.startsWith(panic) ? { ...outcome, err: `Panic(${JSON.stringify(err.slice(panic.length))})` } : outcome;
  }

  private refused(tx: MoonlightTransaction): string | undefined {
    const { balance, nonce } = this.ledger.account(tx.sender);
    const panicked = (text: string) => `Panic(${JSON.stringify(text)})`;
    if (tx.chainId !== sandboxChainId) return panicked("The tx must target the correct chain");
    if (balance === 0n) return panicked("Account has no funds");
    if (tx.nonce <= nonce) return panicked("Already used nonce");
    if (tx.nonce > nonce + 1n) return panicked("Nonce not ready to be used yet");
    if (tx.deploy && tx.gasPrice < minDeploymentGasPrice) return panicked("gas price too low to deploy");
    if (tx.deploy && tx.gasLimit < tx.deploy.length * gasPerDeployByte) return panicked("not enough gas to deploy");
    if (tx.gasPrice < 1n) return panicked("Gas price too low!");
    if (tx.value + tx.deposit + tx.gasLimit * tx.gasPrice > balance)
      return panicked("Account doesn't have enough funds");
    return tx.gasLimit < 75_000n ? "OutOfGas" : undefined;
  }

  /** What the stake contract tells of a block's reward. */
  reward({ generatorBlsPubkey }: BlockHeader, reward: bigint): ContractEvent {
    const tenth = reward / 10n;
    const parts = [
      ["GeneratorFixed", reward - 3n * tenth],
      ["Other", tenth],
      ["GeneratorExtra", tenth],
      ["Voter", tenth],
    ] as const;
    const data = parts.map(([reason, value]) => ({ account: generatorBlsPubkey, reason, value }));
    return this.encoded(contractIds.stake, "reward", data);
  }

  private run(tx: Transaction, height: bigint, commit: boolean): Outcome {
    if (tx.type === "phoenix") return { err: null, gasSpent: 28_000_000n, events: [] };
    const gas = gasOf(tx);
    if (gas > tx.gasLimit) return this.failed(tx, "OutOfGas");
    try {
      if (tx.deploy) this.deploy(tx, commit);
      const events = tx.call ? this.called(tx, tx.call, height, commit) : [];
      return { err: null, gasSpent: gas, events: [...events, this.transferEvent(tx, gas)] };
    } catch (error) {
      if (error instanceof Panic) return this.failed(tx, error.message);
      if (error instanceof CodecError) return this.failed(tx, `Panic: ${error.message}`);
      throw error;
    }
  }

  private deploy(tx: MoonlightTransaction, commit: boolean): void {
    const id = deployedId(tx) ?? "";
    if (this.deployed.has(id)) {
      throw new Panic('Panic: failed deployment: InitalizationError("Deployed error already exists")');
    }
    if (commit) this.deployed.set(id, tx.sender);
  }

  private called(tx: MoonlightTransaction, call: ContractCall, height: bigint, commit: boolean): ContractEvent[] {
    const { contract, fnName, fnArgs } = call;
    const called = this.contracts.get(contract);
    if (!called) throw new Panic(`Contract does not exist: ${contract}`);
    if (!called.function(fnName)) throw new Panic("Unknown");
    const events = called.execute(fnName, fnArgs, { caller: tx.sender, height }, commit);
    const own = events.map((event) => ({ ...event, contract }));
    if (!this.isTaken(tx, call)) return own;
    const deposited = { sender: tx.sender, receiver: contract, value: tx.deposit };
    return [this.encoded(contractIds.transfer, "deposit", deposited), ...own];
  }

  /** A failed transaction spends all of its gas and leaves nothing but the transfer contract's own event. */
  private failed(tx: MoonlightTransaction, err: string): Outcome {
    return { err, gasSpent: tx.gasLimit, events: [this.transferEvent(tx, tx.gasLimit)] };
  }

  private move(tx: MoonlightTransaction): void {
    this.ledger.spend(tx.sender, tx.value);
    if (tx.receiver !== null) this.ledger.receive(tx.receiver, tx.value);
    if (!tx.call || !this.isTaken(tx, tx.call)) return;
    this.ledger.spend(tx.sender, tx.deposit);
    this.ledger.deposit(tx.call.contract, tx.deposit);
  }

  private isTaken({ deposit }: MoonlightTransaction, { contract, fnName }: ContractCall): boolean {
    return deposit > 0n && this.contracts.get(contract)?.function(fnName)?.takesDeposit === true;
  }

  private transferEvent(tx: MoonlightTransaction, gas: bigint): ContractEvent {
    return this.encoded(contractIds.transfer, "moonlight", {
      sender: tx.sender,
      receiver: tx.receiver,
      value: tx.value,
      memo: tx.blobs.length > 0 ? tx.blobs.join("") : (tx.memo?.toString("hex") ?? ""),
      gas_spent: gas,
      refund_info: null,
    });
  }

  private encoded(contract: string, topic: string, data: Json): ContractEvent {
    return { contract, topic, data: this.contracts.get(contract)?.encodeEvent(topic, data) ?? Buffer.alloc(0) };
  }
}

/** What the error of a contract that gave up begins with. */
const panic = "Panic: ";

/** About what a node takes for the like. */
function gasOf({ call, memo, deploy, blobs }: MoonlightTransaction): bigint {
  if (blobs.length > 0) return BigInt(blobs.length * gasPerBlob);
  if (deploy) return BigInt(72_000 + deploy.length * gasPerDeployByte);
  const bytes = (memo?.length ?? 0) + (call?.fnArgs.length ?? 0);
  return BigInt((call ? 66_000 : 101_795) + 250 * bytes);
}
