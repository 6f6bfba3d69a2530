import { createHash } from "node:crypto";
import { t } from "../../base/translate";
import { blockState } from "../../wire/blockState";
import { hexToBytes } from "../../wire/hex";
import { checkContractId, checkHash } from "../../wire/ids";
import type { Json } from "../../wire/json/exactJson";
import { fieldAt, fieldsOf, integerOf, itemsOf, jsonIn } from "../../wire/json/fields";
import type { NodeConnection } from "../nodeConnection";
import { NodeError } from "../failures/nodeError";
import { readRefusal } from "./reasonWords";
import { outcomeOf, transactionFacts, type TransactionFacts } from "./transactionFacts";
import type { Found } from "./transactionLife";

type Node = Pick<NodeConnection, "graphql" | "transactions">;

/** Blocks in which a transaction is looked for by its bytes. */
const recentBlocks = 50;

/** What tells a transaction's bytes from all others here; its id is the node's to make. */
export function bytesKey(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Where the node has each of these transactions (§2.10), by id. Rejects when it does not say. */
export async function whereAre(node: Node, ids: readonly string[], signal?: AbortSignal): Promise<Map<string, Found>> {
  const executed = (id: string, at: number) =>
    `t${at}: tx(hash: ${JSON.stringify(id)}) { err gasSpent blockHash blockHeight tx { json } }`;
  const waiting = (id: string, at: number) => `m${at}: mempoolTx(hash: ${JSON.stringify(id)}) { json }`;
  const all = ids.filter((id) => checkHash(id).ok);
  if (all.length === 0) return new Map();
  const data = await ask(node, [...all.map(executed), ...all.map(waiting)].join(" "), signal);
  const found = new Map(all.map((id, at) => [id, foundIn(data[`t${at}`], data[`m${at}`])]));
  const hashes = new Set([...found.values()].flatMap((each) => (each.in === "block" ? (each.outcome.hash ?? []) : [])));
  const states = await blockStates(node, [...hashes], signal);
  for (const each of found.values()) if (each.in === "block") each.state = states.get(each.outcome.hash ?? "");
  return found;
}

/**
 * The id of a transaction that may have arrived, by its bytes: a node that has it refuses to check it again, and names it.
 * Undefined when it has none such.
 */
export async function idOfBytes(node: Node, bytes: Uint8Array, signal?: AbortSignal): Promise<string | undefined> {
  try {
    await node.transactions.preverify({ bytes }, signal);
    return undefined;
  } catch (error) {
    const { id, known } = readRefusal(NodeError.from(error).response ?? "");
    return known && id;
  }
}

/** The same when only the key of its bytes is left, by the bytes of all that wait and of the newest blocks. */
export async function idOfKey(node: Node, key: string, signal?: AbortSignal): Promise<string | undefined> {
  const data = await ask(node, `mempoolTxs { id raw } blockTxs(last: ${recentBlocks}) { id raw }`, signal);
  for (const each of [data["mempoolTxs"], data["blockTxs"]].flatMap(itemsOf)) {
    const { id, raw } = fieldsOf(each);
    if (typeof id === "string" && typeof raw === "string" && keyOfHex(raw) === key) return id;
  }
  return undefined;
}

/** The bytes of a transaction as the node has them; undefined when it has none such. */
export async function bytesOf(node: Node, id: string): Promise<Uint8Array | undefined> {
  const hash = JSON.stringify(id);
  const { tx, mempoolTx } = await ask(node, `tx(hash: ${hash}) { raw } mempoolTx(hash: ${hash}) { raw }`);
  const { raw } = { ...fieldsOf(mempoolTx), ...fieldsOf(tx) };
  return typeof raw === "string" ? hexToBytes(raw) : undefined;
}

/** The id of the contract that a transaction has deployed (§2.10); null when the node does not name it. */
export async function deployedContract(node: Node, id: string): Promise<string | null> {
  const { tx } = await ask(node, `tx(hash: ${JSON.stringify(id)}) { tx { contractId } }`).catch((error: unknown) => {
    if (NodeError.from(error).reason === "refused") return { tx: null };
    throw error;
  });
  const contractId = fieldAt(tx, "tx", "contractId");
  const checked = typeof contractId === "string" ? checkContractId(contractId) : undefined;
  return checked?.ok ? checked.value : null;
}

/** What a transaction that waits says of itself, uncut, for one that takes its place. Rejects when it waits no more. */
export async function waitingFacts(node: Node, id: string): Promise<TransactionFacts> {
  const { mempoolTx } = await ask(node, `mempoolTx(hash: ${JSON.stringify(id)}) { json blobHashes }`);
  const { json, blobHashes } = fieldsOf(mempoolTx);
  if (typeof json !== "string")
    throw new NodeError("not-found", t`The transaction does not wait in this node's mempool any more.`);
  if (itemsOf(blobHashes).length > 0)
    throw new NodeError("invalid-input", t`It carries blobs, which only the program that made it can sign again.`);
  return transactionFacts(jsonIn(json), Infinity);
}

function foundIn(executed: Json | undefined, waiting: Json | undefined): Found {
  const { err, gasSpent, blockHash, blockHeight, tx } = fieldsOf(executed);
  const height = integerOf(blockHeight);
  if (height !== undefined) {
    const outcome = outcomeOf(height, gasSpent, err, blockHash);
    return { in: "block", outcome, state: undefined, facts: factsOf(tx) };
  }
  return waiting ? { in: "mempool", facts: factsOf(waiting) } : { in: "nothing" };
}

async function blockStates(node: Node, hashes: readonly string[], signal?: AbortSignal): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const fields = hashes.map((hash, at) => `b${at}: block(hash: ${JSON.stringify(hash)}) { status }`);
  const data = await ask(node, fields.join(" "), signal);
  return new Map(
    hashes.flatMap((hash, at) => {
      const state = blockState(fieldsOf(data[`b${at}`])["status"]);
      return state === undefined ? [] : [[hash, state] as const];
    }),
  );
}

function factsOf(value: Json | undefined) {
  const { json } = fieldsOf(value);
  return transactionFacts(typeof json === "string" ? jsonIn(json) : undefined);
}

function keyOfHex(raw: string): string | undefined {
  try {
    return bytesKey(hexToBytes(raw));
  } catch {
    return undefined; // bytes that are no hex are no one's
  }
}

async function ask(node: Node, selection: string, signal?: AbortSignal): Promise<{ [name: string]: Json }> {
  const { data, errors, route } = await node.graphql.query({ query: `{ ${selection} }` }, signal);
  if (data !== undefined && data !== null) return fieldsOf(data);
  throw new NodeError("refused", errors[0]?.message ?? t`${route} answered neither data nor errors.`, { route });
}
