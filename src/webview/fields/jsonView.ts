import type { CallDraft } from "../../contract/input/callDraft";
import type { JsonField } from "../../contract/input/callField";
import { isWithin, placeText } from "../../contract/jsonPath";
import { element, freshId } from "../element";
import type { FieldPlace, FieldView, ShownProblem } from "../fieldPlace";
import { ProblemNote } from "./problemNote";

/** A part of the form that is written as JSON, because no fields can be drawn for it. */
export function jsonView(field: JsonField, draft: CallDraft, { path, scene, change }: FieldPlace): FieldView {
  const id = freshId("json");
  const why = freshId("why");
  const note = new ProblemNote();
  const area = element("textarea", {
    ...{ id, rows: "6", spellcheck: "false", class: "code" },
    "aria-describedby": `${why} ${note.id}`,
  });
  area.value = draft.kind === "box" ? draft.text : "";
  area.addEventListener("input", () => change({ kind: "box", text: area.value }));
  area.addEventListener("blur", () => scene.changed());
  return {
    element: element(
      "div",
      { class: "field" },
      element("label", { for: id }, field.label, " ", element("span", { class: "type" }, field.typeText), " as JSON"),
      element("span", { class: "hint", id: why }, field.because),
      area,
      note.element,
    ),
    show(problems) {
      const mine = problems.filter((problem) => isWithin(problem.path, path));
      note.show(mine.map(sentence), area);
      return mine;
    },
    focus: () => area.focus(),
  };

  function sentence(problem: ShownProblem): string {
    const deeper = problem.path.length > path.length ? `${placeText(problem.path)}: ` : "";
    return deeper + problem.message;
  }
}
