import type { DefinitionNode } from "graphql";
import { GraphQLError, Source, parse } from "graphql";
import type { DefinitionFacts } from "./definition";
import { definitionFacts } from "./definition";
import type { DefinitionSlice } from "./definitionSlices";
import { definitionSlices } from "./definitionSlices";
import { tooDeepAt } from "./nesting";
import type { Token } from "./tokens";
import { tokenize } from "./tokens";

/** One definition: its place, what its tokens tell, and its syntax tree when it parses. */
export interface Definition extends DefinitionSlice, DefinitionFacts {
  /** Offsets in the tree count from the definition's own `start`. Empty when `fault` is set. */
  readonly nodes: readonly DefinitionNode[];
  readonly fault?: SyntaxFault;
}

/** Why a definition has no tree: the parser's words and place in the document, or nesting beyond the limit. */
export type SyntaxFault =
  { readonly at: number; readonly message: string } | { readonly at: number; readonly tooDeep: true };

/** GraphQL text, read definition by definition so that a broken one leaves the others whole. */
export interface GraphqlDocument {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly definitions: readonly Definition[];
}

/** A document of another file whose fragments count here. */
export interface OtherDocument {
  readonly file: string;
  readonly document: GraphqlDocument;
}

/** Reads a document; trees of definitions that are the same in `previous` are taken from there. Never throws. */
export function readDocument(text: string, previous?: GraphqlDocument): GraphqlDocument {
  const known = new Map(previous?.definitions.map((definition) => [textOf(previous, definition), definition]));
  const tokens = tokenize(text);
  const definitions = definitionSlices(text, tokens).map((slice): Definition => {
    const same = known.get(text.slice(slice.start, slice.end));
    return { ...slice, ...definitionFacts(slice), ...(same ? reused(same, slice.start) : readTree(text, slice)) };
  });
  return { text, tokens, definitions };
}

/** The definition's own text. */
export function textOf(document: { readonly text: string }, { start, end }: DefinitionSlice): string {
  return document.text.slice(start, end);
}

/** The definition in which `offset` lies or which it touches. */
export function definitionAt(document: GraphqlDocument, offset: number): Definition | undefined {
  return document.definitions.find(({ start, end }) => start <= offset && offset <= end);
}

type Tree = Pick<Definition, "nodes" | "fault">;

function reused(same: Definition, start: number): Tree {
  const { nodes, fault } = same;
  return fault ? { nodes, fault: { ...fault, at: fault.at - same.start + start } } : { nodes };
}

function readTree(text: string, { start, end }: DefinitionSlice): Tree {
  const body = text.slice(start, end);
  const deep = tooDeepAt(body);
  if (deep !== undefined) return { nodes: [], fault: { at: start + deep, tooDeep: true } };
  try {
    return { nodes: parse(new Source(body)).definitions };
  } catch (error) {
    const at = start + ((error instanceof GraphQLError ? error.positions?.[0] : undefined) ?? 0);
    return { nodes: [], fault: { at, message: (error as Error).message.replace(/^Syntax Error: /, "") } };
  }
}
