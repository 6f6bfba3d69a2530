import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import { freeName, type ConnectionConfig } from "../../client/connectionConfig";
import type { FoundNode } from "../../client/probeNode";
import type { NodeEnvironment } from "../../client/nodeEnvironment";
import { parseEndpoint } from "../../client/http/endpoint";
import { readSetting, settingsSection } from "../../host/settings";
import { showInputBox } from "../../host/inputBoxes";
import { askInDialog, showInformationMessage } from "../../host/messages";
import { showQuickPick } from "../../host/quickPicks";
import { words } from "../../host/words";
import { askForConnection, nameProblem } from "./addConnection";
import type { ConnectionTest } from "./connectionTest";
import type { ConnectionStore } from "./connectionStore";
import { editConnection } from "./editConnection";
import { nameContract } from "./nameContract";
import { nodeProxy } from "./nodeProxy";
import { askSecretHeader } from "./secretHeaderInput";
import { exportConnections, importConnections } from "./transferConnections";

/** What a person can do with connections, each from a row of the view or, without one, by choosing first. */
export class ConnectionCommands {
  constructor(
    private readonly connections: Connections,
    private readonly store: ConnectionStore,
    private readonly environment: NodeEnvironment,
    private readonly tester: Pick<ConnectionTest, "run">,
  ) {}

  /** Resolves to whether there is a new connection. */
  async connect(): Promise<boolean> {
    const added = await askForConnection({
      probe: (address, authorization, signal) => this.probeAddress(address, authorization, signal),
      names: this.names(),
    });
    if (!added) return false;
    const { entry, authorization } = added;
    const proxy = nodeProxy(entry.url);
    const way = { ...entry, ...(proxy && { proxy }) };
    if (authorization) await this.store.secrets.set(way, "Authorization", authorization);
    await this.store.add(entry);
    const { id } = this.known(entry.name);
    await this.store.activate(id);
    this.connections.notifyMade(id);
    return true;
  }

  /** Resolves to whether one was chosen. */
  async switchActive(): Promise<boolean> {
    const connection = await this.pick(t`Switch Connection`);
    if (connection) await this.store.activate(connection.id);
    return connection !== undefined;
  }

  /** Makes the connection of a row the active one. */
  async use(row: unknown): Promise<void> {
    const connection = await this.chosen(row, t`Use Connection`);
    if (connection) await this.store.activate(connection.id);
  }

  /** Ends the session with a connection's node, and all that is tailed there. */
  async disconnect(row: unknown): Promise<void> {
    const connection = await this.chosen(row, t`Disconnect`);
    if (connection) this.connections.disconnect(connection.id);
  }

  /** Resolves to whether anything was changed. */
  async edit(row: unknown): Promise<boolean> {
    const connection = await this.chosen(row, t`Edit Connection`);
    if (!connection) return false;
    const { newAddress, newPrefix } = (row ?? {}) as { newAddress?: string; newPrefix?: string };
    if (newAddress !== undefined) return this.useAddress(connection, newAddress);
    if (newPrefix !== undefined) return this.usePrefix(connection, newPrefix);
    let { name } = connection;
    let changed = false;
    await editConnection(this.store.entryOf(connection), {
      names: this.names().filter((each) => each !== name),
      save: async (entry) => {
        const { config } = this.known(name);
        name = entry.name;
        await this.store.change(config, entry);
        changed = true;
      },
      test: () => this.test({ connection: this.known(name) }),
      editSecrets: async () => {
        changed = (await this.setSecretHeader({ connection: this.known(name) })) || changed;
      },
      duplicate: () => this.duplicate({ connection: this.known(name) }),
      remove: () => this.remove({ connection: this.known(name) }),
      openSettings: () => openSettings(this.known(name).config),
    });
    return changed;
  }

  /** Gives a connection the address that its node redirects to, if a person agrees. Values of headers stay behind. */
  private async useAddress({ config, name }: Connection, address: string): Promise<boolean> {
    const use = t`Use This Address`;
    const detail = words`${address}\n\nValues of secret headers are kept for the host they were given for, and not sent to another one.`;
    if ((await askInDialog(words`Change the address of ${name}?`, detail, use)) !== use) return false;
    const connection = this.known(name);
    await this.store.change(config, { ...this.store.entryOf(connection), url: parseEndpoint(address).address });
    return true;
  }

  /** Writes down what the node's headers begin with. */
  private async usePrefix(connection: Connection, prefix: string): Promise<boolean> {
    await this.store.change(connection.config, { ...this.store.entryOf(connection), prefix });
    return true;
  }

  async test(row: unknown): Promise<void> {
    const connection = await this.chosen(row, t`Test Connection`);
    if (!connection) return;
    await this.tester.run(connection);
  }

