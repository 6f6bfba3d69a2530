import { stringifyExactJson } from "../../wire/json/exactJson";
import type { Json } from "../../wire/json/exactJson";
import { isObject } from "../../wire/json/fields";
import { jsonDocument } from "../../wire/json/jsonDocument";
import type { CallField } from "./callField";
import { readScalar } from "./scalarInput";

/**
 * What a person has put into a form so far, field by field: texts as typed, choices made. Plain data, to be kept while
 * a page is away. The inner draft of an option stays when it is switched to none, but is not sent.
 */
export type CallDraft =
  | { readonly kind: "unit" }
  | { readonly kind: "bool"; readonly chosen?: boolean }
  | { readonly kind: "box"; readonly text: string }
  | { readonly kind: "option"; readonly some: boolean; readonly inner: CallDraft }
  | { readonly kind: "items"; readonly items: readonly CallDraft[] };

/** A form no one has touched: empty boxes, no choice made, options at none, lists without items. */
export function emptyDraft(field: CallField): CallDraft {
  switch (field.kind) {
    case "unit":
      return { kind: "unit" };
    case "bool":
      return { kind: "bool" };
    case "option":
      return { kind: "option", some: false, inner: emptyDraft(field.inner) };
    case "vector":
      return { kind: "items", items: [] };
    case "tuple":
    case "struct":
      return { kind: "items", items: field.items.map(emptyDraft) };
    case "json":
      return { kind: "box", text: jsonDocument(stringifyExactJson(field.skeleton)) };
    default:
      return { kind: "box", text: "" };
  }
}

/**
 * The form filled in with a value, or undefined where the form cannot show all of it: then the value stays JSON.
 * A value that is wrong only inside a box is shown, so that it can be put right there.
 */
export function draftOf(field: CallField, value: Json): CallDraft | undefined {
  switch (field.kind) {
    case "unit":
      return value === null ? { kind: "unit" } : undefined;
    case "bool":
      return typeof value === "boolean" ? { kind: "bool", chosen: value } : undefined;
    case "option": {
      const inner = value === null ? emptyDraft(field.inner) : draftOf(field.inner, value);
      return inner && { kind: "option", some: value !== null, inner };
    }
    case "vector":
      return Array.isArray(value) ? itemsOf(value.map((item) => draftOf(field.item, item))) : undefined;
    case "tuple":
      if (!Array.isArray(value) || value.length !== field.items.length) return undefined;
      return itemsOf(field.items.map((item, at) => draftOf(item, value[at] ?? null)));
    case "struct":
      return structDraft(field.items, value);
    case "json":
      return { kind: "box", text: jsonDocument(stringifyExactJson(value)) };
    case "integer":
    case "float":
      return isNumber(value) || typeof value === "string" ? { kind: "box", text: textOf(value) } : undefined;
    case "bytes": {
      const checked = Array.isArray(value) ? readScalar(field.type, value) : { ok: true, value };
      return checked.ok && typeof checked.value === "string" ? { kind: "box", text: checked.value } : undefined;
    }
    case "text":
    case "key":
    case "id":
      return typeof value === "string" ? { kind: "box", text: value } : undefined;
  }
}

function structDraft(fields: readonly CallField[], value: Json): CallDraft | undefined {
  if (!isObject(value)) return undefined;
  const isComplete =
    Object.keys(value).length === fields.length && fields.every((field) => Object.hasOwn(value, field.label));
  return isComplete ? itemsOf(fields.map((field) => draftOf(field, value[field.label] ?? null))) : undefined;
}

function itemsOf(drafts: readonly (CallDraft | undefined)[]): CallDraft | undefined {
  const items = drafts.filter((draft) => draft !== undefined);
  return items.length === drafts.length ? { kind: "items", items } : undefined;
}

function isNumber(value: Json): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function textOf(value: number | bigint | string): string {
  return typeof value === "string" ? value : stringifyExactJson(value);
}
