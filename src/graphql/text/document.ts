import type { DefinitionNode } from "graphql";
import { GraphQLError, Source, parse } from "graphql";
import type { DefinitionFacts } from "./definition";
import { definitionFacts } from "./definition";
import type { DefinitionSlice } from "./definitionSlices";
import { definitionSlices } from "./definitionSlices";
import { tooDeepAt } from "./nesting";
import { type Part, readProgram, type Template } from "./templates";
import type { Token } from "./tokens";
import { tokenize } from "./tokens";

/** One definition: its place, what its tokens tell, and its syntax tree, which is read when it is first asked for. */
export interface Definition extends DefinitionSlice, DefinitionFacts {
  /** Offsets in the tree count from the definition's own `start`. Empty when there is a `fault`. */
  readonly nodes: readonly DefinitionNode[];
  readonly fault: SyntaxFault | undefined;
}

/** Why a definition has no tree: the parser's words and place in the document, or nesting beyond the limit. */
export type SyntaxFault =
  { readonly at: number; readonly message: string } | { readonly at: number; readonly tooDeep: true };

/** GraphQL text, read definition by definition so that a broken one leaves the others whole. */
export interface GraphqlDocument {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly definitions: readonly Definition[];
  /** Where it stands, if in a program, whose whole text `text` is then. */
  readonly template?: Template;
  /** Of a program: a document for each of its templates. What is said above is then of all of them. */
  readonly templates?: readonly GraphqlDocument[];
  /** Of a program with more templates than are read, or longer ones: the first that was not. */
  readonly unread?: Part;
  /** Offsets of characters in `text` that are not meant: what an escape in a program is longer than what it means. */
  readonly fillers?: readonly number[];
}

/** A document of another file whose fragments count here. */
export interface OtherDocument {
  readonly file: string;
  readonly document: GraphqlDocument;
}

/** Reads a document; trees of definitions that are the same in `previous` are taken from there. Never throws. */
export function readDocument(text: string, previous?: GraphqlDocument): GraphqlDocument {
  const own: LazyTree[] = [];
  const document = readTokens(text, tokenize(text), knownTrees(previous), own);
  trees.set(document, own);
  return document;
}

/** Reads the templates of a program. Trees are taken from `previous` as well. Never throws. */
export function readTemplates(program: string, previous?: GraphqlDocument): GraphqlDocument {
  const { text, templates, fillers, unread } = readProgram(program);
  const known = knownTrees(previous);
  const own: LazyTree[] = [];
  const documents = templates.map((template) => {
    const { start, end } = template;
    const tokens = tokenize(text.slice(start, end)).map((token) => ({
      ...token,
      start: start + token.start,
      end: start + token.end,
    }));
    return { ...readTokens(text, tokens, known, own), template, fillers };
  });
  const [tokens, definitions] = [
    documents.flatMap((each) => each.tokens),
    documents.flatMap((each) => each.definitions),
  ];
  const document = { text, tokens, definitions, templates: documents, fillers, ...(unread && { unread }) };
  trees.set(document, own);
  return document;
}

/** The document that an offset lies in: in a program that of its template, and none in an expression or beside templates. */
export function documentAt(document: GraphqlDocument, offset: number): GraphqlDocument | undefined {
  if (!document.templates) return document;
  const found = document.templates.find(({ template }) => template!.start <= offset && offset <= template!.end);
  const isKnown = !found?.template?.expressions.some(({ start, end }) => start < offset && offset < end);
  return isKnown ? found : undefined;
}

/** The `${…}` within a definition: what only the program knows of it. */
export function expressionsIn(document: GraphqlDocument, { start, end }: DefinitionSlice): readonly Part[] {
  const templates = (document.templates ?? [document]).flatMap(({ template }) => template ?? []);
  return templates.flatMap(({ expressions }) => expressions.filter((each) => start < each.start && each.end < end));
}

function knownTrees(previous: GraphqlDocument | undefined): ReadonlyMap<string, LazyTree> {
  return new Map(previous && trees.get(previous)?.map((tree) => [tree.text, tree]));
}

/** Adds the trees of the definitions to `own`. */
function readTokens(
  text: string,
  tokens: readonly Token[],
  known: ReadonlyMap<string, LazyTree>,
  own: LazyTree[],
): GraphqlDocument {
  const definitions = definitionSlices(text, tokens).map((slice): Definition => {
    const body = text.slice(slice.start, slice.end);
    const tree = known.get(body) ?? new LazyTree(body);
    own.push(tree);
    return {
      ...slice,
      ...definitionFacts(slice),
      get nodes() {
        return tree.read().nodes;
      },
      get fault() {
        const { fault } = tree.read();
        return fault && { ...fault, at: slice.start + fault.at };
      },
    };
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

interface Tree {
  readonly nodes: readonly DefinitionNode[];
  /** Its place counts from the definition's start. */
  readonly fault?: SyntaxFault;
}

/** The syntax tree of a definition, wherever it stands: with every key that is typed most are only handed on. */
class LazyTree {
  private tree: Tree | undefined;

  constructor(readonly text: string) {}

  read(): Tree {
    return (this.tree ??= readTree(this.text));
  }
}

const trees = new WeakMap<GraphqlDocument, readonly LazyTree[]>();

function readTree(text: string): Tree {
  const deep = tooDeepAt(text);
  if (deep !== undefined) return { nodes: [], fault: { at: deep, tooDeep: true } };
  try {
    return { nodes: parse(new Source(text)).definitions };
  } catch (error) {
    const at = (error instanceof GraphQLError ? error.positions?.[0] : undefined) ?? 0;
    return { nodes: [], fault: { at, message: (error as Error).message.replace(/^Syntax Error: /, "") } };
  }
}
