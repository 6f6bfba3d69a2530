import type { GraphQLSchema, OperationTypeNode } from "graphql";
import { contextCompletions } from "./contextCompletion";
import { contextIn, knownFragments, levelsBefore } from "../text/cursorContext";
import { isOpening } from "../text/definitionSlices";
import type { GraphqlDocument, OtherDocument } from "../text/document";
import { keywordCompletions } from "./keywordCompletion";
import { firstTokenEndingAfter, nameAt, proseAt } from "../text/tokens";

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
