import type { GraphQLArgument, GraphQLSchema } from "graphql";
import { cursorContext, levelsBefore } from "../text/cursorContext";
import type { GraphqlDocument } from "../text/document";
import { inputSignature } from "./hover";
import { proseAt } from "../text/tokens";

/** The arguments of the field or directive in whose parentheses the cursor is. */
export interface SignatureHelp {
  readonly label: string;
  readonly description?: string;
  readonly parameters: readonly SignatureParameter[];
  /** Index of the argument that is being written. */
  readonly active?: number;
}

export interface SignatureParameter {
  /** Offsets of the parameter within the label. */
  readonly start: number;
  readonly end: number;
  readonly description?: string;
}

/** Help on the arguments at `offset`; the value being written may be half a string. Never throws. */
export function signatureHelpAt(
  document: GraphqlDocument,
  offset: number,
  schema: GraphQLSchema,
): SignatureHelp | undefined {
  const prose = proseAt(document.tokens, offset);
  if (prose?.kind === "comment") return undefined;
  const levels = levelsBefore(document, prose?.start ?? offset);
  const opened = levels.findLastIndex(({ kind }) => kind === "arguments");
  const opening = levels[opened - 1]?.item.at(-1);
  const context = opening && cursorContext(document, opening.end, schema);
  const args = context?.types.argDefs as readonly GraphQLArgument[] | null | undefined;
  if (!context || !args || args.length === 0) return undefined;
  const { directiveDef, fieldDef } = context.types;
  const owner = directiveDef ? `@${directiveDef.name}` : (fieldDef?.name ?? "");
  const description = (directiveDef ?? fieldDef)?.description;
  const active = args.findIndex(({ name }) => name === levels[opened]!.item[0]?.text);
  return {
    ...labelled(owner, args, directiveDef ? "" : `: ${String(fieldDef?.type)}`),
    ...(description ? { description } : {}),
    ...(active >= 0 ? { active } : {}),
  };
}

function labelled(owner: string, args: readonly GraphQLArgument[], end: string) {
  let label = `${owner}(`;
  const parameters = args.map((argument, index): SignatureParameter => {
    if (index > 0) label += ", ";
    const start = label.length;
    label += inputSignature(argument);
    const { description } = argument;
    return { start, end: label.length, ...(description ? { description } : {}) };
  });
  return { label: `${label})${end}`, parameters };
}
