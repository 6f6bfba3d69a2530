import { JsonTokens } from "./jsonTokens";

const stepTokens = 8 * 1024;

/**
 * The texts of a JSON object's members by their keys, as they stand in its text, in steps of a few milliseconds. Of a
 * repeated key the last counts, as in parsing. There are none in any other value, and in a text that is no JSON.
 */
export function* jsonMembers(text: string): Generator<void, Map<string, string>> {
  const members = new Map<string, string>();
  const tokens = new JsonTokens(text);
  const opening = tokens.next() ? tokens.raw : "";
  if (opening !== "{") return members;
  let depth = 1;
  let key: string | undefined;
  let start: number | undefined;
  let end = 0;
  for (let count = 1; depth > 0; count++) {
    if (!tokens.next()) return new Map();
    const mark = tokens.kind === "mark" ? tokens.raw : "";
    if (mark === "}" || mark === "]") depth--;
    if (depth === 0 || (depth === 1 && mark === ",")) {
      if (key !== undefined && start !== undefined) members.set(key, text.slice(start, end));
      key = start = undefined;
    } else if (depth === 1 && key === undefined && tokens.kind === "string") {
      key = JSON.parse(tokens.raw) as string;
    } else if (key !== undefined && mark !== ":") {
      start ??= tokens.start;
    }
    if (mark === "{" || mark === "[") depth++;
    end = tokens.end;
    if (count % stepTokens === 0) yield;
  }
  return members;
}

/** The text of the value at a path of keys; undefined where there is none. */
export function* jsonMember(text: string, path: readonly string[]): Generator<void, string | undefined> {
  let found: string | undefined = text;
  for (const key of path) found = found === undefined ? undefined : (yield* jsonMembers(found)).get(key);
  return found;
}

/** The text of an object whose members' texts are given; members without one are left out. */
export function objectText(members: Iterable<readonly [key: string, text: string | undefined]>): string {
  const parts: string[] = [];
  for (const [key, text] of members) if (text !== undefined) parts.push(`${JSON.stringify(key)}:${text}`);
  return `{${parts.join(",")}}`;
}
