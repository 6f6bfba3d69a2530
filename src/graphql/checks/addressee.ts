import { type GraphQLSchema, Kind, type OperationTypeNode } from "graphql";
import { MistakeHelp } from "./closestNames";
import type { GraphqlDocument } from "../text/document";

/**
 * Whether a program's GraphQL may be meant for a schema: another API's, with not one field or type of it, is none of our
 * business. Half-written text may be.
 */
export function mayBeFor(document: GraphqlDocument, schema: GraphQLSchema): boolean {
  const nodes = document.definitions.flatMap((definition) => definition.nodes);
  const help = new MistakeHelp();
  const notified = nodes.flatMap((node): boolean[] => {
    if (node.kind === Kind.FRAGMENT_DEFINITION) return [schema.getType(node.typeCondition.name.value) !== undefined];
    if (node.kind !== Kind.OPERATION_DEFINITION) return [];
    const known = rootFields(schema, node.operation);
    return node.selectionSet.selections.flatMap((selection) =>
      selection.kind === Kind.FIELD ? isLike(selection.name.value, known, help) : [],
    );
  });
  return notified.length === 0 || notified.includes(true);
}

function rootFields(schema: GraphQLSchema, operation: OperationTypeNode): readonly string[] {
  return Object.keys(schema.getRootType(operation)?.getFields() ?? {});
}

function isLike(name: string, known: readonly string[], help: MistakeHelp): boolean {
  return name.startsWith("__") || known.includes(name) || help.closestNames(name, known).length > 0;
}
