import { limits } from "../../wire/limits";
import { isMember, savedMember, type RepairedDefinitions } from "./sdlMember";
import { MemberEnds } from "./sdlMemberEnd";
import { implementing, type MemberKind, memberKinds, membersIn } from "./sdlMemberTokens";
import { countBefore, tokenize } from "../text/tokens";
import { tryParse } from "../text/tryParse";
import { closestNames } from "../checks/closestNames";

/**
 * What parses of a type whose members begin lines of their own, all with the same indentation. Damage may leave texts
 * open or close them too early, so that nothing behind it is what it seems: reading goes on at the next line from where
 * members can be read again. Undefined when the text is no such type. `head` is the offset of its keyword.
 */
export function* membersByLine(text: string, head?: number): Generator<undefined, RepairedDefinitions | undefined> {
  const opening = keywordAt(text, head);
  const indent = opening && indentationBehind(text, opening.body);
  if (!opening || !indent) return undefined;
  const reading = new Reading(text, opening.kind, indent);
  for (let at = opening.body; at < text.length; yield) at = reading.step(at);
  const { kept, mended } = reading;
  const lost = [...(opening.lost === undefined ? [] : [opening.lost]), ...reading.lost];
  const definitions = tryParse(kept.length === 0 ? opening.head : `${opening.head}\n{\n${kept.join("\n")}\n}`);
  return definitions && { definitions, members: kept.length, mended, lost };
}

/** A line of a description that is a member: one that damage has made a part of it. */
const memberInText = /^[ \t]*\w+:[ \t]*[[\w\]!]+[ \t]*$/m;
const definitionHead = /\b(?:type|interface|union|enum|input|scalar)\s+\w/;
/** Characters of one step, after which others may have their turn. */
const stepCharacters = 8 * 1024;

class Reading {
  readonly kept: string[] = [];
  readonly mended: string[] = [];
  readonly lost: string[] = [];
  private readonly ends: MemberEnds;
  /** Offsets of three quotes. */
  private readonly quotes: readonly number[];
  /** Whether something was damaged in front of the next member that was no member: its description. */
  private hasLostText = false;

