import type { ASTNode, GraphQLError, ValidationContext, ValidationRule } from "graphql";
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
} from "graphql";
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

/** Its work grows with the square of the selections, so it is for documents of ordinary size. */
export const overlappingFields: DiagnosticRule = first("conflicting-fields", OverlappingFieldsCanBeMergedRule);

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
