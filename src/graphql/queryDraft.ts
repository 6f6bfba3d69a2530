import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from "graphql";
import { getNamedType, isCompositeType, isObjectType, isRequiredArgument } from "graphql";

/** A field of the schema's query type, as something to begin a query with. */
export interface RootField {
  readonly name: string;
  /** Its arguments and type, as in `(height: Float): Block`. */
  readonly signature: string;
  readonly description?: string;
  readonly deprecated?: string;
}

/** What can be queried, in the schema's order. */
export function rootFields(schema: GraphQLSchema): RootField[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ({
    name: field.name,
    signature: `${argumentList(field)}: ${String(field.type)}`,
    ...(field.description ? { description: field.description } : {}),
    ...(field.deprecationReason ? { deprecated: field.deprecationReason } : {}),
  }));
}

/**
 * A query of one root field as a snippet: its required arguments as variables, and below it every field that needs no
 * argument and no selection of its own. Undefined when the schema has no such field.
 */
export function queryDraft(name: string, schema: GraphQLSchema): string | undefined {
  const field = schema.getQueryType()?.getFields()[name];
  if (!field) return undefined;
  const required = field.args.filter(isRequiredArgument);
  const declared = required.map((argument) => `\\$${argument.name}: ${String(argument.type)}`).join(", ");
  const given = required.map((argument) => `${argument.name}: \\$${argument.name}`).join(", ");
  const operation = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const head = `query \${1:${operation}}${declared && `(${declared})`} {\n\t${name}${given && `(${given})`}`;
  return `${head}${selection(field)}\n}\n`;
}

function selection(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return "$0";
  const plain = isObjectType(type) ? plainFields(type) : ["__typename"];
  return ` {\n${plain.map((line) => `\t\t${line}\n`).join("")}\t\t$0\n\t}`;
}

function plainFields(type: GraphQLObjectType): string[] {
  const fields = Object.values(type.getFields());
  const plain = fields.filter(
    (field) =>
      !field.deprecationReason && !field.args.some(isRequiredArgument) && !isCompositeType(getNamedType(field.type)),
  );
  return plain.map(({ name }) => name);
}

function argumentList({ args }: GraphQLField<unknown, unknown>): string {
  return args.length === 0 ? "" : `(${args.map(({ name, type }) => `${name}: ${String(type)}`).join(", ")})`;
}
