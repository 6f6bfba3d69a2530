import type { GraphQLArgument, GraphQLField, GraphQLInputType, GraphQLType } from "graphql";
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isScalarType,
} from "graphql";

/** Text to insert; with `snippet`, `$1` … `$0` mark where the cursor goes, as in the editor's snippets. */
export interface InsertText {
  readonly insertText: string;
  readonly snippet: boolean;
}

/** The field with its required arguments and, where it needs one, a selection set that receives the cursor. */
export function fieldInsertText(field: GraphQLField<unknown, unknown>, followedBy: string | undefined): InsertText {
  const args = followedBy === "(" ? [] : field.args.filter(isRequiredArgument);
  const braces = isCompositeType(getNamedType(field.type)) && followedBy !== "(" && followedBy !== "{";
  if (followedBy === ":" || (args.length === 0 && !braces)) return { insertText: field.name, snippet: false };
  return { insertText: `${field.name}${argumentList(args)}${braces ? " {\n\t$0\n}" : ""}`, snippet: true };
}

/** The directive's name with its required arguments. */
export function directiveInsertText(
  name: string,
  args: readonly GraphQLArgument[],
  followedBy: string | undefined,
): InsertText {
  const required = followedBy === "(" ? [] : args.filter(isRequiredArgument);
  return { insertText: `${name}${argumentList(required)}`, snippet: required.length > 0 };
}

/** `name: ` with the quotes or brackets that its type calls for around the cursor. */
export function inputInsertText(name: string, type: GraphQLInputType, followedBy: string | undefined): InsertText {
  if (followedBy === ":") return { insertText: name, snippet: false };
  return { insertText: `${name}: ${placeholder(type, 0)}`, snippet: true };
}

function argumentList(args: readonly GraphQLArgument[]): string {
  if (args.length === 0) return "";
  return `(${args.map(({ name, type }, index) => `${name}: ${placeholder(type, index + 1)}`).join(", ")})`;
}

function placeholder(type: GraphQLType, stop: number): string {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return `[${placeholder(nullable.ofType, stop)}]`;
  if (isInputObjectType(nullable)) return `{ $${stop} }`;
  return isScalarType(nullable) && nullable.name === "String" ? `"$${stop}"` : `$${stop}`;
}
