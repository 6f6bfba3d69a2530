import * as vscode from "vscode";
import { t } from "../../base/translate";
import { systemClock, type Clock } from "../../base/clock";
import type { Disposable } from "../../base/disposables";
import type { ExplorerNode } from "./model/rows/explorerNode";
import type { ExplorerTree } from "./explorerTree";
import { note } from "./model/rows/partRows";

/** How often, and how many milliseconds after each other, the editor is told of rows that it does not ask for. */
const [mostTold, toldEveryMs] = [5, 1000];

/** Who shows the rows, and when. */
interface TreeHost {
  /** Whether the rows can be seen: others are not asked for. */
  isVisible?: () => boolean;
  /** Told when the rows below a row are wanted, or no longer, of which the editor tells nothing by itself. */
  turned?: () => void;
  clock?: Clock;
}

/** Turns of the microtask queue that rows at hand may take; what takes longer waits for the network. */
const promptTurns = 200;

/**
 * Answers the editor's questions about rows at once. While it waits for an answer the editor may refresh the row that it
 * asked about, and then registers the rows below it twice and refuses them all ("already registered"). So rows that
 * take time are given as they were before, and the row above is refreshed when they have arrived. What it refreshes in the
 * moment in which it is given rows even so is seen by its drawing a row above them: then they get other ids.
 *
 * Which rows are open the editor does not always tell: it loses what happens to a row while all are drawn again, and
 * closes without a word those below a closed row that is refreshed. But whenever it has asked for the rows below one it
 * asks about each of them that is open. One that it does not ask about it is told of again, since it may have lost that
 * as well, and in the end that row counts as closed.
 */
export class PromptTreeData implements vscode.TreeDataProvider<ExplorerNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<ExplorerNode[] | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly listening: vscode.Disposable;
  /** Rows whose own have arrived since they were asked for. */
  private readonly arrived = new WeakSet<ExplorerNode>();
  /** Rows that the editor is to ask about, since when in milliseconds, and how often it was told so. */
  private readonly unasked = new Map<ExplorerNode, { since: number; notified: number; closes: boolean }>();
  private notifying: Disposable | undefined;
  private readonly clock: Clock;
  private readonly awaited = new WeakMap<ExplorerNode, Promise<ExplorerNode[]>>();
  private asked = 0;
  /** Rows that the editor is being given those below of. */
  private readonly answering = new Set<ExplorerNode>();
  /** Rows below which the editor holds ids of rows that it has forgotten. */
  private readonly lost = new WeakSet<ExplorerNode>();

  constructor(
    private readonly tree: ExplorerTree,
    private readonly host: TreeHost = {},
  ) {
    this.clock = host.clock ?? systemClock;
    this.listening = tree.onDidChangeTreeData((rows) => {
      // It forgets the rows below one that it refreshes, also where that is of a row that it has not drawn yet, and fails.
      for (const row of rows ?? []) if (tree.isOpen(row)) this.expect(row, false);
      this.changed.fire(rows);
    });
  }

  getTreeItem(node: ExplorerNode): vscode.TreeItem {
    for (const parent of this.answering) if (this.isAtOrAbove(node, parent)) this.lost.add(parent);
    const wasOpen = this.tree.isOpen(node);
    const item = this.tree.getTreeItem(node);
    if (!wasOpen && this.tree.isOpen(node)) this.expect(node);
    return item;
  }

  resolveTreeItem(item: vscode.TreeItem, node: ExplorerNode): Promise<vscode.TreeItem> {
    return this.tree.resolveTreeItem(item, node);
  }

  getParent(node: ExplorerNode): ExplorerNode | undefined {
    return this.tree.getParent(node);
  }

  async getChildren(parent?: ExplorerNode): Promise<ExplorerNode[]> {
    const rows = parent ? await this.rowsBelow(parent) : await this.tree.getChildren();
    for (const row of rows) if (this.tree.isOpen(row)) this.expect(row);
    this.host.turned?.();
    return rows;
  }

  /** Notes that a row was opened, about which the editor asks unless it has the rows below it, or loses the answer. */
  opened(node: ExplorerNode): void {
    this.expect(node);
  }

  /** Notes that a row was closed: what has arrived for it will be old when it is opened again. */
  closed(node: ExplorerNode): void {
    this.arrived.delete(node);
    this.awaited.delete(node);
    this.unasked.delete(node);
    this.tree.closed(node);
  }

  dispose(): void {
    this.listening.dispose();
    this.notifying?.dispose();
    this.changed.dispose();
  }

  private async rowsBelow(parent: ExplorerNode): Promise<ExplorerNode[]> {
    this.unasked.delete(parent);
    if (this.lost.delete(parent)) this.tree.renameBelow(parent);
    this.answering.add(parent);
    // The editor takes the rows before anything else happens.
    setImmediate(() => this.answering.delete(parent));
    // Others may have come since those arrived: the tree tells what becomes of its own rows alone.
    const rows = this.arrived.delete(parent) ? this.tree.rowsBelow(parent) : undefined;
    return rows ?? this.ask(parent);
  }

  private isAtOrAbove(node: ExplorerNode, row: ExplorerNode | undefined): boolean {
    return row !== undefined && (row === node || this.isAtOrAbove(node, this.tree.getParent(row)));
  }

  /** Sees to it that the editor asks for the rows below one, if it has that open. */
  private expect(row: ExplorerNode, closes = true): void {
    const known = this.unasked.get(row);
    // Only where those beside it were asked for is one that is not asked about known to be closed.
    if (known) known.closes ||= closes;
    else this.unasked.set(row, { since: this.clock.now(), notified: 0, closes });
    this.notifyLater();
  }

  private notifyLater(): void {
    this.notifying ??= this.clock.after(toldEveryMs, () => {
      this.notifying = undefined;
      this.notifyAgain();
      if (this.unasked.size > 0) this.notifyLater();
    });
  }

  private notifyAgain(): void {
    if (this.host.isVisible?.() === false) this.unasked.clear();
    for (const [row, wanted] of this.unasked) {
      const { since, notified, closes } = wanted;
      // What has just been opened the editor is about to ask about.
      if (this.clock.now() - since < toldEveryMs) continue;
      if (!this.tree.isOpen(row)) this.unasked.delete(row);
      else if (notified < mostTold) {
        wanted.notified++;
        // One that the editor no longer knows it asks about when it asks for those beside it.
        this.changed.fire([(notified >= mostTold / 2 ? this.tree.getParent(row) : undefined) ?? row]);
      } else if (!closes) this.unasked.delete(row);
      else {
        this.closed(row);
        this.host.turned?.();
      }
    }
  }

  private async ask(parent: ExplorerNode): Promise<ExplorerNode[]> {
    const asked = this.tree.getChildren(parent);
    this.awaited.set(parent, asked);
    const prompt = await promptly(asked);
    if (prompt) return prompt;
    void asked.then(() => {
      // A later question is under way: its answer will be the newer one.
      if (this.awaited.get(parent) !== asked) return;
      this.arrived.add(parent);
      this.expect(parent);
      this.changed.fire([parent]);
    });
    const asking = note(parent.connection, `asking/${++this.asked}`, t`asking the node…`);
    return this.tree.rowsBelow(parent) ?? [asking];
  }
}

/** The value of a promise that needs nothing from outside, or undefined. */
async function promptly<T>(promise: Promise<T>): Promise<T | undefined> {
  let value: T | undefined;
  void promise.then((settled) => (value = settled));
  for (let turn = 0; turn < promptTurns && value === undefined; turn++) await Promise.resolve();
  return value;
}
