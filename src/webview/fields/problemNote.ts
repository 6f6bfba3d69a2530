import { jsonPathText, type JsonPath } from "../../contract/jsonPath";
import { element, freshId, setAttribute, setText } from "../element";
import type { ShownProblem } from "../fieldContext";

/** The line under a field that says what is wrong with it. */
export class ProblemNote {
  readonly id = freshId("problem");
  readonly element = element("p", { class: "problem", id: this.id, hidden: true });

  /** Shows sentences, or nothing. Controls that the note belongs to are marked as wrong. */
  show(sentences: readonly string[], ...controls: Element[]): void {
    setText(this.element, sentences.join(" "));
    setAttribute(this.element, "hidden", sentences.length === 0);
    for (const control of controls) setAttribute(control, "aria-invalid", sentences.length > 0 ? "true" : undefined);
  }
}

export function isAt(problem: ShownProblem, path: JsonPath): boolean {
  return jsonPathText(problem.path) === jsonPathText(path);
}