  async duplicate(row: unknown): Promise<void> {
    const connection = await this.chosen(row, t`Duplicate Connection`);
    if (!connection) return;
    const entry = this.store.entryOf(connection);
    const name = await showInputBox({
      title: t`Duplicate ${entry.name}`,
      prompt: t`Name of the copy`,
      value: freeName(entry.name, this.names()),
      ignoreFocusOut: true,
      validateInput: (text) => nameProblem(text, this.names()),
    });
    if (!name) return;
    const copy = { ...entry, name: name.trim() };
    await this.store.secrets.copy(connection.config, copy);
    await this.store.add(copy, connection.config.level);
    this.connections.notifyMade(this.known(copy.name).id);
  }

  async remove(row: unknown): Promise<void> {
    const connection = await this.chosen(row, t`Remove Connection`);
    if (!connection) return;
    const { name, config } = connection;
    const restore = await this.store.remove(connection);
    if (!restore) return;
    const undo = t`Undo`;
    const choice = await showInformationMessage(t`Removed the connection ${name}.`, undo);
    if (choice === undo) await restore();
    else await this.store.secrets.forget(config);
  }

  async importFile(): Promise<void> {
    const [first] = await importConnections(this.names(), (entry) => this.store.add(entry));
    if (first !== undefined) this.connections.notifyMade(this.known(first).id);
  }

  exportFile(): Promise<void> {
    return exportConnections(this.store.written);
  }

  /** Resolves to whether anything was changed. */
  async setSecretHeader(row: unknown): Promise<boolean> {
    const connection = await this.chosen(row, t`Set Secret Header`);
    if (!connection) return false;
    const entry = this.store.entryOf(connection);
    const change = await askSecretHeader(connection.config);
    if (!change) return false;
    const others = (entry.secretHeaders ?? []).filter((each) => each.toLowerCase() !== change.header.toLowerCase());
    if ("removed" in change) {
      await this.store.secrets.forget({ ...connection.config, secretHeaders: [change.header] });
      await this.store.change(connection.config, { ...entry, secretHeaders: others });
    } else {
      await this.store.secrets.set(connection.config, change.header, change.value);
      await this.store.change(connection.config, { ...entry, secretHeaders: [...others, change.header] });
      // The storage tells of what it keeps only.
      await this.store.renewOutdated();
    }
    return true;
  }

  async nameContract(row: unknown): Promise<void> {
    const { contractId } = (row ?? {}) as { contractId?: string };
    const connection = await this.chosen(row, t`Name Contract`);
    if (connection) await nameContract(connection, this.store, contractId);
  }

  /** The HTTP library is loaded with the first look at a node. */
  private async probeAddress(
    address: string,
    authorization: string | undefined,
    signal: AbortSignal,
  ): Promise<FoundNode> {
    const { probeNode } = await import("../../client/probeNode");
    const timeoutMs = readSetting("requestTimeoutSeconds") * 1000;
    const proxy = nodeProxy(address);
    const config: ConnectionConfig = {
      ...{ name: "", url: address, timeoutMs, contracts: [], origin: "settings" },
      ...(proxy && { proxy }),
      ...(authorization && { secretHeaders: ["Authorization"] }),
    };
    const secretHeaders = () => Promise.resolve({ ...(authorization && { Authorization: authorization }) });
    return probeNode(config, { ...this.environment, secretHeaders }, signal);
  }

  private async chosen(row: unknown, title: string): Promise<Connection | undefined> {
    const { connection } = (row ?? {}) as { connection?: Connection };
    return this.connections.present(connection) ?? (await this.pick(title));
  }

  private async pick(title: string): Promise<Connection | undefined> {
    const items = this.connections.all.map((connection) => ({
      label: connection.name,
      description: connection.config.url,
      detail: [connection === this.connections.active && "active", connection.config.role].filter(Boolean).join(", "),
      connection,
    }));
    return (await showQuickPick(items, { title, matchOnDescription: true }))?.connection;
  }

  private known(name: string): Connection {
    const connection = this.connections.get(name);
    if (connection) return connection;
    throw new Error(t`There is no connection named ${name} any more.`);
  }

  private names(): string[] {
    return this.connections.all.map(({ name }) => name);
  }
}

async function openSettings({ level }: ConnectionConfig): Promise<void> {
  const place = level?.kind === "workspace" ? "Workspace" : level?.kind === "folder" ? "Folder" : "";
  const revealSetting = { key: `${settingsSection}.connections`, edit: true };
  await vscode.commands.executeCommand(
    `workbench.action.open${place}SettingsFile`.replace("openSettingsFile", "openSettingsJson"),
    {
      revealSetting,
    },
  );
}
