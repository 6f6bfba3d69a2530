import { isClosing, isOpening } from "../text/definitionSlices";
import type { Definition, GraphqlDocument } from "../text/document";
import type { Finding } from "./finding";
import { deepestNesting } from "../text/nesting";
import type { Token } from "../text/tokens";
import { firstTokenEndingAfter } from "../text/tokens";

/** What is wrong with the syntax of a definition, on something that can be seen: a token or the opening bracket. */
export function syntaxFinding(document: GraphqlDocument, definition: Definition): Finding | undefined {
  const { fault } = definition;
  if (fault === undefined) return undefined;
  if ("tooDeep" in fault) return { code: "too-deep", limit: deepestNesting, start: fault.at, end: fault.at + 1 };
  const { tokens } = definition;
  if (fault.at >= definition.end && !tokens.at(-1)!.open) {
    const open = neverClosed(document.text, tokens);
    if (open) return { code: "unclosed", bracket: open.text, start: open.start, end: open.end };
  }
  const token = tokens[Math.min(firstTokenEndingAfter(tokens, fault.at), tokens.length - 1)]!;
  // What is read as a blank here is none to the parser, such as a no-break space.
  const isBetween = fault.at < token.start && !isBlank(document.text[fault.at]);
  if (isBetween) return { code: "syntax", message: fault.message, start: fault.at, end: fault.at + 1 };
  const lineEnd = /[\n\r]/.exec(token.text)?.index ?? token.text.length;
  return { code: "syntax", message: fault.message, start: token.start, end: token.start + Math.max(1, lineEnd) };
}

/**
 * The opening bracket most likely to lack its partner: the first that is closed at another indentation than it was
 * opened at, otherwise the innermost that is still open.
 */
function neverClosed(text: string, tokens: readonly Token[]): Token | undefined {
  const open: Token[] = [];
  let suspect: Token | undefined;
  for (const token of tokens) {
    if (isOpening(token)) open.push(token);
    if (!isClosing(token)) continue;
    const partner = open.pop();
    if (partner && startsLine(text, token) && indentation(text, partner) !== indentation(text, token))
      suspect ??= partner;
  }
  return open.length === 0 ? undefined : (suspect ?? open.at(-1));
}

function isBlank(char: string | undefined): boolean {
  return char === undefined || " \t\n\r,\uFEFF".includes(char);
}

function startsLine(text: string, { start }: Token): boolean {
  return text.slice(lineStart(text, start), start).trim() === "";
}

function indentation(text: string, { start }: Token): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, start), start))![0];
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}
