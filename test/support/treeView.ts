import type { Locator } from "playwright-core";
import type { Screen } from "./screen";
import { exactly, matches, plainSpaces } from "./shownText";
import { type IndexedRow, indexOf, readRows, type RowText, type TreeRow } from "./treeRows";

/** Rows move: what is done with one and takes longer than this is tried again where the row is then. */
const actMs = 3000;

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
    await this.act("click", path, (row) => row.locator(".label-name").click({ timeout: actMs }));
  }

  /**
   * Clicks a row, and once more after a while, until what the click is for has come: the editor drops a click that falls
   * into the moment in which rows are drawn again.
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
    await this.screen.eventually(
      `the entry "${entry}" in focus`,
      async () => {
        const titles = await this.openMenu(path);
        const focused = this.screen.page.locator(".monaco-menu .action-item.focused .action-label");
        for (const _ of titles.includes(entry) ? titles : []) {
          await keyboard.press("ArrowDown");
          if ((await focused.getAttribute("aria-label", { timeout: actMs })) === entry) return entry;
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
    const entries = await this.screen.eventually(
      `the context menu of ${path.join(" › ")}`,
      () => this.openMenu(path),
      (titles) => titles.length > 0,
    );
    await this.closeMenu();
    return entries;
  }

  /** The titles in the row's context menu that cannot be chosen; closes it again. */
  async greyed(...path: RowText[]): Promise<string[]> {
    const grey = await this.screen.eventually(
      `the context menu of ${path.join(" › ")}`,
      async () => {
        const titles = await this.openMenu(path);
        const disabled = this.screen.page.locator(".monaco-menu .action-item.disabled .action-label:not(.separator)");
        return { titles, disabled: await disabled.allTextContents() };
      },
      ({ titles }) => titles.length > 0,
    );
    await this.closeMenu();
    return grey.disabled;
  }

  /** Presses an icon that the row shows while the pointer is on it. */
  async pressInline(path: RowText[], title: string): Promise<void> {
    await this.act(`press "${title}"`, path, async (row) => {
      await row.hover({ timeout: actMs });
      await row.locator(`.actions .action-label[aria-label^="${title}"]`).click({ timeout: actMs });
    });
  }

  /**
   * Rests the pointer on the row until what is told there has this text; returns all of it, which stays in sight. A hover
   * that falls into the moment in which rows are drawn again never comes: after a while the pointer rests there again.
   */
  async hover(sign: string, ...path: RowText[]): Promise<string> {
    const hover = this.screen.page.locator(".workbench-hover .hover-contents").filter({ visible: true });
    let restedAt = -Infinity;
    return this.screen.eventually(
      `"${sign}" in the hover of ${path.join(" › ")}`,
      async () => {
        if (Date.now() - restedAt > 4000) {
          await this.screen.page.mouse.move(0, 0);
          await (await this.find(path)).locator.locator(".label-name").hover({ timeout: actMs });
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
    const { mouse } = this.screen.page;
    const enter = () => mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await enter();
    await this.screen.eventually(
      `the top of the view "${this.title}"`,
      async () => {
        await mouse.wheel(0, -1_000_000);
        return (await this.indexedRows())[0]?.index;
      },
      (first) => first === 0,
    );
    let looks = 0;
    const seen = await this.screen.eventually(
      `the row ${String(wanted)} while scrolling the view "${this.title}"`,
      async () => {
        const rows = await this.rows();
        if (rows.some(found)) return rows;
        // The hover of a row that comes below the pointer takes the turns of the wheel, until the pointer has left it.
        if (++looks % 10 === 0) await mouse.move(0, 0).then(enter);
        await mouse.wheel(0, box.height / 2);
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
        if (row.open === !open) await locator.locator(".monaco-tl-twistie").click({ timeout: actMs });
        return (await this.find(path)).row;
      },
      (row) => row.open === open,
    );
  }

  /**
   * Opens the row's context menu again and returns its titles. Rows may move just before the click and get another's menu,
   * and a menu that opens while rows are drawn again may close again: anyone who calls tries again.
   */
  private async openMenu(path: RowText[]): Promise<string[]> {
    await this.closeMenu();
    const { row, locator } = await this.find(path);
    await locator.locator(".label-name").click({ button: "right", timeout: actMs });
    const menu = this.screen.page.locator(".monaco-menu");
    await menu.waitFor({ timeout: actMs });
    const focused = this.list.locator(".monaco-list-row.focused .label-name");
    const owner = plainSpaces((await focused.textContent({ timeout: actMs })) ?? "").trim();
    if (owner !== row.label) throw new Error(`The menu is that of ${owner}.`);
    return menu.locator(".action-label:not(.separator)").allTextContents();
  }

  private async closeMenu(): Promise<void> {
    const menu = this.screen.page.locator(".monaco-menu");
    await this.screen.eventually(
      "the context menu to close",
      async () => {
        const count = await menu.count();
        if (count > 0) await this.screen.page.keyboard.press("Escape");
        return count;
      },
      (count) => count === 0,
    );
  }

  private async untilMenuGone(): Promise<void> {
    await this.screen.eventually(
      "the context menu to close",
      () => this.screen.page.locator(".monaco-menu").count(),
      (count) => count === 0,
    );
  }

  /** Does something with a row, which is looked up again when it is another's place by then. */
  private async act(what: string, path: RowText[], deed: (row: Locator) => Promise<void>): Promise<void> {
    await this.screen.eventually(
      `the row ${path.join(" › ")} to ${what}`,
      async () => {
        await deed((await this.find(path)).locator);
        return true;
      },
      (isDone) => isDone,
    );
  }

  private async find(path: RowText[]): Promise<{ row: TreeRow; locator: Locator }> {
    const rows = await this.screen.eventually(
      `the row ${path.join(" › ")} in the view "${this.title}"`,
      () => this.indexedRows(),
      (shown) => indexOf(shown, path) !== undefined,
    );
    const row = rows[indexOf(rows, path) as number] as IndexedRow;
    const label = this.screen.page.locator(".label-name", { hasText: exactly(row.label) });
    const place = this.list.locator(`.monaco-list-rows > .monaco-list-row[data-index="${row.index}"]`);
    return { row, locator: place.filter({ has: label }) };
  }

  private indexedRows(): Promise<IndexedRow[]> {
    return readRows(this.shownRows);
  }
}
