import type { GraphQLSchema, OperationTypeNode } from "graphql";
import { contextCompletions } from "./contextCompletion";
import type { Completion, Completions, CompletionOptions } from "./completionItem";
import { contextIn, knownFragments, levelsBefore } from "../text/cursorContext";
import { isOpening } from "../text/definitionSlices";
import type { GraphqlDocument } from "../text/document";
import { firstTokenEndingAfter, nameAt, proseAt } from "../text/tokens";
import type { Level } from "../text/cursorPath";

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
  const scope = { document, start, word: typed, followedBy, fragments, schema, others };
  return { ...range, ...contextCompletions(context, scope) };
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

function keywords(text: readonly Keyword[]): Completion[] {
  return text.map(([label, insertText], index) => ({
    label,
    kind: "keyword",
    insertText,
    snippet: insertText.includes("$"),
    more: insertText.includes("$0") && !insertText.includes("${2"),
    sortText: String(index).padStart(4, "0"),
  }));
}
