import type { GraphqlClient } from "../../../../client/routes/graphqlClient";
import { blockState } from "../../../../wire/blockState";
import type { Json } from "../../../../wire/json/exactJson";
import { fieldAt, fieldsOf, integerOf, itemsOf } from "../../../../wire/json/fields";
import { checkHash } from "../../../../wire/ids";
import type { ToldBlock } from "../blocks/joinedBlock";
import { answersTo } from "../../../../client/chain/chainQuestions";

type Graphql = Pick<GraphqlClient, "query">;

/** A block as the node tells it afterwards, and how far it has come. */
export interface LookedUpBlock extends ToldBlock {
  height: bigint;
  state: string | undefined;
}

/** Blocks that are asked for by one query. */
const blocksPerQuery = 20;

/** Asks for blocks with their transactions (§2.10). What the node does not have or does not say is left out. */
export async function lookUpBlocks(graphql: Graphql, heights: readonly bigint[]): Promise<LookedUpBlock[]> {
  const found: LookedUpBlock[] = [];
  for (let at = 0; at < heights.length; at += blocksPerQuery) {
    const fields = "{ header { height hash } status transactions { id } }";
    const asked = heights.slice(at, at + blocksPerQuery).map((each) => `h${each}: block(height: ${each}) ${fields}`);
    found.push(
      ...Object.values((await answersTo(graphql, asked.join(" "))) ?? {}).flatMap((each) => lookedUpBlock(each) ?? []),
    );
  }
  return found;
}

/** What the cause of an event was found to be: a block, or a transaction in one or in the mempool. */
export type FoundCause =
  | { kind: "block"; height: bigint; hash: string }
  | { kind: "executed"; height: bigint; hash: string; gasSpent: Json; error: Json }
  | { kind: "waiting" };

/**
 * Asks what causes are, each a transaction or a block; those that the node does not know are left out. Undefined when it
 * does not say.
 */
export async function lookUpCauses(
  graphql: Graphql,
  causes: readonly string[],
): Promise<Map<string, FoundCause> | undefined> {
  // What is no hash would be an error to some nodes.
  const hashes = causes.filter((cause) => checkHash(cause).ok);
  const asked = hashes.map((hash, at) => {
    const by = `(hash: ${JSON.stringify(hash)})`;
    const tx = `t${at}: tx${by} { err gasSpent blockHash blockHeight } m${at}: mempoolTx${by} { id }`;
    return `${tx} b${at}: block${by} { header { height hash } }`;
  });
  const answers = hashes.length === 0 ? {} : await answersTo(graphql, asked.join(" "));
  if (!answers) return undefined;
  const found = hashes.flatMap((cause, at): [string, FoundCause][] => {
    const [tx, waiting, block] = ["t", "m", "b"].map((name) => fieldsOf(answers[`${name}${at}`]));
    const what = foundCause(tx ?? {}, waiting ?? {}, fieldsOf(block?.["header"]));
    return what ? [[cause, what]] : [];
  });
  return new Map(found);
}

type Fields = { [key: string]: Json };

function foundCause(tx: Fields, waiting: Fields, header: Fields): FoundCause | undefined {
  const { blockHash, blockHeight, err: error = null, gasSpent = null } = tx;
  const [height, inBlock] = [integerOf(header["height"]), integerOf(blockHeight)];
  const { hash } = header;
  if (height !== undefined && typeof hash === "string") return { kind: "block", height, hash };
  if (inBlock !== undefined && typeof blockHash === "string")
    return { kind: "executed", height: inBlock, hash: blockHash, gasSpent, error };
  return waiting["id"] === undefined ? undefined : { kind: "waiting" };
}

/** Reads `{ header { height hash } status transactions { id } }` of a block; undefined without height or hash. */
export function lookedUpBlock(block: Json): LookedUpBlock | undefined {
  const { height, hash } = fieldsOf(fieldAt(block, "header"));
  const known = integerOf(height);
  if (known === undefined || typeof hash !== "string") return undefined;
  const { status, transactions } = fieldsOf(block);
  const ids = itemsOf(transactions).map((each) => fieldsOf(each)["id"]);
  const listed = ids.filter((id) => typeof id === "string");
  return { hash, height: known, transactions: listed, state: blockState(status) };
}
