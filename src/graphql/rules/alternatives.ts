import type { GraphQLNamedType, GraphQLSchema } from "graphql";
import type { MistakeHelp } from "../checks/closestNames";
import type { Alternatives } from "../checks/diagnostic";

/** A schema of another known node, to tell who offers what is missing here. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: GraphQLSchema;
}

/** Close names among `names`, and the schemas in which `has` finds the wrong one. */
export function alternatives(
  help: MistakeHelp,
  wrong: string,
  names: Iterable<string>,
  others: readonly NamedSchema[] = [],
  has: (schema: GraphQLSchema) => unknown = () => false,
): Alternatives {
  const offeredBy = others.filter(({ schema }) => Boolean(has(schema))).map(({ name }) => name);
  return { closest: help.closestNames(wrong, names), offeredBy };
}

/** The members of a type by name; empty for a type without fields. */
export function fieldsOf(type: GraphQLNamedType | null | undefined): Record<string, unknown> {
  return type && "getFields" in type ? type.getFields() : {};
}
