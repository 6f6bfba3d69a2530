import type { Definition, GraphqlDocument, OtherDocument } from "../text/document";
import { definitionAt } from "../text/document";
import type { FoundDefinition } from "./fragmentUse";
import { definitionsInReach, isOperation, operationsUsing } from "./fragmentUse";
import type { Token } from "../text/tokens";
import { nameAt } from "../text/tokens";

/** A name that documents give themselves; `start` and `end` enclose it where it was found, a variable's with its `$`. */
export interface GivenName {
  readonly kind: "fragment" | "operation" | "variable";
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The definition it was found in. */
  readonly definition: Definition;
}

/** Where the name is defined: `start` and `end` enclose the name in that document. */
export interface NamePlace extends FoundDefinition {
  readonly start: number;
  readonly end: number;
}

/** The fragment, operation or variable whose name is at `offset`. */
export function givenNameAt(document: GraphqlDocument, offset: number): GivenName | undefined {
  const definition = definitionAt(document, offset);
  const token = nameAt(document.tokens, offset) ?? nameAt(document.tokens, offset + 1);
  if (definition === undefined || token === undefined) return undefined;
  const isHere = (name: Token | undefined) => name?.start === token.start;
  if (definition.variables.some(isHere) || definition.declarations.some(({ name }) => isHere(name))) {
    return { kind: "variable", name: token.text, start: token.start - 1, end: token.end, definition };
  }
  if (offset < token.start) return undefined;
  const named = { name: token.text, start: token.start, end: token.end, definition };
  if (definition.spreads.some(isHere)) return { kind: "fragment", ...named };
  if (!isHere(definition.name)) return undefined;
  return { kind: isOperation(definition) ? "operation" : "fragment", ...named };
}

/** Where the name is defined: own document first; a variable of a fragment is defined by each of its operations. */
export function definitionsOf(
  given: GivenName,
  document: GraphqlDocument,
  others?: readonly OtherDocument[],
): NamePlace[] {
  if (given.kind === "variable") {
    return declaringOperations(given.definition, document, others).flatMap((found) =>
      found.definition.declarations
        .filter(({ name }) => name.text === given.name)
        .map(({ name }) => ({ ...found, start: name.start - 1, end: name.end })),
    );
  }
  return definitionsInReach(document, others).flatMap((found) => {
    const { kind, name } = found.definition;
    const same = name?.text === given.name && (given.kind === "fragment") === (kind === "fragment");
    if (!same || (given.kind === "operation" && found.definition !== given.definition)) return [];
    return [{ ...found, start: name.start, end: name.end }];
  });
}

function declaringOperations(
  definition: Definition,
  document: GraphqlDocument,
  others: readonly OtherDocument[] | undefined,
): FoundDefinition[] {
  if (isOperation(definition)) return [{ document, definition }];
  return operationsUsing(definition.name?.text ?? "", document, others);
}
