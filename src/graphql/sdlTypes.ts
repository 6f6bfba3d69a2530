import type {
  FieldDefinitionNode,
  GraphQLFieldConfig,
  GraphQLNamedType,
  GraphQLOutputType,
  InputValueDefinitionNode,
  NamedTypeNode,
} from "graphql";
import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLUnionType,
  Kind,
  isInterfaceType,
  isObjectType,
} from "graphql";
import type { SchemaBuilder } from "./schemaBuilder";
import type { TypeParts } from "./sdlInventory";
import { directiveText, nodesOf } from "./sdlInventory";

/** Creates the type; its members are read later, when every name is known. */
export function buildType(parts: TypeParts, builder: SchemaBuilder): GraphQLNamedType {
  const { name, node } = parts;
  const config = { name, description: node.description?.value };
  switch (node.kind) {
    case Kind.SCALAR_TYPE_DEFINITION:
      return new GraphQLScalarType({
        ...config,
        specifiedByURL: directiveText(node.directives, "specifiedBy", "url"),
      });
    case Kind.OBJECT_TYPE_DEFINITION:
      return new GraphQLObjectType({ ...config, ...fieldsAndInterfaces(parts, builder) });
    case Kind.INTERFACE_TYPE_DEFINITION:
      return new GraphQLInterfaceType({ ...config, ...fieldsAndInterfaces(parts, builder) });
    case Kind.UNION_TYPE_DEFINITION:
      return new GraphQLUnionType({ ...config, types: () => unionMembers(parts, builder) });
    case Kind.ENUM_TYPE_DEFINITION:
      return new GraphQLEnumType({ ...config, values: enumValues(parts, builder) });
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return new GraphQLInputObjectType({
        ...config,
        isOneOf: node.directives?.some((directive) => directive.name.value === "oneOf") ?? false,
        fields: () =>
          named(parts, members(parts, builder) as InputValueDefinitionNode[], builder, (field) =>
            builder.argument(field),
          ),
      });
  }
}

/** Makes a type read its members now, so that building the schema only has to collect them. */
export function settle(type: GraphQLNamedType): void {
  if ("getFields" in type) type.getFields();
  if ("getInterfaces" in type) type.getInterfaces();
  if ("getTypes" in type) type.getTypes();
}

function fieldsAndInterfaces(parts: TypeParts, builder: SchemaBuilder) {
  return {
    interfaces: () => builder.only(listed(parts, "interfaces"), isInterfaceType),
    fields: () =>
      named(parts, members(parts, builder) as FieldDefinitionNode[], builder, (field) => fieldConfig(field, builder)),
  };
}

function unionMembers(parts: TypeParts, builder: SchemaBuilder): GraphQLObjectType[] {
  const members = builder.only(listed(parts, "types"), isObjectType);
  if (members.length === 0) builder.report({ code: "no-members", name: parts.name });
  return members;
}

function fieldConfig(node: FieldDefinitionNode, builder: SchemaBuilder): GraphQLFieldConfig<unknown, unknown> {
  return {
    type: builder.typeOf(node.type) as GraphQLOutputType,
    description: node.description?.value,
    args: Object.fromEntries(node.arguments?.map((arg) => [arg.name.value, builder.argument(arg)]) ?? []),
    deprecationReason: builder.deprecation(node.directives),
  };
}

function enumValues(parts: TypeParts, builder: SchemaBuilder) {
  const values = nodesOf(parts).flatMap((node) => ("values" in node ? (node.values ?? []) : []));
  return named(parts, values, builder, (value) => ({
    description: value.description?.value,
    deprecationReason: builder.deprecation(value.directives),
  }));
}

function members(parts: TypeParts, builder: SchemaBuilder): (FieldDefinitionNode | InputValueDefinitionNode)[] {
  const fields = nodesOf(parts).flatMap((node) =>
    "fields" in node ? ((node.fields ?? []) as readonly (FieldDefinitionNode | InputValueDefinitionNode)[]) : [],
  );
  for (const { name } of fields) {
    if (name.value.startsWith("__")) builder.report({ code: "reserved-name", name: `${parts.name}.${name.value}` });
  }
  return fields;
}

function named<N extends { readonly name: { readonly value: string } }, C>(
  parts: TypeParts,
  nodes: readonly N[],
  builder: SchemaBuilder,
  config: (node: N) => C,
): Record<string, C> {
  if (nodes.length === 0) builder.report({ code: "no-members", name: parts.name });
  const entries = new Map<string, C>();
  for (const node of nodes) {
    const name = node.name.value;
    if (entries.has(name)) builder.report({ code: "duplicate-definition", name: `${parts.name}.${name}` });
    else entries.set(name, config(node));
  }
  return Object.fromEntries(entries);
}

function listed(parts: TypeParts, key: "interfaces" | "types"): readonly NamedTypeNode[] {
  return nodesOf(parts).flatMap((node) => (node as Partial<Record<typeof key, readonly NamedTypeNode[]>>)[key] ?? []);
}
