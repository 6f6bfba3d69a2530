import { createHash } from "node:crypto";
import type { Json } from "../wire/json";
import type { EmittedEvent } from "../contracts/contract";

export interface ContractCall {
  contract: string;
  fnName: string;
  fnArgs: Buffer;
}

/** A public transaction. Amounts are units. */
export interface MoonlightTransaction {
  type: "moonlight";
  /** 32 bytes as hex. */
  hash: string;
  raw: Buffer;
  chainId: number;
  sender: string;
  receiver: string | null;
  value: bigint;
  nonce: bigint;
  deposit: bigint;
  gasLimit: bigint;
  gasPrice: bigint;
  call: ContractCall | null;
  /** The bytes of the contract that it deploys. */
  deploy: Buffer | null;
  memo: Buffer | null;
  /** Hashes of the blobs that it carries, 32 bytes each as hex. */
  blobs: readonly string[];
}

/** A shielded transaction: it names no sender, receiver or value. */
export interface PhoenixTransaction {
  type: "phoenix";
  hash: string;
  raw: Buffer;
  root: string;
  nullifiers: string[];
  outputs: string[];
  gasLimit: bigint;
  gasPrice: bigint;
}

export type Transaction = MoonlightTransaction | PhoenixTransaction;

export type ContractEvent = EmittedEvent & { contract: string };

/** A transaction in an accepted block. `err` null means success. */
export interface SpentTransaction {
  tx: Transaction;
  err: string | null;
  gasSpent: bigint;
  events: ContractEvent[];
  blockHash: string;
  blockHeight: bigint;
  blockTimestamp: bigint;
}

/** The id of the contract that a transaction deploys, null when it deploys none. */
export function deployedId(tx: Transaction): string | null {
  if (tx.type === "phoenix" || tx.deploy === null) return null;
  return createHash("sha256").update(tx.deploy).update(tx.sender).digest("hex");
}

/** The transaction as event data and GraphQL `json` carry it. */
export function transactionJson(tx: Transaction): Json {
  const fee = { gas_limit: tx.gasLimit.toString(), gas_price: tx.gasPrice.toString() };
  if (tx.type === "phoenix") {
    const { root, nullifiers, outputs } = tx;
    return { type: "phoenix", root, nullifiers, outputs, fee };
  }
  const { call, memo } = tx;
  return {
    type: "moonlight",
    sender: tx.sender,
    receiver: tx.receiver,
    value: tx.value,
    nonce: tx.nonce,
    deposit: tx.deposit,
    fee: { ...fee, refund_address: tx.sender },
    call: call && { contract: call.contract, fn_name: call.fnName, fn_args: call.fnArgs.toString("base64") },
    is_deploy: tx.deploy !== null,
    memo: memo && memo.toString("hex"),
  };
}
