import type { GraphQLInputType, GraphQLSchema } from "graphql";
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from "graphql";
import type { Definition } from "../text/document";
import type { ExactValue } from "./variableValues";
import { inputTypeOf } from "../names/variableUse";

/**
 * Values to begin with for an operation's variables: one of the right type for each that must be given. Optional ones
 * are left out, since even `null` would be a value.
 */
export function variableDraft(operation: Definition, schema?: GraphQLSchema): { [name: string]: ExactValue } {
  const values: { [name: string]: ExactValue } = {};
  for (const { name, type: text, hasDefault } of operation.declarations) {
    if (hasDefault || !text?.endsWith("!")) continue;
    const type = schema && inputTypeOf(text, schema);
    values[name.text] = type ? exampleOf(type, deepest) : null;
  }
  return values;
}

/** An input that requires itself has no finite value; below this many levels it is left to the person. */
const deepest = 8;

function exampleOf(type: GraphQLInputType, depth: number): ExactValue {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name ?? null;
  if (isInputObjectType(nullable)) {
    if (depth === 0) return null;
    const required = Object.values(nullable.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((field) => [field.name, exampleOf(field.type, depth - 1)]));
  }
  if (!isNonNullType(type)) return null;
  switch (String(nullable)) {
    case "Int":
    case "Float":
      return 0;
    case "Boolean":
      return false;
    case "String":
    case "ID":
      return "";
    default:
      return null;
  }
}
