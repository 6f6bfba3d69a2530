import { type Definition, type GraphqlDocument, type OtherDocument, definitionAt } from "../text/document";
import { type FoundDefinition, definitionsInReach, isOperation, operationsUsing, fragmentsNeeded } from "./fragmentUse";
import { type Token, nameAt } from "../text/tokens";

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
export interface NameLocation extends FoundDefinition {
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
): NameLocation[] {
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

/**
 * Every place where the name stands, definitions included. A variable is one across all operations and
 * fragments that share it: renaming it in one place only would break the others.
 */
export function referencesOf(
  given: GivenName,
  document: GraphqlDocument,
  others?: readonly OtherDocument[],
): NameLocation[] {
  if (given.kind === "operation") return definitionsOf(given, document, others);
  if (given.kind === "variable") return variableReferences(given, document, others);
  const spreads = definitionsInReach(document, others).flatMap((found) =>
    found.definition.spreads
      .filter(({ text }) => text === given.name)
      .map(({ start, end }) => ({ ...found, start, end })),
  );
  return [...definitionsOf(given, document, others), ...spreads];
}

function variableReferences(
  given: GivenName,
  document: GraphqlDocument,
  others: readonly OtherDocument[] | undefined,
): NameLocation[] {
  return sharing(given, document, others).flatMap((found) =>
    [...found.definition.declarations.map(({ name }) => name), ...found.definition.variables]
      .filter(({ text }) => text === given.name)
      .map(({ start, end }) => ({ ...found, start: start - 1, end })),
  );
}

/** Operations and fragments connected through fragments that use the variable. */
function sharing(
  given: GivenName,
  document: GraphqlDocument,
  others: readonly OtherDocument[] | undefined,
): FoundDefinition[] {
  const connected = new Map<FoundDefinition["definition"], FoundDefinition>();
  const pending: FoundDefinition[] = [{ document, definition: given.definition }];
  const uses = ({ definition }: FoundDefinition) => definition.variables.some(({ text }) => text === given.name);
  for (let found = pending.pop(); found !== undefined; found = pending.pop()) {
    if (connected.has(found.definition)) continue;
    connected.set(found.definition, found);
    if (isOperation(found.definition)) {
      pending.push(...fragmentsNeeded([found.definition], document, others).fragments.filter(uses));
    } else {
      pending.push(...operationsUsing(found.definition.name?.text ?? "", document, others));
    }
  }
  return [...connected.values()];
}

/** Replaces `start` to `end` by `text`, in the document itself when there is no `file`. */
interface RenameEdit {
  readonly file?: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Renaming =
  { readonly edits: readonly RenameEdit[] } | { readonly problem: "not-a-name" | "taken"; readonly name: string };

/** Edits that replace the name wherever it stands. A variable's `$` may be given or not. */
export function renameEdits(
  given: GivenName,
  newName: string,
  document: GraphqlDocument,
  others?: readonly OtherDocument[],
): Renaming {
  const name = given.kind === "variable" ? newName.replace(/^\$/, "") : newName;
  const reserved = given.kind === "fragment" && name === "on";
  if (!/^[_A-Za-z][_0-9A-Za-z]*$/.test(name) || reserved) return { problem: "not-a-name", name };
  const locations = referencesOf(given, document, others);
  if (name !== given.name && isTaken(given, name, document, others)) return { problem: "taken", name };
  const sign = given.kind === "variable" ? "$" : "";
  return {
    edits: locations.map(({ file, start, end }) => ({ ...(file ? { file } : {}), start, end, text: sign + name })),
  };
}

function isTaken(
  given: GivenName,
  name: string,
  document: GraphqlDocument,
  others: readonly OtherDocument[] | undefined,
): boolean {
  if (given.kind === "variable") {
    return referencesOf(given, document, others).some(({ definition }) =>
      definition.declarations.some((declaration) => declaration.name.text === name),
    );
  }
  const reach = given.kind === "operation" ? definitionsInReach(document) : definitionsInReach(document, others);
  return reach.some(
    ({ definition }) => definition.name?.text === name && isOperation(definition) === (given.kind === "operation"),
  );
}
