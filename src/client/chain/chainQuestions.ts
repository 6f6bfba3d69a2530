import type { Json } from "../../wire/json/exactJson";
import { fieldAt, fieldsOf, integerOf } from "../../wire/json/fields";
import { checkHash } from "../../wire/ids";
import { limits } from "../../wire/limits";
import type { ChainBlock } from "./chainNews";
import type { GraphqlClient } from "../routes/graphqlClient";
import { within } from "../../base/within";

/** What a node says of its chain. */
export interface ChainAnswer {
  tip: ChainBlock;
  /** The hashes at the heights that were asked for; none where the chain does not reach. */
  hashes: ReadonlyMap<bigint, string>;
}

type Graphql = Pick<GraphqlClient, "query">;

const fields = "{ header { height hash } }";
/** The newest block, for a query (§2.10); `blockOf` reads what comes of it. */
export const newestBlock = `block(height: -1) ${fields}`;

/** Longest that a node may take for an answer. */
const answerMs = 5000;

/** Asks a node about its chain, with what every node has (§2.10). Nothing here rejects: a node may not say. */
export class ChainQuestions {
  private readonly lookedUp = new Set<string>();

  constructor(private readonly graphql: Graphql) {}

  /** The newest block and the hashes at some heights, by one query; undefined when the node does not say. */
  async chain(heights: readonly bigint[], signal?: AbortSignal): Promise<ChainAnswer | undefined> {
    const asked = heights.map((height) => `h${height}: block(height: ${height}) ${fields}`);
    const answers = await this.ask([`tip: ${newestBlock}`, ...asked].join(" "), signal);
    const tip = blockOf(answers["tip"]);
    const found = heights.flatMap((height) => blockOf(answers[`h${height}`]) ?? []);
    return tip && { tip, hashes: new Map(found.map(({ height, hash }) => [height, hash])) };
  }

  /** The height of a block, asked for once at a time; undefined when the node does not say, or too many are asked for. */
  async block(hash: string): Promise<ChainBlock | undefined> {
    // What is no hash would be an error to some nodes, and is no block to any.
    if (!checkHash(hash).ok || this.lookedUp.size >= limits.lookedUp.heights || this.lookedUp.has(hash))
      return undefined;
    this.lookedUp.add(hash);
    const { block } = await this.ask(`block(hash: ${JSON.stringify(hash)}) ${fields}`);
    this.lookedUp.delete(hash);
    return blockOf(block);
  }

  private async ask(selection: string, signal?: AbortSignal): Promise<{ [key: string]: Json }> {
    return (await answersTo(this.graphql, selection, within(answerMs, signal))) ?? {};
  }
}

/** What a node answers to a selection of fields (§2.10); undefined when it does not say. */
export async function answersTo(
  graphql: Graphql,
  selection: string,
  signal?: AbortSignal,
): Promise<{ [key: string]: Json } | undefined> {
  try {
    const { data } = await graphql.query({ query: `{ ${selection} }` }, signal);
    return data === undefined || data === null ? undefined : fieldsOf(data);
  } catch {
    return undefined;
  }
}

/** A block by its header; undefined for one that is not there, or that lacks what it is known by. */
export function blockOf(value: Json | undefined): ChainBlock | undefined {
  const { height, hash } = fieldsOf(fieldAt(value, "header"));
  const known = integerOf(height);
  return known !== undefined && typeof hash === "string" && hash !== "" ? { height: known, hash } : undefined;
}
