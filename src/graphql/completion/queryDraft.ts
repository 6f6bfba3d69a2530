import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from "graphql";
import { getNamedType, getNullableType, isCompositeType, isObjectType, isRequiredArgument } from "graphql";
import { descriptionLine } from "../schema/description";
import { argumentList } from "./hover";
import { argumentGroupOf } from "../rules/argumentGroups";

/** A field of the schema's query type, as something to begin a query with. */
export interface RootField {
  readonly name: string;
  /** Its arguments and type, as in `(height: Float): Block`. */
  readonly signature: string;
  /** In one line. */
  readonly description?: string;
  readonly deprecated?: string;
}

/** What can be queried, in the schema's order. */
export function rootFields(schema: GraphQLSchema): RootField[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ({
    name: field.name,
    signature: `${argumentList(field)}: ${String(field.type)}`,
    ...(field.description ? { description: descriptionLine(field.description) } : {}),
    ...(field.deprecationReason ? { deprecated: field.deprecationReason } : {}),
  }));
}

/**
 * A query of one root field as a snippet that a node runs: its required arguments as variables, the one that a node wants
 * besides, and below it every field that needs no argument and no selection of its own, and what identifies the parts of
 * it. Undefined when the schema has no such field.
 */
export function queryDraft(name: string, schema: GraphQLSchema): string | undefined {
  const field = schema.getQueryType()?.getFields()[name];
  if (!field) return undefined;
  const { declared, given } = argumentsOf(field);
  const operation = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const head = `query \${1:${operation}}${inParentheses(declared)} {\n\t${name}${inParentheses(given)}`;
  return `${head}${selection(field)}\n}\n`;
}

function argumentsOf(field: GraphQLField<unknown, unknown>): { declared: string[]; given: string[] } {
  const variables = field.args
    .filter(isRequiredArgument)
    .map((argument) => ({ name: argument.name, type: String(argument.type) }));
  const { names = [], value } = argumentGroupOf(field) ?? {};
  const wanted = field.args.find((argument) => argument.name === names[0]);
  if (wanted && value === undefined) variables.push({ name: wanted.name, type: `${String(wanted.type)}!` });
  return {
    declared: variables.map((each) => `\\$${each.name}: ${each.type}`),
    given: [
      ...variables.map((each) => `${each.name}: \\$${each.name}`),
      ...(wanted && value !== undefined ? [`${wanted.name}: ${value}`] : []),
    ],
  };
}

function inParentheses(parts: readonly string[]): string {
  return parts.length === 0 ? "" : `(${parts.join(", ")})`;
}

function selection(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return "$0";
  const lines = isObjectType(type) ? [...partsOf(type), ...plainFields(type)] : ["__typename"];
  return ` {\n${lines.map((line) => `\t\t${line}`).join("\n")}$0\n\t}`;
}

/** What tells a thing from others of its kind. */
const identifying = ["height", "hash", "id"];

/** Objects within a type, each with what identifies it. */
function partsOf(type: GraphQLObjectType): string[] {
  return offered(type).flatMap((field) => {
    const part = getNullableType(field.type);
    const names = isObjectType(part) ? plainFields(part).filter((name) => identifying.includes(name)) : [];
    return names.length === 0 ? [] : [`${field.name} { ${names.join(" ")} }`];
  });
}

function plainFields(type: GraphQLObjectType): string[] {
  return offered(type).flatMap((field) => (isCompositeType(getNamedType(field.type)) ? [] : [field.name]));
}

function offered(type: GraphQLObjectType): GraphQLField<unknown, unknown>[] {
  return Object.values(type.getFields()).filter(
    (field) => !field.deprecationReason && !field.args.some(isRequiredArgument),
  );
}
