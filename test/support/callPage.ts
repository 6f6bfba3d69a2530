import type { Frame, Locator } from "playwright-core";
import { beginsWith, exactly } from "./shownText";
import type { Workbench } from "./workbench";

/** The contract page as a person uses it: by labels, roles and keys. */
export class CallPage {
  private constructor(
    private readonly workbench: Workbench,
    readonly frame: Frame,
  ) {}

  /** The page that is in sight, once it has its starting state. */
  static async shown(workbench: Workbench, connection = ""): Promise<CallPage> {
    const frame = await workbench.webview(`header.connection strong:not(:empty):text("${connection}")`);
    return new CallPage(workbench, frame);
  }

  get connection(): Locator {
    return this.frame.locator("header.connection");
  }

  get head(): Locator {
    return this.frame.getByRole("region", { name: "Contract and function" });
  }

  get result(): Locator {
    return this.frame.getByRole("region", { name: "Result" });
  }

  get send(): Locator {
    return this.frame.locator("button.primary");
  }

  box(label: string): Locator {
    return this.boxes(label).first();
  }

  boxes(label: string): Locator {
    return this.frame.getByRole("textbox", { name: beginsWith(label) });
  }

  button(name: string): Locator {
    return this.frame.getByRole("button", { name, exact: true });
  }

  tab(name: string): Locator {
    return this.frame.getByRole("tab", { name, exact: true });
  }

  option(list: string, name: string | RegExp): Locator {
    return this.frame.getByRole("listbox", { name: list }).getByRole("option", { name });
  }

  async openFunction(contract: string, fn: string): Promise<void> {
    await this.option("Contracts", new RegExp(`^${contract}`)).click();
    await this.until("the functions", this.head, (text) => text.includes(contract));
    await this.option("Functions", new RegExp(`^${fn}\\b`)).click();
    await this.frame.getByRole("heading", { name: exactly(`${contract}.${fn}`) }).waitFor();
  }

  /** Opens another function of the same contract where there is room for buttons only. */
  async openSmall(fn: string): Promise<void> {
    await this.frame.getByRole("button", { name: /^Functions: / }).click();
    await this.option("Functions", new RegExp(`^${fn}\\b`)).click();
    await this.until("the function", this.head, (text) => text.includes(fn));
  }

  /** Opens a function that no schema tells of, by its name. */
  async nameFunction(contract: string, fn: string): Promise<void> {
    await this.option("Contracts", new RegExp(`^${contract}`)).click();
    await this.until(
      "the contract",
      this.head,
      (text) => text.includes(contract) && /tells no schema|has no driver/.test(text),
    );
    await this.frame.getByRole("combobox", { name: "Filter, or name a function" }).fill(fn);
    await this.option("Functions", new RegExp(`^${fn}\\b`)).click();
    await this.frame.getByRole("heading", { name: exactly(`${contract}.${fn}`) }).waitFor();
  }

  /** Waits until the text of an element satisfies the condition. */
  async until(what: string, element: Locator, accept: (text: string) => boolean, timeoutMs?: number): Promise<string> {
    return this.workbench.screen.eventually(what, async () => await element.first().innerText(), accept, timeoutMs);
  }

  async untilCount(what: string, elements: Locator, count: number): Promise<void> {
    await this.workbench.screen.eventually(
      what,
      () => elements.count(),
      (seen) => seen === count,
    );
  }

  /** Waits until the control with this label has the focus. */
  async untilFocused(label: string): Promise<void> {
    await this.workbench.screen.eventually(`the focus on ${label}`, () => this.focused(), beginsWithLabel(label));
  }

  /** Presses Tab until the control with this label has the focus. */
  async tabTo(label: string): Promise<void> {
    for (let step = 0; step < 40; step++) {
      await this.workbench.page.keyboard.press("Tab");
      if (beginsWithLabel(label)(await this.focused())) return;
    }
    throw new Error(`Tab does not lead to ${label}; the focus is on ${await this.focused()}`);
  }

  private focused(): Promise<string> {
    return this.frame.locator(":focus").evaluate((control: LabelledControl) => {
      const label = control.labels?.[0]?.textContent ?? control.getAttribute("aria-label") ?? control.textContent ?? "";
      return label.trim();
    });
  }

  /** The decoded output that is shown. */
  async output(accept: (text: string) => boolean, what = "the decoded output"): Promise<string> {
    return this.until(what, this.frame.getByLabel("Decoded output"), accept);
  }

  /** What is said under the box with this label. */
  async problemAt(label: string, accept: (text: string) => boolean): Promise<string> {
    const described = await this.box(label).getAttribute("aria-describedby");
    const ids = (described ?? "").split(" ").filter((id) => id.startsWith("problem"));
    return this.until(`a problem at ${label}`, this.frame.locator(ids.map((id) => `#${id}`).join()), accept);
  }
}

interface LabelledControl {
  readonly labels?: ArrayLike<{ readonly textContent: string | null }>;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
}

function beginsWithLabel(label: string): (seen: string) => boolean {
  return (seen) => seen.startsWith(label);
}
