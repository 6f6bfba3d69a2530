import { Kind } from "graphql";
import { t } from "../../base/translate";
import type { Definition, GraphqlDocument } from "../text/document";

/**
 * Why a text is not only queries and their fragments, as a sentence; undefined when it is. It is judged by its syntax
 * tree, which is what a node makes of it as well.
 */
export function whyNotOnlyQueries({ definitions }: GraphqlDocument): string | undefined {
  for (const { fault, nodes, kind } of definitions) {
    if (fault)
      return "message" in fault ? t`The text cannot be read: ${fault.message}` : t`The text is nested too deeply.`;
    if (!isRead(nodes)) return t`Only queries are run here, and the text has something else (${kind}).`;
  }
  return undefined;
}

function isRead(nodes: Definition["nodes"]): boolean {
  return (
    nodes.length > 0 &&
    nodes.every((node) => {
      const operation: string | undefined = node.kind === Kind.OPERATION_DEFINITION ? node.operation : undefined;
      return operation === "query" || node.kind === Kind.FRAGMENT_DEFINITION;
    })
  );
}
