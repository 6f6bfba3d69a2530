import type { GraphQLSchema, OperationTypeNode } from "graphql";
import { contextCompletions, type CompletionPlace } from "./contextCompletion";
import { contextIn, knownFragments, levelsBefore, type CursorContext } from "../text/cursorContext";
import { isOpening, sliceBefore } from "../text/definitionSlices";
import type { GraphqlDocument, OtherDocument, Definition } from "../text/document";
import { firstTokenEndingAfter, nameAt, proseAt } from "../text/tokens";
import { isOperation } from "../names/fragmentUse";
import { expectedType, inputTypeOf, undeclaredVariables, variableFits, visibleVariables } from "../names/variableUse";
import type { Level } from "../text/cursorPath";

export type CompletionKind =
  | "field"
  | "argument"
  | "input-field"
  | "enum-value"
  | "value"
  | "variable"
  | "fragment"
  | "type"
  | "directive"
  | "keyword";

/** One suggestion. Texts of the schema are plain text, not markup. */
export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** The type, as in `[Block!]!`. */
  readonly detail?: string;
  readonly documentation?: string;
  /** Present when deprecated; the reason. */
  readonly deprecated?: string;
  readonly insertText: string;
  /** Whether `insertText` is a snippet with `$1` … `$0`. */
  readonly snippet: boolean;
  /** Whether the next suggestions should be asked for once this one is inserted. */
  readonly more?: boolean;
  readonly sortText: string;
}

/** Suggestions and what they replace: from `start` to `end`, or to `insertEnd` when what follows is to be kept. */
export interface Completions {
  readonly start: number;
  readonly insertEnd: number;
  readonly end: number;
  readonly items: readonly Completion[];
  /** Whether the list is cut, so that the next letter wants another one. */
  readonly isCut: boolean;
}

export interface CompletionOptions {
  /** Without a schema, keywords only. */
  readonly schema?: GraphQLSchema;
  /** Documents whose fragments can be spread here. */
  readonly others?: readonly OtherDocument[];
}

/** Suggestions at `offset`: none in comments and strings, and every half-written text has some. Never throws. */
export function completionsAt(document: GraphqlDocument, offset: number, options: CompletionOptions = {}): Completions {
  const word = nameAt(document.tokens, offset);
  const start = word?.start ?? offset;
  const range = { start, insertEnd: offset, end: word?.end ?? offset, isCut: false };
  if (proseAt(document.tokens, offset)) return { ...range, items: [] };
  const followedBy = document.tokens[firstTokenEndingAfter(document.tokens, range.end)]?.text;
  const levels = levelsBefore(document, start);
  const keywords = keywordCompletions(document, start, levels).filter(
    ({ label }) => !isMissingRoot(label, options.schema),
  );
  if (keywords.length > 0 || options.schema === undefined) return { ...range, items: keywords };
  const fragments = knownFragments(document, options.others);
  const context = contextIn(levels, options.schema, fragments);
  if (context === undefined) return { ...range, items: [] };
  const typed = document.text.slice(start, offset);
  const { schema, others = [] } = options;
  const place = { document, start, word: typed, followedBy, fragments, schema, others };
  return { ...range, ...contextCompletions(context, place) };
}

/** Whether only blanks are between an opening bracket and `offset`: something has just been begun there. */
export function followsOpening({ tokens }: GraphqlDocument, offset: number): boolean {
  const before = tokens[firstTokenEndingAfter(tokens, offset) - 1];
  return before !== undefined && isOpening(before);
}

/** Whether a keyword begins an operation that the schema has no type for. */
function isMissingRoot(keyword: string, schema: GraphQLSchema | undefined): boolean {
  if (schema === undefined || (keyword !== "mutation" && keyword !== "subscription")) return false;
  return !schema.getRootType(keyword as OperationTypeNode);
}

type Draft = Omit<Completion, "sortText">;

/**
 * Variables that fit where the cursor is; in a fragment, those of the operations that use it. Among an operation's
 * declarations: the variables it uses without declaring them, each with its type.
 */
export function variableCompletions(context: CursorContext, place: CompletionPlace): Draft[] {
  const { document, others, schema, start } = place;
  const definition = sliceBefore(document.definitions, start);
  if (definition === undefined) return [];
  const afterDollar = document.text[start - 1] === "$";
  if (context.levels.at(-1)!.kind === "variables") return undeclared(definition, place, afterDollar);
  const expected = context.types.inputType;
  return visibleVariables(definition, document, others).flatMap(({ name, type: text, hasDefault }) => {
    const type = inputTypeOf(text, schema);
    if (type === undefined || (expected && !variableFits(schema, type, hasDefault, expected as typeof type))) return [];
    return [variable(name.text, String(type), afterDollar ? "" : "$")];
  });
}

function undeclared(definition: Definition, place: CompletionPlace, afterDollar: boolean): Draft[] {
  if (!isOperation(definition)) return [];
  return undeclaredVariables(definition, place.document, place.others).map((use) => {
    const type = String(expectedType(use, place.schema) ?? "");
    return { ...variable(use.name.text, type, afterDollar ? "" : "$", type && `: ${type}`) };
  });
}

function variable(name: string, type: string, before: string, after = ""): Draft {
  return {
    label: `$${name}`,
    kind: "variable",
    ...(type ? { detail: type } : {}),
    insertText: `${before}${name}${after}`,
    snippet: false,
  };
}

/** Keywords that can stand at `start`: what begins a definition, and `on` behind a fragment's name. */
function keywordCompletions(document: GraphqlDocument, start: number, levels: readonly Level[]): Completion[] {
  if (levels.length > 1) return [];
  const item = levels[0]!.item;
  const last = item.at(-1);
  if (item.length === 0) return startKeywords(document, start);
  if (item.length === 1 && last?.text === "extend") return keywords(extendable);
  if (item.length === 2 && item[0]!.text === "fragment" && last?.text !== "on") return keywords([["on", "on "]]);
  return [];
}

type Keyword = readonly [label: string, insertText: string];

const operations: readonly Keyword[] = [
  ["query", "query ${1:Name} {\n\t$0\n}"],
  ["fragment", "fragment ${1:Name} on ${2:Type} {\n\t$0\n}"],
  ["mutation", "mutation ${1:Name} {\n\t$0\n}"],
  ["subscription", "subscription ${1:Name} {\n\t$0\n}"],
  ["{", "{\n\t$0\n}"],
];

const extendable: readonly Keyword[] = ["type", "interface", "union", "enum", "input", "scalar", "schema"].map(
  (word) => [word, `${word} `],
);

const typeSystem: readonly Keyword[] = [...extendable, ["directive", "directive @"], ["extend", "extend "]];

function startKeywords(document: GraphqlDocument, start: number): Completion[] {
  const kinds = new Set(document.definitions.filter((one) => one.start !== start).map(({ kind }) => kind));
  const executable = kinds.has("query") || kinds.has("fragment") || kinds.has("mutation") || kinds.has("subscription");
  if (executable) return keywords(operations);
  return keywords(kinds.has("type-system") ? typeSystem : [...operations, ...typeSystem]);
}

function keywords(words: readonly Keyword[]): Completion[] {
  return words.map(([label, insertText], index) => ({
    label,
    kind: "keyword",
    insertText,
    snippet: insertText.includes("$"),
    more: insertText.includes("$0") && !insertText.includes("${2"),
    sortText: String(index).padStart(4, "0"),
  }));
}
