import { t } from "../../base/translate";
import type { GraphQLInputType, GraphQLNamedType, GraphQLSchema } from "graphql";
import { getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType, isRequiredInputField } from "graphql";
import type { Definition, GraphqlDocument } from "../text/document";
import { operationsOf } from "../text/operations";
import { inputTypeOf } from "../names/variableUse";

/** A JSON schema, draft 7, as plain data. */
export interface JsonSchema {
  readonly [key: string]: unknown;
}

/** The key under which a variables file keeps the values of an operation; anonymous ones share the key `""`. */
export function operationKey({ name }: Definition): string {
  return name?.text ?? "";
}

/** A document and the schema its operations are run against. */
export interface VariablesSource {
  readonly document: GraphqlDocument;
  readonly schema: GraphQLSchema;
}

/**
 * JSON schema of variables files: one object per operation. When several documents have an operation of the same name,
 * what either of them takes is fine.
 */
export function variablesFileSchema(sources: readonly VariablesSource[]): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  const properties = new Map<string, JsonSchema[]>();
  for (const [index, { document, schema }] of sources.entries()) {
    for (const operation of operationsOf(document)) {
      const key = operationKey(operation);
      const own = objectSchema(operation, schema, new Definitions(definitions, `${index}.`));
      properties.set(key, [...(properties.get(key) ?? []), own]);
    }
  }
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: Object.fromEntries(
      [...properties].map(([key, own]) => [key, own.length === 1 ? own[0] : { anyOf: own }]),
    ),
    definitions: Object.fromEntries(definitions),
  };
}

/** Definitions of one document's input types; those of another schema may have the same names. */
class Definitions {
  constructor(
    private readonly all: Map<string, JsonSchema>,
    private readonly prefix: string,
  ) {}

  reference(name: string): JsonSchema {
    return { $ref: `#/definitions/${this.prefix}${name}` };
  }

  has(name: string): boolean {
    return this.all.has(this.prefix + name);
  }

  set(name: string, schema: JsonSchema): void {
    this.all.set(this.prefix + name, schema);
  }
}

function objectSchema(operation: Definition, schema: GraphQLSchema, definitions: Definitions): JsonSchema {
  const properties: [string, JsonSchema][] = [];
  const required: string[] = [];
  for (const { name, type: text, hasDefault } of operation.declarations) {
    const type = inputTypeOf(text, schema);
    properties.push([name.text, type ? typeSchema(type, definitions) : {}]);
    if (type && isNonNullType(type) && !hasDefault) required.push(name.text);
  }
  return { type: "object", properties: Object.fromEntries(properties), required, additionalProperties: false };
}

const scalars: Record<string, JsonSchema> = {
  // A JSON schema cannot say 2^64 − 1, nor that 10.0 is whole: `checkVariables` knows both.
  Int: { type: "number", errorMessage: t`Incorrect type. Expected a whole number.` },
  Float: { type: "number" },
  String: { type: "string" },
  Boolean: { type: "boolean" },
  ID: { type: ["string", "number"] },
};

function typeSchema(type: GraphQLInputType, definitions: Definitions): JsonSchema {
  if (isNonNullType(type)) return strictSchema(type.ofType, definitions);
  const strict = strictSchema(type, definitions);
  // One type instead of alternatives: only then does the editor insert a value's brackets and quotes.
  const { type: own } = strict;
  if (own !== undefined) return { ...strict, type: [own, "null"].flat() };
  return { anyOf: [strict, { type: "null" }] };
}

function strictSchema(type: GraphQLInputType, definitions: Definitions): JsonSchema {
  const title = String(type);
  if (isListType(type)) return { title, type: "array", items: typeSchema(type.ofType, definitions) };
  const named = getNamedType(type);
  const description = named.description ? { description: named.description } : {};
  if (isEnumType(named)) return { title, ...description, enum: named.getValues().map(({ name }) => name) };
  if (isInputObjectType(named)) {
    defineInput(named, definitions);
    return definitions.reference(named.name);
  }
  return { title, ...(scalars[named.name] ?? description) };
}

function defineInput(type: GraphQLNamedType, definitions: Definitions): void {
  if (definitions.has(type.name) || !isInputObjectType(type)) return;
  // Set before its fields are read: an input may contain itself.
  definitions.set(type.name, {});
  const fields = Object.values(type.getFields());
  definitions.set(type.name, {
    title: type.name,
    type: "object",
    ...(type.description ? { description: type.description } : {}),
    properties: Object.fromEntries(fields.map((field) => [field.name, typeSchema(field.type, definitions)])),
    required: fields.filter(isRequiredInputField).map(({ name }) => name),
    additionalProperties: false,
  });
}
