import { t } from "../../../base/translate";
import { fieldsOf } from "../../../wire/json/fields";
import type { GraphqlResult } from "../../../client/routes/graphqlClient";
import { inSlices } from "../../../base/inSlices";
import type { NodeConnection } from "../../../client/nodeConnection";
import { NodeError } from "../../../client/failures/nodeError";
import type { Json } from "../../../wire/json/exactJson";
import { jsonMember } from "../../../wire/json/jsonMembers";
import { limits } from "../../../wire/limits";
import {
  blockSummary,
  finalizedHeight,
  transactionList,
  type BlockSummary,
  type ListedTransaction,
} from "./chainAnswers";

const header = "header { height hash timestamp }";
const plainHeader = "header { height hash }";
const transactionFields = "id txType gasPrice gasLimit isDeploy memo callData { contractId fnName data }";
/** Not every node's schema tells which contract a transaction deploys. */
const fullTransactionFields = `${transactionFields} contractId`;
const spentFields = (fields: string) => `id err gasSpent blockHash blockHeight blockTimestamp tx { ${fields} }`;

/**
 * The newest blocks at or below a height, newest first; without a height, from the tip. Only `block(height)` and its
 * `header { height hash }` are promised (§2.10), so a node that knows no more is asked for no more.
 */
export async function recentBlocks(
  node: NodeConnection,
  below: bigint | undefined,
  count: number,
): Promise<BlockSummary[]> {
  const tip = below === undefined ? await newest(node) : undefined;
  const first = below ?? tip?.height;
  if (first === undefined) return [];
  const lowest = first - BigInt(count) + 1n;
  const heights: bigint[] = [];
  for (let height = first; height >= 0n && height >= lowest; height--) heights.push(height);
  const blocks: BlockSummary[] = [];
  for (let at = 0; at < heights.length; at += limits.blocksPerRequest) {
    blocks.push(...(await blocksAt(node, heights.slice(at, at + limits.blocksPerRequest))));
  }
  return blocks;
}

/** The blocks of these heights, in their order, by one request; heights without a block are left out. */
async function blocksAt(node: NodeConnection, heights: readonly bigint[]): Promise<BlockSummary[]> {
  const query = (fields: string) =>
    `{ ${heights.map((height) => `b${height}: block(height: ${height}) { ${fields} }`).join(" ")} }`;
  const data = await firstAnswer(node, [query(`${header} status transactions { id }`), query(plainHeader)]);
  return heights.flatMap((height) => blockSummary(data[`b${height}`], height) ?? []);
}

/** Height of the newest final block; undefined when the node's schema does not tell. */
export async function lastFinalized(node: NodeConnection): Promise<bigint | undefined> {
  const { data } = await node.graphql.query({ query: "{ lastBlockPair { json } }" });
  return finalizedHeight(fieldsOf(data)["lastBlockPair"]);
}

/** The transactions of a block, in its order. */
export async function blockTransactions(node: NodeConnection, hash: string): Promise<ListedTransaction[]> {
  const query = (fields: string) => `{ block(hash: ${JSON.stringify(hash)}) { transactions { ${fields} } } }`;
  const fields = [spentFields(fullTransactionFields), spentFields(transactionFields), "id"];
  const data = await firstAnswer(node, fields.map(query));
  return transactionList(fieldsOf(data["block"])["transactions"]);
}

/** The transactions of the newest blocks. */
export async function recentTransactions(node: NodeConnection): Promise<ListedTransaction[]> {
  const blocks = await recentBlocks(node, undefined, 10);
  const lists = await Promise.all(
    blocks
      .filter(({ transactions }) => transactions !== 0)
      .flatMap(({ hash }) => (hash === undefined ? [] : blockTransactions(node, hash))),
  );
  return lists.flat();
}

/** The node's own mempool (§2.10), best paying first. */
export async function mempoolTransactions(node: NodeConnection): Promise<ListedTransaction[]> {
  const query = (fields: string) => `{ mempoolTxs { ${fields} } }`;
  const fields = [fullTransactionFields, transactionFields, "id txType gasPrice gasLimit"];
  const data = await firstAnswer(node, fields.map(query));
  return transactionList(data["mempoolTxs"]);
}

/** What a node tells of a thing: its value for programs, and its text as the node sent it. */
export interface ChainDetails {
  value: Json;
  text: string;
}

/** Everything the node's schema tells of a block; undefined when it has no such block. */
export async function blockDetails(
  node: NodeConnection,
  by: { height: bigint } | { hash: string },
): Promise<ChainDetails | undefined> {
  const argument = "hash" in by ? `hash: ${JSON.stringify(by.hash)}` : `height: ${by.height}`;
  const query = (fields: string) => `{ block(${argument}) { ${fields} } }`;
  const fullHeader = `header { version height hash prevBlockHash timestamp stateHash generatorBlsPubkey txRoot gasLimit seed iteration }`;
  const rest = `status reward fees gasSpent transactions { ${spentFields(transactionFields)} }`;
  const response = await firstResult(node, [
    query(`${fullHeader} ${rest}`),
    query(`${header} status`),
    query(plainHeader),
  ]);
  return detailsIn(response, "block");
}

/** Everything the node's schema tells of a transaction, executed or in the mempool; undefined when it knows none. */
export async function transactionDetails(node: NodeConnection, hash: string): Promise<ChainDetails | undefined> {
  const executed = (fields: string) => `tx(hash: ${JSON.stringify(hash)}) { ${spentFields(fields)} }`;
  const waiting = (fields: string) => `mempoolTx(hash: ${JSON.stringify(hash)}) { ${fields} }`;
  const [whole, full, plain] = [
    `${fullTransactionFields} blobHashes json`,
    `${fullTransactionFields} json`,
    `${transactionFields} json`,
  ];
  const response = await firstResult(node, [
    `{ ${executed(whole)} ${waiting(whole)} }`,
    `{ ${executed(full)} ${waiting(full)} }`,
    `{ ${executed(plain)} ${waiting(plain)} }`,
    `{ ${executed(plain)} }`,
  ]);
  return (await detailsIn(response, "tx")) ?? detailsIn(response, "mempoolTx");
}

async function detailsIn({ data, text }: GraphqlResult, field: string): Promise<ChainDetails | undefined> {
  const value = fieldsOf(data)[field];
  if (value === undefined || value === null) return undefined;
  return { value, text: (await inSlices(jsonMember(text, ["data", field]))) ?? "null" };
}

async function newest(node: NodeConnection): Promise<BlockSummary | undefined> {
  const data = await firstAnswer(node, [`{ block(height: -1) { ${plainHeader} } }`]);
  return blockSummary(data["block"]);
}

/** The data of the first query that the node's schema accepts, from the richest to the plainest. */
async function firstAnswer(node: NodeConnection, queries: readonly string[]): Promise<{ [key: string]: Json }> {
  return fieldsOf((await firstResult(node, queries)).data ?? null);
}

/** The first result with data. */
async function firstResult(node: NodeConnection, queries: readonly string[]): Promise<GraphqlResult> {
  let refusal: NodeError | undefined;
  for (const query of queries) {
    const result = await node.graphql.query({ query });
    const { data, errors, route } = result;
    if (data !== undefined && data !== null) return result;
    refusal = new NodeError("refused", errors[0]?.message ?? `${route} answered neither data nor errors.`, { route });
  }
  throw refusal ?? new NodeError("not-offered", t`There is nothing to ask.`);
}
