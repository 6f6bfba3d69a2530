import type {
  ConstDirectiveNode,
  DefinitionNode,
  FieldDefinitionNode,
  InputValueDefinitionNode,
  NameNode,
  NamedTypeNode,
  StringValueNode,
  TypeNode,
} from "graphql";
import { Kind, OperationTypeNode, getIntrospectionQuery, introspectionTypes, parseConstValue, print } from "graphql";
import { specifiedScalarTypes } from "graphql";
import type { Json } from "../../wire/json/exactJson";
import { isObject } from "../../wire/json/fields";
import { deepestNesting } from "../text/nesting";

/** Asks for a whole schema, with nothing that a server of an older specification would refuse. */
export const introspectionQuery = getIntrospectionQuery();

/**
 * A schema as SDL text, from the data that `introspectionQuery` was answered with. Tolerant: what is not shaped as it
 * should be is left out. Defaults keep their text, also one that no standard type could hold. Undefined: no schema.
 */
export function sdlOfIntrospection(data: Json | undefined): string | undefined {
  const schema = fieldsOf(data, "__schema");
  const types = listOf(schema, "types").flatMap(typeDefinition);
  if (types.length === 0) return undefined;
  const directives = listOf(schema, "directives").flatMap(directiveDefinition);
  return [...roots(schema), ...directives, ...types].map((node) => `${print(node)}\n`).join("\n");
}

type Fields = { readonly [name: string]: Json };

const builtIn = new Set([...specifiedScalarTypes, ...introspectionTypes].map(({ name }) => name));
const builtInDirectives = new Set(["include", "skip", "deprecated", "specifiedBy", "oneOf"]);

function roots(schema: Fields): DefinitionNode[] {
  const operationTypes = Object.values(OperationTypeNode).flatMap((operation) => {
    const type = nameOf(fieldsOf(schema, `${operation}Type`));
    return type ? [{ kind: Kind.OPERATION_TYPE_DEFINITION, operation, type: named(type) } as const] : [];
  });
  return operationTypes.length > 0 ? [{ kind: Kind.SCHEMA_DEFINITION, operationTypes }] : [];
}

function typeDefinition(type: Fields): DefinitionNode[] {
  const name = nameOf(type);
  if (!name || builtIn.has(name.value)) return [];
  const head = { name, ...described(type) };
  const interfaces = listOf(type, "interfaces").flatMap(reference);
  switch (type["kind"]) {
    case "SCALAR":
      return [{ kind: Kind.SCALAR_TYPE_DEFINITION, ...head }];
    case "OBJECT":
      return [
        { kind: Kind.OBJECT_TYPE_DEFINITION, ...head, interfaces, fields: listOf(type, "fields").flatMap(field) },
      ];
    case "INTERFACE":
      return [
        { kind: Kind.INTERFACE_TYPE_DEFINITION, ...head, interfaces, fields: listOf(type, "fields").flatMap(field) },
      ];
    case "UNION":
      return [{ kind: Kind.UNION_TYPE_DEFINITION, ...head, types: listOf(type, "possibleTypes").flatMap(reference) }];
    case "ENUM":
      return [{ kind: Kind.ENUM_TYPE_DEFINITION, ...head, values: listOf(type, "enumValues").flatMap(enumValue) }];
    case "INPUT_OBJECT":
      return [
        { kind: Kind.INPUT_OBJECT_TYPE_DEFINITION, ...head, fields: listOf(type, "inputFields").flatMap(inputValue) },
      ];
    default:
      return [];
  }
}

function directiveDefinition(directive: Fields): DefinitionNode[] {
  const name = nameOf(directive);
  const { locations } = directive;
  if (!name || builtInDirectives.has(name.value) || !Array.isArray(locations)) return [];
  return [
    {
      kind: Kind.DIRECTIVE_DEFINITION,
      ...{ name, ...described(directive) },
      arguments: listOf(directive, "args").flatMap(inputValue),
      repeatable: directive["isRepeatable"] === true,
      locations: locations.flatMap((location) => nameNode(location) ?? []),
    },
  ];
}

