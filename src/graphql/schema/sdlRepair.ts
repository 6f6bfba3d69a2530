import type { DefinitionNode } from "graphql";
import { definitionSlices, isOpening } from "../text/definitionSlices";
import { membersByLine } from "./sdlLines";
import { tokenize, type Token } from "../text/tokens";
import { tryParse } from "../text/tryParse";
import { savedMember, type RepairedDefinitions } from "./sdlMember";
import { implementing, memberKinds, membersIn } from "./sdlMemberTokens";

/**
 * Makes a definition parse that a server printed wrongly: empty braces, quotes inside descriptions, lists of interfaces
 * without `&`. Where that is not enough, each member is kept with as much of it as parses. Undefined: nothing to save.
 * Takes time in proportion to the text and gives way now and then.
 */
export function* repairDefinition(text: string, head?: number): Generator<undefined, RepairedDefinitions | undefined> {
  const repaired = withoutEmptyParts(withSoundDescriptions(text));
  const definitions = tryParse(repaired);
  if (definitions !== undefined) return { definitions, members: 0, mended: [], lost: [] };
  yield;
  const byLine = unionOf(text, head) ?? (yield* membersByLine(text, head));
  if (byLine && byLine.lost.length === 0) return byLine;
  let best = byLine;
  for (const each of [repaired, withoutDescriptions(repaired)]) {
    const saved = yield* savedDefinitions(each);
    if (saved.definitions.length > 0 && (!best || saved.members > best.members + best.lost.length)) best = saved;
  }
  return best;
}

/** A union with those of its members that are names. */
function unionOf(text: string, head = 0): RepairedDefinitions | undefined {
  const [begin = "", ...more] = text.slice(head).split("=");
  const name = /^\s*union\s+(\w+)/.exec(begin)?.[1];
  if (name === undefined || more.length === 0) return undefined;
  const words = more
    .join("=")
    .split("|")
    .map((member) => /\S+/.exec(member)?.[0] ?? "");
  const kept = words.filter((each) => /^[_A-Za-z]\w*$/.test(each));
  const lost = words.filter((each) => each !== "" && !kept.includes(each));
  const definitions =
    tryParse(`${text.slice(0, head)}union ${name} = ${kept.join(" | ")}`) ??
    tryParse(`union ${name} = ${kept.join(" | ")}`);
  return definitions && { definitions, members: kept.length, mended: [], lost };
}

/** Each definition of the text alone, whole or in parts: one line may hold several. */
function* savedDefinitions(text: string): Generator<undefined, RepairedDefinitions> {
  const definitions: DefinitionNode[] = [];
  const mended: string[] = [];
  const lost: string[] = [];
  let members = 0;
  for (const slice of definitionSlices(text, tokenize(text))) {
    const own = text.slice(slice.start, slice.end);
    const parsed = tryParse(own);
    const saved = parsed ? undefined : yield* savedMembers(own);
    definitions.push(...(parsed ?? saved?.definitions ?? []));
    members += saved?.members ?? parsed?.reduce((count, each) => count + membersOf(each), 0) ?? 0;
    mended.push(...(saved?.mended ?? []));
    lost.push(...(parsed ? [] : (saved?.lost ?? [slice.tokens[0]!.text])));
  }
  return { definitions, members, mended, lost };
}

function membersOf(node: DefinitionNode): number {
  const { fields, values } = node as { fields?: readonly unknown[]; values?: readonly unknown[] };
  return (fields ?? values ?? []).length;
}

const blockQuotes = '"""';

function withSoundDescriptions(text: string): string {
  let inside = false;
  return text
    .split("\n")
    .map((line) => {
      const bare = line.trim();
      if (bare === blockQuotes) inside = !inside;
      else if (inside) return escapeQuotes(line);
      return isBlockOfOneLine(bare) || hasQuotesInside(line) ? withSoundBlock(line) : line;
    })
    .join("\n");
}

function isBlockOfOneLine(bare: string): boolean {
  return bare.length >= 6 && bare.startsWith(blockQuotes) && bare.endsWith(blockQuotes);
}

/** Three quotes an odd number of times, more than once: a block begins and ends on the line and holds what is between. */
function hasQuotesInside(line: string): boolean {
  const times = line.split(blockQuotes).length - 1;
  return times > 1 && times % 2 === 1;
}

/** The line's text between its first and last three quotes, made a description of its own. */
function withSoundBlock(line: string): string {
  const start = line.indexOf(blockQuotes) + blockQuotes.length;
  const end = line.lastIndexOf(blockQuotes);
  return `${line.slice(0, start)}${escapeQuotes(line.slice(start, end))} ${line.slice(end).trimEnd()}`;
}

function escapeQuotes(line: string): string {
  return line.replace(/\\?"""/g, '\\"""');
}

/** Without the lines that are descriptions: quoted ones, and those between two lines of three quotes. */
function withoutDescriptions(text: string): string {
  const kept: string[] = [];
  let block: string[] | undefined;
  for (const line of text.split("\n")) {
    const bare = line.trim();
    if (block) {
      block.push(line);
      if (bare === blockQuotes) block = undefined;
    } else if (bare === blockQuotes) block = [line];
    else if (bare.length < 2 || !bare.startsWith('"') || !bare.endsWith('"')) kept.push(line);
  }
  return [...kept, ...(block ?? [])].join("\n");
}

function withoutEmptyParts(text: string): string {
  const full = text
    .replace(/\{\s*\}/g, "")
    .replace(/\(\s*\)/g, "")
    .replace(/\bimplements([^{@":#(]*)(?=[{@]|$)/, (_, names: string) => implementing(names))
    .trimEnd();
  return full.endsWith("=") && /\bunion\b/.test(full) ? full.slice(0, -1) : full;
}

/**
 * What parses of a type's members, each read alone: damage in one costs no more than its damaged part. Undefined when
 * the text has no head of a type with members.
 */
function* savedMembers(text: string): Generator<undefined, RepairedDefinitions | undefined> {
  const tokens = tokenize(text).filter(({ kind }) => kind !== "comment");
  const keyword = tokens.findIndex(({ kind, text: word }) => kind === "name" && memberKinds.has(word));
  const body = tokens.findIndex((token, index) => index > keyword && isOpening(token) && token.text === "{");
  const head = keyword < 0 || body < 0 ? undefined : headOf(text, tokens, keyword, body);
  if (head === undefined) return undefined;
  const kind = memberKinds.get(tokens[keyword]!.text)!;
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

/** The text in front of the members, with as much of it as parses. */
function headOf(text: string, tokens: readonly Token[], keyword: number, body: number): string | undefined {
  const start = tokens[keyword - 1]?.text === "extend" ? keyword - 1 : keyword;
  const end = tokens[body]!.start;
  const whole = text.slice(tokens[0]!.start, end);
  const bare = text.slice(tokens[start]!.start, end);
  const named = text.slice(tokens[start]!.start, tokens[keyword + 1]!.end);
  return [whole, bare, named].find((head) => tryParse(head) !== undefined);
}
