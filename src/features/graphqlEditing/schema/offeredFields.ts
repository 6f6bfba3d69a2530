import { t } from "../../../base/translate";
import type { Connection } from "../../../client/connection";
import type { Disposable } from "../../../base/disposables";
import { NodeError } from "../../../client/failures/nodeError";
import { rootFields, type RootField } from "../../../graphql/completion/queryDraft";
import type { QueryFields } from "../../../graphql/schema/queryFields";
import type { LoadedSchema, NodeSchema } from "../../../graphql/schema/schema";
import type { Schemas } from "./schemas";

/** A node's schema, if it can be used. What failed before is tried again. Rejects with a NodeError. */
export async function usableSchema(schemas: Schemas, connection: Connection): Promise<NodeSchema> {
  const before = schemas.state(connection);
  const { loaded, error } = await (before.error && !before.loaded
    ? schemas.reload(connection)
    : schemas.of(connection));
  if (loaded && "schema" in loaded) return loaded.schema;
  if (error) throw error;
  throw new NodeError("malformed-response", t`The schema of ${connection.name} cannot be used.`, {
    remedies: ["reload-schema"],
  });
}

/** What can be queried of a node. */
export async function offeredFields(schemas: Schemas, connection: Connection): Promise<readonly RootField[]> {
  return rootFields(await usableSchema(schemas, connection));
}

/** Tells anyone who shows what can be queried when a node's schema is another one. */
export function notifyOffered(schemas: Schemas, fields: QueryFields<Connection>): Disposable {
  const notified = new WeakMap<Connection, LoadedSchema>();
  return schemas.onChange((connection) => {
    const { loaded } = schemas.state(connection);
    if (!loaded || notified.get(connection) === loaded) return;
    notified.set(connection, loaded);
    fields.changed(connection);
  });
}
