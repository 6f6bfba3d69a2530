import { isOpening } from "../text/definitionSlices";
import { savedMember } from "./sdlMember";
import type { MemberKind } from "./sdlMemberTokens";
import { membersIn } from "./sdlMemberTokens";
import type { RepairedDefinitions } from "./sdlRepair";
import type { Token } from "../text/tokens";
import { tokenize } from "../text/tokens";
import { tryParse } from "../text/tryParse";

/**
 * What parses of a type's members, each read alone: damage in one costs no more than its damaged part. Undefined when
 * the text has no head of a type with members.
 */
export function* savedMembers(text: string): Generator<undefined, RepairedDefinitions | undefined> {
  const tokens = tokenize(text).filter(({ kind }) => kind !== "comment");
  const keyword = tokens.findIndex(({ kind, text: word }) => kind === "name" && keywords.has(word));
  const body = tokens.findIndex((token, index) => index > keyword && isOpening(token) && token.text === "{");
  const head = keyword < 0 || body < 0 ? undefined : headOf(text, tokens, keyword, body);
  if (head === undefined) return undefined;
  const kind = keywords.get(tokens[keyword]!.text)!;
  const kept: string[] = [];
  const mended: string[] = [];
  const lost: string[] = [];
  for (const [index, member] of membersIn(text, tokens.slice(body + 1), kind).entries()) {
    const saved = savedMember(text, member, kind);
    if (saved.text === undefined) lost.push(saved.name);
    else kept.push(saved.text);
    if (saved.isMended) mended.push(saved.name);
    if (index % membersPerStep === 0) yield;
  }
  const definitions = tryParse(kept.length === 0 ? head : `${head}\n{\n${kept.join("\n")}\n}`);
  return definitions && { definitions, members: kept.length, mended, lost };
}

const membersPerStep = 20;

const keywords = new Map<string, MemberKind>([
  ["type", "field"],
  ["interface", "field"],
  ["input", "input"],
  ["enum", "value"],
]);

/** The text in front of the members, with as much of it as parses. */
function headOf(text: string, tokens: readonly Token[], keyword: number, body: number): string | undefined {
  const start = tokens[keyword - 1]?.text === "extend" ? keyword - 1 : keyword;
  const end = tokens[body]!.start;
  const whole = text.slice(tokens[0]!.start, end);
  const bare = text.slice(tokens[start]!.start, end);
  const named = text.slice(tokens[start]!.start, tokens[keyword + 1]!.end);
  return [whole, bare, named].find((head) => tryParse(head) !== undefined);
}
