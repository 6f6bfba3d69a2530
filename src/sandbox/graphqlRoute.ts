import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "./answer";
import { Refusal, jsonAnswer, refuse } from "./answer";
import type { GraphqlRequest } from "./graphqlRun";
import { runGraphql } from "./graphqlRun";
import type { Json } from "./json";
import { readJson } from "./json";
import type { SandboxNode } from "./sandboxNode";

/** `/graphql` (§4.1): POST of one request or an array of them, and GET with `?query=`. */
export async function graphqlAnswer(
  node: SandboxNode,
  method: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  search: string,
): Promise<Answer> {
  if (method === "GET") return single(node, fromSearch(new URLSearchParams(search)));
  if (method !== "POST") throw new Refusal(405, `Method ${method} not allowed`);
  if (headers["content-type"]?.split(";")[0]?.trim() !== "application/json") {
    throw refuse.input("Content-Type must be application/json");
  }
  const value = parsed(body);
  if (!Array.isArray(value)) return single(node, request(value));
  const results = await Promise.all(value.map((each) => runGraphql(node, request(each))));
  return jsonAnswer(results.map((result) => ({ ...result })));
}

async function single(node: SandboxNode, graphqlRequest: GraphqlRequest): Promise<Answer> {
  return jsonAnswer({ ...(await runGraphql(node, graphqlRequest)) });
}

function parsed(body: Buffer): Json {
  try {
    return readJson(body.toString("utf8"));
  } catch (error) {
    throw refuse.input(`Invalid GraphQL request: ${(error as Error).message}`);
  }
}

function request(value: Json): GraphqlRequest {
  const fields = isObject(value) ? value : {};
  const { query, variables, operationName } = fields;
  if (typeof query !== "string") throw refuse.input("Invalid GraphQL request: missing field `query`");
  return {
    query,
    variables: variables && isObject(variables) ? variables : undefined,
    operationName: typeof operationName === "string" ? operationName : undefined,
  };
}

function fromSearch(search: URLSearchParams): GraphqlRequest {
  const query = search.get("query");
  if (query === null) throw refuse.input("Invalid GraphQL request: missing field `query`");
  const variables = search.get("variables");
  return request({
    query,
    variables: variables === null ? null : parsed(Buffer.from(variables)),
    operationName: search.get("operationName"),
  });
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
