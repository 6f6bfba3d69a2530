import type { GivenName, NamePlace } from "./definitions";
import { definitionsOf } from "./definitions";
import type { GraphqlDocument, OtherDocument } from "../text/document";
import type { FoundDefinition } from "./fragmentUse";
import { definitionsInReach, fragmentsNeeded, isOperation, operationsUsing } from "./fragmentUse";

/**
 * Every place where the name stands, definitions included. A variable is one across all operations and
 * fragments that share it: renaming it in one place only would break the others.
 */
export function referencesOf(
  given: GivenName,
  document: GraphqlDocument,
  others?: readonly OtherDocument[],
): NamePlace[] {
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
): NamePlace[] {
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
      pending.push(...fragmentsNeeded(found.definition, document, others).fragments.filter(uses));
    } else {
      pending.push(...operationsUsing(found.definition.name?.text ?? "", document, others));
    }
  }
  return [...connected.values()];
}
