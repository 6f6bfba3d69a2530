import { t } from "../base/translate";
import type { Connection } from "./connection";
import { nameInId } from "./connectionConfig";
import type { Connections } from "./connections";
import { noConnection, noSuchConnection } from "./noConnection";

/** How a row, a link of a document or another command says which connection it means. */
export interface MeantConnection {
  connection?: Connection | string | undefined;
  /** What the connection is known by, which stays when its name changes. */
  connectionId?: string;
}

/** The connection that is meant, or the active one if none is. Throws a NodeError for one that is gone. */
export function meantConnection(
  connections: Connections,
  { connection: meant, connectionId }: MeantConnection,
): Connection {
  if (connectionId === undefined && typeof meant !== "string") {
    const connection = connections.present(meant) ?? connections.active;
    if (connection) return connection;
    throw noConnection(connections.all);
  }
  const connection = typeof meant === "string" ? meant : undefined;
  const known = connections.of({ connection, connectionId });
  if (known) return known;
  throw noSuchConnection(connectionId === undefined ? (meant as string) : nameInId(connectionId), t`Add it again.`);
}
