import type { DefinitionNode } from "graphql";
import { parse } from "graphql";

/** Definitions of the text, or undefined when it does not parse, or is nested too deeply for that. */
export function tryParse(text: string, noLocation = true): readonly DefinitionNode[] | undefined {
  try {
    return parse(text, { noLocation }).definitions;
  } catch {
    return undefined;
  }
}
