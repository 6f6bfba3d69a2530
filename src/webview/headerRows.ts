import { t } from "../base/translate";
import type { HeaderLine } from "../bridge/callRequest";
import { button, element, freshId } from "./element";

/**
 * Extra headers of a call. Their values may be secrets, so they are kept by the extension while the window is open and
 * are never part of what the page stores.
 */
export class HeaderRows {
  readonly element: HTMLDetailsElement;
  private readonly rows = element("ol", { class: "rows" });
  private readonly summary = element("summary");
  private lines: HeaderLine[] = [];

  constructor(private readonly changed: (lines: HeaderLine[]) => void) {
    const add = button(t`Add header`, () => this.add(), { class: "quiet" });
    const note = t`Values are not stored: they are asked for again after the window was closed.`;
    this.element = element("details", {}, this.summary, element("p", { class: "hint" }, note), this.rows, add);
    this.draw();
  }

  get headers(): HeaderLine[] {
    return this.lines.filter(({ name }) => name.trim() !== "");
  }

  set(lines: readonly HeaderLine[]): void {
    this.lines = lines.map((line) => ({ ...line }));
    if (lines.length > 0) this.element.open = true;
    this.draw();
  }

  private add(): void {
    this.lines.push({ name: "", value: "" });
    this.draw();
    this.rows.querySelector<HTMLInputElement>("li:last-child input")?.focus();
  }

  private remove(at: number): void {
    this.lines.splice(at, 1);
    this.draw();
    this.notify();
  }

  private draw(): void {
    this.rows.replaceChildren(...this.lines.map((line, at) => this.row(line, at)));
    this.count();
  }

  private row(line: HeaderLine, at: number): HTMLElement {
    const box = (part: keyof HeaderLine, label: string) => {
      const id = freshId("header");
      const input = element("input", { id, type: "text", autocomplete: "off", spellcheck: "false" });
      input.value = line[part];
      input.addEventListener("input", () => {
        line[part] = input.value;
        this.notify();
      });
      return element("span", { class: "pair" }, element("label", { for: id }, label), input);
    };
    const remove = button(t`Remove`, () => this.remove(at), {
      class: "quiet",
      "aria-label": t`Remove header ${at + 1}`,
    });
    return element("li", {}, box("name", t`Name`), box("value", t`Value`), remove);
  }

  private notify(): void {
    this.count();
    this.changed(this.headers);
  }

  private count(): void {
    const { length } = this.headers;
    this.summary.textContent = length === 0 ? t`Extra headers` : t`Extra headers (${length})`;
  }
}
