import type { QuickInput } from "./quickInput";
import type { Screen } from "./screen";
import { shownLines } from "./shownLines";

/** The output channels below the editor. */
export class OutputPanel {
  constructor(
    private readonly screen: Screen,
    private readonly quickInput: QuickInput,
  ) {}

  /** Brings a channel to the front by its name. */
  async open(channel: string): Promise<void> {
    await this.quickInput.runCommand("Output: Show Output Channels...");
    await this.quickInput.pick(channel);
    await this.untilChannel(channel);
  }

  /** Waits until the channel in front has this name. */
  async untilChannel(channel: string): Promise<void> {
    await this.screen.eventually(
      `the output channel "${channel}" in front`,
      () => this.channel(),
      (shown) => shown === channel,
    );
  }

  /** The name of the channel in front. */
  async channel(): Promise<string> {
    const chosen = this.screen.page.locator(".part.panel .title select");
    return chosen.evaluate((select: { value: string }) => select.value, undefined, { timeout: 1000 });
  }

  /** The lines in sight. */
  async text(): Promise<string> {
    return shownLines(this.screen.page.locator(".part.panel .output-view, .part.panel .output-view-content").first());
  }

  /** Waits until the lines in sight satisfy the condition, and returns them. */
  async untilText(what: string, accept: (text: string) => boolean, timeoutMs?: number): Promise<string> {
    return this.screen.eventually(`${what} in the output panel`, () => this.text(), accept, timeoutMs);
  }
}
