import type { Json } from "../../wire/exactJson";

/** A wish for a value somewhere in a decoded event, such as `header.height=240`. */
export interface FieldTerm {
  /** Names of fields, outermost first; numbers are places in a list. */
  path: string[];
  value: string;
}

/**
 * Whether a value has such a field: the path may begin at any depth, so that `height=240` is enough. Scalars are
 * compared by their text, so that numbers of any length and numbers written as text are found alike.
 */
export function hasField(value: Json, { path, value: wanted }: FieldTerm, depth = 0): boolean {
  if (typeof value !== "object" || value === null || depth > 64) return false;
  if (follow(value, path, wanted)) return true;
  return Object.values(value).some((inner: Json) => hasField(inner, { path, value: wanted }, depth + 1));
}

function follow(value: Json, path: readonly string[], wanted: string): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return scalarText(value) === wanted;
  if (typeof value !== "object" || value === null) return false;
  const fields = value as { [key: string]: Json };
  return Object.hasOwn(fields, name) && follow(fields[name] ?? null, rest, wanted);
}

function scalarText(value: Json): string | undefined {
  return typeof value === "object" && value !== null ? undefined : String(value);
}
