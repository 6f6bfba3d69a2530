import type { GraphQLArgument, GraphQLField, GraphQLInputField, GraphQLNamedType, GraphQLSchema } from "graphql";
import { isEnumType, isIntrospectionType, isSpecifiedDirective, isSpecifiedScalarType, isUnionType } from "graphql";
import { typeKeyword } from "./typeKeyword";

/** One difference between two schemas; `name` is `Type`, `Type.field`, `Type.field(argument)` or `@directive`. */
export interface SchemaChange {
  readonly change: "added" | "removed" | "changed";
  readonly what: "type" | "field" | "argument" | "value" | "member" | "directive";
  readonly name: string;
  /** The type, or why it is deprecated, before and after. */
  readonly before?: string;
  readonly after?: string;
}

/** What became different from one schema to the next, types in the order of their names. */
export function schemaChanges(before: GraphQLSchema, after: GraphQLSchema): SchemaChange[] {
  return compare(parts(before), parts(after));
}

interface Part {
  readonly what: SchemaChange["what"];
  readonly shape: string;
  /** The part this one belongs to: with it added or removed, this one is not told. */
  readonly within?: string;
}

function compare(before: ReadonlyMap<string, Part>, after: ReadonlyMap<string, Part>): SchemaChange[] {
  const changes: SchemaChange[] = [];
  const isTold = (part: Part, other: ReadonlyMap<string, Part>) => part.within === undefined || other.has(part.within);
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(name);
    const current = after.get(name);
    if (old && current && old.shape !== current.shape) {
      changes.push({ change: "changed", what: current.what, name, before: old.shape, after: current.shape });
    } else if (old && !current && isTold(old, after)) {
      changes.push({ change: "removed", what: old.what, name, ...(old.shape ? { before: old.shape } : {}) });
    } else if (current && !old && isTold(current, before)) {
      changes.push({ change: "added", what: current.what, name, ...(current.shape ? { after: current.shape } : {}) });
    }
  }
  return changes.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function parts(schema: GraphQLSchema): Map<string, Part> {
  const all = new Map<string, Part>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isIntrospectionType(type) && !isSpecifiedScalarType(type)) addType(all, type);
  }
  for (const directive of schema.getDirectives()) {
    if (isSpecifiedDirective(directive)) continue;
    all.set(`@${directive.name}`, { what: "directive", shape: "" });
    addArguments(all, `@${directive.name}`, directive.args);
  }
  return all;
}

function addType(all: Map<string, Part>, type: GraphQLNamedType): void {
  const within = type.name;
  all.set(within, { what: "type", shape: typeKeyword(type) });
  if ("getFields" in type) {
    const fields: readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[] = Object.values(type.getFields());
    for (const field of fields) {
      const name = `${within}.${field.name}`;
      all.set(name, { what: "field", shape: shapeOf(field), within });
      if ("args" in field) addArguments(all, name, field.args);
    }
  }
  if (isEnumType(type)) {
    for (const value of type.getValues()) {
      all.set(`${within}.${value.name}`, { what: "value", shape: shapeOf({ ...value, type: "" }), within });
    }
  }
  if (isUnionType(type)) {
    for (const { name } of type.getTypes()) all.set(`${within}.${name}`, { what: "member", shape: "", within });
  }
}

function addArguments(all: Map<string, Part>, within: string, args: readonly GraphQLArgument[]): void {
  for (const argument of args) {
    all.set(`${within}(${argument.name})`, { what: "argument", shape: shapeOf(argument), within });
  }
}

function shapeOf(of: { readonly type: unknown; readonly deprecationReason?: string | null | undefined }): string {
  const deprecated = of.deprecationReason ? `deprecated: ${of.deprecationReason}` : "";
  return [String(of.type), deprecated].filter(Boolean).join(", ");
}
