import type { JsonPath } from "../contract/jsonPath";
import { locateJson } from "../contract/jsonScan";
import type { CallInputModel } from "./callInputModel";
import { element, showText } from "./element";
import type { FieldView, ShownProblem } from "./fieldContext";
import type { InputState } from "./pageState";
import type { TextArea } from "./textArea";

/** What a driver says of an input, at a place if it named one. */
export interface DriverRefusal {
  message: string;
  path?: JsonPath;
}

/** Shows what is wrong with an input where it is: at its field, in its text, or above all where there is no place. */
export class InputProblems {
  /** What is said of the whole input. */
  readonly element = element("p", { class: "problem", role: "alert", hidden: true });

  constructor(
    private readonly json: TextArea,
    private readonly hex: TextArea,
  ) {}

  show(
    model: CallInputModel,
    state: InputState,
    form: Pick<FieldView, "show">,
    refusal: DriverRefusal | undefined,
  ): void {
    if (state.mode === "json") return this.showInJson(model, state.json, refusal);
    const input = model.now(state);
    const own = "problems" in input ? input.problems : [];
    if (state.mode === "hex") return this.hex.show(state.hex === "" ? [] : own);
    const shown: ShownProblem[] = own.map((problem) => ({ ...problem, by: "form" }));
    if (refusal) shown.push({ message: refusal.message, path: refusal.path ?? [], by: "driver" });
    const taken = form.show(shown);
    const left = shown.filter((problem) => !taken.includes(problem) && problem.by === "driver");
    this.showNote(left.map(({ message }) => message).join(" "));
  }

  showNote(sentence: string): void {
    showText(this.element, sentence);
  }

  private showInJson(model: CallInputModel, json: string, refusal: DriverRefusal | undefined): void {
    const { problems } = model.located(json);
    const location = refusal?.path ? locateJson(json, [refusal.path])[0] : undefined;
    this.json.show(refusal ? [...problems, { message: refusal.message, ...location }] : problems);
  }
}

/** Goes to the first control within that is marked as wrong. */
export function focusFirstProblem(within: HTMLElement): void {
  const first = within.querySelector<HTMLElement>('[aria-invalid="true"]');
  const control = first?.matches("input, textarea") ? first : first?.querySelector<HTMLElement>("input, textarea");
  control?.focus();
}
