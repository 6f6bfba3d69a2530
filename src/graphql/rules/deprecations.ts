import { getNamedType, isInputObjectType } from "graphql";
import type { DiagnosticRule } from "./diagnosticSink";

/** Uses of what the schema marks as deprecated. */
export const deprecations: DiagnosticRule = (context, sink) => ({
  Field(node) {
    const reason = context.getFieldDef()?.deprecationReason;
    if (reason) sink.add(node.name, { code: "deprecated", name: node.name.value, reason });
  },
  Argument(node) {
    const reason = context.getArgument()?.deprecationReason;
    if (reason) sink.add(node.name, { code: "deprecated", name: node.name.value, reason });
  },
  EnumValue(node) {
    const reason = context.getEnumValue()?.deprecationReason;
    if (reason) sink.add(node, { code: "deprecated", name: node.value, reason });
  },
  ObjectField(node) {
    const type = getNamedType(context.getParentInputType());
    const field = isInputObjectType(type) ? type.getFields()[node.name.value] : undefined;
    const reason = field?.deprecationReason;
    if (reason) sink.add(node.name, { code: "deprecated", name: node.name.value, reason });
  },
});
