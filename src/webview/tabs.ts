import { element, freshId, setAttribute } from "./element";

/** Tabs over panels of which one is shown; arrow keys go from tab to tab. */
export class Tabs<Name extends string> {
  /** The row of tabs, then the panels. */
  readonly elements: HTMLElement[];
  private readonly tabs = new Map<Name, { tab: HTMLElement; panel: HTMLElement }>();
  private selected: Name | undefined;

  constructor(
    label: string,
    panels: readonly (readonly [name: Name, title: string, content: HTMLElement])[],
    private readonly choose: (name: Name) => void,
  ) {
    for (const [name, title, content] of panels)
      this.tabs.set(
        name,
        pair(title, content, () => this.press(name)),
      );
    const row = element("div", { class: "tabs", role: "tablist", "aria-label": label });
    row.append(...[...this.tabs.values()].map(({ tab }) => tab));
    row.addEventListener("keydown", (event) => this.key(event));
    this.elements = [row, ...[...this.tabs.values()].map(({ panel }) => panel)];
  }

  panel(name: Name): HTMLElement {
    return this.tabs.get(name)?.panel ?? element("div");
  }

  select(name: Name): void {
    this.selected = name;
    for (const [each, { tab, panel }] of this.tabs) {
      const isSelected = each === name;
      setAttribute(tab, "aria-selected", isSelected ? "true" : "false");
      tab.tabIndex = isSelected ? 0 : -1;
      setAttribute(panel, "hidden", !isSelected);
    }
  }

  setUnavailable(name: Name, reason: string | undefined): void {
    const { tab } = this.tabs.get(name) ?? {};
    if (!tab) return;
    setAttribute(tab, "aria-disabled", reason === undefined ? undefined : "true");
    setAttribute(tab, "title", reason);
  }

  setHidden(name: Name, hidden: boolean): void {
    const { tab } = this.tabs.get(name) ?? {};
    if (tab) setAttribute(tab, "hidden", hidden);
  }

  private press(name: Name): void {
    const { tab } = this.tabs.get(name) ?? {};
    if (!tab || tab.getAttribute("aria-disabled") === "true" || name === this.selected) return;
    this.select(name);
    this.choose(name);
  }

  private key(event: KeyboardEvent): void {
    const names = [...this.tabs].filter(([, { tab }]) => !tab.hidden).map(([name]) => name);
    const at = names.findIndex((name) => this.tabs.get(name)?.tab === document.activeElement);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 };
    const next = steps[event.key];
    const name = next === undefined ? undefined : names.at(next % names.length);
    if (name === undefined) return;
    event.preventDefault();
    this.tabs.get(name)?.tab.focus();
    this.press(name);
  }
}

function pair(title: string, content: HTMLElement, press: () => void): { tab: HTMLElement; panel: HTMLElement } {
  const id = freshId("tab");
  const panelId = freshId("panel");
  const tab = element("button", { type: "button", role: "tab", id, "aria-controls": panelId }, title);
  tab.addEventListener("click", press);
  const panel = element("div", { role: "tabpanel", id: panelId, "aria-labelledby": id, hidden: true }, content);
  return { tab, panel };
}
