import { type CallDraft, emptyDraft } from "../../contract/input/callDraft";
import type { CallField, JsonField, StructField, TupleField } from "../../contract/input/callField";
import { boxView } from "./boxView";
import { boolView, optionView, unitView } from "./choiceViews";
import type { FieldContext, FieldView, ShownProblem } from "../fieldContext";
import { vectorView } from "./vectorView";
import { isWithin, placeText } from "../../contract/jsonPath";
import { t } from "../../base/translate";
import { element, freshId, typed } from "../element";
import { ProblemNote } from "./problemNote";

/** Draws a field with what is filled in. */
export function fieldView(field: CallField, draft: CallDraft, context: FieldContext): FieldView {
  switch (field.kind) {
    case "unit":
      return unitView(field);
    case "bool":
      return boolView(field, draft, context);
    case "option":
      return optionView(field, draft, context);
    case "vector":
      return vectorView(field, draft, context);
    case "tuple":
    case "struct":
      return groupView(field, draft, context);
    case "json":
      return jsonView(field, draft, context);
    default:
      return boxView(field, draft, context);
  }
}

/** A part of the form that is written as JSON, because no fields can be drawn for it. */
function jsonView(field: JsonField, draft: CallDraft, { path, formContext, change }: FieldContext): FieldView {
  const id = freshId("json");
  const why = freshId("why");
  const note = new ProblemNote();
  const area = element("textarea", {
    ...{ id, rows: "6", spellcheck: "false", class: "code" },
    "aria-describedby": `${why} ${note.id}`,
  });
  area.value = draft.kind === "box" ? draft.text : "";
  area.addEventListener("input", () => change({ kind: "box", text: area.value }));
  area.addEventListener("blur", () => formContext.changed());
  return {
    element: element(
      "div",
      { class: "field" },
      element("label", { for: id }, ...typed(field), ` ${t`as JSON`}`),
      element("span", { class: "hint", id: why }, field.reason),
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

/** The fields of a structure or a tuple, under their own heading unless they are the whole input. */
function groupView(field: TupleField | StructField, draft: CallDraft, context: FieldContext): FieldView {
  const given = draft.kind === "items" ? draft.items : [];
  let items = field.items.map((item, at) => given[at] ?? emptyDraft(item));
  const note = new ProblemNote();
  const views = field.items.map((item, at) =>
    context.formContext.drawField(item, items[at] ?? emptyDraft(item), {
      path: [...context.path, field.kind === "struct" ? item.label : at],
      formContext: context.formContext,
      change(changed) {
        items = items.with(at, changed);
        context.change({ kind: "items", items });
      },
    }),
  );
  const title = freshId("group");
  const isWhole = context.path.length === 0;
  const heading = element("p", { class: isWhole ? "label whole" : "label", id: title }, ...typed(field));
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
      return [...taken, ...note.take(problems, context.path)];
    },
    focus: () => views[0]?.focus(),
  };
}
