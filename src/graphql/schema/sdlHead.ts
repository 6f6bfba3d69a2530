import { limits } from "../../wire/limits";
import { closestNames } from "../checks/closestNames";
import type { MemberKind } from "./sdlMemberTokens";
import { tryParse } from "../text/tryParse";

/** What stands in front of a type's members. */
export interface TypeHead {
  /** As much of it as parses. */
  readonly head: string;
  readonly kind: MemberKind;
  /** Where its members begin: behind the brace, or behind the line where that is missing. */
  readonly body: number;
  /** What a stretch in front of it begins with that is no description, and is left out. */
  readonly lost?: string;
}

const kinds = new Map<string, MemberKind>([
  ["type", "field"],
  ["interface", "field"],
  ["input", "input"],
  ["enum", "value"],
]);

/**
 * The head of a type whose keyword is at `at`; where that is not known, of the last line without indentation that may
 * have been one, its keyword misspelt.
 */
export function keywordAt(text: string, at?: number): TypeHead | undefined {
  const start = at ?? lastOuterLine(text);
  if (start === undefined) return undefined;
  const [whole, line] = headAt(text, start);
  const words = line.match(/\w+/g)?.slice(0, 3) ?? [];
  const keyword = words.findIndex((word) => kinds.has(word));
  const isExtension = words[0] === "extend";
  const [first = "", second = ""] = line.trim().split(/\s+/, 2);
  const meant = keyword >= 0 ? words[keyword] : closestNames(first.replace(/\W/g, ""), kinds.keys())[0];
  const name = keyword >= 0 ? words[keyword + 1] : /^\w+/.exec(second)?.[0];
  const kind = kinds.get(meant ?? "");
  if (!kind || !name) return undefined;
  const named = `${isExtension ? "extend " : ""}${meant} ${name} `;
  const heads = [text.slice(0, start) + line, line, named + implemented(line), named];
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

/** `implements A & B` of a line, with what is between the names put right. */
function implemented(line: string): string {
  const names = /\bimplements\b([^{@]*)/.exec(line)?.[1]?.match(/\w+/g) ?? [];
  return names.length === 0 ? "" : `implements ${names.join(" & ")} `;
}
