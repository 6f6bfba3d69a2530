import type { ASTNode, GraphQLInputType, ObjectValueNode, ValidationContext, ValueNode, VariableNode } from "graphql";
import {
  Kind,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isSpecifiedScalarType,
  print,
  visit,
} from "graphql";
import { alternatives } from "./alternatives";
import type { DiagnosticRule, DiagnosticSink } from "./diagnosticSink";
import { integerFrom } from "../../wire/integerText";

/** The largest whole number that fits the 64 bits in which a node counts, though its schema says `Int`. */
export const largestInteger = 18446744073709551615n;

/**
 * Literals that do not fit their type. A custom scalar takes any literal, since only the node knows its form: the
 * variables inside such a literal are collected in `free`.
 */
export function literals(free: Set<VariableNode>): DiagnosticRule {
  return (context, sink) => {
    const leaf = (node: ValueNode) => checkLeaf(node, context, sink, free);
    return {
      ListValue(node) {
        if (isListType(getNullableType(context.getParentInputType()))) return undefined;
        return leaf(node);
      },
      ObjectValue(node) {
        const type = getNamedType(context.getInputType());
        if (!isInputObjectType(type)) return leaf(node);
        for (const field of Object.values(type.getFields())) {
          if (!isRequiredInputField(field) || hasField(node, field.name)) continue;
          sink.add(node, { code: "missing-input-field", field: field.name, of: type.name, type: String(field.type) });
        }
        return undefined;
      },
      NullValue(node) {
        const type = context.getInputType();
        if (isNonNullType(type)) sink.add(node, { code: "wrong-value", value: "null", type: String(type) });
      },
      EnumValue: leaf,
      IntValue: leaf,
      FloatValue: leaf,
      StringValue: leaf,
      BooleanValue: leaf,
    };
  };
}

function hasField(node: ObjectValueNode, name: string): boolean {
  return node.fields.some((field) => field.name.value === name);
}

function checkLeaf(node: ValueNode, context: ValidationContext, sink: DiagnosticSink, free: Set<VariableNode>): false {
  const expected = context.getInputType();
  if (!expected) return false;
  const type = getNamedType(expected);
  if (isEnumType(type)) {
    const known = type.getValues().map(({ name }) => name);
    if (node.kind === Kind.ENUM && !known.includes(node.value)) {
      const found = alternatives(sink.help, node.value, known);
      sink.add(node, { code: "unknown-enum-value", value: node.value, type: type.name, ...found });
    } else if (node.kind !== Kind.ENUM) {
      wrongValue(node, expected, sink);
    }
  } else if (isSpecifiedScalarType(type)) {
    checkScalar(node, expected, type.name, sink);
  } else if (isInputObjectType(type)) {
    wrongValue(node, expected, sink);
  } else {
    for (const variable of variablesIn(node)) free.add(variable);
  }
  return false;
}

const accepted: Record<string, readonly Kind[]> = {
  Int: [Kind.INT],
  Float: [Kind.INT, Kind.FLOAT],
  String: [Kind.STRING],
  Boolean: [Kind.BOOLEAN],
  ID: [Kind.STRING, Kind.INT],
};

function checkScalar(node: ValueNode, expected: GraphQLInputType, scalar: string, sink: DiagnosticSink): void {
  if (!accepted[scalar]?.includes(node.kind)) {
    wrongValue(node, expected, sink);
  } else if (scalar === "Int" && node.kind === Kind.INT) {
    const value = integerFrom(node.value);
    if (value === undefined || value > largestInteger)
      sink.add(node, { code: "integer-out-of-range", value: node.value });
  }
}

function wrongValue(node: ValueNode, expected: GraphQLInputType, sink: DiagnosticSink): void {
  const text = print(node).replace(/\s+/g, " ");
  const value = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  sink.add(node, { code: "wrong-value", value, type: String(expected) });
}

function variablesIn(node: ASTNode): VariableNode[] {
  const found: VariableNode[] = [];
  visit(node, { Variable: (variable) => void found.push(variable) });
  return found;
}
