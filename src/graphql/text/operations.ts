import type { GraphQLSchema, OperationTypeNode } from "graphql";
import type { Definition, GraphqlDocument, OtherDocument } from "./document";
import { definitionAt } from "./document";
import type { FoundDefinition } from "../names/fragmentUse";
import type { Part } from "./templates";
import { fragmentsNeeded, isOperation, operationsUsing } from "../names/fragmentUse";

/** The operations of a document, in its order. */
export function operationsOf(document: GraphqlDocument): Definition[] {
  return document.definitions.filter(isOperation);
}

/** Whether the schema has a type for operations of this kind. */
export function isOffered({ kind }: Definition, schema: GraphQLSchema): boolean {
  return Boolean(schema.getRootType(kind as OperationTypeNode));
}

/**
 * The operations that "run" can mean at `offset`: the one it is in; in a fragment, all that use it; between
 * definitions, all of the document. The user chooses among several; with none there is nothing to run.
 */
export function operationsAt(
  document: GraphqlDocument,
  offset: number,
  others?: readonly OtherDocument[],
): FoundDefinition[] {
  const definition = definitionAt(document, offset);
  if (definition && isOperation(definition)) return [{ document, definition }];
  if (definition?.kind === "fragment") return operationsUsing(definition.name?.text ?? "", document, others);
  return operationsOf(document).map((operation) => ({ document, definition: operation }));
}

/** A range of the sent text that was copied from `sourceStart` of a document. */
export interface SentPart extends FoundDefinition {
  readonly sentStart: number;
  readonly sourceStart: number;
  readonly length: number;
}

/** What is sent to run one operation (§4.1), and where each part of it comes from. */
export interface OperationRequest {
  readonly query: string;
  readonly operationName?: string;
  readonly parts: readonly SentPart[];
  /** Fragments that no document within reach defines: the node would refuse the query. */
  readonly missingFragments: readonly string[];
}

/** The operation with the fragments it needs, each once, and nothing else; comments outside of them stay behind. */
export function requestFor(
  { document, definition, file }: FoundDefinition,
  others?: readonly OtherDocument[],
): OperationRequest {
  const { fragments, missing } = fragmentsNeeded([definition], document, others);
  const parts: SentPart[] = [];
  let query = "";
  for (const found of [{ document, definition, ...(file ? { file } : {}) }, ...fragments]) {
    if (query !== "") query += "\n\n";
    for (const { start, end } of meantParts(found)) {
      parts.push({ ...found, sentStart: query.length, sourceStart: start, length: end - start });
      query += found.document.text.slice(start, end);
    }
  }
  return {
    query,
    ...(definition.name ? { operationName: definition.name.text } : {}),
    parts,
    missingFragments: [...new Set(missing.map(({ text }) => text))],
  };
}

/** A definition without the characters of its document that only fill. */
function meantParts({ document, definition: { start, end } }: FoundDefinition): Part[] {
  const parts: Part[] = [];
  let from = start;
  for (const at of document.fillers ?? []) {
    if (at < start || at >= end) continue;
    if (at > from) parts.push({ start: from, end: at });
    from = at + 1;
  }
  return [...parts, { start: from, end }];
}

/** The offset in the source document that an offset in the sent text was copied from. */
export function sourceOffset(
  request: OperationRequest,
  sent: number,
): (FoundDefinition & { readonly offset: number }) | undefined {
  const part = request.parts.findLast(({ sentStart }) => sentStart <= sent);
  if (part === undefined) return undefined;
  const offset = part.sourceStart + Math.min(sent - part.sentStart, part.length);
  return { document: part.document, definition: part.definition, offset, ...(part.file ? { file: part.file } : {}) };
}
