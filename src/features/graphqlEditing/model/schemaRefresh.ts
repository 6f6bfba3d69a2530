import type { Connection } from "../../../client/connection";
import type { Connections } from "../../../client/connections";
import { Owner } from "../../../base/disposables";
import { stringifyExactJson } from "../../../wire/json/exactJson";

/** What a schema depends on besides the connection: the node's version, and one uninterrupted event session with it. */
interface Signs {
  up: boolean;
  version: string;
  sessionId: string | undefined;
}

/** Watches for what may have changed a schema that is in use: the node connected, came back, or has another version. */
export class SchemaRefresh extends Owner {
  private readonly signs = new WeakMap<Connection, Signs>();

  constructor(
    connections: Connections,
    private readonly isInUse: (connection: Connection) => boolean,
    private readonly refresh: (connection: Connection) => void,
  ) {
    super();
    for (const connection of connections.all) this.signs.set(connection, signsOf(connection));
    this.own(connections.onChange((change) => change.kind === "status" && this.look(change.connection)));
  }

  private look(connection: Connection): void {
    const before = this.signs.get(connection);
    const now = signsOf(connection);
    // A session that is lost for a moment is remembered, so that the next one is known to be another.
    this.signs.set(connection, { ...now, sessionId: now.sessionId ?? before?.sessionId });
    if (now.up && this.isInUse(connection) && isNews(before, now)) this.refresh(connection);
  }
}

function isNews(before: Signs | undefined, now: Signs): boolean {
  if (!before?.up || before.version !== now.version) return true;
  return now.sessionId !== undefined && before.sessionId !== undefined && now.sessionId !== before.sessionId;
}

function signsOf({ status }: Connection): Signs {
  if (status.state !== "up") return { up: false, version: "", sessionId: undefined };
  const { info, events } = status;
  return {
    up: true,
    version: stringifyExactJson([info["version"] ?? null, info["version_build"] ?? null]),
    sessionId: events.kind === "open" ? events.sessionId : undefined,
  };
}
