import { fieldsOf, integerOf } from "../../../../wire/json/fields";
import type { Json } from "../../../../wire/json/exactJson";
import { limits } from "../../../../wire/limits";

interface Life {
  executed: boolean;
  /** Its sender and nonce, which one transaction alone can use. */
  spends?: string;
}

/** Blocks after which a transaction that entered the mempool has as a rule been executed, or been said to have left it. */
const patienceBlocks = 10;

/** What events told of the lives of transactions: a removal (§6.2) means what came before and after it. */
export class TransactionLives {
  private readonly lives = new Map<string, Life>();
  /** By sender and nonce: the transaction that entered the mempool last. */
  private readonly newest = new Map<string, string>();
  /** Those that are in the mempool as far as is known, by when they came there, the oldest first. */
  private readonly waiting = new Map<string, number>();
  private blocks = 0;

  /** Takes an event of a transaction with its decoded data; other topics tell nothing. */
  take(hash: string, topic: string | undefined, value: Json | undefined): void {
    if (topic === "included") this.waiting.set(hash, this.blocks);
    else this.waiting.delete(hash);
    if (topic !== "included" && topic !== "executed") return;
    const { inner } = fieldsOf(value);
    const { sender, nonce } = fieldsOf((topic === "executed" ? inner : value) ?? null);
    const exact = integerOf(nonce);
    const spends = typeof sender === "string" && exact !== undefined ? `${exact} ${sender}` : undefined;
    const known = this.lives.get(hash);
    this.lives.delete(hash);
    const executed = topic === "executed" || known?.executed === true;
    this.lives.set(hash, { ...known, executed, ...(spends !== undefined && { spends }) });
    if (spends !== undefined) this.newest.set(spends, hash);
    this.forgetOld();
  }

  isExecuted(hash: string): boolean {
    return this.lives.get(hash)?.executed === true;
  }

  /** The transaction that took the place of another with the same sender and nonce. */
  successorOf(hash: string): string | undefined {
    const { spends } = this.lives.get(hash) ?? {};
    const newest = spends === undefined ? undefined : this.newest.get(spends);
    return newest === hash ? undefined : newest;
  }

  /** Counts a block. Returns transactions that went into the mempool and of which nothing was heard for too many blocks. */
  overdue(): string[] {
    this.blocks++;
    const found: string[] = [];
    for (const [hash, since] of this.waiting) {
      if (this.blocks - since < patienceBlocks || found.length === limits.lookedUp.transactions) break;
      this.waiting.delete(hash);
      found.push(hash);
    }
    return found;
  }

  private forgetOld(): void {
    for (const [hash, { spends }] of this.lives) {
      if (this.lives.size <= limits.transactionLives) return;
      this.lives.delete(hash);
      this.waiting.delete(hash);
      if (spends !== undefined && this.newest.get(spends) === hash) this.newest.delete(spends);
    }
  }
}
