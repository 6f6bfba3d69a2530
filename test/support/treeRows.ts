import type { Locator } from "playwright-core";
import type { PageElement } from "./pageElement";
import { matches, plainSpaces } from "./shownText";

/** One row of a tree, as shown. `level` counts from 1; `open` is undefined for a row without children. */
export interface TreeRow {
  label: string;
  description: string;
  level: number;
  open: boolean | undefined;
}

export type RowText = string | RegExp;

/** A row with its place in the whole tree, of which a part is in sight. */
export type IndexedRow = TreeRow & { index: number };

/** The rows in sight, top down. */
export async function readRows(rows: Locator): Promise<IndexedRow[]> {
  const shown = await rows.evaluateAll((all: PageElement[]) =>
    all.map((row) => ({
      index: Number(row.getAttribute("data-index")),
      label: row.querySelector(".label-name")?.textContent ?? "",
      description: row.querySelector(".label-description")?.textContent ?? "",
      level: Number(row.getAttribute("aria-level")),
      expanded: row.getAttribute("aria-expanded"),
    })),
  );
  return shown
    .sort((a, b) => a.index - b.index)
    .map(({ index, level, expanded, ...row }) => ({
      index,
      level,
      label: plainSpaces(row.label).trim(),
      description: plainSpaces(row.description).trim(),
      open: expanded === null ? undefined : expanded === "true",
    }));
}

/** The last text names the row, those before it its ancestors, each at any level above. */
export function indexOf(rows: IndexedRow[], path: RowText[]): number | undefined {
  const open: string[] = [];
  for (const [position, row] of rows.entries()) {
    open.length = row.level;
    open[row.level - 1] = row.label;
    const ancestors = open.slice(0, -1);
    const [name, ...above] = [...path].reverse();
    if (name === undefined || !matches(row.label, name)) continue;
    if (above.every((wanted) => ancestors.some((label) => label !== undefined && matches(label, wanted))))
      return position;
  }
  return undefined;
}
