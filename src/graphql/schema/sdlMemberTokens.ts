import { isClosing, isOpening } from "../text/definitionSlices";
import type { Token } from "../text/tokens";

/** A field of an object, a field of an input object (or an argument), or a value of an enum. */
export type MemberKind = "field" | "input" | "value";

/** The members of types by the keyword that these begin with. */
export const memberKinds: ReadonlyMap<string, MemberKind> = new Map([
  ["type", "field"],
  ["interface", "field"],
  ["input", "input"],
  ["enum", "value"],
]);

/** `implements A & B` of a list of names, with what is between them put right. */
export function implementing(names = ""): string {
  const list = names.match(/\w+/g) ?? [];
  return list.length === 0 ? "" : `implements ${list.join(" & ")} `;
}

/**
 * The tokens of each member up to the closing brace, its description first. What is in front of the first member, or
 * behind the brace, is no one's.
 */
export function membersIn(text: string, tokens: readonly Token[], kind: MemberKind): Token[][] {
  const members: Token[][] = [];
  let depth = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (depth === 0 && token.kind === "punctuator" && token.text === "}") break;
    if (depth === 0 && startsMember(tokens, index, kind)) {
      const isDescribed = isDescription(text, tokens, index - 1);
      if (isDescribed) members.at(-1)?.pop();
      members.push(isDescribed ? [tokens[index - 1]!] : []);
    }
    if (isOpening(token)) depth += 1;
    else if (isClosing(token)) depth = Math.max(0, depth - 1);
    members.at(-1)?.push(token);
    if (!token.open) continue;
    // What is open at the end of a line that went wrong may never be closed.
    depth = 0;
    const end = endOfOpenText(tokens, index);
    members.at(-1)?.push(...tokens.slice(index + 1, end + 1));
    index = end;
  }
  return members;
}

function startsMember(tokens: readonly Token[], index: number, kind: MemberKind): boolean {
  const { kind: what } = tokens[index]!;
  const before = tokens[index - 1]?.text ?? "";
  if (what !== "name" || before === "@" || before === ":" || before === "=") return false;
  const after = tokens[index + 1]?.text;
  return kind === "value" || after === ":" || after === "(";
}

/** A text that begins a line; any other one may be the end of a default. */
function isDescription(text: string, tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.kind !== "string" || token.open) return false;
  return text.slice(tokens[index - 1]?.end ?? 0, token.start).includes("\n");
}

/** How far behind a text without an end its end is looked for, in tokens: a few lines of prose. */
const farthestEnd = 100;

/**
 * The token with which a text ends that was not closed on its own line: its last quote, read as the first of another
 * text, has nothing but closing brackets behind it. The token itself when it is such an end, or has none.
 */
function endOfOpenText(tokens: readonly Token[], index: number): number {
  const isEnd = ({ open, text }: Token) => open === true && /^"[\s)\]}]*$/.test(text);
  if (isEnd(tokens[index]!)) return index;
  const behind = tokens.slice(index + 1, index + 1 + farthestEnd).findIndex(isEnd);
  return behind < 0 ? index : index + 1 + behind;
}
