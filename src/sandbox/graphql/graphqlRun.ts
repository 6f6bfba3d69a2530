import { execute, GraphQLError, parse, validate } from "graphql";
import type { DocumentNode, GraphQLSchema } from "graphql";
import { archiveQueries } from "./archiveQueries";
import { chainQueries } from "./chainQueries";
import { type HeightType, schemaOf, schemaSdl } from "./graphqlSchema";
import { type Json, writeJson } from "../wire/json";
import type { SandboxNode } from "../sandboxNode";

export interface GraphqlRequest {
  query: string;
  variables?: { [name: string]: Json } | undefined;
  operationName?: string | undefined;
}

export interface GraphqlResult {
  data: Json;
  errors?: Json[];
}

/** The body of a failure before any query ran. */
export function graphqlFailure(message: string): string {
  return writeJson({ data: null, errors: [{ message }] });
}

/** Parses, checks and runs one operation; one mistake, and there is no data at all. */
export async function runGraphql(node: SandboxNode, request: GraphqlRequest): Promise<GraphqlResult> {
  try {
    const document = parse(request.query);
    const { schema, problems } = checked(node, document);
    if (problems.length > 0) return failedWith(problems);
    const { data, errors } = await execute({
      schema,
      document,
      rootValue: resolvers(node),
      variableValues: request.variables ?? {},
      operationName: request.operationName ?? null,
    });
    return errors ? failedWith(errors) : { data: (data ?? null) as Json };
  } catch (error) {
    if (error instanceof GraphQLError) return failedWith([error]);
    throw error;
  }
}

function failedWith(errors: readonly GraphQLError[]): GraphqlResult {
  return { data: null, errors: errors.map(errorJson) };
}

export function sdlOf(node: SandboxNode): string {
  return node.sdl ?? ownSdl(node, node.options.like["type of block(height:)"]);
}

function ownSdl(node: SandboxNode, height: HeightType): string {
  return schemaSdl(node.options.roles.has("archive"), height);
}

/** Nodes take a height of either type, whichever their schema names: so a document may fit the one or the other. */
function checked(node: SandboxNode, document: DocumentNode) {
  const published = schemaFor(sdlOf(node));
  const problems = validate(published, document);
  if (problems.length === 0 || node.sdl !== undefined) return { schema: published, problems };
  const other = schemaFor(ownSdl(node, node.options.like["type of block(height:)"] === "Int" ? "Float" : "Int"));
  return validate(other, document).length === 0 ? { schema: other, problems: [] } : { schema: published, problems };
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

/** The schemas built last, by SDL; a few, since one that a control has set may be long. */
const built = new Map<string, GraphQLSchema>();
const mostBuilt = 3;

function schemaFor(sdl: string): GraphQLSchema {
  const schema = built.get(sdl) ?? schemaOf(sdl);
  if (built.size >= mostBuilt && !built.has(sdl)) built.clear();
  built.set(sdl, schema);
  return schema;
}

/** A node's words for what this library says in others. */
const text: readonly (readonly [RegExp, string])[] = [
  [/^Cannot query field ("[^"]*") on type ("[^"]*")\..*$/, "Unknown field $1 on type $2."],
  [/^Must provide operation name .*$/, "Operation name required in request."],
  [/^Unknown operation named ("[^"]*")\.$/, "Unknown operation named $1"],
  [/^Schema is not configured to execute mutation operation\.$/, "Schema is not configured for mutations."],
];

function errorJson({ message, locations, path }: GraphQLError): Json {
  const known = text.find(([pattern]) => pattern.test(message));
  return {
    message: known ? message.replace(known[0], known[1]) : message,
    ...(locations ? { locations: locations.map(({ line, column }) => ({ line, column })) } : {}),
    ...(path ? { path: [...path] } : {}),
  };
}
