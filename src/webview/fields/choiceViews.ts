import { emptyDraft, type CallDraft } from "../../contract/input/callDraft";
import type { BoolField, OptionField, UnitField } from "../../contract/input/callField";
import { t } from "../../base/translate";
import { element, freshId, setAttribute, typed } from "../element";
import type { FieldContext, FieldView, ShownProblem } from "../fieldContext";
import { ProblemNote } from "./problemNote";

/** A field that takes no value: it is only said. */
export function unitView(field: UnitField): FieldView {
  const shown = element("p", { class: "unit" }, ...typed(field), ` ${field.hint}`);
  return { element: shown, show: () => [], focus: () => undefined };
}

/** True or false, without a choice made beforehand. */
export function boolView(field: BoolField, draft: CallDraft, { path, formContext, change }: FieldContext): FieldView {
  const chosen = draft.kind === "bool" ? draft.chosen : undefined;
  const note = new ProblemNote();
  const choice = new Choice(field, ["true", "false"], note.id);
  if (chosen !== undefined) choice.choose(String(chosen));
  let touched = chosen !== undefined;
  choice.element.addEventListener("focusout", () => {
    touched = true;
    formContext.changed();
  });
  choice.onChoice((value) => change({ kind: "bool", chosen: value === "true" }));
  return {
    element: element("div", { class: "field" }, choice.element, note.element),
    show: (problems) =>
      note.take(problems, path, ({ by }) => by === "driver" || touched || formContext.showAll, choice.element),
    focus: () => choice.focus(),
  };
}

/** None, or some value. What was filled in stays while none is chosen, and is not sent. */
export function optionView(field: OptionField, draft: CallDraft, context: FieldContext): FieldView {
  return new OptionView(field, draft, context);
}

class OptionView implements FieldView {
  readonly element: HTMLElement;
  private readonly choice: Choice;
  private readonly note = new ProblemNote();
  private readonly inside = element("div", { class: "inner" });
  private inner: FieldView | undefined;
  private some: boolean;
  private innerDraft: CallDraft;

  constructor(
    private readonly field: OptionField,
    draft: CallDraft,
    private readonly context: FieldContext,
  ) {
    this.some = draft.kind === "option" && draft.some;
    this.innerDraft = draft.kind === "option" ? draft.inner : emptyDraft(field.inner);
    this.choice = new Choice(field, ["none", "some"], this.note.id);
    this.choice.choose(this.some ? "some" : "none");
    this.choice.onChoice((value) => {
      this.some = value === "some";
      this.draw();
      this.notify();
    });
    this.element = element("div", { class: "field" }, this.choice.element, this.inside, this.note.element);
    this.draw();
  }

  show(problems: readonly ShownProblem[]): readonly ShownProblem[] {
    // An option and its value have one path: where there is a value, what is wrong is wrong with that.
    const taken = this.some && this.inner ? this.inner.show(problems) : [];
    const left = problems.filter((problem) => !taken.includes(problem));
    return [...taken, ...this.note.take(left, this.context.path, undefined, this.choice.element)];
  }

  focus(): void {
    this.choice.focus();
  }

  private draw(): void {
    setAttribute(this.inside, "hidden", !this.some);
    if (!this.some || this.inner) return;
    this.inner = this.context.formContext.drawField(this.field.inner, this.innerDraft, {
      path: this.context.path,
      formContext: this.context.formContext,
      change: (draft) => {
        this.innerDraft = draft;
        this.notify();
      },
    });
    this.inside.replaceChildren(this.inner.element);
  }

  private notify(): void {
    this.context.change({ kind: "option", some: this.some, inner: this.innerDraft });
  }
}

/** Words of ours for a choice; `true` and `false` are what is sent. */
function shownValue(value: string): string {
  return value === "none" ? t`none` : value === "some" ? t`some` : value;
}

/** A few choices side by side, of which one may be taken. */
class Choice {
  readonly element: HTMLElement;
  private readonly buttons: HTMLInputElement[];

  constructor(field: BoolField | OptionField, values: readonly string[], describedBy: string) {
    const name = freshId("choice");
    const title = freshId("title");
    this.buttons = values.map((value) => element("input", { type: "radio", name, value, id: `${name}-${value}` }));
    this.element = element(
      "div",
      { class: "choice", role: "radiogroup", "aria-labelledby": title, "aria-describedby": describedBy },
      element("span", { class: "label", id: title }, ...typed(field)),
      ...this.buttons.map((each) => element("label", { for: each.id }, each, shownValue(each.value))),
    );
  }

  choose(value: string): void {
    for (const each of this.buttons) each.checked = each.value === value;
  }

  onChoice(listener: (value: string) => void): void {
    for (const each of this.buttons) each.addEventListener("change", () => listener(each.value));
  }

  focus(): void {
    (this.buttons.find(({ checked }) => checked) ?? this.buttons[0])?.focus();
  }
}
