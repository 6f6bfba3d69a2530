import type {
  ConstDirectiveNode,
  DefinitionNode,
  GraphQLArgumentConfig,
  GraphQLNamedType,
  GraphQLType,
  InputValueDefinitionNode,
  TypeNode,
} from "graphql";
import {
  GraphQLDirective,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
  GraphQLSchema,
  Kind,
  OperationTypeNode,
  introspectionTypes,
  isNonNullType,
  isObjectType,
  specifiedDirectives,
  specifiedScalarTypes,
  print,
  valueFromAST,
} from "graphql";
import { atOnce } from "../../base/atOnce";
import type { ReportProblem, SdlInventory, TypeParts } from "./sdlInventory";
import { directiveText, takeInventory } from "./sdlInventory";
import type { FieldConfigs } from "./sdlTypes";
import { buildType, fieldConfigs, settle } from "./sdlTypes";

/**
 * Builds a schema from definitions that need not be valid: a reference to nothing becomes a scalar, what has the
 * wrong kind is left out, both reported. The library's own builder works in one stretch that grows with the schema and
 * throws at the first such fault; this one gives way every hundred types. The result counts as valid for good.
 */
export function* buildSchemaInSteps(
  definitions: readonly DefinitionNode[],
  report: ReportProblem,
): Generator<undefined, GraphQLSchema> {
  const builder = new SchemaBuilder(takeInventory(definitions, report), report);
  yield;
  // Fields, which come without a number, are as much work as so many types when a step of them is done.
  for (const index of builder.buildTypes()) if ((index ?? 0) % typesPerStep === 0) yield;
  return builder.schema();
}

const typesPerStep = 100;

/** Turns nodes into types by name; shared by the functions that build each kind of type. */
class SchemaBuilder {
  private readonly built = new Map<string, GraphQLNamedType>();
  private readonly unknown = new Set<string>();
  private readonly fields = new Map<string, FieldConfigs>();

  constructor(
    readonly inventory: SdlInventory,
    readonly report: ReportProblem,
  ) {
    for (const type of [...specifiedScalarTypes, ...introspectionTypes]) this.built.set(type.name, type);
  }

  /** Creates every type, then reads its members: counts while it does so. */
  *buildTypes(): Generator<number | undefined> {
    let index = 0;
    for (const parts of this.inventory.types.values()) {
      if (!this.built.has(parts.name)) this.built.set(parts.name, buildType(parts, this));
      yield ++index;
    }
    for (const type of [...this.built.values()]) {
      const parts = this.inventory.types.get(type.name);
      if (parts && "getFields" in type) yield* this.readFields(parts);
      settle(type);
      yield ++index;
    }
  }

  /** The fields of a type; read at once when a default wants them before their turn. */
  fieldsOf(parts: TypeParts): FieldConfigs {
    return atOnce(this.readFields(parts));
  }

  private *readFields(parts: TypeParts): Generator<undefined, FieldConfigs> {
    const read = this.fields.get(parts.name) ?? (yield* fieldConfigs(parts, this));
    this.fields.set(parts.name, read);
    return read;
  }

  schema(): GraphQLSchema {
    const root = (operation: OperationTypeNode) => this.root(operation);
    const declared = [...this.inventory.types.keys()].map((name) => this.built.get(name)!);
    const schema = new GraphQLSchema({
      query: root(OperationTypeNode.QUERY),
      mutation: root(OperationTypeNode.MUTATION),
      subscription: root(OperationTypeNode.SUBSCRIPTION),
      // A query may declare a variable of a standard type that the schema itself never uses.
      types: [...specifiedScalarTypes, ...declared],
      directives: this.directives(),
      assumeValid: true,
    });
    if (!schema.getQueryType()) this.report({ code: "no-query-type" });
    return schema;
  }

  typeOf(node: TypeNode): GraphQLType {
    if (node.kind === Kind.LIST_TYPE) return new GraphQLList(this.typeOf(node.type));
    if (node.kind === Kind.NAMED_TYPE) return this.named(node.name.value);
    const type = this.typeOf(node.type);
    return isNonNullType(type) ? type : new GraphQLNonNull(type);
  }

  /** The types among `nodes` that pass `is`; the others are reported. */
  only<T extends GraphQLNamedType>(
    nodes: readonly { readonly name: { readonly value: string } }[],
    is: (type: unknown) => type is T,
  ): T[] {
    const names = new Set(nodes.map(({ name }) => name.value));
    return [...names].flatMap((name) => {
      const type = this.built.get(name);
      if (is(type)) return [type];
      if (type === undefined || this.unknown.has(name)) this.reportUnknown(name);
      else this.report({ code: "misused-type", name });
      return [];
    });
  }

  argument(node: InputValueDefinitionNode): GraphQLArgumentConfig {
    const type = this.typeOf(node.type) as GraphQLArgumentConfig["type"];
    return {
      type,
      description: node.description?.value,
      defaultValue: defaultOf(node, type),
      deprecationReason: this.deprecation(node.directives),
    };
  }

  deprecation(directives: readonly ConstDirectiveNode[] | undefined): string | undefined {
    const reason = directiveText(directives, "deprecated", "reason");
    return reason === null ? "No longer supported" : reason;
  }

  private named(name: string): GraphQLNamedType {
    const known = this.built.get(name);
    if (known !== undefined) return known;
    this.reportUnknown(name);
    const placeholder = new GraphQLScalarType({ name });
    this.built.set(name, placeholder);
    return placeholder;
  }

  private reportUnknown(name: string): void {
    if (!this.unknown.has(name)) this.report({ code: "unknown-type", name });
    this.unknown.add(name);
  }

  private root(operation: OperationTypeNode) {
    const declared = this.inventory.roots.get(operation);
    const byName = operation[0]!.toUpperCase() + operation.slice(1);
    const type = this.built.get(declared ?? (this.inventory.roots.size === 0 ? byName : ""));
    if (isObjectType(type)) return type;
    if (declared !== undefined) this.report({ code: "misused-type", name: declared });
    return undefined;
  }

  private directives(): GraphQLDirective[] {
    const declared = [...this.inventory.directives.values()].map(
      (node) =>
        new GraphQLDirective({
          name: node.name.value,
          description: node.description?.value,
          isRepeatable: node.repeatable,
          locations: node.locations.map(({ value }) => value as GraphQLDirective["locations"][number]),
          args: Object.fromEntries(node.arguments?.map((arg) => [arg.name.value, this.argument(arg)]) ?? []),
        }),
    );
    return [...declared, ...specifiedDirectives.filter(({ name }) => !this.inventory.directives.has(name))];
  }
}

/** The default's value, or its text where the type has none for it: that there is one decides what may be left out. */
function defaultOf({ defaultValue }: InputValueDefinitionNode, type: GraphQLArgumentConfig["type"]): unknown {
  const value = valueFromAST(defaultValue, type);
  return value === undefined && defaultValue ? print(defaultValue) : value;
}
