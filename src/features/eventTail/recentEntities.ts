import type { Connection } from "../../client/connection";
import type { Json } from "../../wire/exactJson";
import { fieldAt, integer, objectOf } from "./chainQueries";
import { shortId } from "./eventLine";

/** A block or transaction that may be tailed. */
export interface RecentEntity {
  component: "blocks" | "transactions";
  /** Its hash. */
  entity: string;
  label: string;
  description: string;
}

const query = `{
  mempoolTxs { id txType }
  blocks(last: 10) { header { height hash } transactions { id err } }
}`;

/** What waits in the node's mempool and what the last blocks hold (§2.10), newest first; or why that is not known. */
export async function recentEntities(connection: Connection): Promise<{ entities: RecentEntity[]; problem?: string }> {
  const node = await connection.node();
  const { data, errors } = await node.graphql.query({ query });
  const waiting = listAt(data, ["mempoolTxs"]).flatMap((each) => transaction(each, "in the mempool"));
  // Some nodes list them from the newest down, some from the oldest up.
  const mined = listAt(data, ["blocks"])
    .sort((one, other) => Number(heightOf(other) - heightOf(one)))
    .flatMap(blockWithTransactions);
  const [problem] = errors;
  return { entities: [...waiting, ...mined], ...(problem && { problem: problem.message }) };
}

function heightOf(block: Json): bigint {
  return integer(fieldAt(block, ["header", "height"])) ?? -1n;
}

function blockWithTransactions(block: Json): RecentEntity[] {
  const hash = fieldAt(block, ["header", "hash"]);
  const height = integer(fieldAt(block, ["header", "height"]));
  if (typeof hash !== "string") return [];
  const own = { component: "blocks" as const, entity: hash, label: `block ${height ?? "?"}`, description: hash };
  return [own, ...listAt(block, ["transactions"]).flatMap((each) => transaction(each, `in block ${height ?? "?"}`))];
}

function transaction(value: Json, where: string): RecentEntity[] {
  const { id, err } = objectOf(value);
  if (typeof id !== "string") return [];
  const failed = typeof err === "string" ? ", failed" : "";
  return [
    { component: "transactions", entity: id, label: `transaction ${shortId(id)}`, description: `${where}${failed}` },
  ];
}

function listAt(value: Json | undefined, path: readonly string[]): Json[] {
  const list = fieldAt(value, path);
  return Array.isArray(list) ? list : [];
}
