import { contractIds } from "../contracts/contractIds";
import type { Seeded } from "./seeded";

export interface Account {
  balance: bigint;
  nonce: bigint;
}

/** Public accounts and the balances of contracts, in units (1 coin = 10^9 units). */
export class Ledger {
  private readonly accounts = new Map<string, Account>();
  private readonly contracts = new Map<string, bigint>();
  /** Keys for people and tests: no generated transaction touches them. */
  readonly quiet: readonly string[];
  /** Keys that the generated transactions are sent from. */
  readonly busy: readonly string[];

  constructor(seeded: Seeded) {
    this.quiet = quietBalances.map(([balance, nonce], at) => this.open(seeded.key(`quiet/${at}`), balance, nonce));
    this.busy = Array.from({ length: 8 }, (_, at) => this.open(seeded.key(`busy/${at}`), 10n ** 18n, 0n));
    this.contracts.set(contractIds.transfer, 1_152_921_504_606_846_977n);
    this.contracts.set(contractIds.stake, 9_007_199_254_740_993n);
    this.contracts.set(contractIds.token, 15_700_089_532_863_777_423n);
    this.contracts.set(contractIds.vault, 1n);
  }

  get accountCount(): number {
    return this.accounts.size;
  }

  get keys(): string[] {
    return [...this.accounts.keys()];
  }

  get contractIds(): string[] {
    return [...this.contracts.keys()];
  }

  /** An unknown account is an empty one, as on a node. */
  account(key: string): Account {
    return this.accounts.get(key) ?? { balance: 0n, nonce: 0n };
  }

  contractBalance(id: string): bigint {
    return this.contracts.get(id) ?? 0n;
  }

  spend(key: string, amount: bigint): void {
    const account = this.account(key);
    this.accounts.set(key, { ...account, balance: account.balance - amount });
  }

  receive(key: string, amount: bigint): void {
    this.spend(key, -amount);
  }

  deposit(contract: string, amount: bigint): void {
    this.contracts.set(contract, this.contractBalance(contract) + amount);
  }

  useNonce(key: string, nonce: bigint): void {
    this.accounts.set(key, { ...this.account(key), nonce });
  }

  private open(key: string, balance: bigint, nonce: bigint): string {
    this.accounts.set(key, { balance, nonce });
    return key;
  }
}

const quietBalances: [balance: bigint, nonce: bigint][] = [
  [9_934_991_953_697n, 3n],
  [15_700_089_532_863_777_423n, 0n],
  [9_007_199_254_740_993n, 9_007_199_254_740_993n],
  [1n, 0n],
];
