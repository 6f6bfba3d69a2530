import type { DefinitionNode } from "graphql";
import { parse } from "graphql";

/** Definitions of the text without locations, or undefined when it does not parse, or is nested too deeply for that. */
export function tryParse(text: string): readonly DefinitionNode[] | undefined {
  try {
    return parse(text, { noLocation: true }).definitions;
  } catch {
    return undefined;
  }
}
