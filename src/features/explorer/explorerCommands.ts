import * as vscode from "vscode";
import { t } from "../../base/translate";
import { showInputBox } from "../../host/inputBoxes";
import { setStatusBarMessage } from "../../host/messages";
import { showQuickPick } from "../../host/quickPicks";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import { requestCode } from "../../client/http/requestCode";
import type { DriverDigest } from "./model/driverDigests";
import type { ExplorerNode } from "./model/rows/explorerNode";
import type { ExplorerRefresh } from "./explorerRefresh";
import type { ExplorerTree } from "./explorerTree";
import { provisionersCsv, provisionersJson, type ProvisionerOrder } from "./model/rows/provisionerTable";
import { isPager } from "./model/rows/rowPage";
import { rowKey, rowValue } from "./model/rows/rowCopy";
import { rowRequest } from "./model/rows/rowRequest";
import { meantConnection } from "../../client/meantConnection";
import type { ConnectionData } from "./model/connectionData";

/** What a person can do with the rows of the explorer; each command gets the row it was chosen on. */
export class ExplorerCommands {
  constructor(
    private readonly connections: Connections,
    private readonly tree: ExplorerTree,
    private readonly changes: ExplorerRefresh,
  ) {}

  /** Asks every node in use for everything that is shown of it. */
  async refreshAll(): Promise<void> {
    const used = this.connections.all.filter(({ inUse }) => inUse);
    for (const connection of used) this.changes.renew(connection);
    await Promise.all(used.map((connection) => connection.connect()));
  }

  /** Asks for what one row shows. */
  async refreshRow(node: unknown): Promise<void> {
    await this.changes.renewRow(rowOf(node));
  }

  /** Tries again what failed: a part of a node, or the whole connection. Resolves to whether it is known to work now. */
  async retry(node: unknown): Promise<boolean> {
    const row = node as ExplorerNode | undefined;
    const connection = row?.connection ?? this.connections.active;
    if (!row || row.kind !== "retry" || row.part === undefined) {
      return (await connection?.retry())?.state === "up";
    }
    this.tree.dataOf(row.connection).known(row.part)?.invalidate();
    const above = this.tree.getParent(row);
    if (above) await this.tree.update(above);
    return false;
  }

  /** Shows more rows of a list. Resolves to the row to bring in sight, if others went for them. */
  async showMore(node: unknown): Promise<ExplorerNode | undefined> {
    const row = rowOf(node);
    const { connection } = row;
    if (isPager(row)) return this.tree.showMore(row);
    this.tree.dataOf(connection).showOlderBlocks();
    await this.tree.update({ kind: "section", connection, section: "chain" });
    return undefined;
  }

  copyValue(node: unknown): Thenable<void> {
    return vscode.env.clipboard.writeText(rowValue(rowOf(node)));
  }

  copyId(node: unknown): Thenable<void> {
    const row = rowOf(node);
    return vscode.env.clipboard.writeText(rowKey(row) ?? rowValue(row));
  }

  async copyCurl(node: unknown): Promise<void> {
    const row = rowOf(node);
    const request = rowRequest(row, this.tree.dataOf(row.connection).peerCount);
    if (!request) throw new Error(t`No single request answers what this row shows.`);
    const { config, prefix } = row.connection;
    await vscode.env.clipboard.writeText(requestCode("curl", { ...config, prefix }, request));
  }

  async sortProvisioners(node: unknown): Promise<void> {
    const { connection, data } = this.at(node);
    const items = orders.map(({ by, detail }) => ({ label: by, detail, picked: by === data.provisionerView.by, by }));
    const picked = await showQuickPick(items, { title: t`Sort Provisioners of ${connection.name}` });
    if (picked) await this.viewBy(node, { by: picked.by });
  }

