import type { CallDraft } from "../../contract/input/callDraft";
import type { CallField } from "../../contract/input/callField";
import { boxView } from "./boxView";
import { boolView, optionView, unitView } from "./choiceViews";
import type { FieldPlace, FieldView } from "../fieldPlace";
import { groupView } from "./groupView";
import { jsonView } from "./jsonView";
import { vectorView } from "./vectorView";

/** Draws a field with what is filled in. */
export function fieldView(field: CallField, draft: CallDraft, place: FieldPlace): FieldView {
  switch (field.kind) {
    case "unit":
      return unitView(field);
    case "bool":
      return boolView(field, draft, place);
    case "option":
      return optionView(field, draft, place);
    case "vector":
      return vectorView(field, draft, place);
    case "tuple":
    case "struct":
      return groupView(field, draft, place);
    case "json":
      return jsonView(field, draft, place);
    case "integer":
    case "float":
    case "text":
    case "bytes":
    case "key":
    case "id":
      return boxView(field, draft, place);
  }
}
