import * as vscode from "vscode";

/**
 * What VS Code does with a tree: it asks for the rows below a row when that is first opened, which it does by itself
 * with one that is drawn open when it is new, keeps them when it is closed, and asks again only for rows that it is told have changed. It refuses rows with an id that another row has.
 * When a row changes while it is closed, all below it that were open are closed, of which no one is told.
 */
export class EditorRows<T extends object> {
  /** What it refused. */
  readonly refused: string[] = [];
  private readonly kept = new Map<T, readonly T[]>();
  private readonly ids = new Map<string, T>();
  private readonly open = new WeakSet<T>();
  private readonly idOf = new WeakMap<T, string>();
  private readonly seen = new WeakSet<T>();
  private roots: readonly T[] = [];
  /** One thing is asked after the other. */
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly tree: vscode.TreeDataProvider<T>) {
    tree.onDidChangeTreeData?.((changed) => {
      if (changed === undefined || changed === null) void this.begin();
      else for (const row of [changed].flat() as T[]) void this.next(() => this.refresh(row));
    });
  }

  /** Asks for the rows at the top, and forgets all that was there. */
  begin(): Promise<void> {
    return this.next(async () => {
      for (const root of this.roots) this.forget(root);
      this.ids.clear();
      this.roots = (await this.tree.getChildren()) ?? [];
      await this.take(this.roots);
    });
  }

  async expand(row: T): Promise<void> {
    this.open.add(row);
    await this.next(async () => {
      if (!this.kept.has(row)) await this.ask(row);
    });
  }

  collapse(row: T): void {
    this.open.delete(row);
  }

  isOpen(row: T): boolean {
    return this.open.has(row);
  }

  /** The rows in the tree below one, or at the top. */
  below(row?: T): readonly T[] {
    return (row ? this.kept.get(row) : this.roots) ?? [];
  }

  /** What the rows below one say, as drawn now. */
  texts(row: T): string[] {
    return this.below(row).map((each) => {
      const { label, description } = this.tree.getTreeItem(each) as vscode.TreeItem;
      return `${label as string} ${description as string}`;
    });
  }

  private next(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work);
    return this.turn;
  }

  private async refresh(row: T): Promise<void> {
    this.forget(row);
    this.tree.getTreeItem(row);
    if (this.open.has(row)) await this.ask(row);
  }

  private async ask(row: T): Promise<void> {
    this.forget(row);
    const rows = (await this.tree.getChildren(row)) ?? [];
    this.kept.set(row, rows);
    await this.take(rows);
  }

  private async take(rows: readonly T[]): Promise<void> {
    for (const each of rows) {
      const { id = "", collapsibleState } = this.tree.getTreeItem(each) as vscode.TreeItem;
      if (!this.seen.has(each) && collapsibleState === vscode.TreeItemCollapsibleState.Expanded) this.open.add(each);
      this.seen.add(each);
      if (this.ids.has(id)) this.refused.push(id);
      this.ids.set(id, each);
      this.idOf.set(each, id);
    }
    for (const each of rows) if (this.open.has(each)) await this.ask(each);
  }

  private forget(row: T): void {
    for (const each of this.below(row)) {
      if (!this.open.has(row)) this.open.delete(each);
      this.forget(each);
      this.ids.delete(this.idOf.get(each) ?? "");
    }
    this.kept.delete(row);
  }
}
