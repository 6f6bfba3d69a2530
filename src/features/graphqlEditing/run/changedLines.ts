import { type Json, stringifyExactJson } from "../../../wire/exactJson";

/**
 * The lines of `stringifyExactJson(after, 2)` that say something else than before, counted from 0. A member of a list
 * that was in the list before, at whatever place, is not new.
 */
export function changedLines(before: Json, after: Json): number[] {
  const lines: number[] = [];
  compare(before, after, 0, lines);
  return lines;
}

/** Compares two values of which the second begins at `line`; returns the line behind it. */
function compare(before: Json | undefined, after: Json, line: number, lines: number[]): number {
  const end = line + heightOf(after);
  if (before !== undefined && textOf(before) === textOf(after)) return end;
  if (Array.isArray(before) && Array.isArray(after) && after.length > 0) {
    const known = new Set(before.map(textOf));
    let next = line + 1;
    after.forEach((item, index) => {
      if (known.has(textOf(item))) next += heightOf(item);
      else next = compare(counterpart(before[index], item), item, next, lines);
    });
    return end;
  }
  if (isObject(before) && isObject(after) && Object.keys(after).length > 0) {
    let next = line + 1;
    for (const [key, value] of Object.entries(after)) {
      next = compare(Object.hasOwn(before, key) ? before[key] : undefined, value, next, lines);
    }
    return end;
  }
  for (let each = line; each < end; each++) lines.push(each);
  return end;
}

/** What stood in the place of a list's new item, if it is of the same make: then its parts are compared. */
function counterpart(before: Json | undefined, after: Json): Json | undefined {
  return isObject(before) && isObject(after) ? before : undefined;
}

function heightOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  const members = Array.isArray(value) ? value : Object.values(value);
  return members.length === 0 ? 1 : members.reduce<number>((height, member) => height + heightOf(member), 2);
}

function textOf(value: Json): string {
  return stringifyExactJson(value);
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
