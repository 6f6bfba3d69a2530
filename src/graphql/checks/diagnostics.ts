import type { DefinitionNode, GraphQLSchema, ValidationRule, VariableNode } from "graphql";
import { Kind, validate, visitInParallel } from "graphql";
import {
  type Definition,
  definitionAt,
  expressionsIn,
  type GraphqlDocument,
  type OtherDocument,
} from "../text/document";
import type { Finding } from "./finding";
import { fragmentsNeeded, isOperation } from "../names/fragmentUse";
import { isOffered } from "../text/operations";
import type { NamedSchema } from "../rules/alternatives";
import { argumentGroups } from "../rules/argumentGroups";
import { deprecations } from "../rules/deprecations";
import type { FindingRule } from "../rules/findingSink";
import { FindingSink } from "../rules/findingSink";
import { knownNames } from "../rules/knownNames";
import { libraryRules, overlappingFields } from "../rules/libraryRules";
import { literals } from "../rules/literals";
import { requiredParts } from "../rules/requiredParts";
import { rowLimits } from "../rules/rowLimits";
import { variablePositions } from "../rules/variablePositions";
import { syntaxFinding } from "./syntaxFinding";
import { useFindings } from "./useFindings";
import { limits } from "../../wire/limits";

export interface CheckOptions {
  /** The schema of the node in use; without it only syntax is checked. */
  readonly schema?: GraphQLSchema;
  /** Documents whose fragments count. */
  readonly others?: readonly OtherDocument[];
  /** Schemas of other known nodes, to say who offers what this one lacks. */
  readonly otherSchemas?: readonly NamedSchema[];
}

/** Everything there is to say about a document, in the order of the text. Never throws. */
export function findingsOf(document: GraphqlDocument, options: CheckOptions = {}): Finding[] {
  const { schema, others = [], otherSchemas = [] } = options;
  const findings = document.definitions.flatMap((definition) => syntaxFinding(document, definition) ?? []);
  const checked = document.definitions.filter(({ kind }) => kind !== "type-system" && kind !== "unknown");
  if (schema && checked.length > 0) {
    findings.push(...useFindings(document, others, schema), ...missingRoots(checked, schema));
    findings.push(...guarded(checked, () => validated(document, checked, schema, others, otherSchemas)));
  }
  return findings.filter((each) => isKnown(document, each)).sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Nothing is said of what only the program around a template knows: definitions with `${…}`, and fragments it may add. */
function isKnown(document: GraphqlDocument, { code, start }: Finding): boolean {
  if (!document.template || document.template.expressions.length === 0) return true;
  const definition = definitionAt(document, start);
  if (definition && expressionsIn(document, definition).length > 0) return false;
  return code !== "unknown-fragment";
}

function validated(
  document: GraphqlDocument,
  checked: readonly Definition[],
  schema: GraphQLSchema,
  others: readonly OtherDocument[],
  otherSchemas: readonly NamedSchema[],
): Finding[] {
  const sink = new FindingSink(checked);
  const free = new Set<VariableNode>();
  const rules: FindingRule[] = [
    knownNames(otherSchemas),
    literals(free),
    variablePositions(free),
    requiredParts,
    deprecations,
    rowLimits,
    argumentGroups,
    ...libraryRules,
  ];
  if (document.tokens.length < limits.comparedTokens) rules.push(overlappingFields);
  const all: ValidationRule = (context) => visitInParallel(rules.map((rule) => rule(context as never, sink)));
  validate(schema, { kind: Kind.DOCUMENT, definitions: executable(document, checked, others) }, [all]);
  return sink.findings;
}

function executable(
  document: GraphqlDocument,
  checked: readonly Definition[],
  others: readonly OtherDocument[],
): DefinitionNode[] {
  const foreign = new Set<Definition>();
  for (const definition of checked) {
    for (const found of fragmentsNeeded(definition, document, others).fragments) {
      if (found.document !== document) foreign.add(found.definition);
    }
  }
  return [...checked, ...foreign].flatMap(({ nodes }) => nodes);
}

function missingRoots(checked: readonly Definition[], schema: GraphQLSchema): Finding[] {
  return checked.filter(isOperation).flatMap((definition): Finding[] => {
    if (isOffered(definition, schema)) return [];
    const { start, end } = definition.tokens[0]!;
    return [{ code: "unknown-operation-type", operation: definition.kind, start, end }];
  });
}

/** A schema that contradicts itself can make the library throw: then this check is off, and says so once. */
function guarded(checked: readonly Definition[], check: () => Finding[]): Finding[] {
  try {
    return check();
  } catch (error) {
    const { start, end } = checked[0]!.tokens[0]!;
    return [{ code: "unchecked", message: (error as Error).message, start, end }];
  }
}
