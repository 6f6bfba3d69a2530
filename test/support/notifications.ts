import type { Screen } from "./screen";
import { exactly, plainSpaces } from "./shownText";

/** The messages at the bottom right, and modal dialogs. */
export class Notifications {
  constructor(private readonly screen: Screen) {}

  /** The texts in sight. */
  async texts(): Promise<string[]> {
    const shown = await this.screen.page
      .locator(".notifications-toasts .notification-list-item-message")
      .allTextContents();
    return shown.map(plainSpaces);
  }

  /** Waits for a message that has this text; returns the whole message and the titles of its buttons. */
  async until(text: string, timeoutMs?: number): Promise<{ text: string; buttons: string[] }> {
    const item = this.item(text);
    await this.screen.eventually(
      `a notification with "${text}"`,
      () => this.texts(),
      (texts) => texts.some((shown) => shown.includes(text)),
      timeoutMs,
    );
    const message = await item.locator(".notification-list-item-message").textContent();
    return { text: plainSpaces(message ?? ""), buttons: await item.locator("a.monaco-button").allTextContents() };
  }

  /** Waits for the message and presses one of its buttons. */
  async press(text: string, button: string): Promise<void> {
    await this.until(text);
    await this.item(text)
      .locator("a.monaco-button", { hasText: exactly(button) })
      .click();
  }

  /** Waits for the message and closes it. */
  async close(text: string): Promise<void> {
    await this.until(text);
    await this.screen.eventually(
      `the notification "${text}" to close`,
      async () => {
        if ((await this.item(text).count()) === 0) return true;
        // Its button is there only below the pointer, and messages move when others come and go.
        await this.item(text).hover({ timeout: 1000 });
        await this.item(text).locator(".codicon-notifications-clear").click({ timeout: 1000 });
        return false;
      },
      (isClosed) => isClosed,
    );
  }

  /** Waits for a modal dialog that has this text; returns the whole of it and the titles of its buttons. */
  async dialog(text: string): Promise<{ text: string; buttons: string[] }> {
    const box = this.screen.page.locator(".monaco-dialog-box");
    return this.screen.eventually(
      `a dialog with "${text}"`,
      async () => ({
        text: plainSpaces((await box.locator(".dialog-message-container").allInnerTexts()).join("\n")),
        buttons: await box.locator(".dialog-buttons .monaco-button").allTextContents(),
      }),
      (seen) => seen.text.includes(text),
    );
  }

  async pressInDialog(button: string): Promise<void> {
    await this.screen.page.locator(".monaco-dialog-box .monaco-button", { hasText: exactly(button) }).click();
  }

  private item(text: string) {
    return this.screen.page.locator(".notifications-toasts .notification-list-item", { hasText: text }).first();
  }
}
