import type * as vscode from "vscode";

/**
 * What VS Code does with a tree: it asks for the rows below a row when that is first opened, keeps them when it is
 * closed, and asks again only for rows that it is told have changed.
 */
export class EditorRows<T extends object> {
  private readonly kept = new Map<T, readonly T[]>();
  private readonly open = new Set<T>();

  constructor(private readonly tree: vscode.TreeDataProvider<T>) {
    tree.onDidChangeTreeData?.((changed) => {
      for (const row of [changed ?? []].flat() as T[]) void this.refresh(row);
    });
  }

  async expand(row: T): Promise<void> {
    this.open.add(row);
    if (!this.kept.has(row)) await this.ask(row);
  }

  collapse(row: T): void {
    this.open.delete(row);
  }

  /** The rows in the tree below one. */
  below(row: T): readonly T[] {
    return this.kept.get(row) ?? [];
  }

  /** What the rows below one say, as drawn now. */
  texts(row: T): string[] {
    return this.below(row).map((each) => {
      const { label, description } = this.tree.getTreeItem(each) as vscode.TreeItem;
      return `${label as string} ${description as string}`;
    });
  }

  private async refresh(row: T): Promise<void> {
    this.forget(row);
    this.tree.getTreeItem(row);
    if (this.open.has(row)) await this.ask(row);
  }

  private async ask(row: T): Promise<void> {
    const rows = (await this.tree.getChildren(row)) ?? [];
    this.kept.set(row, rows);
    for (const each of rows) {
      this.tree.getTreeItem(each);
      if (this.open.has(each)) await this.ask(each);
    }
  }

  private forget(row: T): void {
    for (const each of this.below(row)) this.forget(each);
    this.kept.delete(row);
  }
}
