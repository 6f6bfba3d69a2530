import { isClosing, isOpening } from "./definitionSlices";
import type { GraphqlDocument } from "./document";
import { countBefore, type Token } from "./tokens";

/** A range that can be folded away: from the end of its first to its last line. */
export interface FoldingRange {
  readonly kind: "region" | "comment";
  readonly start: number;
  readonly end: number;
}

/** Brackets, block strings and runs of comment lines that span more than one line. */
export function foldingOf({ text, tokens }: GraphqlDocument): FoldingRange[] {
  const open: Token[] = [];
  const breaks = [...text.matchAll(/[\n\r]/g)].map(({ index }) => index);
  const ranges: FoldingRange[] = [];
  const add = (kind: FoldingRange["kind"], start: number, end: number) => {
    // Sought by halves: brackets may hold the whole text again and again.
    const next = breaks[countBefore(breaks.length, (index) => breaks[index]! < start)];
    if ((next ?? end) < end) ranges.push({ kind, start, end });
  };
  for (const token of tokens) {
    if (isOpening(token)) open.push(token);
    else if (isClosing(token)) {
      const opening = open.pop();
      if (opening) add("region", opening.start, token.end);
    } else if (token.kind === "string") add("comment", token.start, token.end);
  }
  for (const [first, last] of commentRuns(text, tokens)) add("comment", first.start, last.end);
  return ranges.sort((a, b) => a.start - b.start);
}

function commentRuns(text: string, tokens: readonly Token[]): [Token, Token][] {
  const runs: [Token, Token][] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== "comment") return;
    const previous = tokens[index - 1];
    const continues =
      previous?.kind === "comment" && /^(?:\r\n|\n|\r)[ \t]*$/.test(text.slice(previous.end, token.start));
    if (continues && runs.length > 0) runs.at(-1)![1] = token;
    else runs.push([token, token]);
  });
  return runs;
}