function field(value: Fields): FieldDefinitionNode[] {
  const name = nameOf(value);
  const type = typeOf(fieldsOf(value, "type"));
  if (!name || !type) return [];
  const args = listOf(value, "args").flatMap(inputValue);
  const directives = deprecation(value);
  return [{ kind: Kind.FIELD_DEFINITION, name, type, arguments: args, directives, ...described(value) }];
}

function inputValue(value: Fields): InputValueDefinitionNode[] {
  const name = nameOf(value);
  const type = typeOf(fieldsOf(value, "type"));
  if (!name || !type) return [];
  const defaultValue = constant(value["defaultValue"]);
  const rest = { ...described(value), ...(defaultValue && { defaultValue }), directives: deprecation(value) };
  return [{ kind: Kind.INPUT_VALUE_DEFINITION, name, type, ...rest }];
}

function enumValue(value: Fields) {
  const name = nameOf(value);
  if (!name) return [];
  return [{ kind: Kind.ENUM_VALUE_DEFINITION, name, directives: deprecation(value), ...described(value) } as const];
}

/** A value as it is written in SDL; undefined when it is none. */
function constant(text: Json | undefined): InputValueDefinitionNode["defaultValue"] {
  if (typeof text !== "string") return undefined;
  try {
    return parseConstValue(text, { noLocation: true });
  } catch {
    return undefined; // also a value nested so deeply that the parser gives up
  }
}

/** Lists and non-nulls around a name, which are chained from the outside in. */
function typeOf(outermost: Fields): TypeNode | undefined {
  const wrappers: ("LIST" | "NON_NULL")[] = [];
  let type = outermost;
  while (type["kind"] === "LIST" || type["kind"] === "NON_NULL") {
    if (wrappers.length >= deepestNesting) return undefined;
    wrappers.push(type["kind"]);
    type = fieldsOf(type, "ofType");
  }
  let node: TypeNode | undefined = reference(type)[0];
  for (const wrapper of wrappers.reverse()) {
    if (!node) return undefined;
    if (wrapper === "LIST") node = { kind: Kind.LIST_TYPE, type: node };
    else if (node.kind !== Kind.NON_NULL_TYPE) node = { kind: Kind.NON_NULL_TYPE, type: node };
  }
  return node;
}

function reference(type: Fields): NamedTypeNode[] {
  const name = nameOf(type);
  return name ? [named(name)] : [];
}

function named(name: NameNode): NamedTypeNode {
  return { kind: Kind.NAMED_TYPE, name };
}

function deprecation({ isDeprecated, deprecationReason: reason }: Fields): ConstDirectiveNode[] {
  if (isDeprecated !== true && typeof reason !== "string") return [];
  const name: NameNode = { kind: Kind.NAME, value: "reason" };
  const given = typeof reason === "string" ? [{ kind: Kind.ARGUMENT, name, value: text(reason) } as const] : [];
  return [{ kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: "deprecated" }, arguments: given }];
}

function described({ description }: Fields): { description?: StringValueNode } {
  if (typeof description !== "string" || description === "") return {};
  // A block is what people read, but one with quotes or odd blanks in it would not come back as it was.
  return { description: text(description, description.includes("\n")) };
}

function text(value: string, block = false): StringValueNode {
  return { kind: Kind.STRING, value, block };
}

function nameOf({ name }: Fields): NameNode | undefined {
  return nameNode(name);
}

function nameNode(value: Json | undefined): NameNode | undefined {
  return typeof value === "string" && /^[_A-Za-z]\w*$/.test(value) ? { kind: Kind.NAME, value } : undefined;
}

function fieldsOf(value: Json | undefined, member: string): Fields {
  const inner = isObject(value) ? value[member] : undefined;
  return isObject(inner) ? inner : {};
}

function listOf(value: Fields, member: string): Fields[] {
  const list = value[member];
  return Array.isArray(list) ? list.filter(isObject) : [];
}
