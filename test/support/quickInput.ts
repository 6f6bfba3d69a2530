import type { Locator } from "playwright-core";
import type { PageElement } from "./pageElement";
import type { Screen } from "./screen";
import { exactly, plainSpaces } from "./shownText";

/** One row of a quick pick, as shown. */
export interface QuickItem {
  label: string;
  description: string;
  detail: string;
}

/** What is done with a list that is drawn again meanwhile, and takes longer than this, is tried again. */
const actMs = 3000;
/** A list that has not had what is wanted for so long is another palette's. */
const reopenMs = 3000;

/** The box at the top of the window: command palette, quick picks and input boxes. */
export class QuickInput {
  private readonly widget: Locator;
  private readonly input: Locator;

  constructor(private readonly screen: Screen) {
    this.widget = screen.page.locator(".quick-input-widget");
    this.input = this.widget.locator(".quick-input-filter input");
  }

  /** Opens the command palette and runs the command with exactly this title, category included. */
  async runCommand(title: string): Promise<void> {
    await this.openAndPick(`>${title}`, title);
  }

  /**
   * Runs a command until its box is there, known by a part of its title: the window gives a page that was just opened
   * the focus when it has drawn it, and that closes a box.
   */
  async runCommandUntil(command: string, title: string): Promise<void> {
    let ranAt = -Infinity;
    await this.screen.eventually(
      `a quick input of "${command}" with "${title}"`,
      async () => {
        const seen = await this.read();
        if (!seen.open && Date.now() - ranAt > reopenMs) {
          await this.runCommand(command);
          ranAt = Date.now();
        }
        return seen;
      },
      (seen) => seen.open && seen.title.includes(title),
    );
  }

  /**
   * Opens the palette with this text in it and picks the row with this label. A palette that was opened before its
   * commands or files were known does not get to know them: it is opened again.
   */
  async openAndPick(text: string, label: string): Promise<void> {
    let openedAt = -Infinity;
    let isPicked = false;
    await this.screen.eventually(
      `"${label}" picked in the palette`,
      async () => {
        const isShown = (await this.isOpen()) && (await this.input.inputValue({ timeout: actMs })) === text;
        if (isPicked && !isShown) return isPicked;
        if (Date.now() - openedAt > reopenMs) {
          if (isShown) await this.cancel();
          await this.openPalette(text);
          [openedAt, isPicked] = [Date.now(), false];
        }
        const items = await this.items();
        if (isPicked || !items.some((item) => item.label === label)) return items;
        await this.rowOf(label).click({ timeout: actMs });
        isPicked = true;
        return false;
      },
      (seen) => seen === true,
    );
  }

  /** Waits until the palette does not offer the command. */
  async offersNo(title: string): Promise<void> {
    await this.screen.eventually(
      `no "${title}" in the palette`,
      async () => {
        await this.openPalette(`>${title}`);
        const labels = (await this.items()).map(({ label }) => label);
        await this.cancel();
        return labels;
      },
      (labels) => labels.length > 0 && !labels.includes(title),
    );
  }

  /** Opens the palette with this text in it: `>` and a command, a file name, or `:line:column`. */
  async openPalette(text: string): Promise<void> {
    const { page } = this.screen;
    await this.screen.eventually(
      "the command palette",
      async () => {
        if (!(await this.isOpen())) await page.keyboard.press("F1");
        const shown = await this.input.inputValue({ timeout: actMs });
        if (!shown.startsWith(">") && shown !== text) return false;
        // One that is closing, with the command before, takes no text any more.
        await this.input.fill(text, { timeout: actMs });
        return (await this.isOpen()) && (await this.input.inputValue({ timeout: actMs })) === text;
      },
      (open) => open,
    );
  }

  /** Waits for the quick pick or input box whose title, placeholder or message has this text. */
  async shows(text: string): Promise<void> {
    await this.screen.eventually(
      `a quick input with "${text}"`,
      () => this.read(),
      (seen) => seen.open && [seen.title, seen.placeholder, seen.message].some((part) => part.includes(text)),
    );
  }