  async filterProvisioners(node: unknown): Promise<void> {
    const { connection, data } = this.at(node);
    const filter = await showInputBox({
      title: t`Filter Provisioners of ${connection.name}`,
      prompt: t`Part of a key or of an owner; leave it empty to see all`,
      value: data.provisionerView.filter,
    });
    if (filter !== undefined) await this.viewBy(node, { filter: filter.trim() });
  }

  clearProvisionerFilter(node: unknown): Promise<void> {
    return this.viewBy(node, { filter: "" });
  }

  /** Copies the provisioners that are shown, in the order shown, with all their fields. */
  async copyProvisioners(node: unknown, form: "JSON" | "CSV"): Promise<void> {
    const { connection, data } = this.at(node);
    await data.provisioners.ready();
    const { value, error } = data.provisioners;
    if (!value) throw error ?? new Error(t`The provisioners are not loaded.`);
    const list = data.viewed(value);
    await vscode.env.clipboard.writeText(form === "JSON" ? provisionersJson(list) : provisionersCsv(list));
    setStatusBarMessage(t`Copied ${list.length} provisioners of ${connection.name} as ${form}.`, 4000);
  }

  async askPeers(node: unknown): Promise<void> {
    const { connection, data } = this.at(node);
    const count = await showInputBox({
      title: t`Peers of ${connection.name}`,
      prompt: t`How many peers to ask for`,
      value: String(data.peerCount),
      validateInput: (text) =>
        /^[1-9]\d{0,4}$/.test(text.trim()) ? undefined : t`Write a whole number, from 1 to 99999.`,
    });
    if (count === undefined) return;
    data.peerCount = Number(count);
    data.peers.invalidate();
    await this.tree.update({ kind: "section", connection, section: "network" }, true);
  }

  async priceTransactions(node: unknown): Promise<void> {
    const { connection, data } = this.at(node);
    const count = await showInputBox({
      title: t`Gas Price on ${connection.name}`,
      prompt: t`Over how many of the best paying transactions that wait; leave it empty for all`,
      value: String(data.pricedTransactions ?? ""),
      validateInput: (text) =>
        /^(?:[1-9]\d{0,5})?$/.test(text.trim()) ? undefined : t`Write a whole number, from 1 to 999999, or nothing.`,
    });
    if (count === undefined) return;
    data.pricedTransactions = count.trim() === "" ? undefined : Number(count);
    data.gasPrice.invalidate();
    await this.tree.update({ kind: "section", connection, section: "mempool" });
  }

  /** Fetches the driver of a contract's row in one way or another, and shows its digest from then on. */
  async fetchDriver(
    node: unknown,
    fetch: (connection: Connection, contractId: string, name: string) => Promise<DriverDigest | undefined>,
  ): Promise<void> {
    const row = rowOf(node);
    if (row.kind !== "contract" && row.kind !== "digest") return;
    const { connection, contractId } = row;
    const digest = await fetch(connection, contractId, row.name);
    if (!digest) return;
    this.tree.dataOf(connection).digests.note(contractId, digest);
    await this.tree.update({ kind: "section", connection, section: "contracts" }, true);
  }

  private async viewBy(node: unknown, change: Partial<ConnectionData["provisionerView"]>): Promise<void> {
    const { connection, data } = this.at(node);
    data.provisionerView = { ...data.provisionerView, ...change };
    await this.tree.update({ kind: "section", connection, section: "provisioners" });
  }

  /** The connection that a command was chosen on, and what is known of it. */
  private at(node: unknown) {
    const connection = meantConnection(this.connections, {
      connection: (node as ExplorerNode | undefined)?.connection,
    });
    return { connection, data: this.tree.dataOf(connection) };
  }
}

/** The row a command was chosen on. */
export function rowOf(node: unknown): ExplorerNode {
  if (node) return node as ExplorerNode;
  throw new Error(t`Select a row of the Connections view first.`);
}

const orders: readonly { by: ProvisionerOrder; detail: string }[] = [
  { by: "stake", detail: t`largest first` },
  { by: "reward", detail: t`largest first` },
  { by: "key", detail: t`in the order of the alphabet` },
];
