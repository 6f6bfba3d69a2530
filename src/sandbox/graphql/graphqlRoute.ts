import type { Answer } from "../http/answer";
import { jsonText } from "../http/answer";
import type { GraphqlRequest } from "./graphqlRun";
import { graphqlFailure, runGraphql } from "./graphqlRun";
import type { Json } from "../wire/json";
import { readJson, writeJson } from "../wire/json";
import type { SandboxNode } from "../sandboxNode";

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

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
