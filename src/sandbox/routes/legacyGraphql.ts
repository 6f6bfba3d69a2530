import type { Answer, Ask } from "../http/answer";
import { Refusal, jsonAnswer, refuse } from "../http/answer";
import { runGraphql, sdlOf } from "../graphql/graphqlRun";
import type { Json } from "../wire/json";
import { sorted, writeJson } from "../wire/json";
import { bodyText, headerValue } from "../wire/payload";
import type { SandboxNode } from "../sandboxNode";
import { deprecation } from "./deprecated";

/** `/on/graphql/query` (§4.1): the bare data; a GraphQL error is a 500 with the errors as text; an empty query gives the SDL. */
export async function legacyGraphqlRoute(ask: Ask, node: SandboxNode): Promise<Answer> {
  const { like, prefix } = node.options;
  if (ask.topic !== "query") throw refuse.unrouted(like, `no route graphql/${ask.topic}`);
  const headers = deprecation(like);
  const query = bodyText(ask);
  if (query.trim() === "") return { status: 200, headers, body: sdlOf(node) };
  const { data, errors } = await runGraphql(node, { query, variables: headerVariables(ask, prefix) });
  if (errors) throw new Refusal(500, writeJson(sorted(errors)), "", headers);
  return jsonAnswer(data ?? null, headers);
}

/** Variables from headers. Their names have long been lower-cased: `$fromBlock` cannot be bound. */
function headerVariables({ headers }: Ask, prefix: string): { [name: string]: Json } {
  const start = `${prefix.toLowerCase()}-gqlvar-`;
  const own = Object.entries(headers).filter(([name, value]) => name.startsWith(start) && typeof value === "string");
  return Object.fromEntries(own.map(([name, value]) => [name.slice(start.length), headerValue(String(value))]));
}
