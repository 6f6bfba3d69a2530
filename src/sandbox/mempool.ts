import type { Ledger } from "./ledger";
import type { NodeEvent } from "./nodeEvent";
import { jsonEvent } from "./nodeEvent";
import type { MoonlightTransaction, Transaction } from "./transaction";
import { transactionJson } from "./transaction";
import { isSealed } from "./transactionFormat";
import { sandboxChainId } from "./chainId";

/** Transactions that wait for a block, and those staged outside until a nonce gap closes (§3). */
export class Mempool {
  private readonly pending = new Map<string, Transaction>();
  private readonly staged = new Map<string, { tx: MoonlightTransaction; sinceHeight: bigint }>();

  constructor(
    private readonly ledger: Ledger,
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

  /** Why the network rules refuse the transaction; undefined when they do not. A nonce gap is no reason. */
  objection(tx: MoonlightTransaction): string | undefined {
    const account = this.ledger.account(tx.sender);
    if (!isSealed(tx.raw)) return "Invalid signature";
    if (tx.chainId !== sandboxChainId) return `Invalid chain id ${tx.chainId}`;
    if (this.pending.has(tx.hash) || this.staged.has(tx.hash)) return "this transaction exists in the mempool";
    if (tx.nonce <= account.nonce) return `Nonce ${tx.nonce} is already used`;
    if (tx.gasPrice < 1n) return "Gas price lower than minimum 1";
    if (tx.gasLimit < 1_000_000n) return "Gas limit lower than minimum 1000000";
    const cost = tx.value + tx.deposit + tx.gasLimit * tx.gasPrice;
    if (cost > account.balance) return `Balance too low: ${account.balance} of ${cost}`;
    if (this.sameNonce(tx)) return `Nonce ${tx.nonce} is taken in the mempool`;
    return undefined;
  }

  /** Takes a checked transaction in, or stages it when its nonce is ahead. */
  add(tx: Transaction, height: bigint): void {
    if (tx.type === "moonlight" && tx.nonce > this.nextNonce(tx.sender)) {
      this.staged.set(tx.hash, { tx, sinceHeight: height });
      this.publish(transactionEvent("deferred", tx));
      return;
    }
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
      if (tx.type === "moonlight") nonces.set(tx.sender, tx.nonce);
      this.pending.delete(tx.hash);
      taken.push(tx);
    }
    return taken;
  }

  /** Discards what has been staged since before `height`. */
  dropStaged(height: bigint): void {
    for (const { tx, sinceHeight } of this.staged.values()) {
      if (sinceHeight >= height) continue;
      this.staged.delete(tx.hash);
      this.publish({ component: "transactions", entity: tx.hash, topic: "dropped", data: Buffer.alloc(0) });
    }
  }

  clear(): void {
    for (const tx of this.list()) {
      this.pending.delete(tx.hash);
      this.publish({ component: "transactions", entity: tx.hash, topic: "removed", data: Buffer.alloc(0) });
    }
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

  private sameNonce(tx: MoonlightTransaction): boolean {
    return this.list().some(
      (other) => other.type === "moonlight" && other.sender === tx.sender && other.nonce === tx.nonce,
    );
  }

  private after(sender: string, taken: Map<string, bigint>): bigint {
    return (taken.get(sender) ?? this.ledger.account(sender).nonce) + 1n;
  }
}

function transactionEvent(topic: string, tx: Transaction): NodeEvent {
  return jsonEvent("transactions", tx.hash, topic, transactionJson(tx));
}
