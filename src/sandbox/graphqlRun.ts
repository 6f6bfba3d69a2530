import { execute, GraphQLError, parse, validate } from "graphql";
import type { GraphQLSchema } from "graphql";
import { archiveQueries } from "./archiveQueries";
import { chainQueries } from "./chainQueries";
import { schemaOf, schemaSdl } from "./graphqlSchema";
import type { Json } from "./json";
import type { SandboxNode } from "./sandboxNode";

export interface GraphqlRequest {
  query: string;
  variables?: { [name: string]: Json } | undefined;
  operationName?: string | undefined;
}

export interface GraphqlResult {
  data?: Json;
  errors?: Json[];
}

/** Parses, checks and runs one operation; mistakes come back as errors of the result. */
export async function runGraphql(node: SandboxNode, request: GraphqlRequest): Promise<GraphqlResult> {
  try {
    const schema = schemaFor(node);
    const document = parse(request.query);
    const problems = validate(schema, document);
    if (problems.length > 0) return { errors: problems.map(errorJson) };
    const { data, errors } = await execute({
      schema,
      document,
      rootValue: resolvers(node),
      variableValues: request.variables ?? {},
      operationName: request.operationName ?? null,
    });
    return { data: (data ?? null) as Json, ...(errors ? { errors: errors.map(errorJson) } : {}) };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [errorJson(error)] };
    throw error;
  }
}

export function sdlOf(node: SandboxNode): string {
  return node.sdl ?? schemaSdl(node.options.roles.has("archive"));
}

/** An argument that is null counts as left out. */
function resolvers(node: SandboxNode) {
  const all = Object.entries({ ...chainQueries(node), ...archiveQueries(node) }) as [
    string,
    (args: object) => unknown,
  ][];
  const withoutNulls = (args: object) => Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
  return Object.fromEntries(all.map(([name, resolve]) => [name, (args: object) => resolve(withoutNulls(args))]));
}

let built: { sdl: string; schema: GraphQLSchema } | undefined;

function schemaFor(node: SandboxNode): GraphQLSchema {
  const sdl = sdlOf(node);
  if (built?.sdl !== sdl) built = { sdl, schema: schemaOf(sdl) };
  return built.schema;
}

function errorJson({ message, locations, path }: GraphQLError): Json {
  return {
    message,
    ...(locations ? { locations: locations.map(({ line, column }) => ({ line, column })) } : {}),
    ...(path ? { path: [...path] } : {}),
  };
}
