import { emptyDraft, type CallDraft } from "../../contract/input/callDraft";
import type { StructField, TupleField } from "../../contract/input/callField";
import { element, freshId } from "../element";
import type { FieldPlace, FieldView } from "../fieldPlace";
import { isAt, ProblemNote } from "./problemNote";

/** The fields of a structure or a tuple, under their own heading unless they are the whole input. */
export function groupView(field: TupleField | StructField, draft: CallDraft, place: FieldPlace): FieldView {
  const given = draft.kind === "items" ? draft.items : [];
  let items = field.items.map((item, at) => given[at] ?? emptyDraft(item));
  const note = new ProblemNote();
  const views = field.items.map((item, at) =>
    place.scene.drawField(item, items[at] ?? emptyDraft(item), {
      path: [...place.path, field.kind === "struct" ? item.label : at],
      scene: place.scene,
      change(changed) {
        items = items.with(at, changed);
        place.change({ kind: "items", items });
      },
    }),
  );
  const title = freshId("group");
  const isWhole = place.path.length === 0;
  const heading = element("p", { class: isWhole ? "label whole" : "label", id: title }, field.label, " ");
  heading.append(element("span", { class: "type" }, field.typeText));
  return {
    element: element(
      "div",
      {
        class: isWhole ? "group whole" : "group",
        role: "group",
        "aria-labelledby": title,
        "aria-describedby": note.id,
      },
      heading,
      element("div", { class: isWhole ? "" : "inner" }, ...views.map((view) => view.element)),
      note.element,
    ),
    show(problems) {
      const taken = views.flatMap((view) => view.show(problems));
      const mine = problems.filter((problem) => isAt(problem, place.path));
      note.show(mine.map(({ message }) => message));
      return [...taken, ...mine];
    },
    focus: () => views[0]?.focus(),
  };
}
