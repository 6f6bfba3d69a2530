import { t } from "../../../../base/translate";
import type { Connection } from "../../../../client/connection";
import type { NodeConnection } from "../../../../client/nodeConnection";
import type { Target } from "../../../../wire/target";
import { lookUpCauses } from "../gaps/chainQueries";

/** Something that 64 hex digits may name, and whether the node knows it as that. */
export interface HashMeaning {
  kind: "contract" | "transaction" | "block";
  target: Target;
  /** What the node says; undefined while it has not said anything. */
  known: string | undefined;
}

/** What a hash or id may be the name of; nothing is asked. */
export function hashMeanings(hash: string): HashMeaning[] {
  const target = (component: string): Target => ({ component, entity: hash });
  return [
    { kind: "contract", target: target("contracts"), known: undefined },
    { kind: "transaction", target: target("transactions"), known: undefined },
    { kind: "block", target: target("blocks"), known: undefined },
  ];
}

/** The same with what the node knows of each (§2.9, §2.10), those that it knows first. */
export async function askedMeanings(connection: Connection, hash: string): Promise<HashMeaning[]> {
  const node = await connection.node();
  const [contract, { transaction, block }] = await Promise.all([contractWords(node, hash), chainWords(node, hash)]);
  const text = { contract, transaction, block };
  const all = hashMeanings(hash).map((each) => ({ ...each, known: text[each.kind] ?? t`not known to this node` }));
  return all.sort((one, other) => Number(text[other.kind] !== undefined) - Number(text[one.kind] !== undefined));
}

async function contractWords(node: NodeConnection, id: string): Promise<string | undefined> {
  try {
    return (await node.contracts.metadata(id)).known ? t`a contract of this node` : undefined;
  } catch {
    return undefined;
  }
}

async function chainWords(node: NodeConnection, hash: string): Promise<{ transaction?: string; block?: string }> {
  const found = (await lookUpCauses(node.graphql, [hash]))?.get(hash);
  switch (found?.kind) {
    case "waiting":
      return { transaction: t`a transaction in the mempool` };
    case "executed":
      return { transaction: t`a transaction of block ${found.height}` };
    case "block":
      return { block: t`block ${found.height}` };
    case undefined:
      return {};
  }
}
