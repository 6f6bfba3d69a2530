import { t } from "../../../../base/translate";
import { limits } from "../../../../wire/limits";
import type { ExplorerNode } from "./explorerNode";

/** Where a row stands that shows more rows of its own list: it is named so. */
const restOfRows = "rows";
const rowsBefore = "rows before";

/** Kinds of rows that say how a list was asked for. */
const sayings: ReadonlySet<ExplorerNode["kind"]> = new Set(["problem", "remedy", "retry"]);

/** Whether a row shows more rows of a list that is known already. */
export function isPager(row: ExplorerNode): boolean {
  return row.kind === "more" && (row.part === restOfRows || row.part === rowsBefore);
}

/** Whether what a row shows more of stands before what is there. */
export function leadsBack(row: ExplorerNode): boolean {
  return row.kind === "more" && row.part === rowsBefore;
}

/**
 * Which pages of a long list are shown. They stay wanted while the list is shorter: it may be filtered, or half of it
 * told.
 */
export class RowPages {
  /** The first page, and how many of them. */
  private first = 0;
  private count = 1;
  /** How many there were when the list was last looked at. */
  private total = 1;

  /**
   * The rows to show of those below a row: why they could not be renewed, a row for the pages before, the pages, and a
   * row that says how many are left.
   */
  of(parent: ExplorerNode, rows: readonly ExplorerNode[]): ExplorerNode[] {
    // Blocks are asked for page by page.
    if (parent.kind === "section" && parent.section === "chain") return [...rows];
    const size = limits.treeRows;
    const said = rows.findLastIndex(({ kind }) => sayings.has(kind)) + 1;
    const listed = rows.length - said;
    this.total = Math.max(1, Math.ceil(listed / size));
    const start = this.shownFirst * size;
    const end = Math.min(start + this.count * size, listed);
    const pager = (part: string, text: string): ExplorerNode => {
      return { kind: "more", connection: parent.connection, at: part, part, text };
    };
    const left = listed - end;
    return [
      ...rows.slice(0, said),
      ...(start > 0 ? [pager(rowsBefore, t`Show ${size} before, ${start} are above`)] : []),
      ...rows.slice(said + start, said + end),
      ...(left > 0 ? [pager(restOfRows, t`Show ${Math.min(left, size)} more, ${left} are left`)] : []),
    ];
  }

  /**
   * Shows a page more at the end that this row stands at, and leaves out the one at the other end if there are too
   * many. Returns whether it does.
   */
  more(row: ExplorerNode): boolean {
    const isFull = this.count >= limits.treePages;
    const first = this.shownFirst;
    this.first = leadsBack(row) ? Math.max(0, first - 1) : isFull ? first + 1 : first;
    if (!isFull) this.count++;
    return isFull;
  }

  /** The last pages of a list that has become shorter stand in for those that it no longer has. */
  private get shownFirst(): number {
    return Math.max(0, Math.min(this.first, this.total - this.count));
  }
}
