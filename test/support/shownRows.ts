import * as vscode from "vscode";
import type { ExplorerNode } from "../../src/features/explorer/model/rows/explorerNode";
import type { PromptTreeData } from "../../src/features/explorer/promptTreeData";

/** A row as it was last drawn. */
interface DrawnRow {
  id: string;
  label: string;
  description: string;
  /** Name of its codicon. */
  icon: string | undefined;
  opens: boolean;
}

/**
 * What the editor was last told of each row, and which rows it has open: what a person sees. It asks for the rows below
 * one that is opened, and, when it has asked for those below a row, about each of them that is open.
 */
export class ShownRows {
  private roots: readonly ExplorerNode[] = [];
  private readonly rows = new WeakMap<ExplorerNode, readonly ExplorerNode[]>();
  private readonly items = new WeakMap<ExplorerNode, DrawnRow>();
  private readonly open = new WeakMap<ExplorerNode, boolean>();

  constructor(answers: PromptTreeData) {
    const ask = answers.getChildren.bind(answers);
    const draw = answers.getTreeItem.bind(answers);
    answers.getChildren = async (parent) => {
      const rows = await ask(parent);
      for (const row of rows) this.open.set(row, false);
      if (parent) {
        this.rows.set(parent, rows);
        this.open.set(parent, true);
      } else this.roots = rows;
      return rows;
    };
    answers.getTreeItem = (row) => {
      const item = draw(row);
      const { id = "", label, description, iconPath, collapsibleState } = item;
      this.items.set(row, {
        ...{ id, label: label as string, description: description as string },
        icon: (iconPath as vscode.ThemeIcon | undefined)?.id,
        opens: collapsibleState !== vscode.TreeItemCollapsibleState.None,
      });
      return item;
    };
  }

  below(parent?: ExplorerNode): readonly ExplorerNode[] {
    return (parent ? this.rows.get(parent) : this.roots) ?? [];
  }

  item(row: ExplorerNode): DrawnRow {
    return this.items.get(row) ?? { id: "", label: "", description: "", icon: undefined, opens: false };
  }

  /** Notes that the editor opened or closed a row. */
  turned(row: ExplorerNode, isOpen: boolean): void {
    this.open.set(row, isOpen);
  }

  isOpen(row: ExplorerNode): boolean {
    return this.opens(row) && this.open.get(row) === true;
  }

  /** Whether a row can be opened. */
  opens(row: ExplorerNode): boolean {
    return this.item(row).opens;
  }

  /** Every row in sight, top down. */
  *all(parent?: ExplorerNode): Generator<ExplorerNode> {
    for (const row of this.below(parent)) {
      yield row;
      if (this.isOpen(row)) yield* this.all(row);
    }
  }

  /** Ids that stand for more than one of the rows in sight. */
  twins(): string[] {
    const seen = new Set<string>();
    const twins: string[] = [];
    for (const row of this.all()) {
      const id = this.item(row).id;
      if (seen.has(id)) twins.push(id);
      seen.add(id);
    }
    return twins;
  }
}
