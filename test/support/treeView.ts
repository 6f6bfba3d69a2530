import type { Locator } from "playwright-core";
import type { PageElement } from "./pageElement";
import type { Screen } from "./screen";
import { matches, plainSpaces } from "./shownText";

/** One row of a tree, as shown. `level` counts from 1; `open` is undefined for a row without children. */
export interface TreeRow {
  label: string;
  description: string;
  level: number;
  open: boolean | undefined;
}

type RowText = string | RegExp;

/**
 * A tree in the side bar. Rows are named by their labels, from the top down: `["Sandbox", "Provisioners"]`; one
 * text alone names a row at any level.
 */
export class TreeView {
  private readonly list: Locator;
  private readonly shownRows: Locator;

  constructor(
    private readonly screen: Screen,
    pane: Locator,
    private readonly title: string,
  ) {
    this.list = pane.locator(".pane-body .monaco-list").first();
    this.shownRows = this.list.locator(".monaco-list-rows > .monaco-list-row");
  }

  /** The rows in sight, top down. A long tree shows only a part: see `reveal`. */
  async rows(): Promise<TreeRow[]> {
    return (await this.indexedRows()).map(({ label, description, level, open }) => ({
      label,
      description,
      level,
      open,
    }));
  }

  /** Waits for rows in sight that satisfy the condition. */
  async until(what: string, accept: (rows: TreeRow[]) => boolean, timeoutMs?: number): Promise<TreeRow[]> {
    return this.screen.eventually(`${what} in the view "${this.title}"`, () => this.rows(), accept, timeoutMs);
  }

  /** Waits for a row in sight, and returns it. */
  async row(...path: RowText[]): Promise<TreeRow> {
    return (await this.find(path)).row;
  }

  async expand(...path: RowText[]): Promise<void> {
    await this.toggle(path, true);
  }

  async collapse(...path: RowText[]): Promise<void> {
    await this.toggle(path, false);
  }

  async click(...path: RowText[]): Promise<void> {
    await (await this.find(path)).locator.locator(".label-name").click();
  }

  /**
   * Clicks a row, and once more after a while, until what the click is for has come: the editor drops a click that falls
   * into the moment in which rows are drawn anew.
   */
  async clickUntil(what: string, hasCome: () => Promise<boolean>, ...path: RowText[]): Promise<void> {
    let clickedAt = -Infinity;
    await this.screen.eventually(
      what,
      async () => {
        if (await hasCome()) return true;
        if (Date.now() - clickedAt > 4000 && indexOf(await this.indexedRows(), path) !== undefined) {
          await this.click(...path);
          clickedAt = Date.now();
        }
        return false;
      },
      (done) => done,
    );
  }

  /** Opens the row's context menu and chooses the entry with this title, by the keyboard. */
  async chooseFromMenu(path: RowText[], entry: string): Promise<void> {
    const { keyboard } = this.screen.page;
    const menu = this.screen.page.locator(".monaco-menu");
    await this.screen.eventually(
      `the entry "${entry}" in focus`,
      async () => {
        if ((await menu.count()) === 0) await this.openMenu(path);
        const titles = await menu.locator(".action-label:not(.separator)").allTextContents();
        if (!titles.includes(entry)) {
          // Rows moved just before the click that was to open the menu: it is another row's.
          await keyboard.press("Escape");
          await this.untilMenuGone();
          return titles;
        }
        const focused = menu.locator(".action-item.focused .action-label");
        for (const _ of titles) {
          await keyboard.press("ArrowDown");
          if ((await focused.getAttribute("aria-label", { timeout: 1000 })) === entry) return entry;
        }
        return titles;
      },
      (focused) => focused === entry,
    );
    await keyboard.press("Enter");
    await this.untilMenuGone();
  }

  /** The titles in the row's context menu; closes it again. */
  async menu(...path: RowText[]): Promise<string[]> {
    await this.openMenu(path);
    const entries = await this.screen.page.locator(".monaco-menu .action-label:not(.separator)").allTextContents();
    await this.screen.page.keyboard.press("Escape");
    await this.untilMenuGone();
    return entries;
  }

