import type { GraphQLInputType, GraphQLSchema } from "graphql";
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isSpecifiedScalarType,
} from "graphql";
import type { Definition } from "../text/document";
import { largestInteger } from "../rules/literals";
import { inputTypeOf } from "../names/variableUse";

/** A JSON value whose integers beyond 2^53 are bigints, so that none is rounded. */
export type ExactValue =
  null | boolean | number | bigint | string | readonly ExactValue[] | { readonly [key: string]: ExactValue };

/** What is wrong with a variable's value; `path` leads to it, starting with the variable's name. */
export interface VariableProblem {
  readonly code:
    | "not-an-object"
    | "missing"
    | "undeclared"
    | "null"
    | "wrong-type"
    | "not-whole"
    | "out-of-range"
    | "unknown-value"
    | "unknown-field";
  readonly path: readonly (string | number)[];
  /** The type that is expected there. */
  readonly expected?: string;
}

/** Checks the values that are to be sent with an operation against the types it declares. */
export function checkVariables(
  values: ExactValue | undefined,
  operation: Definition,
  schema: GraphQLSchema,
): VariableProblem[] {
  if (values !== undefined && !isObject(values)) return [{ code: "not-an-object", path: [] }];
  const given = values ?? {};
  const problems: VariableProblem[] = [];
  for (const { name, type: text, hasDefault } of operation.declarations) {
    const type = inputTypeOf(text, schema);
    if (type === undefined) continue;
    const path = [name.text];
    if (Object.hasOwn(given, name.text)) problems.push(...checkValue(given[name.text]!, type, path));
    else if (isNonNullType(type) && !hasDefault) problems.push({ code: "missing", path, expected: String(type) });
  }
  const declared = new Set(operation.declarations.map(({ name }) => name.text));
  for (const key of Object.keys(given)) if (!declared.has(key)) problems.push({ code: "undeclared", path: [key] });
  return problems;
}

/** The values an operation declares, the others left out: a node may refuse what it is not asked for. */
export function declaredValues(values: ExactValue | undefined, operation: Definition): { [key: string]: ExactValue } {
  if (values === undefined || !isObject(values)) return {};
  const names = operation.declarations.map(({ name }) => name.text);
  return Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]!]));
}

type Path = readonly (string | number)[];

function checkValue(value: ExactValue, type: GraphQLInputType, path: Path): VariableProblem[] {
  if (isNonNullType(type)) {
    if (value === null) return [{ code: "null", path, expected: String(type) }];
    return checkValue(value, type.ofType, path);
  }
  if (value === null) return [];
  if (isListType(type)) {
    if (!isArray(value)) return checkValue(value, type.ofType, path);
    return value.flatMap((item, index) => checkValue(item, type.ofType, [...path, index]));
  }
  const named = getNamedType(type);
  if (isInputObjectType(named)) return checkInput(value, named, path);
  if (isEnumType(named)) {
    if (typeof value !== "string") return [{ code: "wrong-type", path, expected: named.name }];
    return named.getValue(value) ? [] : [{ code: "unknown-value", path, expected: named.name }];
  }
  return isSpecifiedScalarType(named) ? checkScalar(value, named.name, path) : [];
}

function checkInput(
  value: ExactValue,
  type: Extract<GraphQLInputType, { getFields: unknown }>,
  path: Path,
): VariableProblem[] {
  if (!isObject(value)) return [{ code: "wrong-type", path, expected: type.name }];
  const fields = type.getFields();
  const problems = Object.entries(value).flatMap(([key, item]): VariableProblem[] => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) return [{ code: "unknown-field", path: [...path, key], expected: type.name }];
    return checkValue(item, field.type, [...path, key]);
  });
  const missing = Object.values(fields)
    .filter((field) => isRequiredInputField(field) && !Object.hasOwn(value, field.name))
    .map(({ name, type: expected }): VariableProblem => ({
      code: "missing",
      path: [...path, name],
      expected: String(expected),
    }));
  return [...problems, ...missing];
}

function checkScalar(value: ExactValue, scalar: string, path: Path): VariableProblem[] {
  const whole = typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
  const fits =
    scalar === "Int"
      ? whole
      : scalar === "Float"
        ? whole || typeof value === "number"
        : scalar === "Boolean"
          ? typeof value === "boolean"
          : scalar === "ID"
            ? whole || typeof value === "string"
            : typeof value === "string";
  const code = typeof value === "number" && (scalar === "Int" || scalar === "ID") ? "not-whole" : "wrong-type";
  if (!fits) return [{ code, path, expected: scalar }];
  if (scalar !== "Int") return [];
  const isTooLarge = BigInt(value as number | bigint) > largestInteger;
  return !isTooLarge ? [] : [{ code: "out-of-range", path, expected: scalar }];
}

export function isArray(value: ExactValue | undefined): value is readonly ExactValue[] {
  return Array.isArray(value);
}

function isObject(value: ExactValue): value is { readonly [key: string]: ExactValue } {
  return typeof value === "object" && value !== null && !isArray(value);
}
