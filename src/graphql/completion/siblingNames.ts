import { isClosing, isOpening } from "../text/definitionSlices";
import type { GraphqlDocument } from "../text/document";
import type { Token } from "../text/tokens";
import { firstTokenEndingAfter } from "../text/tokens";

/** Names already given a value in the brackets around `offset`, the name at `offset` itself not counted. */
export function siblingNames({ tokens }: GraphqlDocument, offset: number): ReadonlySet<string> {
  const index = firstTokenEndingAfter(tokens, offset);
  const names = new Set<string>();
  const add = (at: number) => {
    const token = tokens[at];
    if (token?.kind === "name" && token.start !== offset && tokens[at + 1]?.text === ":") names.add(token.text);
  };
  walk(tokens, index - 1, -1, isClosing, isOpening, add);
  walk(tokens, index, 1, isOpening, isClosing, add);
  return names;
}

function walk(
  tokens: readonly Token[],
  from: number,
  step: 1 | -1,
  deeper: (token: Token) => boolean,
  outer: (token: Token) => boolean,
  visit: (index: number) => void,
): void {
  let depth = 0;
  for (let at = from; at >= 0 && at < tokens.length; at += step) {
    const token = tokens[at]!;
    if (deeper(token)) depth += 1;
    else if (outer(token)) depth -= 1;
    if (depth < 0) return;
    if (depth === 0) visit(at);
  }
}
