import type { Screen } from "./screen";
import { exactly, plainSpaces } from "./shownText";
import { TreeView } from "./treeView";

/** The views beside the editor, opened from the activity bar. */
export class SideBar {
  constructor(private readonly screen: Screen) {}

  /** Opens the activity-bar entry with this title; leaves it open when it is already. */
  async open(title: string): Promise<void> {
    const entry = this.screen.page
      .locator(".activitybar li.action-item")
      .filter({ has: this.screen.page.locator(`a.action-label[aria-label^="${title}"]`) })
      .first();
    await this.screen.eventually(
      `the activity-bar view "${title}"`,
      async () => {
        const open = (await entry.getAttribute("aria-expanded", { timeout: 1000 })) === "true";
        if (!open) await entry.click({ timeout: 2000 });
        return open;
      },
      (open) => open,
    );
  }

  /** The tree of the view with this title, in whichever activity-bar entry is open. */
  tree(view: string): TreeView {
    return new TreeView(this.screen, this.pane(view), view);
  }

  /** What an empty view says: its text, line by line, and the titles of its buttons. Waits until it says something. */
  async welcome(view: string): Promise<{ text: string; buttons: string[] }> {
    const content = this.pane(view).locator(".welcome-view-content");
    return this.screen.eventually(
      `the welcome of the view "${view}"`,
      async () => ({
        text: plainSpaces((await content.locator("p").allTextContents()).join("\n")).trim(),
        buttons: await content.locator(".monaco-button").allTextContents(),
      }),
      (seen) => seen.text !== "" || seen.buttons.length > 0,
    );
  }

  /** Presses a button, or follows a link, of an empty view's welcome. */
  async pressWelcome(view: string, title: string): Promise<void> {
    await this.pane(view)
      .locator(".welcome-view-content a", { hasText: exactly(title) })
      .first()
      .click();
  }

  /** Presses an icon in the view's title bar. A view that is alone has its icons in the title of the side bar. */
  async pressTitleAction(view: string, title: string): Promise<void> {
    const header = this.pane(view).locator(".pane-header");
    const alone = !(await header.isVisible());
    if (!alone) await header.hover();
    const bar = alone ? this.screen.page.locator(".part.sidebar > .title") : header;
    await bar.locator(`.action-label[aria-label^="${title}"]`).click();
  }

  private pane(view: string) {
    const header = this.screen.page.locator(".pane-header h3.title", { hasText: exactly(view) });
    return this.screen.page.locator(".part.sidebar .pane").filter({ has: header }).first();
  }
}
