import * as vscode from "vscode";
import type { ExplorerNode } from "./model/rows/explorerNode";
import type { ExplorerTree } from "./explorerTree";
import { note } from "./model/rows/partRows";

/** How often, and how many milliseconds after each other, the editor is told of rows that it does not ask for. */
const [mostTold, toldEveryMs] = [5, 1000];

/** Turns of the microtask queue that rows at hand may take; what takes longer waits for the network. */
const promptTurns = 200;

/**
 * Answers the editor's questions about rows at once. While it waits for an answer the editor may refresh the row that it
 * asked about, and then registers the rows below it twice and refuses them all ("already registered"). So rows that
 * take time are given as they were before, and the row above is refreshed when they have arrived. Of what it is told
 * while it draws a row above it may lose some, so it is told again until it asks.
 */
export class PromptAnswers implements vscode.TreeDataProvider<ExplorerNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<ExplorerNode[] | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly listening: vscode.Disposable;
  /** Rows whose own have arrived since they were asked for. */
  private readonly arrived = new WeakSet<ExplorerNode>();
  /** Rows that the editor is to ask about, and how often it was told so. */
  private readonly unasked = new Map<ExplorerNode, number>();
  private telling: NodeJS.Timeout | undefined;
  private readonly awaited = new WeakMap<ExplorerNode, Promise<ExplorerNode[]>>();

  constructor(private readonly tree: ExplorerTree) {
    this.listening = tree.onDidChangeTreeData((rows) => this.changed.fire(rows));
  }

  getTreeItem(node: ExplorerNode): vscode.TreeItem {
    return this.tree.getTreeItem(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: ExplorerNode): Promise<vscode.TreeItem> {
    return this.tree.resolveTreeItem(item, node);
  }

  getParent(node: ExplorerNode): ExplorerNode | undefined {
    return this.tree.getParent(node);
  }

  async getChildren(parent?: ExplorerNode): Promise<ExplorerNode[]> {
    if (!parent) {
      const roots = await this.tree.getChildren();
      // It has forgotten what is below them, and may have been asking about one that it did not know any more.
      for (const row of roots) if (this.tree.isOpen(row)) this.expect(row);
      return roots;
    }
    this.unasked.delete(parent);
    // Others may have come since those arrived: the tree tells what becomes of its own rows alone.
    const rows = this.arrived.delete(parent) ? this.tree.rowsBelow(parent) : undefined;
    return rows ?? this.ask(parent);
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
    clearInterval(this.telling);
    this.changed.dispose();
  }

  /** Sees to it that the editor asks for the rows below one. */
  private expect(row: ExplorerNode): void {
    this.unasked.set(row, 1);
    this.telling ??= setInterval(() => this.tellAgain(), toldEveryMs);
  }

  private tellAgain(): void {
    for (const [row, told] of this.unasked) {
      if (told < mostTold && this.tree.isOpen(row)) {
        this.unasked.set(row, told + 1);
        this.changed.fire([row]);
      } else this.unasked.delete(row);
    }
    if (this.unasked.size === 0) this.telling = void clearInterval(this.telling);
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
    const asking = note(parent.connection, `asking/${this.tree.idOf(parent)}`, "asking the node…");
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
