import type { ASTNode, DocumentNode, GraphQLError, GraphQLSchema, ValidationContext, ValidationRule } from "graphql";
import {
  FragmentsOnCompositeTypesRule,
  Kind,
  KnownDirectivesRule,
  NoFragmentCyclesRule,
  OverlappingFieldsCanBeMergedRule,
  PossibleFragmentSpreadsRule,
  UniqueArgumentNamesRule,
  UniqueDirectivesPerLocationRule,
  UniqueFragmentNamesRule,
  UniqueInputFieldNamesRule,
  UniqueOperationNamesRule,
  UniqueVariableNamesRule,
  VariablesAreInputTypesRule,
  validate,
  visit,
} from "graphql";
import { limits } from "../../wire/limits";
import type { DiagnosticData } from "../checks/diagnostic";
import type { DiagnosticRule, DiagnosticSink } from "./diagnosticSink";

/**
 * Checks of the library whose own sentence is good enough. Left out: those with a check of ours, and those that do not
 * matter because one operation is sent at a time (a lone anonymous one, fragments no one uses).
 */
export const libraryRules: readonly DiagnosticRule[] = [
  first("fragments-on-composite-types", FragmentsOnCompositeTypesRule),
  first("directive-location", KnownDirectivesRule),
  first("fragment-cycle", NoFragmentCyclesRule),
  first("impossible-fragment-spread", PossibleFragmentSpreadsRule),
  first("input-type-of-variable", VariablesAreInputTypesRule),
  last("unique-argument-names", UniqueArgumentNamesRule),
  last("unique-directives", UniqueDirectivesPerLocationRule),
  last("unique-fragment-names", UniqueFragmentNamesRule),
  last("unique-input-field-names", UniqueInputFieldNamesRule),
  last("unique-operation-names", UniqueOperationNamesRule),
  last("unique-variable-names", UniqueVariableNamesRule),
];

/**
 * Reports fields of one name that cannot be merged, the first ones of them. Each pair of fields may be a conflict, so it
 * is for documents without many fields of one name.
 */
export function reportConflicts(schema: GraphQLSchema, document: DocumentNode, sink: DiagnosticSink): void {
  if (pairsOfFields(document) > limits.comparedPairs) return;
  const options = { maxErrors: limits.fieldConflicts };
  for (const { nodes, message } of validate(schema, document, [OverlappingFieldsCanBeMergedRule], options)) {
    const node = nodes?.find((one) => sink.owns(one));
    if (node) report(node, { code: "invalid", rule: "conflicting-fields", message }, sink);
  }
}

function pairsOfFields(document: DocumentNode): number {
  const counts = new Map<string, number>();
  let pairs = 0;
  visit(document, {
    Field({ alias, name }) {
      const { value } = alias ?? name;
      const others = counts.get(value) ?? 0;
      pairs += others;
      counts.set(value, others + 1);
    },
  });
  return pairs;
}

/** Reports at the first of the nodes that the rule names. */
function first(code: string, rule: ValidationRule): DiagnosticRule {
  return reporting(code, rule, (nodes) => nodes[0]);
}

/** Reports at the last of the nodes, which for something defined twice is the one too many. */
function last(code: string, rule: ValidationRule): DiagnosticRule {
  return reporting(code, rule, (nodes) => nodes.at(-1));
}

function reporting(
  code: string,
  rule: ValidationRule,
  choose: (nodes: readonly ASTNode[]) => ASTNode | undefined,
): DiagnosticRule {
  return (context, sink) => {
    const reportError = (error: GraphQLError) => {
      const node = choose(error.nodes?.filter((one) => sink.owns(one)) ?? []);
      if (node === undefined || isUnknownDirective(node, context)) return;
      report(node, { code: "invalid", rule: code, message: error.message }, sink);
    };
    return rule(Object.create(context, { reportError: { value: reportError } }) as ValidationContext);
  };
}

function report(node: ASTNode, data: DiagnosticData, sink: DiagnosticSink): void {
  if (node.kind === Kind.DIRECTIVE) sink.add(node, data, node.name);
  else sink.add("name" in node && node.name && node.kind !== Kind.VARIABLE ? node.name : node, data);
}

function isUnknownDirective(node: ASTNode, context: ValidationContext): boolean {
  return node.kind === Kind.DIRECTIVE && !context.getSchema().getDirective(node.name.value);
}
