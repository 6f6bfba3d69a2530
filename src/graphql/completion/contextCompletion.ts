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
import type { Completion, CompletionKind, CompletionScope, Draft } from "./completionItem";
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
export function contextCompletions(context: CursorContext, scope: CompletionScope): Near<Completion> {
  const { kind, step } = context.state;
  const candidates = isField(String(kind)) ? fields(context, scope) : others(context, scope, String(kind), step);
  const { items, isCut } = nearWord(candidates, scope.word, ({ label }) => label);
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

function others(context: CursorContext, scope: CompletionScope, kind: string, step: number): Candidate[] {
  return otherDrafts(context, scope, kind, step).map((draft) => ({ label: draft.label, draft: () => draft }));
}

function otherDrafts(context: CursorContext, scope: CompletionScope, kind: string, step: number): Draft[] {
  switch (kind) {
    case "Arguments":
      return argumentsOf(context, scope);
    case "Argument":
    case "ListValue":
    case "ObjectField":
      return values(context, scope);
    case "DefaultValue":
      return defaultValues(context, scope);
    case "ObjectValue":
      return inputFields(context, scope);
    case "VariableDefinitions":
    case "Variable":
      return variableCompletions(context, scope);
    case "FragmentSpread":
      return step === 1 ? spreads(context, scope) : [];
    case "Directive":
      return directives(context, scope);
    default:
      return suggested(context, scope, "type");
  }
}

function suggestions({ text, position }: CursorContext, { schema, fragments }: CompletionScope) {
  return getAutocompleteSuggestions(schema, text, position, undefined, [...fragments]);
}

function suggested(context: CursorContext, scope: CompletionScope, kind: CompletionKind): Draft[] {
  return suggestions(context, scope)
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
function fields({ types: { parentType } }: CursorContext, { schema, followedBy }: CompletionScope): Candidate[] {
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

function argumentsOf(context: CursorContext, scope: CompletionScope): Draft[] {
  const given = siblingNames(scope.document, scope.start);
  const declared = (context.types.argDefs ?? []).filter(({ name }) => !given.has(name)) as GraphQLArgument[];
  const requiredFirst = [...declared].sort((a, b) => Number(isRequiredArgument(b)) - Number(isRequiredArgument(a)));
  return requiredFirst.map((arg) => ({
    label: arg.name,
    kind: "argument",
    detail: String(arg.type),
    ...described(arg),
    ...moreAfter(inputInsertText(arg.name, arg.type, scope.followedBy)),
  }));
}

function inputFields(context: CursorContext, scope: CompletionScope): Draft[] {
  const given = siblingNames(scope.document, scope.start);
  const declared = Object.values(context.types.objectFieldDefs ?? {}).filter(({ name }) => !given.has(name));
  return declared.map((field) => ({
    label: field.name,
    kind: "input-field",
    detail: String(field.type),
    ...described(field),
    ...moreAfter(inputInsertText(field.name, field.type, scope.followedBy)),
  }));
}

function values(context: CursorContext, scope: CompletionScope): Draft[] {
  return [...literals(getNamedType(context.types.inputType)), ...variableCompletions(context, scope)];
}

/** Behind the `=` of a declaration: values of the declared type, and no variables. */
function defaultValues({ levels }: CursorContext, { schema }: CompletionScope): Draft[] {
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

function spreads(context: CursorContext, scope: CompletionScope): Draft[] {
  const { parentType } = context.types;
  const possible = isAbstractType(parentType) ? scope.schema.getPossibleTypes(parentType) : [];
  const conditions = isCompositeType(parentType) ? [parentType, ...possible] : [];
  const names = new Set(conditions.map(({ name }) => name));
  return [
    ...suggested(context, scope, "fragment").map((draft) => ({ ...draft, detail: `on ${draft.detail}` })),
    ...[...names].map((name) => ({
      label: `on ${name}`,
      kind: "type" as const,
      ...moreAfter({ insertText: scope.followedBy === "{" ? `on ${name}` : `on ${name} {\n\t$0\n}`, snippet: true }),
    })),
  ];
}

function directives(context: CursorContext, scope: CompletionScope): Draft[] {
  return suggested(context, scope, "directive").map((draft) => ({
    ...draft,
    ...moreAfter(
      directiveInsertText(draft.label, scope.schema.getDirective(draft.label)?.args ?? [], scope.followedBy),
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
