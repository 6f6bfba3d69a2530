import type { Screen } from "./screen";
import { plainSpaces } from "./shownText";

/** The line at the bottom of the window. */
export class StatusBar {
  constructor(private readonly screen: Screen) {}

  /** The texts in sight, from left to right; entries that are only an icon are left out. */
  async texts(): Promise<string[]> {
    const shown = await this.screen.page.locator(".part.statusbar .statusbar-item").allTextContents();
    return shown.map((text) => plainSpaces(text).trim()).filter((text) => text !== "");
  }

  /** Waits for an entry that has this text and returns the whole of it. */
  async until(text: string): Promise<string> {
    const texts = await this.screen.eventually(
      `"${text}" in the status bar`,
      () => this.texts(),
      (shown) => shown.some((entry) => entry.includes(text)),
    );
    return texts.find((entry) => entry.includes(text)) as string;
  }

  async press(text: string): Promise<void> {
    await this.until(text);
    await this.screen.page.locator(".part.statusbar .statusbar-item", { hasText: text }).first().locator("a").click();
  }
}
