import { nodeId, placeId, type ExplorerNode } from "./explorerNode";
import { sameView, type RowView } from "./rowView";

/** What is remembered of a row while it is in the tree. */
interface Kept {
  node: ExplorerNode;
  /** Id of the row above; undefined for a connection. */
  parent: string | undefined;
  /** How it was last drawn, to be compared. */
  drawn?: RowView;
  /** Ids of the rows below it, once they have come. */
  children?: readonly string[];
  open: boolean;
  /** Whether it was closed since it was last opened: what the editor has of the rows below it may be old. */
  wasClosed: boolean;
  /** How often the editor was to know the rows below it by other ids. */
  renamed: number;
}

/**
 * Gives each row one object for as long as it is in the tree, whatever its data becomes: the editor refreshes a row,
 * and runs a command on it, by that object.
 */
export class RowIdentity {
  private readonly kept = new Map<string, Kept>();
  private readonly ids = new WeakMap<ExplorerNode, string>();
  private roots: readonly string[] = [];

  idOf(node: ExplorerNode): string {
    return this.ids.get(node) ?? placeId(node);
  }

  /** The id under which the editor knows a row. */
  editorId(node: ExplorerNode): string {
    const id = this.idOf(node);
    const renamed = this.kept.get(this.kept.get(id)?.parent ?? "")?.renamed ?? 0;
    // No id holds this mark otherwise.
    return renamed === 0 ? id : `${id}##${renamed}`;
  }

  /** Has the editor know the rows below one by other ids from now on. */
  renameBelow(node: ExplorerNode): void {
    const kept = this.kept.get(this.idOf(node));
    if (kept) kept.renamed++;
  }

  /** The object that stands for a row in the tree; undefined when the row is not there. */
  find(node: ExplorerNode): ExplorerNode | undefined {
    return this.kept.get(this.idOf(node))?.node;
  }

  /** The rows below a parent (at the top: undefined), as the objects they have been before. Others are forgotten. */
  adopt(parent: ExplorerNode | undefined, nodes: readonly ExplorerNode[]): ExplorerNode[] {
    const place = parent && this.idOf(parent);
    const holder = place === undefined ? undefined : this.kept.get(place);
    const before = place === undefined ? this.roots : (holder?.children ?? []);
    const children = uniqueIds(nodes.map((node) => nodeId(node, place)));
    const rows = nodes.map((node, index) => this.keep(children[index] as string, place, node));
    const kept = new Set(children);
    for (const id of before) if (!kept.has(id)) this.forget(id);
    if (place === undefined) this.roots = children;
    else if (holder) holder.children = children;
    return rows;
  }

  /** Remembers how a row was drawn. One that is drawn open when it is new the editor opens by itself. */
  drew(node: ExplorerNode, view: RowView): void {
    const kept = this.kept.get(this.idOf(node));
    if (!kept) return;
    if (!kept.drawn && view.opens === "open" && !kept.wasClosed) kept.open = true;
    kept.drawn = view;
  }

  /** Whether a row that was drawn would be drawn otherwise now. */
  differs(node: ExplorerNode, view: RowView): boolean {
    const drawn = this.kept.get(this.idOf(node))?.drawn;
    return drawn !== undefined && !sameView(drawn, view);
  }

  /** The rows shown below one; undefined when it is closed, or when they have not come yet. */
  openChildren(node: ExplorerNode): ExplorerNode[] | undefined {
    return this.kept.get(this.idOf(node))?.open ? this.children(node) : undefined;
  }

  /** The rows below one, also while it is closed; undefined when they have not come yet. */
  children(node: ExplorerNode): ExplorerNode[] | undefined {
    return this.kept.get(this.idOf(node))?.children?.flatMap((id) => this.kept.get(id)?.node ?? []);
  }

  /** Whether a row is open and can be seen; what is below it may not have come yet. */
  isOpen(node: ExplorerNode): boolean {
    return this.kept.get(this.idOf(node))?.open === true && this.isShown(node);
  }

  /** Whether all rows above one are open. */
  isShown(node: ExplorerNode): boolean {
    const parent = this.parentOf(node);
    return !parent || (this.kept.get(this.idOf(parent))?.open === true && this.isShown(parent));
  }

  parentOf(node: ExplorerNode): ExplorerNode | undefined {
    const parent = this.kept.get(this.idOf(node))?.parent;
    return parent === undefined ? undefined : this.kept.get(parent)?.node;
  }

  /** A row and all above it, upwards. */
  from(node: ExplorerNode): ExplorerNode[] {
    const parent = this.parentOf(node);
    return [node, ...(parent ? this.from(parent) : [])];
  }

  /** Notes that the rows below one are wanted: they are kept current from now on. */
  asked(node: ExplorerNode): void {
    const kept = this.kept.get(this.idOf(node));
    if (kept) kept.open = true;
  }

  /** Notes that a row was closed: what is below it need not be kept current. */
  closed(node: ExplorerNode): void {
    const kept = this.kept.get(this.idOf(node));
    if (kept) Object.assign(kept, { open: false, wasClosed: true });
  }

  /** Notes that a row was opened. Returns whether it had been closed, so that what is below it may be old. */
  opened(node: ExplorerNode): boolean {
    const kept = this.kept.get(this.idOf(node));
    if (!kept) return false;
    const { wasClosed } = kept;
    Object.assign(kept, { open: true, wasClosed: false });
    return wasClosed;
  }

  private keep(id: string, parent: string | undefined, node: ExplorerNode): ExplorerNode {
    const known = this.kept.get(id);
    if (known && known.node.connection === node.connection && known.node.kind === node.kind) {
      return replaceData(known.node, node);
    }
    this.forget(id);
    this.kept.set(id, { node, parent, open: false, wasClosed: false, renamed: 0 });
    this.ids.set(node, id);
    return node;
  }

  private forget(id: string): void {
    const children = this.kept.get(id)?.children ?? [];
    this.kept.delete(id);
    for (const child of children) this.forget(child);
  }
}

/** Gives an object the data of another of its kind, and nothing of what it had before. */
function replaceData(node: ExplorerNode, data: ExplorerNode): ExplorerNode {
  for (const key of Object.keys(node)) if (!(key in data)) delete (node as unknown as Record<string, unknown>)[key];
  return Object.assign(node, data);
}

/** Numbers equal ids, such as that of a key which a node lists twice: the editor would refuse both rows. */
function uniqueIds(ids: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return ids.map((id) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    // No id holds this mark otherwise.
    return count === 1 ? id : `${id}#${count}`;
  });
}