  /** What the box shows now. `problem` tells whether its message is an error. */
  async read() {
    const open = await this.isOpen();
    const text = async (selector: string) => {
      const found = this.widget.locator(selector).filter({ visible: true });
      return (await found.allTextContents()).join("").trim();
    };
    return {
      open,
      title: open ? await text(".quick-input-title") : "",
      placeholder: open ? ((await this.input.getAttribute("placeholder", { timeout: actMs })) ?? "") : "",
      value: open ? await this.input.inputValue({ timeout: actMs }) : "",
      message: open ? await text(".quick-input-message, .quick-input-header ~ .quick-input-description") : "",
      problem: open && (await this.widget.locator(".monaco-inputbox.error").count()) > 0,
      items: open ? await this.items() : [],
    };
  }

  /** Waits for a message (a prompt or a validation's complaint) that has this text, and returns the whole of it. */
  async message(text: string): Promise<string> {
    const seen = await this.screen.eventually(
      `the message "${text}" under the input box`,
      () => this.read(),
      (box) => box.message.includes(text),
    );
    return seen.message;
  }

  /** The rows shown now; a long list shows only those in sight. */
  async items(): Promise<QuickItem[]> {
    const shown = await this.widget
      .locator(".quick-input-list .monaco-list-row")
      .evaluateAll((rows: PageElement[]) =>
        rows.map((row) => [
          row.querySelector(".quick-input-list-row .label-name")?.textContent ?? "",
          row.querySelector(".quick-input-list-row .label-description")?.textContent ?? "",
          row.querySelector(".quick-input-list-label-meta .label-name")?.textContent ?? "",
        ]),
      );
    return shown.map((texts) => {
      const [label = "", description = "", detail = ""] = texts.map((text) => plainSpaces(text).trim());
      return { label, description, detail };
    });
  }

  /** Narrows the list, or fills the input box, by typing over what is there. */
  async type(text: string): Promise<void> {
    await this.screen.eventually(
      `a quick input to type "${text}" into`,
      async () => {
        await this.input.fill(text, { timeout: actMs });
        return this.input.inputValue({ timeout: actMs });
      },
      (typed) => typed === text,
    );
  }

  /** Waits for the row with this label and clicks it. */
  async pick(label: string): Promise<void> {
    await (await this.row(label)).click();
  }

  /** Ticks the rows with these labels in a pick that allows several, then confirms. */
  async pickSeveral(...labels: string[]): Promise<void> {
    for (const label of labels) await (await this.row(label)).locator('[role="checkbox"], input').first().click();
    await this.accept();
  }

  /** Types into the input box and confirms it. */
  async enter(text: string): Promise<void> {
    await this.type(text);
    await this.accept();
  }

  /** Types a path into the dialog for files and confirms it, once the dialog has put into its box where it begins. */
  async enterPath(path: string): Promise<void> {
    await this.screen.eventually(
      "the dialog's own path and what is there",
      () => this.read(),
      ({ value, items }) => value.startsWith("/") && items.length > 0,
    );
    await this.enter(path);
  }

  async accept(): Promise<void> {
    await this.input.press("Enter");
  }

  /** Presses the arrow that leads to the step before. */
  async back(): Promise<void> {
    await this.widget.locator('.quick-input-titlebar [aria-label^="Back"]').first().click();
  }

  /** Closes it with Escape and waits until it is gone. */
  async cancel(): Promise<void> {
    await this.input.press("Escape");
    await this.closes();
  }

  async closes(): Promise<void> {
    await this.screen.eventually(
      "the quick input to close",
      () => this.read(),
      (seen) => !seen.open,
    );
  }

  private async row(label: string): Promise<Locator> {
    await this.screen.eventually(
      `"${label}" in the quick pick`,
      () => this.items(),
      (shown) => shown.some((item) => item.label === label),
    );
    return this.rowOf(label);
  }

  private rowOf(label: string): Locator {
    const name = this.screen.page.locator(".quick-input-list-row .label-name", { hasText: exactly(label) });
    return this.widget.locator(".quick-input-list .monaco-list-row").filter({ has: name }).first();
  }

  private async isOpen(): Promise<boolean> {
    return (await this.widget.isVisible()) && (await this.input.isVisible());
  }
}
