import type { ArgumentNode, GraphQLArgument } from "graphql";
import { getNamedType, isLeafType, isRequiredArgument } from "graphql";
import type { DiagnosticRule, DiagnosticSink } from "./diagnosticSink";

/** Arguments and selections that the schema asks for and that are missing, and selections on what has no fields. */
export const requiredParts: DiagnosticRule = (context, sink) => ({
  Field: {
    enter(node) {
      const type = getNamedType(context.getType());
      if (!type) return;
      const field = node.name.value;
      if (isLeafType(type)) {
        if (node.selectionSet) sink.add(node.selectionSet, { code: "needless-selection", field, type: type.name });
      } else if (!node.selectionSet) {
        sink.add(node.name, { code: "missing-selection", field, type: type.name });
      }
    },
    leave(node) {
      const def = context.getFieldDef();
      if (def) checkArguments(def.name, def.args, node.arguments, (data) => sink.add(node.name, data));
    },
  },
  Directive: {
    leave(node) {
      const def = context.getDirective();
      if (def) checkArguments(`@${def.name}`, def.args, node.arguments, (data) => sink.add(node, data, node.name));
    },
  },
});

function checkArguments(
  of: string,
  declared: readonly GraphQLArgument[],
  given: readonly ArgumentNode[] | undefined,
  add: (data: Parameters<DiagnosticSink["add"]>[1]) => void,
): void {
  for (const argument of declared.filter(isRequiredArgument)) {
    if (given?.some(({ name }) => name.value === argument.name)) continue;
    add({ code: "missing-argument", argument: argument.name, of, type: String(argument.type) });
  }
}
