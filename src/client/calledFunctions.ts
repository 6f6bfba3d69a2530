import { fieldAt, fieldsOf, itemsOf } from "../wire/json/fields";
import type { Json } from "../wire/json/exactJson";
import type { ContractTopics } from "./contractTopics";
import type { GraphqlClient } from "./routes/graphqlClient";

/** Transactions that are looked through: a node gives as many at once (field notes, `/graphql`). */
const recent = 200;

/**
 * The functions of a contract that recent transactions called (§2.10), the latest first; none where that is not told. A
 * call that failed proves no function.
 */
export async function calledFunctions(
  graphql: Pick<GraphqlClient, "query">,
  contractId: string,
  signal?: AbortSignal,
): Promise<string[]> {
  try {
    const calls = await recentCalls(graphql, contractId, "err tx { callData { contractId fnName } }", signal);
    return distinctTexts(calls.map(({ err, fnName }) => (typeof err === "string" ? undefined : fnName)));
  } catch {
    // A node that does not tell knows no names: nothing else depends on them.
    return [];
  }
}

/** Names that a contract was used by on its chain: those of its functions as far as they are told before the signal. */
export async function namesOnChain(
  { graphql, topics }: { graphql: Pick<GraphqlClient, "query">; topics: Pick<ContractTopics, "of"> },
  contractId: string,
  signal?: AbortSignal,
): Promise<{ functions: string[]; events: string[] }> {
  const [functions, known] = await Promise.all([calledFunctions(graphql, contractId, signal), topics.of(contractId)]);
  return { functions, events: known.topics.map(({ topic }) => topic) };
}

/** The same to add to the names that are known: what a slow node does not tell soon is left out. */
export function moreNamesOnChain(node: Parameters<typeof namesOnChain>[0], contractId: string) {
  return namesOnChain(node, contractId, AbortSignal.timeout(2000));
}

/** Input bytes, as hex, that recent transactions called a function with (§2.10), the latest first and each once. */
export async function recentInputs(
  graphql: Pick<GraphqlClient, "query">,
  contractId: string,
  fn: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const calls = await recentCalls(graphql, contractId, "tx { callData { contractId fnName data } }", signal);
  return distinctTexts(calls.map(({ fnName, data }) => (fnName === fn ? data : undefined)));
}

async function recentCalls(
  graphql: Pick<GraphqlClient, "query">,
  contractId: string,
  fields: string,
  signal: AbortSignal | undefined,
): Promise<{ [field: string]: Json }[]> {
  const { data } = await graphql.query({ query: `{ transactions(last: ${recent}) { ${fields} } }` }, signal);
  return itemsOf(fieldAt(data, "transactions"))
    .map((each) => ({ ...fieldsOf(each), ...fieldsOf(fieldAt(each, "tx", "callData")) }))
    .filter(({ contractId: id }) => typeof id === "string" && id.toLowerCase() === contractId);
}

function distinctTexts(values: readonly (Json | undefined)[]): string[] {
  return [...new Set(values.filter((each) => typeof each === "string"))];
}
