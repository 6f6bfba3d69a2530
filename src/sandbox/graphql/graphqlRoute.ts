import { type Answer, jsonText, type Ask, Refusal, jsonAnswer } from "../http/answer";
import { type GraphqlRequest, graphqlFailure, runGraphql, sdlOf } from "./graphqlRun";
import { type Json, isObject, readJson, writeJson, sorted } from "../wire/json";
import type { SandboxNode } from "../sandboxNode";
import { bodyText, headerValue } from "../wire/payload";
import { deprecation } from "../routes/deprecated";

/** `/graphql` (§4.1): POST of one request or an array of them, whatever its content type, and GET with `?query=`. */
export async function graphqlAnswer(node: SandboxNode, method: string, body: Buffer, search: string): Promise<Answer> {
  if (method !== "GET" && method !== "POST") return failed(405, "Method not allowed", { allow: "GET, POST" });
  const asked = method === "GET" ? fromSearch(new URLSearchParams(search)) : fromText(body.toString("utf8"));
  if (typeof asked === "string") return failed(400, asked);
  if (!Array.isArray(asked)) return jsonText(writeJson({ ...(await runGraphql(node, asked)) }));
  const results = await Promise.all(asked.map((each) => runGraphql(node, each)));
  return jsonText(writeJson(results.map((result) => ({ ...result }))));
}

function failed(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return jsonText(graphqlFailure(message), headers, status);
}

/** The request or requests of a text, or why it is none. An empty array is an empty query. */
function fromText(text: string): GraphqlRequest | GraphqlRequest[] | string {
  try {
    const value = readJson(text);
    if (!Array.isArray(value)) return request(value);
    return value.length === 0 ? { query: "" } : value.map(request);
  } catch (error) {
    return `Invalid request: ${(error as Error).message}`;
  }
}

function fromSearch(search: URLSearchParams): GraphqlRequest | string {
  const query = search.get("query");
  if (query === null) return "GraphQL GET requests require a query parameter";
  const asked = { query, variables: search.get("variables"), operationName: search.get("operationName") };
  try {
    return request({ ...asked, variables: asked.variables === null ? null : readJson(asked.variables) });
  } catch (error) {
    return `Invalid request: ${(error as Error).message}`;
  }
}

/** A missing query is an empty one. Throws `TypeError` on what is no request. */
function request(value: Json): GraphqlRequest {
  const { query = "", variables = null, operationName } = isObject(value) ? value : { query: null };
  if (typeof query !== "string" || (variables !== null && !isObject(variables))) {
    throw new TypeError("data did not match any variant of untagged enum BatchRequest");
  }
  return {
    query,
    variables: variables ?? undefined,
    operationName: typeof operationName === "string" ? operationName : undefined,
  };
}

/** `/on/graphql/query` (§4.1): the bare data; a GraphQL error is a 500 with the errors as text; an empty query gives the SDL. */
export async function legacyGraphqlRoute(ask: Ask, node: SandboxNode): Promise<Answer> {
  const { like, prefix } = node.options;
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
