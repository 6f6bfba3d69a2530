import type { GraphqlClient } from "../../client/graphqlClient";
import { integerOf } from "../../wire/fields";
import type { Json } from "../../wire/exactJson";

/** The height of the newest block (§2.10), or why it cannot be had. Never rejects. */
export async function tipHeight(
  graphql: Pick<GraphqlClient, "query">,
  signal?: AbortSignal,
): Promise<{ height: bigint } | { problem: string }> {
  try {
    const { data, errors } = await graphql.query({ query: "{ block(height: -1) { header { height } } }" }, signal);
    const height = integer(fieldAt(data, ["block", "header", "height"]));
    return height === undefined ? { problem: errors[0]?.message ?? "the node has no block" } : { height };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** What stands at a path of fields; undefined where there is nothing. */
export function fieldAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, name) => objectOf(inner)[name], value);
}

/** An object's fields; none for any other value. */
export function objectOf(value: Json | undefined): { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** An integer, also when it came as text, as GraphQL servers send those that are long. */
export function integer(value: Json | undefined): bigint | undefined {
  return integerOf(value);
}
