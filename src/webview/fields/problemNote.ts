import { jsonPathText, type JsonPath } from "../../contract/jsonPath";
import { element, freshId, setAttribute, showText } from "../element";
import type { ShownProblem } from "../fieldContext";

/** The line under a field that says what is wrong with it. */
export class ProblemNote {
  readonly id = freshId("problem");
  readonly element = element("p", { class: "problem", id: this.id, hidden: true });

  /** Shows sentences, or nothing. Controls that the note belongs to are marked as wrong. */
  show(sentences: readonly string[], ...controls: Element[]): void {
    showText(this.element, sentences.join(" "));
    for (const control of controls) setAttribute(control, "aria-invalid", sentences.length > 0 ? "true" : undefined);
  }

  /** Shows those of the problems that are at a place, unless it is spared them yet, and gives them back. */
  take(
    problems: readonly ShownProblem[],
    path: JsonPath,
    isSeen: (problem: ShownProblem) => boolean = () => true,
    ...controls: Element[]
  ): readonly ShownProblem[] {
    const mine = problems.filter((problem) => isAt(problem, path));
    const seen = mine.filter(isSeen).map(({ message }) => message);
    this.show(seen, ...controls);
    return mine;
  }
}

export function isAt(problem: ShownProblem, path: JsonPath): boolean {
  return jsonPathText(problem.path) === jsonPathText(path);
}
