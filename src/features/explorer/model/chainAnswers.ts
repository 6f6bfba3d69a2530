import { blockState } from "../../../wire/blockState";
import { FieldReader, fieldsOf, integerOf, type OddField } from "../../../wire/json/fields";
import type { AcceptedBlock } from "../../../client/chain/chainHead";
import { contractIdOf } from "../../../contract/schema/contractId";
import type { Json } from "../../../wire/json/exactJson";

/** A block as far as it is known. */
export interface BlockSummary {
  height: bigint;
  /** Undefined when the node does not tell it. */
  hash: string | undefined;
  /** Seconds since the epoch. */
  timestamp: bigint | undefined;
  state: string | undefined;
  /** How many transactions it holds. */
  transactions: number | undefined;
  /** What of it is not as it should be. */
  odd: readonly OddField[];
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
  /** The contract that it makes, if it deploys one and the node tells. */
  deployed: string | undefined;
  /** Hashes of its blobs (§4.9). */
  blobs: readonly string[];
  /** Where it was executed. */
  blockHash: string | undefined;
  blockHeight: bigint | undefined;
  blockTimestamp: bigint | undefined;
  /** The node's own JSON of the transaction, as text. */
  json: string | undefined;
  /** What of it is not as it should be. */
  odd: readonly OddField[];
}

/** An element of a node's list of transactions: one without an id is as it came. */
export type ListedTransaction = TransactionSummary | { unreadable: Json };

/**
 * Reads a `Block` of the node's GraphQL schema (§2.10), leniently; undefined when there is none. `asked`: the height
 * that it was asked for by, which counts where it does not tell its own.
 */
export function blockSummary(value: Json | undefined, asked?: bigint): BlockSummary | undefined {
  if (value === undefined || value === null) return undefined;
  const { header, transactions, status } = fieldsOf(value);
  const read = new FieldReader(header ?? value);
  const height = read.integer("height") ?? asked;
  if (height === undefined) return undefined;
  return {
    height,
    hash: read.text("hash") || undefined,
    timestamp: read.anyInteger("timestamp"),
    state: blockState(status),
    transactions: Array.isArray(transactions) ? transactions.length : undefined,
    odd: read.odd,
  };
}

/** The block of an event. */
export function acceptedSummary({ height, hash, timestamp, transactions }: AcceptedBlock): BlockSummary {
  return { height, hash, timestamp, state: "accepted", transactions: transactions.length, odd: [] };
}

/** Reads a list of `SpentTransaction`s or `Transaction`s, leniently: what is none is in its place as it came. */
export function transactionList(value: Json | undefined): ListedTransaction[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [{ unreadable: value }];
  return value.map((each) => transactionSummary(each) ?? { unreadable: each });
}

/** Reads a `SpentTransaction`, or a bare `Transaction` of the mempool; undefined when it has no id. */
export function transactionSummary(value: Json | undefined): TransactionSummary | undefined {
  const spent = fieldsOf(value);
  const tx = spent["tx"] === undefined ? spent : fieldsOf(spent["tx"]);
  const hash = textOf(spent["id"]) ?? textOf(tx["id"]);
  if (hash === undefined) return undefined;
  const [ofSpent, ofTx] = [new FieldReader(spent), new FieldReader(tx)];
  const summary = {
    hash,
    type: ofTx.anyText("txType"),
    gasPrice: ofTx.anyInteger("gasPrice"),
    gasLimit: ofTx.anyInteger("gasLimit"),
    gasSpent: ofSpent.anyInteger("gasSpent"),
    error: ofSpent.anyText("err"),
    call: callOf(tx["callData"]),
    memo: ofTx.anyText("memo"),
    isDeploy: ofTx.anyFlag("isDeploy") === true,
    deployed: contractIdOf(textOf(tx["contractId"]) ?? ""),
    blobs: textsOf(tx["blobHashes"]),
    blockHash: ofSpent.anyText("blockHash"),
    blockHeight: ofSpent.anyInteger("blockHeight"),
    blockTimestamp: ofSpent.anyInteger("blockTimestamp"),
    json: ofTx.anyText("json"),
  };
  return { ...summary, odd: [...ofSpent.odd, ...ofTx.odd] };
}

/** The contract that a transaction has made: one that failed, or waits, has made none. */
export function madeBy({ deployed, error, gasSpent }: TransactionSummary): string | undefined {
  return error === undefined && gasSpent !== undefined ? deployed : undefined;
}

/** Heights of the tip and the newest final block, as `lastBlockPair { json }` gives them. */
export function finalizedHeight(value: Json | undefined): bigint | undefined {
  const pair = fieldsOf(fieldsOf(value)["json"] ?? null);
  const final = pair["last_finalized_block"];
  return integerOf(Array.isArray(final) ? final[0] : fieldsOf(final)["height"]);
}

function callOf(value: Json | undefined): TransactionSummary["call"] {
  const call = fieldsOf(value);
  const contractId = contractIdOf(textOf(call["contractId"]) ?? "");
  const fn = textOf(call["fnName"]);
  // No bytes at all are a call's data as well: that of a function without arguments.
  const data = typeof call["data"] === "string" ? call["data"] : undefined;
  return contractId !== undefined && fn !== undefined ? { contractId, fn, data } : undefined;
}

function textsOf(value: Json | undefined): string[] {
  return (Array.isArray(value) ? value : []).flatMap((each) => textOf(each) ?? []);
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
