import { fieldAt, fieldsOf, integerOf, itemsOf } from "../../../../wire/json/fields";
import { t } from "../../../../base/translate";
import type { Connection } from "../../../../client/connection";
import { newestBlock } from "../../../../client/chain/chainQuestions";
import type { NodeConnection } from "../../../../client/nodeConnection";
import type { Json } from "../../../../wire/json/exactJson";
import { shortId } from "../../../../wire/ids";

type GraphqlResponse = Pick<Awaited<ReturnType<NodeConnection["graphql"]["query"]>>, "data" | "errors">;

/** A block or transaction that may be tailed. */
export interface RecentEntity {
  component: "blocks" | "transactions";
  /** Its hash. */
  entity: string;
  label: string;
  description: string;
}

const recentBlocks = 10;
const query = `{
  mempoolTxs { id txType }
  blocks(last: ${recentBlocks}) { header { height hash } transactions { id err } }
}`;

/** What waits in the node's mempool and what the last blocks hold (§2.10), newest first; or why that is not known. */
export async function recentEntities(connection: Connection): Promise<{ entities: RecentEntity[]; problem?: string }> {
  const node = await connection.node();
  const whole = await node.graphql.query({ query });
  const isWhole = whole.errors.length === 0 || itemsOf(fieldAt(whole.data, "blocks")).length > 0;
  const { data, errors } = isWhole ? whole : await promisedOnly(node.graphql, whole);
  const waiting = itemsOf(fieldAt(data, "mempoolTxs")).flatMap((each) => transaction(each, t`in the mempool`));
  // Some nodes list them from the newest down, some from the oldest up.
  const mined = itemsOf(fieldAt(data, "blocks"))
    .sort((one, other) => Number(heightOf(other) - heightOf(one)))
    .flatMap(blockWithTransactions);
  const [problem] = errors;
  return { entities: [...waiting, ...mined], ...(problem && { problem: problem.message }) };
}

/** The same of a node that has only the queries that every node has (§2.10): block by block, down from the latest. */
async function promisedOnly(graphql: NodeConnection["graphql"], whole: GraphqlResponse): Promise<GraphqlResponse> {
  const tip = await graphql.query({ query: `{ mempoolTxs { id txType } ${newestBlock} }` });
  const height = integerOf(fieldAt(tip.data, "block", "header", "height"));
  if (height === undefined) return tip.errors.length > 0 ? whole : tip;
  const below = Array.from({ length: recentBlocks }, (_, at) => height - BigInt(at)).filter((each) => each >= 0n);
  const asked = below.map((each) => `h${each}: block(height: ${each}) { header { height hash } }`);
  const { data, errors } = await graphql.query({ query: `{ ${asked.join(" ")} }` });
  const blocks = Object.values(fieldsOf(data ?? null)).filter((each) => each !== null);
  return { data: { mempoolTxs: fieldAt(tip.data, "mempoolTxs") ?? [], blocks }, errors };
}

function heightOf(block: Json): bigint {
  return integerOf(fieldAt(block, "header", "height")) ?? -1n;
}

function blockWithTransactions(block: Json): RecentEntity[] {
  const hash = fieldAt(block, "header", "hash");
  const height = integerOf(fieldAt(block, "header", "height"));
  if (typeof hash !== "string") return [];
  const own = { component: "blocks" as const, entity: hash, label: t`block ${height ?? "?"}`, description: hash };
  return [
    own,
    ...itemsOf(fieldAt(block, "transactions")).flatMap((each) => transaction(each, t`in block ${height ?? "?"}`)),
  ];
}

function transaction(value: Json, where: string): RecentEntity[] {
  const { id, err } = fieldsOf(value);
  if (typeof id !== "string") return [];
  const failed = typeof err === "string" ? ", failed" : "";
  return [
    { component: "transactions", entity: id, label: t`transaction ${shortId(id)}`, description: `${where}${failed}` },
  ];
}
