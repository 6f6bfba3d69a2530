import type { GraphQLSchema, FragmentDefinitionNode } from "graphql";
import type { OtherDocument, GraphqlDocument } from "../text/document";

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

/** What surrounds the word that is being completed. */
export interface CompletionScope {
  readonly document: GraphqlDocument;
  readonly others: readonly OtherDocument[];
  readonly schema: GraphQLSchema;
  readonly fragments: readonly FragmentDefinitionNode[];
  readonly start: number;
  /** What is typed of the word. */
  readonly word: string;
  /** Text of the token behind the word. */
  readonly followedBy: string | undefined;
}

/** A suggestion that has no place in the order yet. */
export type Draft = Omit<Completion, "sortText">;
