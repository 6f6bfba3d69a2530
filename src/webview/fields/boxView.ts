import { t } from "../../base/translate";
import { Debouncer } from "../../base/debouncer";
import type { CallDraft } from "../../contract/input/callDraft";
import type { BoxField } from "../../contract/input/callField";
import { jsonPathText } from "../../contract/jsonPath";
import { BytesEntry } from "./bytesEntry";
import { element, freshId, button, setAttribute, setText, typed } from "../element";
import type { FieldContext, FieldView, ShownProblem, BoxEntry, EntryContext } from "../fieldContext";
import { isAt, ProblemNote } from "./problemNote";
import { coinsToUnits, unitsToCoins } from "../../wire/coins";

const pauseMs = 600;

/** A field of one box, with its label, its hint, and what helps to fill it in. */
export function boxView(field: BoxField, draft: CallDraft, context: FieldContext): FieldView {
  return new BoxView(field, draft.kind === "box" ? draft.text : "", context);
}

class BoxView implements FieldView {
  readonly element: HTMLElement;
  private readonly box: HTMLInputElement | HTMLTextAreaElement;
  private readonly note = new ProblemNote();
  private readonly entry: BoxEntry | undefined;
  private touched: boolean;
  /** What is being typed is not yet wrong; what stands there for a moment is. */
  private readonly pause = new Debouncer(pauseMs);
  private ownProblem: string | undefined;

  constructor(
    field: BoxField,
    private sent: string,
    private readonly context: FieldContext,
  ) {
    this.touched = sent !== "";
    const id = freshId("box");
    const hint = freshId("hint");
    this.entry = entryFor(field, {
      ...context,
      change: (draft) => context.change(draft),
      key: jsonPathText(context.path),
      redraw: () => this.redraw(),
      replace: (text) => this.replace(text),
    });
    const attributes = {
      id,
      "aria-describedby": `${hint} ${this.note.id}`,
      placeholder: field.kind === "text" ? "" : t`such as ${shortened(field.example)}`,
      spellcheck: "false",
      autocomplete: "off",
      inputmode: field.kind === "integer" ? "numeric" : undefined,
    };
    this.box =
      field.kind === "text"
        ? element("textarea", { ...attributes, rows: "1", class: "line" })
        : element("input", { ...attributes, type: "text" });
    this.box.addEventListener("input", () => this.typed());
    this.box.addEventListener("blur", () => this.left());
    this.element = element(
      "div",
      { class: "field" },
      element("label", { for: id }, ...typed(field)),
      element("span", { class: "hint", id: hint }, field.hint),
      element("div", { class: "box" }, this.box, this.entry?.element),
      this.note.element,
    );
    this.redraw();
  }

  show(problems: readonly ShownProblem[]): readonly ShownProblem[] {
    const mine = problems.filter((problem) => isAt(problem, this.context.path));
    const visible = mine.filter(({ by }) => by === "driver" || this.touched || this.context.formContext.showAll);
    const sentences = this.ownProblem === undefined ? visible.map(({ message }) => message) : [this.ownProblem];
    this.note.show(visible.length > 0 ? sentences : [], this.box);
    return mine;
  }

  focus(): void {
    this.box.focus();
  }

  private typed(): void {
    const { sent, problem } = this.entry?.sentText(this.box.value) ?? { sent: this.box.value };
    this.ownProblem = problem;
    if (problem !== undefined) this.touched = true;
    if (!this.touched) this.pause.run("", () => this.left());
    this.send(sent);
  }

  private left(): void {
    this.pause.cancel("");
    this.touched = true;
    this.context.formContext.changed();
  }

  private send(sent: string): void {
    this.sent = sent;
    this.entry?.describe(sent);
    this.context.change({ kind: "box", text: sent });
  }

  private replace(sent: string): void {
    this.touched = true;
    this.send(sent);
    this.redraw();
  }

  private redraw(): void {
    const shown = this.entry?.shownText(this.sent) ?? this.sent;
    if (this.box.value !== shown) this.box.value = shown;
    this.ownProblem = this.entry?.sentText(shown).problem;
    this.entry?.describe(this.sent);
  }
}

function entryFor(field: BoxField, context: EntryContext): BoxEntry | undefined {
  if (field.mayBeAmount) return new AmountEntry(context);
  return field.kind === "bytes" ? new BytesEntry(context) : undefined;
}

function shortened(example: string): string {
  return example.length > 40 ? `${example.slice(0, 40)}…` : example;
}

/** Lets a whole number that may be an amount be typed in coins, and always says it in both units. */
class AmountEntry implements BoxEntry {
  readonly element: HTMLElement;
  private readonly other = element("span", { class: "muted", "aria-live": "polite" });
  private readonly toggle: HTMLButtonElement;
  private sent = "";

  constructor(private readonly context: EntryContext) {
    this.toggle = button(t`Coins`, () => this.switch(), { class: "quiet", "aria-pressed": "false" });
    this.toggle.title = t`Type the amount in coins; the smallest unit is sent`;
    this.element = element("div", { class: "entry" }, this.toggle, this.other);
  }

  shownText(sent: string): string {
    const spelling = this.context.formContext.spellings[this.context.key];
    setAttribute(this.toggle, "aria-pressed", spelling?.as === "coins" ? "true" : "false");
    return spelling?.as === "coins" ? spelling.text : sent;
  }

  sentText(typed: string): { sent: string; problem?: string } {
    const { spellings } = this.context.formContext;
    if (spellings[this.context.key]?.as !== "coins") return { sent: typed };
    spellings[this.context.key] = { as: "coins", text: typed };
    if (typed.trim() === "") return { sent: "" };
    const read = coinsToUnits(typed);
    return read.ok ? { sent: read.value.toString() } : { sent: "", problem: read.problem };
  }

  describe(sent: string): void {
    this.sent = sent.trim();
    const inCoins = this.context.formContext.spellings[this.context.key]?.as === "coins";
    if (!isUnits(this.sent)) setText(this.other, "");
    else setText(this.other, inCoins ? t`= ${this.sent} units` : t`= ${unitsToCoins(BigInt(this.sent))} coins`);
  }

  private switch(): void {
    const { spellings } = this.context.formContext;
    if (spellings[this.context.key]?.as === "coins") delete spellings[this.context.key];
    else spellings[this.context.key] = { as: "coins", text: isUnits(this.sent) ? unitsToCoins(BigInt(this.sent)) : "" };
    this.context.redraw();
    this.context.formContext.changed();
  }
}

function isUnits(text: string): boolean {
  return /^\d{1,40}$/.test(text);
}
