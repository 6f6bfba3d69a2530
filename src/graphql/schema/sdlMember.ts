import { isClosing, isOpening } from "../text/definitionSlices";
import { type MemberKind, membersIn } from "./sdlMemberTokens";
import type { Token } from "../text/tokens";
import { tryParse } from "../text/tryParse";
import type { DefinitionNode } from "graphql";

/** A member as SDL; without `text` there is nothing of it to keep. */
export interface SavedMember {
  readonly name: string;
  readonly text?: string;
  /** Whether a part of it is not as the node has it. */
  readonly isMended: boolean;
}

/**
 * A member as it is, if it parses; else with its name, its type, and whatever else of it parses. A default that is no
 * value becomes its own text in quotes: that there is one decides what a query must give.
 */
export function savedMember(text: string, tokens: readonly Token[], kind: MemberKind): SavedMember {
  const named = tokens.findIndex((token) => token.kind === "name");
  const name = tokens[named]!.text;
  const whole = text.slice(tokens[0]!.start, tokens.at(-1)!.end);
  if (isMember(whole, kind)) return { name, text: whole, isMended: false };
  const written = kind === "value" ? valueOf(tokens.slice(named)) : typed(text, tokens.slice(named), kind);
  if (written === undefined || !isMember(written, kind)) return { name, isMended: false };
  const description = named > 0 ? `${tokens[0]!.text}\n` : "";
  const described = `${description}${written}`;
  return { name, text: isMember(described, kind) ? described : written, isMended: true };
}

const probes = { field: "type T", input: "input T", value: "enum T" };

/** Whether the text is one sound member. */
export function isMember(text: string, kind: MemberKind): boolean {
  return tryParse(`${probes[kind]}{\n${text}\n}`)?.length === 1;
}

function valueOf([name, behind, ...more]: readonly Token[]): string | undefined {
  return behind === undefined || behind.text === "@" ? name!.text + deprecation([behind, more[0]]) : undefined;
}

/** Name, arguments and type, with a default for what can have one; directives but for `@deprecated` are left out. */
function typed(text: string, tokens: readonly Token[], kind: MemberKind): string | undefined {
  const closing = tokens[1]?.text === "(" && kind === "field" ? closingOf(tokens) : 0;
  if (closing < 0) return undefined;
  const args = closing === 0 ? "" : argumentsOf(text, tokens.slice(2, closing));
  if (tokens[closing + 1]?.text !== ":") return undefined;
  const end = typeEnd(tokens, closing + 2);
  const type = text.slice(tokens[closing + 2]?.start ?? 0, tokens[end - 1]?.end ?? 0);
  const next = tokens[end];
  const directives = tokens.findIndex((token, index) => index >= end && token.text === "@");
  const value =
    kind === "input" && next?.text === "=" ? defaultOf(text, tokens.slice(end + 1), directives - end - 1) : "";
  if (next !== undefined && next.text !== "@" && value === "") return undefined;
  return `${tokens[0]!.text}${args}: ${type}${value}${deprecation(tokens.slice(directives < 0 ? tokens.length : directives))}`;
}

function argumentsOf(text: string, tokens: readonly Token[]): string {
  const written = membersIn(text, tokens, "input").flatMap((member) => savedMember(text, member, "input").text ?? []);
  return written.length === 0 ? "" : `(${written.join("\n")}\n)`;
}

/** The bracket that closes the arguments: the one of their depth, else the first that a type follows. */
function closingOf(tokens: readonly Token[]): number {
  const isLast = (index: number) => tokens[index]?.text === ")" && tokens[index + 1]?.text === ":";
  let depth = 0;
  for (let index = 1; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (isOpening(token)) depth += 1;
    else if (isClosing(token)) depth -= 1;
    if (depth === 0 && isLast(index)) return index;
  }
  return tokens.findIndex((_, index) => isLast(index));
}

function typeEnd(tokens: readonly Token[], start: number): number {
  let end = start;
  while (tokens[end]?.text === "[") end += 1;
  if (tokens[end]?.kind === "name") end += 1;
  while (tokens[end]?.text === "!" || tokens[end]?.text === "]") end += 1;
  return end;
}

/** ` = value` of what stands behind the sign, up to its directives; those are sought at any depth, as is damage. */
function defaultOf(text: string, tokens: readonly Token[], directives: number): string {
  const own = directives < 0 ? tokens : tokens.slice(0, directives);
  if (own.length === 0) return "";
  const written = text.slice(own[0]!.start, own.at(-1)!.end);
  return isMember(`a: T = ${written}`, "input") ? ` = ${written}` : ` = ${JSON.stringify(written)}`;
}

function deprecation([sign, name]: readonly (Token | undefined)[]): string {
  return sign?.text === "@" && name?.text === "deprecated" ? " @deprecated" : "";
}

/** What could be saved of a definition that does not parse. */
export interface RepairedDefinitions {
  readonly definitions: readonly DefinitionNode[];
  /** How many members they have. */
  readonly members: number;
  /** Members of which a part (a directive, a description, the form of a default) is not the node's. */
  readonly mended: readonly string[];
  /** What could not be kept at all, by the word that it begins with. */
  readonly lost: readonly string[];
}
