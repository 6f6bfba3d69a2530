import type { GraphqlDocument } from "./document";
import type { Finding } from "./finding";
import { isClosing, isOpening } from "./definitionSlices";

/**
 * The finding about asking for too much at once that explains an error at `start`: the one in the arguments of the
 * field there.
 */
export function limitFindingAt(
  start: number,
  findings: readonly Finding[],
  document: GraphqlDocument,
): Finding | undefined {
  const name = document.tokens.findIndex((token) => token.start >= start);
  const opening = name + (document.tokens[name + 1]?.text === ":" ? 3 : 1);
  if (name < 0 || document.tokens[opening]?.text !== "(") return undefined;
  let depth = 0;
  for (const token of document.tokens.slice(opening)) {
    if (isOpening(token)) depth += 1;
    else if (isClosing(token)) depth -= 1;
    if (depth === 0) return within(document.tokens[opening].start, token.end, findings);
  }
  return undefined;
}

function within(start: number, end: number, findings: readonly Finding[]): Finding | undefined {
  return findings.find((finding) => finding.code === "over-limit" && start < finding.start && finding.end < end);
}
