import { limits } from "../../wire/limits";
import type { ExplorerNode } from "./explorerNode";

/** What a row that shows more rows names where it stands for those of its own list. */
export const restOfRows = "rows";

/** The first pages of the rows below a row, then one that says how many are left and shows more. */
export function rowPage({ connection }: ExplorerNode, rows: ExplorerNode[], pages: number): ExplorerNode[] {
  const size = limits.treeRows;
  const left = rows.length - pages * size;
  if (left <= 0) return rows;
  const words = `Show ${Math.min(left, size)} more, ${left} are left`;
  return [...rows.slice(0, pages * size), { kind: "more", connection, at: restOfRows, part: restOfRows, words }];
}
