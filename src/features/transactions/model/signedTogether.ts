import type { TransactionLife } from "../../../client/transactions/transactionLife";

/**
 * Transactions whose nonce a signer chose while others that it had made were not sent: it may have given the same nonce to
 * all of them, and the one that is sent later would take the place of the other.
 */
export class SignedTogether {
  private readonly beside = new Map<TransactionLife, readonly TransactionLife[]>();

  add(life: TransactionLife): void {
    const waiting = [...this.beside.keys()].filter((each) => each !== life && each.canBeSent);
    this.beside.set(life, waiting);
    for (const each of waiting) this.beside.set(each, [...(this.beside.get(each) ?? []), life]);
    // What was sent has nothing to ask any more.
    for (const each of this.beside.keys()) if (!each.canBeSent) this.beside.delete(each);
  }

  /** Those that were sent since, and may still be executed. */
  sentMeanwhile(life: TransactionLife): TransactionLife[] {
    return (this.beside.get(life) ?? []).filter((each) => each.isUnderWay && !each.isInBlock);
  }
}
