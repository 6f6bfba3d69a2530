import { isClosing, isOpening, typeSystemKeywords } from "./definitionSlices";
import { deepestNesting } from "./nesting";
import type { Token } from "./tokens";

/** What an open bracket holds. `members` and everything within them belong to type definitions. */
export type LevelKind = "document" | "selection" | "arguments" | "variables" | "object" | "list" | "members";

/** One open bracket: the tokens of the item in it that the place belongs to, the next open bracket last. */
export interface Level {
  readonly kind: LevelKind;
  readonly item: readonly Token[];
}

/**
 * The way from the start of a definition to a place in it: the open brackets and what introduces each, outermost
 * first, without the finished selections and arguments beside the way. What is broken or long beside the cursor can
 * thus neither mislead the language service nor slow it down.
 */
export function cursorPath(tokens: readonly Token[]): readonly Level[] {
  const levels: { kind: LevelKind; item: Token[] }[] = [{ kind: "document", item: [] }];
  const typeSystem = tokens.some(({ text }, index) => index < 2 && typeSystemKeywords.includes(text));
  // Deeper than anything is understood: what is in there is no one's, and no cursor's way leads to it.
  let beyond = 0;
  tokens.forEach((token, index) => {
    const level = levels.at(-1)!;
    if (levels.length > deepestNesting && (beyond > 0 || isOpening(token))) {
      if (isOpening(token)) beyond += 1;
      else if (isClosing(token)) beyond -= 1;
    } else if (isOpening(token)) {
      if (level.kind === "list") level.item = [];
      level.item.push(token);
      levels.push({ kind: typeSystem ? "members" : openedKind(token, level), item: [] });
    } else if (isClosing(token)) {
      if (levels.length > 1) close(levels, token);
    } else {
      if (startsItem(tokens, index, level.kind)) level.item = [];
      level.item.push(token);
    }
  });
  return levels;
}

/** Whether the item needs nothing more, so that what is written next is an item of its own. */
export function isFinished({ kind, item }: Level): boolean {
  const last = item.at(-1);
  if (last === undefined) return true;
  if (kind === "members" || kind === "document") return false;
  if (kind === "arguments" || kind === "object") return item.length > 2 && last.text !== "$" && last.text !== "&";
  if (kind === "variables") return item.length > 3 && last.text !== "=" && last.text !== "@";
  if (kind === "list") return last.text !== "$";
  if (last.text === "on") return item.at(-2)?.text !== "...";
  if (item.at(-2)?.text === "on" && item[0]?.text === "...") return false;
  return last.kind === "name" || last.text === ")";
}

function openedKind(token: Token, { kind, item }: { kind: LevelKind; item: readonly Token[] }): LevelKind {
  if (token.text === "[") return "list";
  if (token.text === "(") {
    const ofDirective = item.at(-3)?.text === "@";
    return kind === "document" && !ofDirective ? "variables" : "arguments";
  }
  return kind === "document" || kind === "selection" ? "selection" : "object";
}

function close(levels: { kind: LevelKind; item: Token[] }[], token: Token): void {
  const closed = levels.pop()!;
  const level = levels.at(-1)!;
  if (closed.kind === "members") level.item.push(...closed.item, token);
  else if (closed.kind === "selection") level.item = [];
  else if (level.kind === "document" || level.kind === "selection") level.item.pop();
  else level.item.splice(-1, 1, token);
}

function startsItem(tokens: readonly Token[], index: number, kind: LevelKind): boolean {
  const token = tokens[index]!;
  const before = tokens[index - 1]?.text;
  switch (kind) {
    case "document":
    case "members":
      return false;
    case "variables":
      return token.text === "$";
    case "list":
      return before !== "$";
    case "arguments":
    case "object":
      return token.kind === "name" && before !== "$" && (before !== ":" || tokens[index + 1]?.text === ":");
    case "selection":
      if (token.text === "...") return true;
      if (token.kind !== "name" || before === "@" || before === ":" || before === "...") return false;
      return !(before === "on" && tokens[index - 2]?.text === "...");
  }
}
