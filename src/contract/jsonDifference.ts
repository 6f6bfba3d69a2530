import type { Json } from "../wire/json/exactJson";
import { isObject } from "../wire/json/fields";
import type { JsonPath } from "./jsonPath";
import { limits } from "../wire/limits";

/** A place at which two values differ; undefined stands for a value that is not there. */
export interface JsonDifference {
  readonly path: JsonPath;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/**
 * Where two values differ, innermost places first to last as they stand. `same` may call two scalars the same although
 * they are spelled differently; without it, only equal values of the same kind are.
 */
export function jsonDifferences(
  before: Json,
  after: Json,
  same: (before: Json | undefined, after: Json | undefined) => boolean = () => false,
): JsonDifference[] {
  const found: JsonDifference[] = [];
  const open: JsonDifference[] = [{ path: [], before, after }];
  for (let pair = open.pop(); pair && found.length < limits.differences; pair = open.pop()) {
    const parts = partsOf(pair);
    if (parts) open.push(...parts.reverse());
    else if (!Object.is(pair.before, pair.after) && !same(pair.before, pair.after)) found.push(pair);
  }
  return found;
}

/** Whether two spellings mean the same to a driver: an integer as number or as decimal text, a missing field or null. */
export function sameToDriver(before: Json | undefined, after: Json | undefined): boolean {
  if ((before ?? null) === null && (after ?? null) === null) return true;
  const [one, other] = [integerText(before), integerText(after)];
  return one !== undefined && one === other && typeof before !== typeof after;
}

function integerText(value: Json | undefined): string | undefined {
  if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) return String(value);
  return typeof value === "string" && /^-?(0|[1-9]\d*)$/.test(value) ? value : undefined;
}

/** The pairs of members of two lists or two objects; undefined for anything else. */
function partsOf({ path, before, after }: JsonDifference): JsonDifference[] | undefined {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, at) => ({ path: [...path, at], before: before[at], after: after[at] }));
  }
  if (!isObject(before) || !isObject(after)) return undefined;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].map((name) => ({ path: [...path, name], before: own(before, name), after: own(after, name) }));
}

function own(value: { [key: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
