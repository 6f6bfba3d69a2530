import type {
  GraphQLArgument,
  GraphQLDirective,
  GraphQLEnumValue,
  GraphQLField,
  GraphQLInputField,
  GraphQLNamedType,
  GraphQLSchema,
} from "graphql";
import { getNamedType } from "graphql";
import { nameContext } from "../text/cursorContext";
import { definitionsOf, givenNameAt } from "../names/definitions";
import type { GraphqlDocument } from "../text/document";
import type { Token } from "../text/tokens";
import { nameAt, proseAt } from "../text/tokens";

/** A part of the schema that a name in a document refers to. */
export type SchemaElement =
  | { readonly kind: "field"; readonly type: GraphQLNamedType; readonly field: GraphQLField<unknown, unknown> }
  | { readonly kind: "argument"; readonly of: ArgumentOwner; readonly argument: GraphQLArgument }
  | { readonly kind: "input-field"; readonly type: GraphQLNamedType; readonly field: GraphQLInputField }
  | { readonly kind: "enum-value"; readonly type: GraphQLNamedType; readonly value: GraphQLEnumValue }
  | { readonly kind: "type"; readonly type: GraphQLNamedType }
  | { readonly kind: "directive"; readonly directive: GraphQLDirective };

/** `@name` of a directive, or a field with its type. */
export type ArgumentOwner = { readonly directive: string } | { readonly type: string; readonly field: string };

/** The element that the name at `offset` refers to, and that name; nothing for names the document gives itself. */
export function schemaElementAt(
  document: GraphqlDocument,
  offset: number,
  schema: GraphQLSchema,
): { readonly element: SchemaElement; readonly name: Token } | undefined {
  const name = nameAt(document.tokens, offset);
  if (name === undefined || proseAt(document.tokens, offset)) return undefined;
  const context = nameContext(document, name, schema);
  const element =
    context && elementOf(String(context.state.kind), context.state.step, context.types, name.text, schema);
  return element && { element, name };
}

/** The type that the name at `offset` has: of a field, an argument, a variable, a value; a type's name has itself. */
export function typeAt(document: GraphqlDocument, offset: number, schema: GraphQLSchema): GraphQLNamedType | undefined {
  const given = givenNameAt(document, offset);
  if (given?.kind === "variable") {
    const declared = definitionsOf(given, document)[0]?.definition.declarations.find(
      ({ name }) => name.text === given.name,
    );
    return schema.getType(declared?.type?.replace(/[^_0-9A-Za-z]/g, "") ?? "");
  }
  const element = schemaElementAt(document, offset, schema)?.element;
  switch (element?.kind) {
    case "field":
    case "input-field":
      return getNamedType(element.field.type);
    case "argument":
      return getNamedType(element.argument.type);
    case "enum-value":
    case "type":
      return element.type;
    default:
      return undefined;
  }
}

type Types = NonNullable<ReturnType<typeof nameContext>>["types"];

function elementOf(
  kind: string,
  step: number,
  types: Types,
  name: string,
  schema: GraphQLSchema,
): SchemaElement | undefined {
  const { parentType, fieldDef, argDef, enumValue, inputObjectType, directiveDef } = types;
  switch (kind) {
    case "Field":
    case "AliasedField":
      if ((kind === "Field" ? step !== 0 : step !== 2) || !fieldDef || !parentType) return undefined;
      return { kind: "field", type: getNamedType(parentType), field: fieldDef };
    case "Argument":
      return step === 0 && argDef ? argument(types, argDef as GraphQLArgument) : undefined;
    case "ObjectField": {
      const field = inputObjectType?.getFields()[name];
      return step === 0 && field ? { kind: "input-field", type: inputObjectType, field } : undefined;
    }
    case "EnumValue": {
      const type = getNamedType(types.inputType);
      return enumValue && type ? { kind: "enum-value", type, value: enumValue } : undefined;
    }
    case "Directive":
      return step === 1 && directiveDef ? { kind: "directive", directive: directiveDef } : undefined;
    case "NamedType": {
      const type = schema.getType(name);
      return type ? { kind: "type", type } : undefined;
    }
    default:
      return undefined;
  }
}

function argument({ directiveDef, fieldDef, parentType }: Types, declared: GraphQLArgument): SchemaElement | undefined {
  if (directiveDef?.args.includes(declared)) {
    return { kind: "argument", of: { directive: directiveDef.name }, argument: declared };
  }
  if (!fieldDef || !parentType) return undefined;
  return { kind: "argument", of: { type: getNamedType(parentType).name, field: fieldDef.name }, argument: declared };
}
