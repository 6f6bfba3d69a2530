import type {
  ConstDirectiveNode,
  FieldDefinitionNode,
  GraphQLArgumentConfig,
  GraphQLFieldConfig,
  GraphQLFieldConfigMap,
  GraphQLInputFieldConfigMap,
  GraphQLNamedType,
  GraphQLOutputType,
  GraphQLType,
  InputValueDefinitionNode,
  NamedTypeNode,
  TypeNode,
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
import { atOnce } from "../../base/atOnce";
import type { ReportProblem, TypeParts } from "./sdlInventory";
import { directiveText, nodesOf } from "./sdlInventory";

/** The schema that the types are built for: where they find one another, and what is wrong is told. */
interface SchemaAround {
  readonly report: ReportProblem;
  fieldsOf(parts: TypeParts): FieldConfigs;
  typeOf(node: TypeNode): GraphQLType;
  only<T extends GraphQLNamedType>(nodes: readonly NamedTypeNode[], is: (type: unknown) => type is T): T[];
  argument(node: InputValueDefinitionNode): GraphQLArgumentConfig;
  deprecation(directives: readonly ConstDirectiveNode[] | undefined): string | undefined;
}

/** Creates the type; its members are read later, when every name is known. */
export function buildType(parts: TypeParts, builder: SchemaAround): GraphQLNamedType {
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
        fields: () => builder.fieldsOf(parts) as GraphQLInputFieldConfigMap,
      });
  }
}

/** The fields of an object, an interface or an input, by name. */
export type FieldConfigs = GraphQLInputFieldConfigMap | GraphQLFieldConfigMap<unknown, unknown>;

/** Reads the fields of a type, giving way after each so many. */
export function* fieldConfigs(parts: TypeParts, builder: SchemaAround): Generator<undefined, FieldConfigs> {
  const isInput = parts.node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION;
  const config = (node: FieldDefinitionNode | InputValueDefinitionNode) =>
    isInput ? builder.argument(node as InputValueDefinitionNode) : fieldConfig(node as FieldDefinitionNode, builder);
  return (yield* named(parts, members(parts, builder), builder, config)) as FieldConfigs;
}

const fieldsPerStep = 200;

/** Makes a type read its members now, so that building the schema only has to collect them. */
export function settle(type: GraphQLNamedType): void {
  if ("getFields" in type) type.getFields();
  if ("getInterfaces" in type) type.getInterfaces();
  if ("getTypes" in type) type.getTypes();
}

function fieldsAndInterfaces(parts: TypeParts, builder: SchemaAround) {
  return {
    interfaces: () => builder.only(listed(parts, "interfaces"), isInterfaceType),
    fields: () => builder.fieldsOf(parts) as GraphQLFieldConfigMap<unknown, unknown>,
  };
}

function unionMembers(parts: TypeParts, builder: SchemaAround): GraphQLObjectType[] {
  const members = builder.only(listed(parts, "types"), isObjectType);
  if (members.length === 0) builder.report({ code: "no-members", name: parts.name });
  return members;
}

function fieldConfig(node: FieldDefinitionNode, builder: SchemaAround): GraphQLFieldConfig<unknown, unknown> {
  return {
    type: builder.typeOf(node.type) as GraphQLOutputType,
    description: node.description?.value,
    args: Object.fromEntries(node.arguments?.map((arg) => [arg.name.value, builder.argument(arg)]) ?? []),
    deprecationReason: builder.deprecation(node.directives),
  };
}

function enumValues(parts: TypeParts, builder: SchemaAround) {
  const values = nodesOf(parts).flatMap((node) => ("values" in node ? (node.values ?? []) : []));
  const config = (value: (typeof values)[number]) => ({
    description: value.description?.value,
    deprecationReason: builder.deprecation(value.directives),
  });
  return atOnce(named(parts, values, builder, config));
}

function members(parts: TypeParts, builder: SchemaAround): (FieldDefinitionNode | InputValueDefinitionNode)[] {
  const fields = nodesOf(parts).flatMap((node) =>
    "fields" in node ? ((node.fields ?? []) as readonly (FieldDefinitionNode | InputValueDefinitionNode)[]) : [],
  );
  for (const { name } of fields) {
    if (name.value.startsWith("__")) builder.report({ code: "reserved-name", name: `${parts.name}.${name.value}` });
  }
  return fields;
}

function* named<N extends { readonly name: { readonly value: string } }, C>(
  parts: TypeParts,
  nodes: readonly N[],
  builder: SchemaAround,
  config: (node: N) => C,
): Generator<undefined, Record<string, C>> {
  if (nodes.length === 0) builder.report({ code: "no-members", name: parts.name });
  const entries = new Map<string, C>();
  for (const [index, node] of nodes.entries()) {
    if (index % fieldsPerStep === fieldsPerStep - 1) yield;
    const name = node.name.value;
    if (entries.has(name)) builder.report({ code: "duplicate-definition", name: `${parts.name}.${name}` });
    else entries.set(name, config(node));
  }
  return Object.fromEntries(entries);
}

function listed(parts: TypeParts, key: "interfaces" | "types"): readonly NamedTypeNode[] {
  return nodesOf(parts).flatMap((node) => (node as Partial<Record<typeof key, readonly NamedTypeNode[]>>)[key] ?? []);
}
