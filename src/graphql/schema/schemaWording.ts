import type { SchemaProblem } from "./schemaProblem";

/** The sentence for something wrong with a node's schema. */
export function schemaProblemText({ code, name = "", detail = "", parts = [] }: SchemaProblem): string {
  switch (code) {
    case "empty":
      return "The node answered with an empty schema.";
    case "not-sdl":
      return "The response is not a GraphQL schema.";
    case "too-large":
      return "The node's schema is too large to be used.";
    case "too-deep":
      return `Left out "${name}": it is too deeply nested.`;
    case "unbuildable":
      return `The node's schema cannot be used: ${detail}`;
    case "control-characters":
      return "The schema holds control characters; they were read as blanks.";
    case "dropped-definition":
      return `Left out "${name}", which is not valid GraphQL. ${detail}`;
    case "dropped-long-definition":
      return `Left out "${name}", which is not valid GraphQL and too long to be repaired. ${detail}`;
    case "dropped-members":
      return `Left out the parts of "${name}" that are not valid GraphQL${listed(parts)}. ${detail}`;
    case "repaired-definition":
      return `Repaired "${name}"${listed(parts)}, which is not valid GraphQL as the node prints it. ${detail}`;
    case "duplicate-definition":
      return `"${name}" is defined more than once; the first definition counts.`;
    case "reserved-name":
      return `The name "${name}" is reserved for introspection.`;
    case "no-members":
      return `Type "${name}" has no fields or values.`;
    case "unknown-type":
      return `Type "${name}" is used but not defined; any value passes for it.`;
    case "misused-type":
      return `Type "${name}" is used where its kind cannot be.`;
    case "extension-alone":
      return `"${name}" is extended but not defined; the extension counts as its definition.`;
    case "no-query-type":
      return "The schema has no query type: nothing can be queried.";
  }
}

/** A sentence names so many and counts the rest; the schema's document marks each. */
const mostListed = 5;

function listed(parts: readonly string[]): string {
  if (parts.length === 0) return "";
  const more = parts.length > mostListed ? ` and ${parts.length - mostListed} more` : "";
  return ` (${parts.slice(0, mostListed).join(", ")}${more})`;
}
