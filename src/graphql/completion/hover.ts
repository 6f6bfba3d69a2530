import type { GraphQLArgument, GraphQLField, GraphQLInputField, GraphQLSchema } from "graphql";
import type { GraphqlDocument, OtherDocument } from "../text/document";
import { definitionsOf, givenNameAt } from "../names/definitions";
import type { SchemaElement } from "../schema/schemaElement";
import { schemaElementAt } from "../schema/schemaElement";
import { typeKeyword } from "../schema/typeKeyword";
import { textOf } from "../text/document";

/** What is known of the name at a place. `description` is the node's text: see `descriptionMarkdown`. */
export interface Hover {
  readonly start: number;
  readonly end: number;
  /** One line of GraphQL, or the text of a fragment. */
  readonly signature: string;
  readonly description?: string;
  readonly deprecated?: string;
}

/** What to show for the name at `offset`; nothing beside names, in comments and in strings. Never throws. */
export function hoverAt(
  document: GraphqlDocument,
  offset: number,
  options: { readonly schema?: GraphQLSchema; readonly others?: readonly OtherDocument[] } = {},
): Hover | undefined {
  const own = givenNameHover(document, offset, options.others ?? []);
  if (own || options.schema === undefined) return own;
  const found = schemaElementAt(document, offset, options.schema);
  if (found === undefined) return undefined;
  const { element, name } = found;
  return { start: name.start, end: name.end, signature: signature(element), ...documentation(element) };
}

function givenNameHover(
  document: GraphqlDocument,
  offset: number,
  others: readonly OtherDocument[],
): Hover | undefined {
  const given = givenNameAt(document, offset);
  const found = given && definitionsOf(given, document, others)[0];
  if (!given || !found || given.kind === "operation") return undefined;
  const { start, end } = given;
  if (given.kind === "fragment") return { start, end, signature: textOf(found.document, found.definition) };
  const declaration = found.definition.declarations.find(({ name }) => name.text === given.name)!;
  return { start, end, signature: found.document.text.slice(declaration.start, declaration.end) };
}

/** The element as the schema declares it, in one line. */
function signature(element: SchemaElement): string {
  switch (element.kind) {
    case "field":
      return `${element.type.name}.${element.field.name}${argumentList(element.field)}: ${String(element.field.type)}`;
    case "argument": {
      const { of, argument } = element;
      const owner = "directive" in of ? `@${of.directive}` : `${of.type}.${of.field}`;
      return `${owner}(${inputSignature(argument)})`;
    }
    case "input-field":
      return `${element.type.name}.${inputSignature(element.field)}`;
    case "enum-value":
      return `${element.type.name}.${element.value.name}`;
    case "type":
      return `${typeKeyword(element.type)} ${element.type.name}`;
    case "directive":
      return `directive @${element.directive.name}${argumentList(element.directive)}`;
  }
}

/** `name: Type` of an argument or an input field. */
export function inputSignature({ name, type }: GraphQLArgument | GraphQLInputField): string {
  return `${name}: ${String(type)}`;
}

/** `(name: Type, …)` of a field or directive; nothing where it takes no arguments. */
export function argumentList({ args }: Pick<GraphQLField<unknown, unknown>, "args">): string {
  return args.length === 0 ? "" : `(${args.map(inputSignature).join(", ")})`;
}

function documentation(element: SchemaElement): Pick<Hover, "description" | "deprecated"> {
  const of = declarationOf(element);
  const reason = "deprecationReason" in of ? of.deprecationReason : undefined;
  return {
    ...(of.description ? { description: of.description } : {}),
    ...(reason ? { deprecated: reason } : {}),
  };
}

function declarationOf(element: SchemaElement) {
  switch (element.kind) {
    case "field":
    case "input-field":
      return element.field;
    case "argument":
      return element.argument;
    case "enum-value":
      return element.value;
    case "type":
      return element.type;
    case "directive":
      return element.directive;
  }
}
