import { fieldsOf, integerOf } from "../../client/answerValue";
import type { AcceptedBlock } from "../../client/chainHead";
import { checkContractId } from "../../wire/ids";
import type { Json } from "../../wire/exactJson";

/** A block as far as it is known. */
export interface BlockSummary {
  height: bigint;
  hash: string;
  /** Seconds since the epoch. */
  timestamp: bigint | undefined;
  state: string | undefined;
  /** How many transactions it holds. */
  transactions: number | undefined;
}

/** A transaction as far as it is known. */
export interface TransactionSummary {
  hash: string;
  type: string | undefined;
  gasPrice: bigint | undefined;
  gasLimit: bigint | undefined;
  gasSpent: bigint | undefined;
  /** Why it failed; undefined when it did not, or was not executed yet. */
  error: string | undefined;
  call: { contractId: string; fn: string; data: string | undefined } | undefined;
  memo: string | undefined;
  isDeploy: boolean;
  /** Where it was executed. */
  blockHash: string | undefined;
  blockHeight: bigint | undefined;
  blockTimestamp: bigint | undefined;
  /** The node's own JSON of the transaction, as text. */
  json: string | undefined;
}

/** Reads a `Block` of the node's GraphQL schema (§2.10), leniently; undefined when it is none. */
export function blockSummary(value: Json | undefined): BlockSummary | undefined {
  const block = fieldsOf(value ?? null);
  const header = fieldsOf(block["header"] ?? null);
  const height = integerOf(header["height"]);
  const hash = textOf(header["hash"]);
  if (height === undefined || hash === undefined) return undefined;
  const { transactions, status } = block;
  return {
    height,
    hash,
    timestamp: integerOf(header["timestamp"]),
    state: stateOf(status),
    transactions: Array.isArray(transactions) ? transactions.length : undefined,
  };
}

/** The block of an event. */
export function acceptedSummary({ height, hash, timestamp, transactions }: AcceptedBlock): BlockSummary {
  return { height, hash, timestamp, state: "accepted", transactions: transactions.length };
}

/** Reads a `SpentTransaction`, or a bare `Transaction` of the mempool; undefined when it has no id. */
export function transactionSummary(value: Json | undefined): TransactionSummary | undefined {
  const spent = fieldsOf(value ?? null);
  const tx = spent["tx"] === undefined ? spent : fieldsOf(spent["tx"]);
  const hash = textOf(spent["id"]) ?? textOf(tx["id"]);
  if (hash === undefined) return undefined;
  return {
    hash,
    type: textOf(tx["txType"]),
    gasPrice: integerOf(tx["gasPrice"]),
    gasLimit: integerOf(tx["gasLimit"]),
    gasSpent: integerOf(spent["gasSpent"]),
    error: textOf(spent["err"]),
    call: callOf(tx["callData"]),
    memo: textOf(tx["memo"]),
    isDeploy: tx["isDeploy"] === true,
    blockHash: textOf(spent["blockHash"]),
    blockHeight: integerOf(spent["blockHeight"]),
    blockTimestamp: integerOf(spent["blockTimestamp"]),
    json: textOf(tx["json"]),
  };
}

/** Heights of the tip and the newest final block, as `lastBlockPair { json }` gives them. */
export function finalizedHeight(value: Json | undefined): bigint | undefined {
  const pair = fieldsOf(fieldsOf(value ?? null)["json"] ?? null);
  const final = pair["last_finalized_block"];
  return integerOf(Array.isArray(final) ? final[0] : fieldsOf(final ?? null)["height"]);
}

function callOf(value: Json | undefined): TransactionSummary["call"] {
  const call = fieldsOf(value ?? null);
  const checked = checkContractId(textOf(call["contractId"]) ?? "");
  const fn = textOf(call["fnName"]);
  // No bytes at all are a call's data as well: that of a function without arguments.
  const data = typeof call["data"] === "string" ? call["data"] : undefined;
  return checked.ok && fn !== undefined ? { contractId: checked.value, fn, data } : undefined;
}

/** Some nodes say the state as text, some as an object of one field. */
function stateOf(value: Json | undefined): string | undefined {
  const text = textOf(value) ?? textOf(fieldsOf(value ?? null)["state"]) ?? Object.keys(fieldsOf(value ?? null))[0];
  return text?.toLowerCase();
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
