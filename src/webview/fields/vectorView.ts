import { t } from "../../base/translate";
import { counted } from "../../base/words";
import { emptyDraft, type CallDraft } from "../../contract/input/callDraft";
import type { VectorField } from "../../contract/input/callField";
import { jsonPathText } from "../../contract/jsonPath";
import { button, element, freshId, setText, typed } from "../element";
import type { FieldContext, FieldView, ShownProblem } from "../fieldContext";
import { ProblemNote } from "./problemNote";

/** Any number of items, each with a button to remove it, and one to add another. */
export function vectorView(field: VectorField, draft: CallDraft, context: FieldContext): FieldView {
  return new VectorView(field, draft, context);
}

class VectorView implements FieldView {
  readonly element: HTMLElement;
  private readonly rows = element("ol", { class: "rows" });
  private readonly count = element("span", { class: "muted", "aria-live": "polite" });
  private readonly adding: HTMLButtonElement;
  private readonly note = new ProblemNote();
  private items: readonly CallDraft[];
  private views: FieldView[] = [];

  constructor(
    private readonly field: VectorField,
    draft: CallDraft,
    private readonly context: FieldContext,
  ) {
    this.items = draft.kind === "items" ? draft.items : [];
    const title = freshId("list");
    this.adding = button(t`Add item`, () => this.add(), { "aria-label": t`Add an item to ${field.label}` });
    this.element = element(
      "div",
      { class: "group", role: "group", "aria-labelledby": title, "aria-describedby": this.note.id },
      element("p", { class: "label", id: title }, ...typed(field), " ", this.count),
      this.rows,
      this.adding,
      this.note.element,
    );
    this.draw();
  }

  show(problems: readonly ShownProblem[]): readonly ShownProblem[] {
    const taken = this.views.flatMap((view) => view.show(problems));
    return [...taken, ...this.note.take(problems, this.context.path)];
  }

  focus(): void {
    const [first] = this.views;
    if (first) first.focus();
    else this.adding.focus();
  }

  private add(): void {
    this.items = [...this.items, emptyDraft(this.field.item)];
    this.rows.append(this.row(this.items.length - 1));
    this.changed();
    this.views.at(-1)?.focus();
  }

  private remove(at: number): void {
    this.items = this.items.toSpliced(at, 1);
    // Items behind the removed one move up, and what was typed for them in another spelling is known by their old place.
    const own = jsonPathText(this.context.path);
    const { spellings } = this.context.formContext;
    for (const key of Object.keys(spellings)) if (key.startsWith(`${own}[`)) delete spellings[key];
    this.draw();
    this.changed();
    const next = this.views[Math.min(at, this.views.length - 1)];
    if (next) next.focus();
    else this.adding.focus();
  }

  private draw(): void {
    this.views = [];
    this.rows.replaceChildren(...this.items.map((_, at) => this.row(at)));
    this.showCount();
  }

  private row(at: number): HTMLElement {
    const view = this.context.formContext.drawField(
      { ...this.field.item, label: t`Item ${at + 1}` },
      this.items[at] ?? emptyDraft(this.field.item),
      {
        path: [...this.context.path, at],
        formContext: this.context.formContext,
        change: (draft) => {
          this.items = this.items.with(at, draft);
          this.context.change({ kind: "items", items: this.items });
        },
      },
    );
    this.views[at] = view;
    const remove = button(t`Remove`, () => this.remove(at), { class: "quiet", "aria-label": t`Remove item ${at + 1}` });
    return element("li", {}, view.element, remove);
  }

  private changed(): void {
    this.showCount();
    this.context.change({ kind: "items", items: this.items });
  }

  private showCount(): void {
    setText(this.count, counted(this.items.length, "item"));
  }
}
