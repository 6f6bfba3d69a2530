import type { Ledger } from "./ledger";
import { bareEvent, jsonEvent, type NodeEvent } from "../events/nodeEvent";
import type { MoonlightTransaction, Transaction } from "./transaction";
import { transactionJson } from "./transaction";
import { isSealed } from "./transactionFormat";
import { gasPerDeployByte, minDeploymentGasPrice } from "./vmConfig";
import { sandboxChainId } from "./chainId";
import type { Behaviour } from "../profile";

export interface MempoolRules {
  /** Whether a transaction is in a block. */
  isSpent(hash: string): boolean;
  nonceGap: Behaviour<"nonce gap">;
  /** Whether the node keeps the sidecar of a blob. */
  hasBlob(hash: string): boolean;
}

/** Transactions that wait for a block, and those staged outside until a nonce gap closes (§3). */
export class Mempool {
  private readonly pending = new Map<string, Transaction>();
  private readonly staged = new Map<string, { tx: MoonlightTransaction; sinceHeight: bigint }>();

  constructor(
    private readonly ledger: Ledger,
    private readonly rules: MempoolRules,
    private readonly publish: (event: NodeEvent) => void,
  ) {}

  /** Pending transactions in descending gas-price order, without the staged ones (§2.10). */
  list(): Transaction[] {
    return [...this.pending.values()].sort((a, b) => Number(b.gasPrice - a.gasPrice));
  }

  get(hash: string): Transaction | undefined {
    return this.pending.get(hash);
  }

  /** The nonce after the sender's last pending one. */
  nextNonce(sender: string): bigint {
    const nonces = [...this.pending.values()].flatMap((tx) =>
      tx.type === "moonlight" && tx.sender === sender ? [tx.nonce] : [],
    );
    return nonces.reduce((last, nonce) => (nonce > last ? nonce : last), this.ledger.account(sender).nonce) + 1n;
  }

  /** Why the network rules refuse the transaction, in a node's own words; undefined when they do not. */
  objection(tx: MoonlightTransaction): string | undefined {
    if (!isSealed(tx.raw)) return "Invalid signature";
    if (this.pending.has(tx.hash) || this.staged.has(tx.hash)) return "this transaction exists in the mempool";
    if (this.rules.isSpent(tx.hash)) return "this transaction exists in the ledger";
    const missing = tx.blobs.find((hash) => !this.rules.hasBlob(hash));
    if (missing !== undefined) return `Transaction blob id ${missing} is missing sidecar`;
    const { gasLimit, gasPrice } = lowest(tx);
    if (tx.gasPrice < gasPrice) return `gas price lower than minimum ${gasPrice}`;
    if (tx.gasLimit < gasLimit) return `gas limit lower than minimum ${gasLimit}`;
    const invalid = this.invalid(tx);
    if (invalid !== undefined) return `this transaction is invalid ${invalid}`;
    const other = this.sameNonce(tx);
    const replaces = other === undefined || pays(tx, other);
    return replaces ? undefined : "A generic error occurred this transaction's spendId exists in the mempool";
  }

  /** Takes a checked transaction in, in place of one of the same nonce, or stages it when its nonce is ahead. */
  add(tx: Transaction, height: bigint): void {
    if (tx.type === "moonlight" && tx.nonce > this.nextNonce(tx.sender)) {
      if (this.rules.nonceGap === "refused") return;
      this.staged.set(tx.hash, { tx, sinceHeight: height });
      this.publish(transactionEvent("deferred", tx));
      return;
    }
    const replaced = tx.type === "moonlight" ? this.sameNonce(tx) : undefined;
    if (replaced) this.remove(replaced);
    this.include(tx);
    if (tx.type === "moonlight") this.closeGap(tx.sender);
  }

  /** Removes and returns up to `count` executable transactions, the best paying first, nonces in order. */
  take(count: number): Transaction[] {
    const taken: Transaction[] = [];
    const nonces = new Map<string, bigint>();
    const waiting = this.list();
    while (taken.length < count) {
      const at = waiting.findIndex((tx) => tx.type === "phoenix" || tx.nonce === this.after(tx.sender, nonces));
      const [tx] = at < 0 ? [] : waiting.splice(at, 1);
      if (!tx) break;
      this.pending.delete(tx.hash);
      // Of another chain: nothing refuses it and nothing tells that it is gone, and its nonce stays free.
      if (tx.type === "moonlight" && tx.chainId !== sandboxChainId) continue;
      if (tx.type === "moonlight") nonces.set(tx.sender, tx.nonce);
      taken.push(tx);
    }
    return taken;
  }

  /** Discards what has been staged since before `height`. */
  dropStaged(height: bigint): void {
    for (const { tx, sinceHeight } of this.staged.values()) {
      if (sinceHeight >= height) continue;
      this.staged.delete(tx.hash);
      this.publish(bareEvent("transactions", tx.hash, "dropped"));
    }
  }

  clear(): void {
    for (const tx of this.list()) this.remove(tx);
  }

  private remove({ hash }: Transaction): void {
    this.pending.delete(hash);
    this.publish(bareEvent("transactions", hash, "removed"));
  }

  private include(tx: Transaction): void {
    this.pending.set(tx.hash, tx);
    this.publish(transactionEvent("included", tx));
  }

  private closeGap(sender: string): void {
    for (const { tx } of this.staged.values()) {
      if (tx.sender !== sender || tx.nonce !== this.nextNonce(sender)) continue;
      this.staged.delete(tx.hash);
      this.include(tx);
      return this.closeGap(sender);
    }
  }

  private sameNonce(tx: MoonlightTransaction): MoonlightTransaction | undefined {
    return this.list().find(
      (other): other is MoonlightTransaction =>
        other.type === "moonlight" && other.sender === tx.sender && other.nonce === tx.nonce,
    );
  }

  private invalid(tx: MoonlightTransaction): string | undefined {
    const { balance, nonce } = this.ledger.account(tx.sender);
    if (tx.nonce <= nonce) return `Nonce repeat: ${tx.sender} ${tx.nonce}`;
    if (tx.value + tx.deposit + tx.gasLimit * tx.gasPrice > balance) return "Value spent larger than account holds";
    const next = this.nextNonce(tx.sender);
    const refused = this.rules.nonceGap === "refused" && tx.nonce > next;
    return refused ? `Missing intermediate nonce ${next}` : undefined;
  }

  private after(sender: string, taken: Map<string, bigint>): bigint {
    return (taken.get(sender) ?? this.ledger.account(sender).nonce) + 1n;
  }
}

/** What a node asks for at least. */
function lowest({ deploy }: MoonlightTransaction): { gasLimit: bigint; gasPrice: bigint } {
  if (!deploy) return { gasLimit: 75_000n, gasPrice: 1n };
  return { gasLimit: BigInt(deploy.length * gasPerDeployByte), gasPrice: BigInt(minDeploymentGasPrice) };
}

/** Whether a transaction pays so much more than another of its nonce that it takes its place. */
function pays(tx: MoonlightTransaction, other: MoonlightTransaction): boolean {
  return tx.gasPrice > other.gasPrice || (tx.gasPrice === other.gasPrice && tx.gasLimit > other.gasLimit);
}

function transactionEvent(topic: string, tx: Transaction): NodeEvent {
  return jsonEvent("transactions", tx.hash, topic, () => transactionJson(tx));
}
