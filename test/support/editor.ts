import type { Locator } from "playwright-core";
import type { PageElement } from "./pageElement";
import type { QuickInput } from "./quickInput";
import type { Screen } from "./screen";
import { shownLines } from "./shownLines";
import { beginsWith, exactly, matches, plainSpaces } from "./shownText";

/** The text editors. Without a tab's name, the active one is meant. */
export class Editor {
  constructor(
    private readonly screen: Screen,
    private readonly quickInput: QuickInput,
  ) {}

  /** Opens a file of the workspace by its name, as Go to File does. */
  async openFile(name: string): Promise<void> {
    const file = name.split("/").at(-1) ?? name;
    await this.quickInput.openAndPick(name, file);
    await this.untilActive(file);
    await this.untilFocused(file);
  }

  /** Waits until keys go to this tab's editor: a tab is in front a moment before the keyboard is. */
  async untilFocused(tab: string): Promise<void> {
    await this.screen.eventually(
      `the keyboard in the editor ${tab}`,
      () => this.pane(tab).locator(".monaco-editor.focused").count(),
      (count) => count > 0,
    );
  }

  /** Waits until the tab in front, in any group, has this name (text or pattern), and returns the name. */
  async untilActive(name: string | RegExp): Promise<string> {
    const names = await this.screen.eventually(
      `the editor tab ${String(name)}`,
      () => this.tabNames(".tab.active"),
      (shown) => shown.some((tab) => matches(tab, name)),
    );
    return names.find((tab) => matches(tab, name)) as string;
  }

  /** The names of all tabs. */
  async tabs(): Promise<string[]> {
    return this.tabNames(".tab");
  }

  /** The lines in sight. */
  async text(tab?: string): Promise<string> {
    return shownLines(this.pane(tab));
  }

  /** Waits until the lines in sight satisfy the condition, and returns them. */
  async untilText(what: string, accept: (text: string) => boolean, tab?: string): Promise<string> {
    return this.screen.eventually(`${what} in the editor${tab ? ` ${tab}` : ""}`, () => this.text(tab), accept);
  }

  /** Puts the cursor at a position counted from 1. */
  async goTo(line: number, column: number): Promise<void> {
    await this.quickInput.openPalette(`:${line}:${column}`);
    await this.quickInput.accept();
    await this.quickInput.closes();
  }

  /** Types key by key, as a person does: brackets close themselves and suggestions appear. */
  async type(text: string): Promise<void> {
    await this.screen.page.keyboard.type(text);
  }

  /** Replaces the active editor's text in one go, without the help that typing gets. */
  async replaceAll(text: string): Promise<void> {
    await this.focus();
    await this.screen.page.keyboard.press("ControlOrMeta+a");
    await this.screen.page.keyboard.insertText(text);
  }

  /** Puts text where the cursor is in one go, as from the clipboard; inserted otherwise it counts as typed, key by key. */
  async paste(text: string): Promise<void> {
    await this.screen.page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", ${JSON.stringify(text)});
      const options = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", options));
    })()`);
  }

  async focus(tab?: string): Promise<void> {
    await this.pane(tab).locator(".view-lines").first().click();
  }

  async save(): Promise<void> {
    await this.screen.page.keyboard.press("ControlOrMeta+s");
  }

  /** Triggers completion at the cursor and returns the labels offered in sight, once the condition holds. */
  async suggestions(accept: (labels: string[]) => boolean = (labels) => labels.length > 0): Promise<string[]> {
    const { keyboard } = this.screen.page;
    const list = this.screen.page.locator(".suggest-widget.visible");
    let openedAt = Date.now();
    return this.screen.eventually(
      "completion suggestions",
      async () => {
        // One that came before the extension knew what to offer has words of the text only, and stays as it is.
        const isOld = Date.now() - openedAt > 4000;
        if (isOld && (await list.isVisible())) await keyboard.press("Escape");
        if (!(await list.isVisible())) {
          await keyboard.press("Control+Space");
          openedAt = Date.now();
        }
        const labels = await list.locator(".monaco-list-row .label-name").allTextContents();
        return labels.map((label) => plainSpaces(label).trim());
      },
      accept,
    );
  }

  /** Waits for a list that comes by itself and has this label. */
  async untilSuggested(label: string): Promise<void> {
    const names = this.screen.page.locator(".suggest-widget.visible .monaco-list-row .label-name");
    await this.screen.eventually(
      `${label} suggested unasked`,
      async () => (await names.allTextContents()).map((name) => plainSpaces(name).trim()),
      (labels) => labels.includes(label),
    );
  }

  /** Accepts the suggestion with this label, from a list that is opened again when it has gone meanwhile. */
  async acceptSuggestion(label: string): Promise<void> {
    const name = this.screen.page.locator(".label-name", { hasText: exactly(label) });
    const row = this.screen.page.locator(".suggest-widget.visible .monaco-list-row").filter({ has: name }).first();
    await this.screen.eventually(
      `the suggestion ${label} to be taken`,
      async () => {
        await this.suggestions((labels) => labels.includes(label));
        await row.click({ timeout: 2000 });
        return true;
      },
      (isTaken) => isTaken,
    );
  }

  /**
   * Rests the pointer on a part of text in sight and returns what the hover there says, and not what one says of a tab or
   * a row that the pointer came from. A hover that falls into the moment in which lines are drawn again never comes: after
   * a while the pointer rests there again.
   */
  async hover(text: string): Promise<string> {
    const { page } = this.screen;
    const shown = page
      .locator(".monaco-hover:not(.hidden, .workbench-hover) .monaco-hover-content")
      .filter({ visible: true });
    let restedAt = -Infinity;
    return this.screen.eventually(
      `a hover on "${text}"`,
      async () => {
        if (Date.now() - restedAt > 4000) {
          if (restedAt > 0) await page.mouse.move(0, 0);
          await this.pane().locator(".view-line span > span", { hasText: text }).last().hover();
          restedAt = Date.now();
        }
        return (await shown.allInnerTexts()).map(plainSpaces).join("\n");
      },
      (content) => content.trim() !== "" && !/^Loading/.test(content),
    );
  }

  /** The titles of the code lenses in sight. */
  async lenses(): Promise<string[]> {
    const titles = await this.pane().locator(".codelens-decoration > a").allTextContents();
    return titles.map((title) => plainSpaces(title).trim());
  }

  /** Presses a code lens, from the top of the document where an editor has scrolled it out of sight while it grew. */
  async pressLens(title: string): Promise<void> {
    const lenses = this.pane().locator(".codelens-decoration > a", { hasText: exactly(title) });
    const lens = lenses.filter({ visible: true }).first();
    await lens.click({ timeout: 5000 }).catch(async () => {
      await this.screen.page.keyboard.press("Control+Home");
      await lens.click();
    });
  }

  private pane(tab?: string): Locator {
    const { page } = this.screen;
    const groups = page.locator(".editor-group-container");
    const group = tab
      ? groups.filter({ has: page.locator(".tab.active .monaco-icon-label-container", { hasText: beginsWith(tab) }) })
      : page.locator(".editor-group-container.active");
    return group.locator(".editor-instance").first();
  }

  /** Newer versions show the name and the ending of a file as two labels. */
  private async tabNames(tabs: string): Promise<string[]> {
    const names = await this.screen.page
      .locator(`.editor-group-container ${tabs}`)
      .evaluateAll((shown: PageElement[]) =>
        shown.map((tab) => {
          const ending = tab.querySelector(".label-suffix")?.textContent ?? "";
          return (tab.querySelector(".label-name")?.textContent ?? "") + ending;
        }),
      );
    return names.map(plainSpaces);
  }
}
