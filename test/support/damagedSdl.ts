import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GraphQLEnumValue, GraphQLField, GraphQLInputField, GraphQLNamedType, GraphQLSchema } from "graphql";
import { isEnumType, isScalarType, isUnionType, parse } from "graphql";

/** A range of SDL: offsets in UTF-16 code units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Something that SDL declares, with its description. */
export interface Declared extends Span {
  readonly name: string;
  /** Where its description ends and it begins itself. */
  readonly body: number;
}

export interface DeclaredType extends Declared {
  readonly members: readonly Declared[];
}

/** SDL with the places of what it declares. */
export interface PlacedSdl {
  readonly text: string;
  readonly types: readonly DeclaredType[];
}

/** The largest public schema at hand, some 64 000 lines. */
export function largeSdl(): string {
  const root = join(__dirname, "../..");
  return readFileSync(join(root, "node_modules/@octokit/graphql-schema/schema.graphql"), "utf8");
}

/** Reads the places of types and their members; directives and the like are left out. */
export function placed(text: string): PlacedSdl {
  const types = parse(text).definitions.flatMap((node): DeclaredType[] => {
    if (!("name" in node) || !node.name || !node.kind.endsWith("TypeDefinition")) return [];
    const own = node as unknown as Parsed & { fields?: Parsed[]; values?: Parsed[] };
    return [{ ...declared(own), members: (own.fields ?? own.values ?? []).map(declared) }];
  });
  return { text, types };
}

/** The text of so many types around one of them, and their places in it. */
export function around({ text, types }: PlacedSdl, index: number, count: number): PlacedSdl {
  const own = types.slice(Math.max(0, index - count), index + count + 1);
  const from = own[0]!.start;
  const moved = <D extends Declared>(each: D): D => ({
    ...each,
    ...{ start: each.start - from, end: each.end - from, body: each.body - from },
  });
  return {
    text: text.slice(from, own.at(-1)!.end),
    types: own.map((type) => ({ ...moved(type), members: type.members.map(moved) })),
  };
}

/** What a schema declares, by type and by member: all that is said of it, in words that can be compared. */
export function declarations(schema: GraphQLSchema): Map<string, Map<string, string>> {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  return new Map(types.map((type) => [type.name, membersOf(type)]));
}

interface Parsed {
  readonly name: { readonly value: string };
  readonly loc?: Span;
  readonly description?: { readonly loc?: Span };
}

function declared({ name, loc, description }: Parsed): Declared {
  const { start, end } = loc!;
  return { name: name.value, start, end, body: description?.loc?.end ?? start };
}

function membersOf(type: GraphQLNamedType): Map<string, string> {
  if (isEnumType(type)) return new Map(type.getValues().map((each) => [each.name, said(each)]));
  if (isUnionType(type)) return new Map(type.getTypes().map(({ name }) => [name, ""]));
  if (isScalarType(type)) return new Map();
  const fields = Object.values<GraphQLField<unknown, unknown> | GraphQLInputField>(type.getFields());
  return new Map(
    fields.map((field) => {
      const args =
        "args" in field ? field.args.map((arg) => `${arg.name}: ${String(arg.type)} ${arg.description ?? ""}`) : [];
      return [field.name, `(${args.join()}): ${String(field.type)} ${said(field)}`];
    }),
  );
}

function said(of: GraphQLEnumValue | GraphQLField<unknown, unknown> | GraphQLInputField): string {
  return JSON.stringify([of.description, of.deprecationReason, "defaultValue" in of && of.defaultValue]);
}
