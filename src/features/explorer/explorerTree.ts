import * as vscode from "vscode";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import type { QueryFields } from "../../graphql/schema/queryFields";
import { childrenOf } from "./model/explorerChildren";
import { explorerItem, tooltipOf } from "./explorerItem";
import type { ExplorerNode } from "./model/rows/explorerNode";
import { ConnectionData } from "./model/connectionData";
import { RowIdentity } from "./model/rows/rowIdentity";
import { isPager, leadsBack, RowPages } from "./model/rows/rowPage";
import { rowView } from "./model/rows/drawRow";
import type { RowView } from "./model/rows/rowView";
import { transferLines } from "./model/transactionHover";
import { Owner } from "../../base/disposables";

/** Rows up to which it is worth drawing a row again, and all below it, only because of what it says itself. */
const mostRedrawn = 500;

/** The rows of the Connections view, and which of them changed. */
export class ExplorerTree extends Owner implements vscode.TreeDataProvider<ExplorerNode> {
  private readonly changed = this.own(new vscode.EventEmitter<ExplorerNode[] | undefined>());
  readonly onDidChangeTreeData = this.changed.event;
  private readonly rows = new RowIdentity();
  private readonly data = new WeakMap<Connection, ConnectionData>();
  /** Which rows below a row are wanted, where there are too many. */
  private readonly pages = new WeakMap<ExplorerNode, RowPages>();

  constructor(
    private readonly connections: Connections,
    /** Called when the first row of a connection is made. */
    private readonly onDidDiscover: (data: ConnectionData) => void = () => undefined,
    private readonly queryFields?: QueryFields<Connection>,
  ) {
    super();
  }

  dataOf(connection: Connection): ConnectionData {
    const known = this.data.get(connection);
    if (known) return known;
    const data = new ConnectionData(connection, undefined, this.queryFields);
    this.data.set(connection, data);
    this.onDidDiscover(data);
    return data;
  }

  getTreeItem(node: ExplorerNode): vscode.TreeItem {
    const view = this.view(node);
    this.rows.drew(node, view);
    return explorerItem(node, this.rows.editorId(node), view);
  }

  /** Makes a row's hover when the pointer rests on it. */
  async resolveTreeItem(item: vscode.TreeItem, node: ExplorerNode): Promise<vscode.TreeItem> {
    const tooltip = tooltipOf(this.view(node));
    const more = node.kind === "transaction" ? await transferLines(node.connection, node.transaction.hash) : [];
    item.tooltip = [tooltip, ...more].join("\n");
    return item;
  }

  async getChildren(parent?: ExplorerNode): Promise<ExplorerNode[]> {
    if (parent) {
      // Before it is waited for: anyone who closes the row meanwhile does not want it kept current.
      this.rows.asked(parent);
      this.hold(parent);
      const rows = this.rows.adopt(parent, await this.below(parent));
      // What was loaded may be worth saying above it: after the editor has got the rows.
      const changed = rows.length > mostRedrawn ? [] : this.rows.from(parent).filter((row) => this.isChanged(row));
      if (changed.length > 0) setImmediate(() => this.changed.fire(changed));
      return rows;
    }
    return this.rows.adopt(
      undefined,
      this.connections.all.map((connection) => ({ kind: "connection", connection })),
    );
  }

  getParent(node: ExplorerNode): ExplorerNode | undefined {
    return this.rows.parentOf(node);
  }

  /** The rows below a row as they have come by now; undefined when none have. */
  rowsBelow(node: ExplorerNode): ExplorerNode[] | undefined {
    return this.rows.children(node);
  }

  /** Has the editor know the rows below one by other ids from now on. */
  renameBelow(node: ExplorerNode): void {
    this.rows.renameBelow(node);
  }

  idOf(node: ExplorerNode): string {
    return this.rows.idOf(node);
  }

  /**
   * Shows one page more where a row offers that. Resolves to the row next to those that were there before, if others had
   * to go: what is in sight has moved.
   */
  async showMore(pager: ExplorerNode): Promise<ExplorerNode | undefined> {
    const parent = this.getParent(pager);
    const pages = parent && this.pages.get(parent);
    if (!pages) return undefined;
    const before = new Set(this.rows.openChildren(parent));
    const isMoved = pages.more(pager);
    await this.update(parent);
    const fresh = this.rows.openChildren(parent)?.filter((row) => !before.has(row) && !isPager(row)) ?? [];
    return isMoved ? fresh.at(leadsBack(pager) ? -1 : 0) : undefined;
  }

  closed(node: ExplorerNode): void {
    if (node.kind === "block" && node.block.hash !== undefined)
      this.dataOf(node.connection).blocks.release(node.block.hash);
    this.rows.closed(node);
  }

  /** Whether a row is open, so that the rows below it can be seen once they have come. */
  isOpen(node: ExplorerNode): boolean {
    return this.rows.isOpen(node);
  }

  /** Notes that a row was opened. Returns whether it had been closed before. */
  opened(node: ExplorerNode): boolean {
    this.hold(node);
    return this.rows.opened(node);
  }

  /** Has the editor ask for the rows below one again, and for all below those. */
  askAgain(node: ExplorerNode): void {
    this.changed.fire([node]);
  }

  /**
   * Draws everything again, for another set of connections. Until the editor has asked for all rows again it knows none,
   * and a command on one of them does not learn which it was: not to be done for less.
   */
  redraw(): void {
    this.changed.fire(undefined);
  }

  /** Draws a row again if it looks otherwise now, or the rows below it do. `deep`: and those below them as well. */
  async update(node: ExplorerNode, deep = false): Promise<void> {
    const changed = await this.changesAt(node, deep);
    if (changed.length > 0) this.changed.fire(changed);
  }

  /** Keeps an opened block in the list. */
  private hold(node: ExplorerNode): void {
    if (node.kind === "block" && node.block.hash !== undefined)
      this.dataOf(node.connection).blocks.hold(node.block.hash);
  }

  /** The rows to draw again; drawing one includes all below it. */
  private async changesAt(node: ExplorerNode, deep: boolean): Promise<ExplorerNode[]> {
    const row = this.rows.find(node);
    if (!row || !this.rows.isShown(row)) return [];
    const before = this.rows.openChildren(row);
    if (!before || !isSettled(row)) return this.isChanged(row) ? [row] : [];
    const now = this.rows.adopt(row, await this.below(row));
    // Looked at last, because loading the rows may have changed what is said above them.
    if (this.isChanged(row)) return [row];
    if (now.length !== before.length || now.some((each, index) => each !== before[index])) return [row];
    if (!deep) return now.filter((each) => this.isChanged(each));
    const changed = (await Promise.all(now.map((each) => this.changesAt(each, true)))).flat();
    // The same goes for what was loaded further below.
    return this.isChanged(row) ? [row] : changed;
  }

  /** The rows below one, as many of them as are wanted. */
  private async below(parent: ExplorerNode): Promise<ExplorerNode[]> {
    const rows = await childrenOf(parent, this.dataOf(parent.connection));
    const pages = this.pages.get(parent) ?? new RowPages();
    this.pages.set(parent, pages);
    return pages.of(parent, rows);
  }

  private isChanged(node: ExplorerNode): boolean {
    return this.rows.differs(node, this.view(node));
  }

  private view(node: ExplorerNode): RowView {
    return rowView(node, this.dataOf(node.connection), node.connection === this.connections.active);
  }
}

/** The rows of a connection on its way are not waited for: they come when it has arrived. */
function isSettled(node: ExplorerNode): boolean {
  return (
    node.kind !== "connection" || node.connection.status.state === "up" || node.connection.status.state === "failed"
  );
}
