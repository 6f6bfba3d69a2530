import type { GraphQLInputType, GraphQLSchema } from "graphql";
import { getNamedType, getNullableType, isEnumType, isListType, isNonNullType, isSpecifiedScalarType } from "graphql";
import type { VariableDeclaration } from "../text/definition";
import { inputTypeOf } from "../names/variableUse";

/**
 * What a person typed for a variable: JSON text to send, nothing at all for an optional one left empty, or what it
 * should have been. `json` is text so that no digit is lost.
 */
export type TypedVariable = { readonly json: string } | { readonly omitted: true } | { readonly expected: string };

/** Reads typed text by the declared type: `0012` is a text for a `String` and no value for an `Int`. */
export function readTypedVariable(
  text: string,
  { type: declared, hasDefault }: VariableDeclaration,
  schema: GraphQLSchema,
): TypedVariable {
  const type = inputTypeOf(declared, schema);
  const trimmed = text.trim();
  if (trimmed === "" && (hasDefault || !type || !isNonNullType(type))) return { omitted: true };
  if (type === undefined) return asJson(trimmed, "JSON");
  return readValue(text, trimmed, type);
}

const wholeNumber = /^-?(?:0|[1-9]\d*)$/;
const decimalNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function readValue(text: string, trimmed: string, type: GraphQLInputType): TypedVariable {
  const nullable = getNullableType(type);
  const expected = String(type);
  if (isListType(nullable) || !(isSpecifiedScalarType(nullable) || isEnumType(nullable)))
    return asJson(trimmed, expected);
  if (isEnumType(nullable)) return nullable.getValue(trimmed) ? { json: JSON.stringify(trimmed) } : { expected };
  switch (getNamedType(nullable).name) {
    case "Int":
      return wholeNumber.test(trimmed) ? { json: trimmed } : { expected };
    case "Float":
      return decimalNumber.test(trimmed) ? { json: trimmed } : { expected };
    case "Boolean":
      return trimmed === "true" || trimmed === "false" ? { json: trimmed } : { expected };
    default:
      return { json: JSON.stringify(text) };
  }
}

function asJson(text: string, expected: string): TypedVariable {
  try {
    JSON.parse(text);
    return { json: text };
  } catch {
    return { expected };
  }
}
