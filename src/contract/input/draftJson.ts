import { parseExactJson, stringifyExactJson, type Json } from "../../wire/json/exactJson";
import { jsonDocument } from "../../wire/json/jsonDocument";
import type { CallDraft } from "./callDraft";
import type { CallField } from "./callField";
import { scanJson } from "../jsonScan";
import { scalarFromText } from "./scalarInput";
import { roundedTo, writtenNumbers } from "./writtenNumbers";

/**
 * A form as JSON text, also when it is not ready to be sent: what cannot be read stands as the text that was typed, so
 * that it is seen and marked there. A choice that was not made is null.
 */
export function draftToJson(field: CallField, draft: CallDraft, isIndented = true): string {
  const text = stringifyExactJson(valueOf(field, draft));
  return isIndented ? jsonDocument(text) : text;
}

function valueOf(field: CallField, draft: CallDraft | undefined): Json {
  switch (field.kind) {
    case "unit":
      return null;
    case "bool":
      return draft?.kind === "bool" ? (draft.chosen ?? null) : null;
    case "option":
      return draft?.kind === "option" && draft.some ? valueOf(field.inner, draft.inner) : null;
    case "vector":
      return itemsOf(draft).map((item) => valueOf(field.item, item));
    case "tuple":
      return field.items.map((item, at) => valueOf(item, itemsOf(draft)[at]));
    case "struct":
      return Object.fromEntries(field.items.map((item, at) => [item.label, valueOf(item, itemsOf(draft)[at])]));
    case "json": {
      const text = textOf(draft);
      return scanJson(text) === undefined && !isRounded(text) ? parseExactJson(text) : text;
    }
    case "integer":
    case "float":
    case "text":
    case "bytes":
    case "key":
    case "id": {
      const text = textOf(draft);
      const checked = scalarFromText(field.type, text);
      if (!checked.ok) return text;
      const isNumber = field.asNumber === true && typeof checked.value === "string";
      return isNumber ? parseExactJson(checked.value as string) : checked.value;
    }
  }
}

function isRounded(text: string): boolean {
  return [...writtenNumbers(text).values()].some(({ text: number }) => roundedTo(number) !== undefined);
}

function itemsOf(draft: CallDraft | undefined): readonly CallDraft[] {
  return draft?.kind === "items" ? draft.items : [];
}

function textOf(draft: CallDraft | undefined): string {
  return draft?.kind === "box" ? draft.text : "";
}
