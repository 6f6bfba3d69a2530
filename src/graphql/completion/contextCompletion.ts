import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isRequiredArgument,
} from "graphql";
import { getAutocompleteSuggestions } from "graphql-language-service";
import type { Completion, CompletionKind, CompletionPlace, Draft } from "./completionItem";
import type { CursorContext } from "../text/cursorContext";
import { type InsertText, directiveInsertText, fieldInsertText, inputInsertText } from "../text/insertText";
import { siblingNames } from "./siblingNames";
import { inputTypeOf } from "../names/variableUse";
import { limits } from "../../wire/limits";
import { variableCompletions } from "./variableCompletion";

/**
 * The language service's suggestions for the context, with what it leaves out: deprecated fields, variables of a
 * compatible type, `on Type` behind a spread; and without what is already written in the same parentheses.
 */
export function contextCompletions(context: CursorContext, place: CompletionPlace): Near<Completion> {
  const { kind, step } = context.state;
  const candidates = isField(String(kind)) ? fields(context, place) : others(context, place, String(kind), step);
  const { items, isCut } = nearWord(candidates, place.word, ({ label }) => label);
  const ordered = items.map(({ draft }, index) => ({ ...draft(), sortText: String(index).padStart(4, "0") }));
  return { items: ordered, isCut };
}

/** A suggestion that is only made when it is among those that are shown. */
interface Candidate {
  readonly label: string;
  readonly draft: () => Draft;
}

function isField(kind: string): boolean {
  return kind === "SelectionSet" || kind === "Field" || kind === "AliasedField";
}

function others(context: CursorContext, place: CompletionPlace, kind: string, step: number): Candidate[] {
  return otherDrafts(context, place, kind, step).map((draft) => ({ label: draft.label, draft: () => draft }));
}

function otherDrafts(context: CursorContext, place: CompletionPlace, kind: string, step: number): Draft[] {
  switch (kind) {
    case "Arguments":
      return argumentsOf(context, place);
    case "Argument":
    case "ListValue":
    case "ObjectField":
      return values(context, place);
    case "DefaultValue":
      return defaultValues(context, place);
    case "ObjectValue":
      return inputFields(context, place);
    case "VariableDefinitions":
    case "Variable":
      return variableCompletions(context, place);
    case "FragmentSpread":
      return step === 1 ? spreads(context, place) : [];
    case "Directive":
      return directives(context, place);
    default:
      return suggested(context, place, "type");
  }
}

function suggestions({ text, position }: CursorContext, { schema, fragments }: CompletionPlace) {
  return getAutocompleteSuggestions(schema, text, position, undefined, [...fragments]);
}

function suggested(context: CursorContext, place: CompletionPlace, kind: CompletionKind): Draft[] {
  return suggestions(context, place)
    .filter(({ label }) => !label.startsWith("__"))
    .map(({ label, documentation, detail }) => ({
      label,
      kind,
      insertText: label,
      snippet: false,
      ...optional({ detail, documentation }),
    }));
}

/** All fields, where the service hides deprecated ones: they are shown struck through. */
function fields({ types: { parentType } }: CursorContext, { schema, followedBy }: CompletionPlace): Candidate[] {
  if (!isCompositeType(parentType)) return [];
  const declared: Record<string, GraphQLField<unknown, unknown>> = "getFields" in parentType
    ? parentType.getFields()
    : {};
  const own = Object.values(declared).map((field) => ({
    label: field.name,
    draft: (): Draft => ({ ...fieldDraft(field), ...moreAfter(fieldInsertText(field, followedBy)) }),
  }));
  const meta = [TypeNameMetaFieldDef, ...(parentType === schema.getQueryType() ? rootMeta : [])];
  const added = meta.filter(({ name }) => !Object.hasOwn(declared, name));
  return [...own, ...added.map((field) => ({ label: field.name, draft: () => fieldDraft(field) }))];
}

const rootMeta = [SchemaMetaFieldDef, TypeMetaFieldDef];

function fieldDraft(field: GraphQLField<unknown, unknown>): Draft {
  const { name, type } = field;
  return { label: name, kind: "field", detail: String(type), insertText: name, snippet: false, ...described(field) };
}

