import { t } from "../../base/translate";
import type { SchemaProblem } from "./schemaProblem";

/** The sentence for something wrong with a node's schema. */
export function schemaProblemText({ code, name = "", detail = "", parts = [] }: SchemaProblem): string {
  switch (code) {
    case "empty":
      return t`The node answered with an empty schema.`;
    case "not-sdl":
      return t`The response is not a GraphQL schema.`;
    case "too-large":
      return t`The node's schema is too large to be used.`;
    case "too-deep":
      return t`Left out "${name}": it is too deeply nested.`;
    case "unbuildable":
      return t`The node's schema cannot be used: ${detail}`;
    case "control-characters":
      return t`The schema holds control characters; they were read as blanks.`;
    case "dropped-definition":
      return t`Left out "${name}", which is not valid GraphQL. ${detail}`;
    case "dropped-long-definition":
      return t`Left out "${name}", which is not valid GraphQL and too long to be repaired. ${detail}`;
    case "dropped-members":
      return parts.length === 0
        ? t`Left out the parts of "${name}" that are not valid GraphQL. ${detail}`
        : t`Left out the parts of "${name}" that are not valid GraphQL (${listed(parts)}). ${detail}`;
    case "repaired-definition":
      return parts.length === 0
        ? t`Repaired "${name}", which is not valid GraphQL as the node prints it. ${detail}`
        : t`Repaired "${name}" (${listed(parts)}), which is not valid GraphQL as the node prints it. ${detail}`;
    case "duplicate-definition":
      return t`"${name}" is defined more than once; the first definition counts.`;
    case "reserved-name":
      return t`The name "${name}" is reserved for introspection.`;
    case "no-members":
      return t`Type "${name}" has no fields or values.`;
    case "unknown-type":
      return t`Type "${name}" is used but not defined; any value passes for it.`;
    case "misused-type":
      return t`Type "${name}" is used where its kind cannot be.`;
    case "extension-alone":
      return t`"${name}" is extended but not defined; the extension counts as its definition.`;
    case "no-query-type":
      return t`The schema has no query type: nothing can be queried.`;
  }
}

/** A sentence names so many and counts the rest; the schema's document marks each. */
const mostListed = 5;

function listed(parts: readonly string[]): string {
  const first = parts.slice(0, mostListed).join(", ");
  return parts.length > mostListed ? t`${first} and ${parts.length - mostListed} more` : first;
}
