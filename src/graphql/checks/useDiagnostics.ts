import type { GraphQLSchema } from "graphql";
import type { MistakeHelp } from "./closestNames";
import type { Definition, GraphqlDocument, OtherDocument } from "../text/document";
import { textOf } from "../text/document";
import { shortNames } from "../text/fileNearness";
import type { Diagnostic } from "./diagnostic";
import { fragmentsInReach, fragmentsNeeded, isOperation, spreadersInReach } from "../names/fragmentUse";
import type { VariableUse } from "../names/variableUse";
import { expectedType, undeclaredVariables, variableUses } from "../names/variableUse";

/** Variables and fragments that are used without being defined, or defined without being used. */
export function useDiagnostics(
  document: GraphqlDocument,
  others: readonly OtherDocument[],
  schema: GraphQLSchema,
  help: MistakeHelp,
): Diagnostic[] {
  const runs = document.definitions.some(isOperation);
  return document.definitions.flatMap((definition) => [
    ...unknownFragments(definition, document, others, help),
    ...ambiguousFragments(definition, document, others),
    ...(isOperation(definition) && !definition.fault ? variables(definition, document, others, schema, help) : []),
    // A file with fragments alone is there for others.
    ...(definition.kind === "fragment" && runs ? unusedFragment(definition, document, others) : []),
  ]);
}

function unknownFragments(
  definition: Definition,
  document: GraphqlDocument,
  others: readonly OtherDocument[],
  help: MistakeHelp,
): Diagnostic[] {
  const known = fragmentsInReach(document, others);
  return definition.spreads
    .filter(({ text }) => !known.has(text))
    .map(({ text, start, end }) => ({
      code: "unknown-fragment",
      fragment: text,
      closest: help.closestNames(text, known.keys()),
      offeredBy: [],
      start,
      end,
    }));
}

/** Fragments that several other files define, each in its own way; this document's own is the one that is meant. */
function ambiguousFragments(
  definition: Definition,
  document: GraphqlDocument,
  others: readonly OtherDocument[],
): Diagnostic[] {
  const known = fragmentsInReach(document, others);
  return definition.spreads.flatMap(({ text, start, end }): Diagnostic[] => {
    const [taken, ...more] = known.get(text) ?? [];
    if (taken?.file === undefined) return [];
    const own = textOf(taken.document, taken.definition);
    const different = more.filter((each) => textOf(each.document, each.definition) !== own);
    if (different.length === 0) return [];
    const files = [...new Set([taken, ...different].flatMap(({ file }) => file ?? []))];
    return files.length < 2
      ? []
      : [{ code: "ambiguous-fragment", fragment: text, files: shortNames(files), start, end }];
  });
}

function variables(
  operation: Definition,
  document: GraphqlDocument,
  others: readonly OtherDocument[],
  schema: GraphQLSchema,
  help: MistakeHelp,
): Diagnostic[] {
  const undeclared = undeclaredVariables(operation, document, others).map((use): Diagnostic => {
    const type = help.find(() => expectedType(use, schema));
    return {
      code: "undeclared-variable",
      variable: use.name.text,
      ...(operation.name ? { operation: operation.name.text } : {}),
      ...(type ? { type: String(type) } : {}),
      ...placeOf(use, operation, document),
    };
  });
  // A fragment that cannot be found may use any of them.
  if (fragmentsNeeded([operation], document, others).missing.length > 0) return undeclared;
  const used = new Set(variableUses(operation, document, others).map(({ name }) => name.text));
  const unused = operation.declarations
    .filter(({ name }) => !used.has(name.text))
    .map(({ name }): Diagnostic => ({
      code: "unused-variable",
      variable: name.text,
      start: name.start - 1,
      end: name.end,
    }));
  return [...undeclared, ...unused];
}

/** A use in another file is shown at the operation, which is what lacks the declaration. */
function placeOf({ document: usedIn, name }: VariableUse, operation: Definition, document: GraphqlDocument) {
  if (usedIn === document) return { start: name.start - 1, end: name.end };
  const { start, end } = operation.name ?? operation.tokens[0]!;
  return { start, end };
}

function unusedFragment(
  fragment: Definition,
  document: GraphqlDocument,
  others: readonly OtherDocument[],
): Diagnostic[] {
  const { name } = fragment;
  if (!name) return [];
  const spreaders = spreadersInReach(document, others).get(name.text) ?? [];
  return spreaders.some(({ definition }) => definition !== fragment)
    ? []
    : [{ code: "unused-fragment", fragment: name.text, start: name.start, end: name.end }];
}