function argumentsOf(context: CursorContext, place: CompletionPlace): Draft[] {
  const given = siblingNames(place.document, place.start);
  const declared = (context.types.argDefs ?? []).filter(({ name }) => !given.has(name)) as GraphQLArgument[];
  const requiredFirst = [...declared].sort((a, b) => Number(isRequiredArgument(b)) - Number(isRequiredArgument(a)));
  return requiredFirst.map((arg) => ({
    label: arg.name,
    kind: "argument",
    detail: String(arg.type),
    ...described(arg),
    ...moreAfter(inputInsertText(arg.name, arg.type, place.followedBy)),
  }));
}

function inputFields(context: CursorContext, place: CompletionPlace): Draft[] {
  const given = siblingNames(place.document, place.start);
  const declared = Object.values(context.types.objectFieldDefs ?? {}).filter(({ name }) => !given.has(name));
  return declared.map((field) => ({
    label: field.name,
    kind: "input-field",
    detail: String(field.type),
    ...described(field),
    ...moreAfter(inputInsertText(field.name, field.type, place.followedBy)),
  }));
}

function values(context: CursorContext, place: CompletionPlace): Draft[] {
  return [...literals(getNamedType(context.types.inputType)), ...variableCompletions(context, place)];
}

/** Behind the `=` of a declaration: values of the declared type, and no variables. */
function defaultValues({ levels }: CursorContext, { schema }: CompletionPlace): Draft[] {
  const words = levels.at(-1)!.item.map(({ text }) => text);
  const type = inputTypeOf(words.slice(words.indexOf(":") + 1, words.indexOf("=")).join(""), schema);
  return literals(getNamedType(type));
}

function literals(type: GraphQLNamedType | null | undefined): Draft[] {
  if (isEnumType(type)) {
    return type.getValues().map((value) => ({ ...literal("enum-value", value.name, type), ...described(value) }));
  }
  return type?.name === "Boolean" ? ["true", "false"].map((word) => literal("value", word, type)) : [];
}

function literal(kind: CompletionKind, word: string, type: GraphQLNamedType): Draft {
  return { label: word, kind, detail: type.name, insertText: word, snippet: false };
}

function spreads(context: CursorContext, place: CompletionPlace): Draft[] {
  const { parentType } = context.types;
  const possible = isAbstractType(parentType) ? place.schema.getPossibleTypes(parentType) : [];
  const conditions = isCompositeType(parentType) ? [parentType, ...possible] : [];
  const names = new Set(conditions.map(({ name }) => name));
  return [
    ...suggested(context, place, "fragment").map((draft) => ({ ...draft, detail: `on ${draft.detail}` })),
    ...[...names].map((name) => ({
      label: `on ${name}`,
      kind: "type" as const,
      ...moreAfter({ insertText: place.followedBy === "{" ? `on ${name}` : `on ${name} {\n\t$0\n}`, snippet: true }),
    })),
  ];
}

function directives(context: CursorContext, place: CompletionPlace): Draft[] {
  return suggested(context, place, "directive").map((draft) => ({
    ...draft,
    ...moreAfter(
      directiveInsertText(draft.label, place.schema.getDirective(draft.label)?.args ?? [], place.followedBy),
    ),
  }));
}

function described(of: { description?: string | null | undefined; deprecationReason?: string | null | undefined }) {
  return optional({ documentation: of.description, deprecated: of.deprecationReason });
}

function moreAfter(text: InsertText): InsertText & { more?: boolean } {
  return text.snippet ? { ...text, more: true } : text;
}

function optional(
  values: Record<string, string | null | undefined>,
): Pick<Draft, "detail" | "documentation" | "deprecated"> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ""),
  );
}

/** Of a list that is longer than is shown at once, what the word typed so far may become. */
interface Near<T> {
  readonly items: readonly T[];
  /** Whether there are more: another letter may bring others. */
  readonly isCut: boolean;
}

/**
 * The items whose names have the letters of the word in their order, as editors match them: those that begin with it
 * first, each group in the order of the list. A list that is short enough is left to the editor.
 */
function nearWord<T>(items: readonly T[], word: string, nameOf: (item: T) => string): Near<T> {
  if (items.length <= limits.completions) return { items, isCut: false };
  const typed = word.toLowerCase();
  const begin: T[] = [];
  const other: T[] = [];
  for (const item of items) {
    const name = nameOf(item).toLowerCase();
    if (name.startsWith(typed)) begin.push(item);
    else if (hasInOrder(name, typed)) other.push(item);
  }
  return { items: [...begin, ...other].slice(0, limits.completions), isCut: true };
}

function hasInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
