import type { GraphQLInputType, OperationDefinitionNode, ValidationContext, VariableNode } from "graphql";
import { Kind, getNullableType, isNonNullType, isTypeSubTypeOf, typeFromAST } from "graphql";
import type { FindingRule, FindingSink } from "./findingSink";

/** Variables used where their declared type does not fit; those in `free` stand inside a literal of any form. */
export function variablePositions(free: ReadonlySet<VariableNode>): FindingRule {
  return (context, sink) => {
    const operations: OperationDefinitionNode[] = [];
    return {
      OperationDefinition: (node) => void operations.push(node),
      // Fragments may follow the operations that use them, so `free` is complete only at the end.
      Document: { leave: () => operations.forEach((operation) => check(operation, context, sink, free)) },
    };
  };
}

function check(
  operation: OperationDefinitionNode,
  context: ValidationContext,
  sink: FindingSink,
  free: ReadonlySet<VariableNode>,
): void {
  const schema = context.getSchema();
  const declared = new Map(operation.variableDefinitions?.map((node) => [node.variable.name.value, node]));
  for (const { node, type: expected, defaultValue } of context.getRecursiveVariableUsages(operation)) {
    const declaration = declared.get(node.name.value);
    if (!declaration || !expected || free.has(node)) continue;
    const type = typeFromAST(schema, declaration.type as never) as GraphQLInputType | undefined;
    if (!type) continue;
    const hasDefault = declaration.defaultValue !== undefined && declaration.defaultValue.kind !== Kind.NULL;
    const mayBeAbsent = isNonNullType(expected) && !isNonNullType(type) && (hasDefault || defaultValue !== undefined);
    const needed = mayBeAbsent ? getNullableType(expected) : expected;
    if (isTypeSubTypeOf(schema, type, needed)) continue;
    // A use in a fragment of another file is told where the variable is declared.
    const at = sink.owns(node) ? node : declaration.variable;
    const variable = node.name.value;
    sink.add(at, { code: "wrong-variable-type", variable, type: String(type), expected: String(expected) });
  }
}
