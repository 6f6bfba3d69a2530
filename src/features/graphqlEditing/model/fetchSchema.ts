import { t } from "../../../base/translate";
import { nodeWords } from "../../../client/http/responseText";
import type { Connection } from "../../../client/connection";
import { isMissingRoute, type SchemaAnswer } from "../../../client/routes/graphqlClient";
import type { NodeConnection } from "../../../client/nodeConnection";
import { NodeError } from "../../../client/failures/nodeError";
import { introspectionQuery, sdlOfIntrospection } from "../../../graphql/schema/introspection";

/**
 * A node's schema as text: the node's own, from the legacy route (§4.1), or, where that is gone, what introspection by
 * `/graphql` tells. Rejects with a NodeError.
 */
export async function fetchSchema(connection: Connection): Promise<SchemaAnswer> {
  try {
    const { graphql } = await connection.node();
    return await graphql.schemaSdl().catch((thrown: unknown) => introspected(graphql, NodeError.from(thrown)));
  } catch (thrown) {
    throw NodeError.from(thrown);
  }
}

async function introspected(graphql: NodeConnection["graphql"], failure: NodeError): Promise<SchemaAnswer> {
  if (!isMissingRoute(failure)) throw failure;
  const { data, errors, route, meta, status } = await graphql.query({ query: introspectionQuery });
  const sdl = sdlOfIntrospection(data);
  if (sdl !== undefined) return { sdl, deprecation: meta.deprecation };
  const [error] = errors;
  const why = error ? t` It says: ${nodeWords(error.message)}` : "";
  throw new NodeError("not-offered", t`The node gives its GraphQL schema neither as text nor by introspection.${why}`, {
    remedy: t`Operations can be run all the same.`,
    ...{ route, status, cause: failure },
  });
}
