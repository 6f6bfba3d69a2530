import { t } from "../../base/translate";
import { parseExactJson, type Json, stringifyExactJson } from "../../wire/json/exactJson";
import type { CallDraft } from "./callDraft";
import type { BoxField, CallField } from "./callField";
import { nestedNullProblem, type InputProblem } from "./callInput";
import type { JsonPath } from "../jsonPath";
import { scanJson } from "../jsonScan";
import { scalarFromText } from "./scalarInput";
import { roundedProblem, writtenNumbers } from "./writtenNumbers";
import { jsonDocument } from "../../wire/json/jsonDocument";

/** What a form says: the value to send, missing while there are problems. */
export interface DraftInput {
  readonly value?: Json;
  readonly problems: readonly InputProblem[];
}

/** Reads a filled-in form. Exactly the fields of the form make the value: none is left out, none is guessed. */
export function inputFromDraft(field: CallField, draft: CallDraft): DraftInput {
  const problems: InputProblem[] = [];
  const value = read(field, draft, [], (path, message) => void problems.push({ path, message }));
  return problems.length > 0 || value === undefined ? { problems } : { value, problems };
}

/**
 * A form as JSON text, also when it is not ready to be sent: what cannot be read stands as the text that was typed, so
 * that it is seen and marked there. A choice that was not made is null.
 */
export function draftToJson(field: CallField, draft: CallDraft, isIndented = true): string {
  const text = stringifyExactJson(read(field, draft, [], (_path, _message, typed) => typed) ?? null);
  return isIndented ? jsonDocument(text) : text;
}

/** What stands in the value for a field that cannot be read, of which `typed` is there; undefined for nothing. */
type Refuse = (path: JsonPath, message: string, typed: Json) => Json | undefined;

function read(field: CallField, draft: CallDraft | undefined, path: JsonPath, refuse: Refuse): Json | undefined {
  const text = draft?.kind === "box" ? draft.text : "";
  const items = draft?.kind === "items" ? draft.items : [];
  const part = (of: CallField, given: CallDraft | undefined, step: string | number) =>
    read(of, given, [...path, step], refuse) ?? null;
  switch (field.kind) {
    case "unit":
      return null;
    case "bool":
      if (draft?.kind === "bool" && draft.chosen !== undefined) return draft.chosen;
      return refuse(path, t`Choose true or false.`, null);
    case "option": {
      if (draft?.kind !== "option" || !draft.some) return null;
      const inner = read(field.inner, draft.inner, path, refuse);
      const why = inner === undefined ? undefined : nestedNullProblem(inner);
      return why === undefined ? inner : refuse(path, why, null);
    }
    case "vector":
      return items.map((item, at) => part(field.item, item, at));
    case "tuple":
      return field.items.map((item, at) => part(item, items[at], at));
    case "struct":
      return Object.fromEntries(field.items.map((item, at) => [item.label, part(item, items[at], item.label)]));
    case "json": {
      const why = jsonProblem(text);
      return why === undefined ? parseExactJson(text) : refuse(path, why, text);
    }
    default: {
      const checked = scalarFromText(field.type, text);
      return checked.ok ? learnedSpelling(field, checked.value) : refuse(path, checked.problem, text);
    }
  }
}

function jsonProblem(text: string): string | undefined {
  if (text.trim() === "") return t`Write a JSON value; null where there is none.`;
  const broken = scanJson(text);
  if (broken) return broken.message;
  const numbers = [...writtenNumbers(text).values()];
  return numbers.map((number) => roundedProblem(number.text)).find((problem) => problem !== undefined);
}

/** Integers of types known only from examples keep the spelling these had. */
function learnedSpelling(field: BoxField, value: Json): Json {
  return field.asNumber && typeof value === "string" ? parseExactJson(value) : value;
}
