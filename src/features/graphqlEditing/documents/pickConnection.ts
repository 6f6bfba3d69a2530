import { t } from "../../../base/translate";
import { showQuickPick } from "../../../host/quickPicks";
import type { Connection } from "../../../client/connection";
import { statusWords } from "../../../client/connectionStatus";

/** Asks for one of several connections; `current` is marked as the one in use. */
export async function pickConnection(
  connections: readonly Connection[],
  title: string,
  current?: Connection,
): Promise<Connection | undefined> {
  const items = connections.map((connection) => ({
    label: connection.name,
    description: connection === current ? t`in use` : "",
    detail: `${connection.config.url} · ${statusWords(connection.status)}`,
    connection,
  }));
  const choice = await showQuickPick(items, { title, matchOnDetail: true });
  return choice?.connection;
}
