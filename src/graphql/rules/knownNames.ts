import type { ASTVisitor, GraphQLArgument, ValidationContext } from "graphql";
import { Kind, getNamedType, isCompositeType, isInputObjectType, isInputType } from "graphql";
import type { NamedSchema } from "./alternatives";
import { alternatives, fieldsOf } from "./alternatives";
import type { DiagnosticRule, DiagnosticSink } from "./diagnosticSink";

/** Fields, arguments, types and directives that the schema does not have; `others` may have them. */
export function knownNames(others: readonly NamedSchema[]): DiagnosticRule {
  return (context, sink) => ({
    ...knownFields(context, sink, others),
    ...knownArguments(context, sink, others),
    ...knownTypes(context, sink, others),
    ...knownDirectives(context, sink, others),
    ...knownInputFields(context, sink, others),
  });
}

type Part = (context: ValidationContext, sink: DiagnosticSink, others: readonly NamedSchema[]) => ASTVisitor;

const knownFields: Part = (context, sink, others) => ({
  Field(node) {
    const type = context.getParentType();
    if (!type || context.getFieldDef()) return;
    const field = node.name.value;
    const known = [...Object.keys(fieldsOf(type)), "__typename"];
    const found = alternatives(sink.help, field, known, others, (other) =>
      Object.hasOwn(fieldsOf(other.getType(type.name)), field),
    );
    sink.add(node.name, { code: "unknown-field", field, type: type.name, ...found });
  },
});

const knownArguments: Part = (context, sink, others) => ({
  Argument(node, _key, _parent, _path, ancestors) {
    const owner = ancestors.at(-1);
    const ofDirective = owner && "kind" in owner && owner.kind === Kind.DIRECTIVE;
    const directive = ofDirective ? context.getDirective() : undefined;
    const known = ofDirective ? directive?.args : context.getFieldDef()?.args;
    if (!known || context.getArgument()) return;
    const of = directive ? `@${directive.name}` : context.getFieldDef()!.name;
    const argument = node.name.value;
    const type = context.getParentType()?.name ?? "";
    const found = alternatives(sink.help, argument, namesOf(known), others, (other) => {
      const field = fieldsOf(other.getType(type))[of] as { readonly args?: readonly GraphQLArgument[] } | undefined;
      return field?.args?.some(({ name }) => name === argument);
    });
    sink.add(node.name, { code: "unknown-argument", argument, of, ...found });
  },
});

const knownTypes: Part = (context, sink, others) => ({
  NamedType(node, _key, parent) {
    const schema = context.getSchema();
    const name = node.name.value;
    if (schema.getType(name)) return;
    const kind = parent && "kind" in parent ? parent.kind : undefined;
    const isCondition = kind === Kind.INLINE_FRAGMENT || kind === Kind.FRAGMENT_DEFINITION;
    const types = Object.values(schema.getTypeMap()).filter(isCondition ? isCompositeType : isInputType);
    const found = alternatives(sink.help, name, namesOf(types), others, (other) => other.getType(name));
    sink.add(node, { code: "unknown-type", type: name, ...found });
  },
});

const knownDirectives: Part = (context, sink, others) => ({
  Directive(node) {
    const schema = context.getSchema();
    const directive = node.name.value;
    if (schema.getDirective(directive)) return;
    const found = alternatives(sink.help, directive, namesOf(schema.getDirectives()), others, (other) =>
      other.getDirective(directive),
    );
    sink.add(node, { code: "unknown-directive", directive, ...found }, node.name);
  },
});

const knownInputFields: Part = (context, sink, others) => ({
  ObjectField(node) {
    const type = getNamedType(context.getParentInputType());
    if (!isInputObjectType(type) || context.getInputType()) return;
    const field = node.name.value;
    const found = alternatives(sink.help, field, Object.keys(type.getFields()), others, (other) =>
      Object.hasOwn(fieldsOf(other.getType(type.name)), field),
    );
    sink.add(node.name, { code: "unknown-input-field", field, type: type.name, ...found });
  },
});

function namesOf(named: readonly { readonly name: string }[]): string[] {
  return named.map(({ name }) => name);
}
