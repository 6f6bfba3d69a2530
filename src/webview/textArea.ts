import { t } from "../base/translate";
import { element, freshId, setAttribute } from "./element";
import { ProblemNote } from "./fields/problemNote";

/** A place of a text at which something is wrong. */
export interface TextProblem {
  message: string;
  start?: number;
  end?: number;
}

/** A labelled box for longer text, with what is wrong under it; choosing a problem selects its place in the text. */
export class TextArea {
  readonly element: HTMLElement;
  readonly area: HTMLTextAreaElement;
  private readonly note = new ProblemNote();
  private readonly locations = element("ul", { class: "problems" });

  constructor(label: string, hint: string, rows: number, changed: (text: string) => void) {
    const id = freshId("text");
    const hintId = freshId("hint");
    this.area = element("textarea", {
      ...{ id, rows, class: "code", spellcheck: "false", autocomplete: "off" },
      "aria-describedby": `${hintId} ${this.note.id}`,
    });
    this.area.addEventListener("input", () => changed(this.area.value));
    this.element = element(
      "div",
      { class: "field" },
      element("label", { for: id }, label),
      element("span", { class: "hint", id: hintId }, hint),
      this.area,
      this.note.element,
      this.locations,
    );
  }

  get text(): string {
    return this.area.value;
  }

  set text(text: string) {
    if (this.area.value !== text) this.area.value = text;
  }

  show(problems: readonly TextProblem[]): void {
    const [only, ...others] = problems;
    this.note.show(only ? [others.length > 0 ? t`${problems.length} problems:` : only.message] : [], this.area);
    const links = others.length > 0 ? problems.slice(0, 50).map((each) => this.location(each.message, each)) : [];
    if (only?.start !== undefined && others.length === 0) links.push(this.location(t`Show where`, only));
    this.locations.replaceChildren(...links);
  }

  /** Whether the text is of an earlier moment, and another one is on its way. */
  setBusy(busy: boolean): void {
    setAttribute(this.area, "aria-busy", busy ? "true" : undefined);
  }

  focus(): void {
    this.area.focus();
  }

  private location(label: string, { start, end }: TextProblem): HTMLElement {
    const link = element("button", { type: "button", class: "link" }, label);
    link.addEventListener("click", () => {
      this.area.focus();
      this.area.setSelectionRange(start ?? 0, end ?? start ?? 0);
    });
    return element("li", {}, link);
  }
}
