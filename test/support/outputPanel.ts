import type { PageElement } from "./pageElement";
import type { QuickInput } from "./quickInput";
import type { Screen } from "./screen";
import { shownLines } from "./shownLines";
import { plainSpaces } from "./shownText";

/** The output channels below the editor. */
export class OutputPanel {
  constructor(
    private readonly screen: Screen,
    private readonly quickInput: QuickInput,
  ) {}

  /** Brings a channel to the front by its name. A list that was opened before the channel was there is opened again. */
  async open(channel: string): Promise<void> {
    const command = "Output: Show Output Channels...";
    await this.quickInput.runCommand(command);
    await this.screen.eventually(
      `the output channel "${channel}" among those to show`,
      async () => {
        const offered = (await this.quickInput.items()).map(({ label }) => label);
        if (offered.length > 0 && !offered.includes(channel)) {
          await this.quickInput.cancel();
          await this.quickInput.runCommand(command);
        }
        return offered;
      },
      (offered) => offered.includes(channel),
    );
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

  /** The parts of the last line in sight that matches, blank ones left out, each with the class of its colour. */
  async chunks(line: RegExp): Promise<{ text: string; colour: string }[]> {
    const lines = await this.screen.page
      .locator(".part.panel .view-line")
      .evaluateAll((elements: PageElement[]) =>
        elements.map((element) =>
          Array.from(element.querySelectorAll("span > span"), (span) => [
            span.textContent ?? "",
            span.getAttribute("class") ?? "",
          ]),
        ),
      );
    const spans = lines.findLast((all) => line.test(plainSpaces(all.map(([text]) => text).join("")))) ?? [];
    const chunks: { text: string; colour: string }[] = [];
    for (const [text = "", classes = ""] of spans) {
      const colour = /\bmtk\d+\b/.exec(classes)?.[0] ?? "";
      const last = chunks.at(-1);
      if (last?.colour === colour) last.text += text;
      else chunks.push({ text, colour });
    }
    return chunks
      .map((chunk) => ({ ...chunk, text: plainSpaces(chunk.text) }))
      .filter(({ text }) => text.trim() !== "");
  }

  /** Waits until the lines in sight satisfy the condition, and returns them. */
  async untilText(what: string, accept: (text: string) => boolean, timeoutMs?: number): Promise<string> {
    return this.screen.eventually(`${what} in the output panel`, () => this.text(), accept, timeoutMs);
  }
}
