import type { GraphqlDocument } from "../text/document";
import { closingIndex } from "../text/definitionSlices";
import type { Diagnostic, DiagnosticCode } from "./diagnostic";

/** Diagnostics about what a schema allows and a node refuses. */
const refused: readonly DiagnosticCode[] = [
  "over-limit",
  "under-limit",
  "wrong-range",
  "wants-argument",
  "excluding-arguments",
];

/** The diagnostic that explains why a node refuses the field at `start`: about its arguments, or those it lacks. */
export function refusalAt(
  start: number,
  diagnostics: readonly Diagnostic[],
  document: GraphqlDocument,
): Diagnostic | undefined {
  const { tokens } = document;
  const first = tokens.findIndex((token) => token.start >= start);
  const name = first + (tokens[first + 1]?.text === ":" ? 2 : 0);
  if (first < 0 || !tokens[name]) return undefined;
  const [from, to] = [tokens[name].start, tokens[lastOfField(name, document)]!.end];
  return diagnostics.find(({ code, start: at, end }) => refused.includes(code) && from <= at && end <= to);
}

/** Index of the token that ends a field's arguments; of its name when there are none. */
function lastOfField(name: number, { tokens }: GraphqlDocument): number {
  if (tokens[name + 1]?.text !== "(") return name;
  const closing = closingIndex(tokens, name + 1);
  return closing < 0 ? tokens.length - 1 : closing;
}
