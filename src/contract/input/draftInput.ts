import { parseExactJson, type Json, stringifyExactJson } from "../../wire/json/exactJson";
import type { CallDraft } from "./callDraft";
import type { BoxField, CallField } from "./callField";
import { nestedNullProblem, type InputProblem } from "./callInput";
import type { JsonPath } from "../jsonPath";
import { scanJson } from "../jsonScan";
import { scalarFromText } from "./scalarInput";
import { roundedProblem, writtenNumbers, roundedTo } from "./writtenNumbers";
import { jsonDocument } from "../../wire/json/jsonDocument";

/** What a form says: the value to send, missing while there are problems. */
export interface DraftInput {
  readonly value?: Json;
  readonly problems: readonly InputProblem[];
}

/** Reads a filled-in form. Exactly the fields of the form make the value: none is left out, none is guessed. */
export function inputFromDraft(field: CallField, draft: CallDraft): DraftInput {
  const problems: InputProblem[] = [];
  const value = read(field, draft, [], problems);
  return problems.length > 0 || value === undefined ? { problems } : { value, problems };
}

/** Undefined where a problem was noted. */
function read(field: CallField, draft: CallDraft, path: JsonPath, problems: InputProblem[]): Json | undefined {
  const refuse = (message: string) => void problems.push({ path, message });
  switch (field.kind) {
    case "unit":
      return null;
    case "bool":
      if (draft.kind === "bool" && draft.chosen !== undefined) return draft.chosen;
      return refuse("Choose true or false.");
    case "option": {
      if (draft.kind !== "option" || !draft.some) return null;
      const inner = read(field.inner, draft.inner, path, problems);
      const why = inner === undefined ? undefined : nestedNullProblem(inner);
      return why === undefined ? inner : refuse(why);
    }
    case "vector":
      return readItems(itemsIn(draft), () => field.item, path, problems);
    case "tuple":
      return readItems(padded(itemsIn(draft), field.items.length), (at) => field.items[at], path, problems);
    case "struct":
      return readStruct(field.items, itemsIn(draft), path, problems);
    case "json":
      return readJson(textIn(draft), refuse);
    case "integer":
    case "float":
    case "text":
    case "bytes":
    case "key":
    case "id": {
      const checked = scalarFromText(field.type, textIn(draft));
      return checked.ok ? learnedSpelling(field, checked.value) : refuse(checked.problem);
    }
  }
}

function readItems(
  drafts: readonly CallDraft[],
  fieldAt: (at: number) => CallField | undefined,
  path: JsonPath,
  problems: InputProblem[],
): Json {
  return drafts.map((draft, at) => {
    const field = fieldAt(at);
    return (field && read(field, draft, [...path, at], problems)) ?? null;
  });
}

function readStruct(
  fields: readonly CallField[],
  drafts: readonly CallDraft[],
  path: JsonPath,
  problems: InputProblem[],
): Json {
  const entries = fields.map((field, at): [string, Json] => {
    return [field.label, read(field, drafts[at] ?? untouched, [...path, field.label], problems) ?? null];
  });
  return Object.fromEntries(entries);
}

function readJson(text: string, refuse: (message: string) => undefined): Json | undefined {
  if (text.trim() === "") return refuse("Write a JSON value; null where there is none.");
  const broken = scanJson(text);
  if (broken) return refuse(broken.message);
  for (const { text: number } of writtenNumbers(text).values()) {
    const rounded = roundedProblem(number);
    if (rounded !== undefined) return refuse(rounded);
  }
  return parseExactJson(text);
}

/** Integers of types known only from examples keep the spelling these had. */
function learnedSpelling(field: BoxField, value: Json): Json {
  if (!field.asNumber || typeof value !== "string") return value;
  const number = BigInt(value);
  return Number.isSafeInteger(Number(number)) ? Number(number) : number;
}

const untouched: CallDraft = { kind: "box", text: "" };

function padded(drafts: readonly CallDraft[], length: number): CallDraft[] {
  return Array.from({ length }, (_, at) => drafts[at] ?? untouched);
}

function itemsIn(draft: CallDraft): readonly CallDraft[] {
  return draft.kind === "items" ? draft.items : [];
}

function textIn(draft: CallDraft): string {
  return draft.kind === "box" ? draft.text : "";
}

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
