import type { PageAsker } from "../bridge/contractPage";
import { emptyDraft } from "../contract/input/callDraft";
import type { CallInputModel } from "./callInputModel";
import { element } from "./element";
import type { FieldView, FormContext, ShownProblem } from "./fieldContext";
import { fieldView } from "./fields/fieldView";
import type { InputState } from "./pageState";
import { whenReleased } from "./whenReleased";

/** What a person does to a form. */
export interface FormListener {
  edited(change: Pick<InputState, "draft" | "spellings">): void;
  /** Nothing of the value changed, but how it is spelled, or what was looked at. */
  touched(spellings: InputState["spellings"]): void;
}

/** A function's input as a form. */
export class InputForm {
  readonly element = element("div", { class: "form" });
  private view: FieldView | undefined;
  private formContext: FormContext | undefined;

  constructor(
    private readonly host: PageAsker,
    private readonly listener: FormListener,
  ) {}

  draw(model: CallInputModel, state: InputState): void {
    const formContext: FormContext = {
      spellings: { ...state.spellings },
      drawField: fieldView,
      showAll: false,
      readFile: () => this.host.ask("readFile", null),
      changed: () =>
        whenReleased(() => formContext === this.formContext && this.listener.touched({ ...formContext.spellings })),
    };
    this.formContext = formContext;
    this.view = fieldView(model.field, state.draft ?? emptyDraft(model.field), {
      path: [],
      formContext,
      change: (draft) => this.listener.edited({ draft, spellings: { ...formContext.spellings } }),
    });
    this.element.replaceChildren(this.view.element);
  }

  /** From now on nothing is spared. */
  showAll(): void {
    if (this.formContext) this.formContext.showAll = true;
  }

  show(problems: readonly ShownProblem[]): readonly ShownProblem[] {
    return this.view?.show(problems) ?? [];
  }

  focus(): void {
    this.view?.focus();
  }
}