  constructor(
    private readonly text: string,
    private readonly kind: MemberKind,
    private readonly indent: string,
  ) {
    this.quotes = [...text.matchAll(/(?<!\\)"""/g)].map(({ index }) => index);
    this.ends = new MemberEnds(text, 1000 + text.length * limits.repaired.readings);
  }

  /** Reads members from `start` on, for some milliseconds; returns where to go on. */
  step(start: number): number {
    let at = start;
    while (at < this.text.length && at - start < stepCharacters) at = this.member(at);
    return at;
  }

  private member(start: number): number {
    const first = this.ends.next(start);
    if (!first) return this.text.length;
    if (first.text === "}") return this.behindBrace(first.end);
    const end = this.endOf(first.start);
    const whole = end && this.text.slice(first.start, end);
    if (whole && isMember(whole, this.kind)) {
      this.kept.push(whole);
      if (this.hasLostText) this.mended.push(nameIn(whole));
      this.hasLostText = false;
      return end;
    }
    const next = end ?? this.anchor(first.start) ?? this.text.length;
    this.rescue(first.start, next);
    return next;
  }

  /** Where members go on although a brace seems to end them; those of another type are not meant. */
  private behindBrace(end: number): number {
    const next = this.anchor(end) ?? this.text.length;
    return definitionHead.test(this.text.slice(end, next)) ? this.text.length : next;
  }

  /** The end of the member at `start`, if nothing but a brace follows it on its line. */
  private endOf(start: number): number | undefined {
    const end = this.ends.of(start, this.kind);
    const next = end === undefined ? undefined : this.ends.next(end);
    const isLast = !next || next.text === "}" || isNewLine(this.text.slice(end, next.start));
    return isLast ? end : undefined;
  }

  /**
   * The next line at which a member begins that another one follows, or the end of them all: the first one behind which
   * texts are closed as often as they are opened, if it is near.
   */
  private anchor(from: number): number | undefined {
    let first: number | undefined;
    let lines = 0;
    for (let feed = this.text.indexOf("\n", from); feed >= 0; feed = this.text.indexOf("\n", feed + 1)) {
      const start = feed + 1 + this.indent.length;
      if (first !== undefined && ++lines > limits.repaired.lines) break;
      if (!this.text.startsWith(this.indent, feed + 1) || /\s/.test(this.text[start] ?? " ")) continue;
      const isBalanced = this.quotesBehind(start) % 2 === 0;
      if ((!isBalanced && first !== undefined) || !this.isFollowed(start)) continue;
      if (isBalanced) return start;
      first = start;
    }
    return first;
  }

  private isFollowed(start: number): boolean {
    const end = this.endOf(start);
    const first = this.ends.next(start);
    if (end === undefined || (first?.kind === "string" && memberInText.test(first.text))) return false;
    const next = this.ends.next(end);
    return !next || next.text === "}" || this.endOf(next.start) !== undefined;
  }

  private quotesBehind(offset: number): number {
    const { quotes } = this;
    return quotes.length - countBefore(quotes.length, (index) => quotes[index]! < offset);
  }

  /** Keeps what can be kept of the members between two places, each of which begins a line. */
  private rescue(start: number, end: number): void {
    const text = `\n${this.indent}${this.text.slice(start, end)}`;
    const tokens = tokenize(text).filter(({ kind }) => kind !== "comment");
    const found = membersIn(text, tokens, this.kind).filter((member) => {
      const name = member.find(({ kind }) => kind === "name")!;
      const line = text.slice(text.lastIndexOf("\n", name.start - 1) + 1, name.start);
      return line === this.indent;
    });
    for (const member of found) {
      const saved = savedMember(text, member, this.kind);
      if (saved.text === undefined) this.lost.push(saved.name);
      else this.kept.push(saved.text);
      if (saved.isMended) this.mended.push(saved.name);
    }
    this.hasLostText = found.length === 0;
  }
}

/** The least blanks that more than one line behind `body` begins with, or its only one. */
function indentationBehind(text: string, body: number): string | undefined {
  const counts = new Map<string, number>();
  for (const { 1: blanks = "" } of text.slice(body).matchAll(/\n([ \t]+)\S/g))
    counts.set(blanks, (counts.get(blanks) ?? 0) + 1);
  const usual = [...counts].filter(([, count]) => count > 1);
  const [[least = undefined] = []] = (usual.length > 0 ? usual : [...counts]).sort(([a], [b]) => a.length - b.length);
  return least;
}

function nameIn(member: string): string {
  return tokenize(member).find(({ kind }) => kind === "name")?.text ?? "";
}

function isNewLine(text: string): boolean {
  return text.includes("\n");
}

/** What stands in front of a type's members. */
interface TypeHead {
  /** As much of it as parses. */
  readonly head: string;
  readonly kind: MemberKind;
  /** Where its members begin: behind the brace, or behind the line where that is missing. */
  readonly body: number;
  /** What a part in front of it begins with that is no description, and is left out. */
  readonly lost?: string;
}

/**
 * The head of a type whose keyword is at `at`; where that is not known, of the last line without indentation that may
 * have been one, its keyword misspelt.
 */
function keywordAt(text: string, at?: number): TypeHead | undefined {
  const start = at ?? lastOuterLine(text);
  if (start === undefined) return undefined;
  const [whole, line] = headAt(text, start);
  const words = line.match(/\w+/g)?.slice(0, 3) ?? [];
  const keyword = words.findIndex((word) => memberKinds.has(word));
  const isExtension = words[0] === "extend";
  const [first = "", second = ""] = line.trim().split(/\s+/, 2);
  const meant = keyword >= 0 ? words[keyword] : closestNames(first.replace(/\W/g, ""), memberKinds.keys())[0];
  const name = keyword >= 0 ? words[keyword + 1] : /^\w+/.exec(second)?.[0];
  const kind = memberKinds.get(meant ?? "");
  if (!kind || !name) return undefined;
  const named = `${isExtension ? "extend " : ""}${meant} ${name} `;
  const heads = [
    text.slice(0, start) + line,
    line,
    named + implementing(/\bimplements\b([^{@]*)/.exec(line)?.[1]),
    named,
  ];
  const head = heads.find((each) => tryParse(each)?.length === 1);
  if (head === undefined) return undefined;
  const lost = head === heads[0] ? undefined : /^\s*([^\s"]\S*)/.exec(text.slice(0, start))?.[1];
  return { head, kind, body: start + whole.length, ...(lost !== undefined && { lost }) };
}

/** The head that begins at `start`, with its brace and without: a line, or two of which the second has the brace. */
function headAt(text: string, start: number): [whole: string, line: string] {
  const [first = "", second = ""] = text.slice(start, start + limits.repaired.headCharacters).split("\n", 2);
  const lines = first.includes("{") || !/^[^":(]*\{/.test(second) ? first : `${first}\n${second}`;
  // Of a type on one line the first brace is meant; damage may put one into the head.
  const brace = lines.trimEnd().endsWith("{") ? lines.lastIndexOf("{") : lines.indexOf("{");
  return brace < 0 ? [first, first] : [lines.slice(0, brace + 1), lines.slice(0, brace)];
}

/** The start of the last line without indentation that is neither a text nor a brace. */
function lastOuterLine(text: string): number | undefined {
  return [...text.matchAll(/^[^\s"}#]/gm)].at(-1)?.index;
}
