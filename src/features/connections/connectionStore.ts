import type * as vscode from "vscode";
import { t } from "../../base/translate";
import {
  connectionId,
  type ConnectionConfig,
  type ConnectionLevel,
  type NamedContract,
} from "../../client/connectionConfig";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import type { ReportError } from "../../host/commands";
import type { ConnectionSetting } from "../../host/settings";
import { deleteEntry, entryOf, placeOf, readConnections, restoreEntry, writeEntry } from "./connectionSettings";
import { ConnectionKeys } from "./connectionKeys";
import type { SecretHeaders } from "./model/secretHeaders";

const activeKey = "activeConnection";

/** Keeps the window's connections and the settings in step, both ways. */
export class ConnectionStore {
  /** What was last reported to be wrong in the settings. */
  private reported = "";
  private readonly keys: ConnectionKeys;

  constructor(
    private readonly connections: Connections,
    readonly secrets: SecretHeaders,
    /** Remembers, in this workspace, which connection is active and what renamed ones are known by. */
    private readonly memory: vscode.Memento,
    private readonly report: ReportError,
  ) {
    this.keys = new ConnectionKeys(memory, report);
    connections.setActive(memory.get(activeKey));
  }

  /** Takes over what the settings say now. A connection that was in use and reaches its node otherwise now is opened again. */
  load(): void {
    this.take(this.read());
  }

  /** Takes over what the settings say now, except that connections are gone. Returns whether some are. */
  loadButKeepAll(): boolean {
    const { configs, problems } = this.read();
    const known = new Set(configs.map(connectionId));
    const gone = this.connections.all.filter(({ id, config }) => config.origin === "settings" && !known.has(id));
    const kept = gone.map(({ config }) => config);
    this.take(
      { configs: [...configs, ...kept], problems },
      gone.map(({ id }) => id),
    );
    return gone.length > 0;
  }

  /** Writes a new connection down. Which one is active stays as it was. */
  async add(entry: ConnectionSetting, level: ConnectionLevel = { kind: "user" }): Promise<void> {
    await writeEntry(level, entry);
    // The editor tells of changed settings when it likes; what follows needs the connection now.
    this.load();
  }

  /** Writes a changed entry in the place of the connection's own. What is pinned to it stays so, whatever it is called. */
  async change(config: ConnectionConfig, entry: ConnectionSetting): Promise<void> {
    const { id } = this.connections.active ?? {};
    await this.secrets.move(config, entry);
    // Before it is written: the editor tells of changed settings when it likes.
    const takeBack = this.keys.rename(config, entry.name);
    try {
      await writeEntry(levelOf(config), entry, config.name);
    } catch (error) {
      takeBack();
      throw error;
    }
    this.load();
    if (id !== undefined && id === connectionId(config)) await this.activate(id);
  }

  /** Takes a connection out of the window and of its level of the settings. Returns what brings it back. */
  async remove({ config, id }: Connection): Promise<(() => Promise<void>) | undefined> {
    const entry = entryOf(config);
    this.connections.remove(id);
    if (!entry) return undefined;
    const index = placeOf(levelOf(config), config.name);
    await deleteEntry(levelOf(config), config.name);
    this.load();
    return async () => {
      await restoreEntry(levelOf(config), entry, index);
      this.load();
    };
  }

  /** Opens connections again that still send a secret that was replaced, here or in another window. */
  async renewOutdated(): Promise<void> {
    for (const { config, inUse, id } of this.connections.all) {
      if (!inUse || !(await this.secrets.isOutdated(config)) || !this.connections.byId(id)) continue;
      void this.connections.add(config).connect();
    }
  }

  /** Gives contracts of a connection names. Those of a connection that is not written down last as long as it does. */
  async nameContracts({ config }: Connection, contracts: NamedContract[]): Promise<void> {
    const entry = entryOf(config);
    if (entry) await this.change(config, { ...entry, contracts });
    else this.connections.update({ ...config, contracts });
  }

  /** Makes the connection with this id the active one, in this window and in later ones. */
  async activate(id: string): Promise<void> {
    this.connections.setActive(id);
    await this.memory.update(activeKey, id);
  }

  /** The entries of all connections that are written down. */
  get written(): ConnectionSetting[] {
    return this.connections.all.flatMap(({ config }) => entryOf(config) ?? []);
  }

  /** The entry that can be edited. Throws for a connection that is not written down. */
  entryOf({ config }: Connection): ConnectionSetting {
    const entry = entryOf(config);
    if (entry) return entry;
    throw new Error(
      t`${config.name} ends with this window and is not written in the settings, so there is nothing to edit.`,
    );
  }

  private read(): ReturnType<typeof readConnections> {
    const { configs, problems } = readConnections();
    return { configs: this.keys.given(configs), problems };
  }

  private take({ configs, problems }: ReturnType<typeof readConnections>, leaving: readonly string[] = []): void {
    const used = this.connections.all.filter(({ inUse }) => inUse).map(({ id }) => id);
    this.connections.replace("settings", configs, leaving);
    const problem = problems.join(" ");
    if (problem && problem !== this.reported) this.report(new Error(problem));
    this.reported = problem;
    for (const id of used) {
      const connection = this.connections.byId(id);
      if (connection && !connection.inUse) void connection.connect();
    }
  }
}

function levelOf({ level }: ConnectionConfig): ConnectionLevel {
  return level ?? { kind: "user" };
}
