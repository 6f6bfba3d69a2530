import type { FragmentDefinitionNode, GraphQLSchema } from "graphql";
import { Kind } from "graphql";
import type { ContextToken, State } from "graphql-language-service";
import { GraphQLDocumentMode, Position, getContextAtPosition } from "graphql-language-service";
import type { Level } from "./cursorPath";
import { cursorPath, isFinished } from "./cursorPath";
import { sliceBefore } from "./definitionSlices";
import type { GraphqlDocument, OtherDocument } from "./document";
import { deepestNesting } from "./nesting";
import type { Token } from "./tokens";
import { firstTokenEndingAfter } from "./tokens";

/** The types that matter at a place: of the field, its parent, the argument, the input expected there. */
export type TypesAtCursor = NonNullable<ReturnType<typeof getContextAtPosition>>["typeInfo"];

/** What the language service makes of one place in a document. */
export interface CursorContext {
  readonly levels: readonly Level[];
  /** The way to the place as one line of GraphQL, and the place as the end of it. */
  readonly text: string;
  readonly position: Position;
  readonly token: ContextToken;
  readonly state: State;
  readonly types: TypesAtCursor;
}

/** The context in front of `offset`, where something is yet to be written. */
export function cursorContext(
  document: GraphqlDocument,
  offset: number,
  schema: GraphQLSchema,
): CursorContext | undefined {
  return contextIn(levelsBefore(document, offset), schema, []);
}

/** The same, once the open brackets are known. */
export function contextIn(
  levels: readonly Level[],
  schema: GraphQLSchema,
  fragments: readonly FragmentDefinitionNode[],
): CursorContext | undefined {
  const text = pathText(levels);
  return serviceContext(levels, text, new Position(0, text.length), schema, fragments, 1);
}

/** The context of a name that is written already. */
export function nameContext(document: GraphqlDocument, name: Token, schema: GraphQLSchema): CursorContext | undefined {
  const levels = cursorPath(tokensBefore(document, name.end));
  const next = document.tokens[firstTokenEndingAfter(document.tokens, name.end)];
  const text = pathText(levels).trimEnd();
  // The colon tells an alias from a field, a name from a value.
  const queried = next?.text === ":" ? `${text} :` : text;
  return serviceContext(levels, queried, new Position(0, text.length - 1), schema, [], 0);
}

/** The open brackets at `offset`; what is finished in the innermost one is left out. */
export function levelsBefore(document: GraphqlDocument, offset: number): readonly Level[] {
  const levels = cursorPath(tokensBefore(document, offset));
  const innermost = levels.at(-1)!;
  const isOver = isFinished(innermost) || isGivenUp(innermost, document, offset);
  return isOver ? [...levels.slice(0, -1), { ...innermost, item: [] }] : levels;
}

/** Fragments of the document and of the others, one per name, with name and type condition only. */
export function knownFragments(
  document: GraphqlDocument,
  others: readonly OtherDocument[] = [],
): FragmentDefinitionNode[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const { definitions } of [document, ...others.map((other) => other.document)]) {
    for (const { name, typeCondition } of definitions) {
      const node = headOf(name, typeCondition);
      if (node && !fragments.has(node.name.value)) fragments.set(node.name.value, node);
    }
  }
  return [...fragments.values()];
}

/** A comma means nothing to GraphQL, but anyone who types one after a missing value has moved on. */
function isGivenUp({ kind, item }: Level, document: GraphqlDocument, offset: number): boolean {
  const last = item.at(-1);
  return (kind === "arguments" || kind === "object") && document.text.slice(last?.end ?? offset, offset).includes(",");
}

/** Tokens in front of `offset` that belong to the same definition; none behind the end of one. */
function tokensBefore(document: GraphqlDocument, offset: number): readonly Token[] {
  const slice = sliceBefore(document.definitions, offset);
  if (slice === undefined) return [];
  if (slice.end <= offset && slice.tokens.at(-1)!.text === "}" && isBalanced(slice.tokens)) return [];
  return slice.tokens.filter(({ start }) => start < offset);
}

function serviceContext(
  levels: readonly Level[],
  text: string,
  position: Position,
  schema: GraphQLSchema,
  fragments: readonly FragmentDefinitionNode[],
  lookBehind: number,
): CursorContext | undefined {
  if (levels.length > deepestNesting) return undefined;
  const options = { mode: GraphQLDocumentMode.EXECUTABLE, fragmentDefinitions: fragments };
  const context = getContextAtPosition(text, position, schema, undefined, options, lookBehind);
  return context ? { levels, text, position, ...context, types: context.typeInfo } : undefined;
}

function isBalanced(tokens: readonly Token[]): boolean {
  const count = (mark: string) => tokens.filter(({ text }) => text === mark).length;
  return count("{") <= count("}");
}

function pathText(levels: readonly Level[]): string {
  return levels
    .flatMap(({ item }) => item)
    .map(({ text, kind }) => `${kind === "string" ? '""' : text} `)
    .join("");
}

function headOf(name: Token | undefined, typeCondition: Token | undefined): FragmentDefinitionNode | undefined {
  if (!name || !typeCondition) return undefined;
  const named = (token: Token) => ({ kind: Kind.NAME, value: token.text }) as const;
  return {
    kind: Kind.FRAGMENT_DEFINITION,
    name: named(name),
    typeCondition: { kind: Kind.NAMED_TYPE, name: named(typeCondition) },
    selectionSet: { kind: Kind.SELECTION_SET, selections: [] },
  };
}
