import type {
  GraphQLInputType,
  GraphQLScalarType,
  GraphQLSchema,
  OperationDefinitionNode,
  ValidationContext,
  VariableDefinitionNode,
  VariableNode,
} from "graphql";
import {
  GraphQLList,
  GraphQLNonNull,
  Kind,
  getNullableType,
  isListType,
  isNonNullType,
  isTypeSubTypeOf,
  typeFromAST,
} from "graphql";
import type { DiagnosticRule, DiagnosticSink } from "./diagnosticSink";

/**
 * Variables used where their declared type does not fit; those in `free` stand inside a literal of any form. Whole
 * numbers where the schema wants `Float`, as for heights, are a matter of their own: nodes take them.
 */
export function variablePositions(free: ReadonlySet<VariableNode>): DiagnosticRule {
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
  sink: DiagnosticSink,
  free: ReadonlySet<VariableNode>,
): void {
  const schema = context.getSchema();
  const declared = new Map(operation.variableDefinitions?.map((node) => [node.variable.name.value, node]));
  const uses = context.getRecursiveVariableUsages(operation).filter(({ node, type }) => type && !free.has(node));
  const fits = (type: GraphQLInputType, declaration: VariableDefinitionNode, use: VariableUse) =>
    isTypeSubTypeOf(schema, type, needed(use, type, declaration));
  for (const use of uses) {
    const declaration = declared.get(use.node.name.value);
    const type = declaration && (typeFromAST(schema, declaration.type as never) as GraphQLInputType | undefined);
    if (!type || fits(type, declaration, use)) continue;
    // A use in a fragment of another file is told where the variable is declared.
    const at = sink.owns(use.node) ? use.node : declaration.variable;
    const variable = use.node.name.value;
    const text = { variable, type: String(type), expected: String(use.type) };
    const asFloat = withFloat(type, schema);
    if (!fits(asFloat, declaration, use)) {
      sink.add(at, { code: "wrong-variable-type", ...text });
      continue;
    }
    const others = uses.filter(({ node }) => node.name.value === variable);
    const mayBeFloat = others.every((each) => fits(asFloat, declaration, each));
    sink.add(at, { code: "int-for-float", ...text, ...(mayBeFloat && { better: String(asFloat) }) });
  }
}

type VariableUse = ReturnType<ValidationContext["getRecursiveVariableUsages"]>[number];

/** The type that is needed where a variable is used; one with a default there or in its declaration may be absent. */
function needed(use: VariableUse, type: GraphQLInputType, declaration: VariableDefinitionNode): GraphQLInputType {
  const expected = use.type as GraphQLInputType;
  const hasDefault = declaration.defaultValue !== undefined && declaration.defaultValue.kind !== Kind.NULL;
  const mayBeAbsent = isNonNullType(expected) && !isNonNullType(type) && (hasDefault || use.defaultValue !== undefined);
  return mayBeAbsent ? getNullableType(expected) : expected;
}

/** The same type of numbers with fractions, where it is one of whole numbers. */
function withFloat(type: GraphQLInputType, schema: GraphQLSchema): GraphQLInputType {
  if (isNonNullType(type)) return new GraphQLNonNull(withFloat(type.ofType, schema) as GraphQLScalarType);
  if (isListType(type)) return new GraphQLList(withFloat(type.ofType, schema));
  const float = type.name === "Int" ? schema.getType("Float") : undefined;
  return (float as GraphQLScalarType | undefined) ?? type;
}
