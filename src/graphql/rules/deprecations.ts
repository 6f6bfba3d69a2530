import { type EnumValueNode, type GraphQLArgument, type NameNode, getNamedType, isInputObjectType } from "graphql";
import type { DiagnosticRule } from "./diagnosticSink";

type Deprecable = Pick<GraphQLArgument, "deprecationReason">;

/** Uses of what the schema marks as deprecated. */
export const deprecations: DiagnosticRule = (context, sink) => {
  const check = (node: NameNode | EnumValueNode, used: Deprecable | null | undefined) => {
    const reason = used?.deprecationReason;
    if (reason) sink.add(node, { code: "deprecated", name: node.value, reason });
  };
  return {
    Field: (node) => check(node.name, context.getFieldDef()),
    Argument: (node) => check(node.name, context.getArgument()),
    EnumValue: (node) => check(node, context.getEnumValue()),
    ObjectField(node) {
      const type = getNamedType(context.getParentInputType());
      check(node.name, isInputObjectType(type) ? type.getFields()[node.name.value] : undefined);
    },
  };
};
