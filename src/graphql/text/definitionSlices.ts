import type { Token } from "./tokens";
import { tryParse } from "./tryParse";

/** Where one definition of a document starts and ends, told from its tokens alone: it need not parse. */
export interface DefinitionSlice {
  /** Of the first and behind the last token, comments before and behind it not included. */
  readonly start: number;
  readonly end: number;
  /** Its tokens without comments. */
  readonly tokens: readonly Token[];
}

/**
 * Cuts a document into definitions. A definition whose closing brace is missing ends where, at the start of a line,
 * an operation or a fragment begins, so that one slip does not spoil the rest of the document. One that parses as a
 * whole is not cut: fields may have the names of operations.
 */
export function definitionSlices(text: string, tokens: readonly Token[]): DefinitionSlice[] {
  const meaningful = tokens.filter(({ kind }) => kind !== "comment");
  return slicesOf(text, meaningful, false).flatMap((slice) => {
    const isWhole = !slice.mayBeCut || tryParse(text.slice(slice.start, slice.end)) !== undefined;
    return isWhole ? slice : slicesOf(text, slice.tokens, true);
  });
}

interface UncutSlice extends DefinitionSlice {
  /** Whether within it a line begins as a definition does. */
  mayBeCut: boolean;
}

function slicesOf(text: string, tokens: readonly Token[], cut: boolean): UncutSlice[] {
  const slices: UncutSlice[] = [];
  let current: Token[] = [];
  let depth = 0;
  let mayBeCut = false;
  const finish = () => {
    if (current.length > 0)
      slices.push({ start: current[0]!.start, end: current.at(-1)!.end, tokens: current, mayBeCut });
    current = [];
    depth = 0;
    mayBeCut = false;
  };
  tokens.forEach((token, index) => {
    const previous = current.at(-1);
    if (depth === 0 && previous !== undefined && startsDefinition(token, previous)) finish();
    else if (depth > 0 && startsLineAsDefinition(text, token, tokens[index + 1])) {
      if (cut) finish();
      else mayBeCut = true;
    }
    current.push(token);
    if (isOpening(token)) depth += 1;
    else if (isClosing(token)) {
      depth -= 1;
      if (depth < 0 || (depth === 0 && token.text === "}")) finish();
    }
  });
  finish();
  return slices;
}

/** The slice that `offset` lies in or touches, or the one before it when only blanks and comments are between. */
export function sliceBefore<S extends DefinitionSlice>(slices: readonly S[], offset: number): S | undefined {
  return slices.findLast(({ start }) => start < offset);
}

export function isOpening(token: Token): boolean {
  return token.kind === "punctuator" && (token.text === "{" || token.text === "(" || token.text === "[");
}

export function isClosing(token: Token): boolean {
  return token.kind === "punctuator" && (token.text === "}" || token.text === ")" || token.text === "]");
}

/** Index of the bracket that closes the one at `opening`; -1 while it is open. */
export function closingIndex(tokens: readonly Token[], opening: number): number {
  let depth = 0;
  return tokens.findIndex((token, index) => {
    if (index < opening) return false;
    if (isOpening(token)) depth += 1;
    else if (isClosing(token)) depth -= 1;
    return depth === 0;
  });
}

export const executableKeywords: readonly string[] = ["query", "mutation", "subscription", "fragment"];
export const typeSystemKeywords: readonly string[] = [
  "schema",
  "scalar",
  "type",
  "interface",
  "union",
  "enum",
  "input",
  "directive",
  "extend",
];

const keywords = new Set([...executableKeywords, ...typeSystemKeywords]);
const wantsMore = new Set([...keywords, "on", "implements", "repeatable", "=", "|", "&", ":", "@", "!", "$"]);

function startsDefinition(token: Token, previous: Token): boolean {
  if (previous.kind === "string" && previous.text !== "") return false;
  if (wantsMore.has(previous.text)) return false;
  return token.kind === "string" || (token.kind === "name" && keywords.has(token.text));
}

function startsLineAsDefinition(text: string, token: Token, next: Token | undefined): boolean {
  if (token.kind !== "name" || !executableKeywords.includes(token.text) || next === undefined) return false;
  const before = text[token.start - 1];
  const startsLine = before === undefined || before === "\n" || before === "\r" || before === "\uFEFF";
  const sameLine = !/[\n\r]/.test(text.slice(token.end, next.start));
  return startsLine && sameLine && (next.kind === "name" || next.text === "{");
}