  /** Presses an icon that the row shows while the pointer is on it. */
  async pressInline(path: RowText[], title: string): Promise<void> {
    const { locator } = await this.find(path);
    await locator.hover();
    await locator.locator(`.actions .action-label[aria-label^="${title}"]`).click();
  }

  /**
   * Rests the pointer on the row until what is told there has this text; returns all of it, which stays in sight. A hover
   * that falls into the moment in which rows are drawn anew never comes: after a while the pointer rests there again.
   */
  async hover(sign: string, ...path: RowText[]): Promise<string> {
    const hover = this.screen.page.locator(".workbench-hover .hover-contents").filter({ visible: true });
    let restedAt = -Infinity;
    return this.screen.eventually(
      `"${sign}" in the hover of ${path.join(" › ")}`,
      async () => {
        if (Date.now() - restedAt > 4000) {
          await this.screen.page.mouse.move(0, 0);
          await (await this.find(path)).locator.locator(".label-name").hover();
          restedAt = Date.now();
        }
        return plainSpaces((await hover.allInnerTexts()).join("\n"));
      },
      (shown) => shown.includes(sign),
    );
  }

  /** The hover text of the row, from its accessible name. */
  async tooltip(...path: RowText[]): Promise<string> {
    return (await (await this.find(path)).locator.getAttribute("aria-label")) ?? "";
  }

  /** Scrolls from the top down until a row with this label, or that satisfies the condition, is in sight. */
  async reveal(wanted: RowText | ((row: TreeRow) => boolean)): Promise<TreeRow> {
    const found = typeof wanted === "function" ? wanted : ({ label }: TreeRow) => matches(label, wanted);
    const box = await this.list.boundingBox();
    if (!box) throw new Error(`The view "${this.title}" shows no list.`);
    await this.screen.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.screen.eventually(
      `the top of the view "${this.title}"`,
      async () => {
        await this.screen.page.mouse.wheel(0, -1_000_000);
        return (await this.indexedRows())[0]?.index;
      },
      (first) => first === 0,
    );
    const seen = await this.screen.eventually(
      `the row ${String(wanted)} while scrolling the view "${this.title}"`,
      async () => {
        const rows = await this.rows();
        if (!rows.some(found)) await this.screen.page.mouse.wheel(0, box.height / 2);
        return rows;
      },
      (rows) => rows.some(found),
    );
    return seen.find(found) as TreeRow;
  }

  private async toggle(path: RowText[], open: boolean): Promise<void> {
    await this.screen.eventually(
      `the row ${path.join(" › ")} to ${open ? "expand" : "collapse"}`,
      async () => {
        const { row, locator } = await this.find(path);
        if (row.open === !open) await locator.locator(".monaco-tl-twistie").click({ timeout: 2000 });
        return (await this.find(path)).row;
      },
      (row) => row.open === open,
    );
  }

  private async openMenu(path: RowText[]): Promise<void> {
    await (await this.find(path)).locator.locator(".label-name").click({ button: "right" });
    await this.screen.appears(".monaco-menu", `the context menu of ${path.join(" › ")}`);
  }

  private async untilMenuGone(): Promise<void> {
    await this.screen.eventually(
      "the context menu to close",
      () => this.screen.page.locator(".monaco-menu").count(),
      (count) => count === 0,
    );
  }

  private async find(path: RowText[]): Promise<{ row: TreeRow; locator: Locator }> {
    const rows = await this.screen.eventually(
      `the row ${path.join(" › ")} in the view "${this.title}"`,
      () => this.indexedRows(),
      (shown) => indexOf(shown, path) !== undefined,
    );
    const row = rows[indexOf(rows, path) as number] as IndexedRow;
    return { row, locator: this.list.locator(`.monaco-list-rows > .monaco-list-row[data-index="${row.index}"]`) };
  }

  private async indexedRows(): Promise<IndexedRow[]> {
    const shown = await this.shownRows.evaluateAll((rows: PageElement[]) =>
      rows.map((row) => ({
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
}

type IndexedRow = TreeRow & { index: number };

/** The last text names the row, those before it its ancestors, each at any level above. */
function indexOf(rows: IndexedRow[], path: RowText[]): number | undefined {
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
