import type { Json } from "../../../../wire/json/exactJson";
import { limits } from "../../../../wire/limits";

/** How a field's value is to stand to the one that is wished for. */
export type Comparison = "=" | "<" | "<=" | ">" | ">=";

/** A wish for a value somewhere in a decoded event, such as `header.height>=240`. */
export interface FieldTerm {
  /** Names of fields, outermost first; numbers are places in a list. */
  path: string[];
  comparison: Comparison;
  /** A decimal number, unless it is to be equal. */
  value: string;
}

/**
 * Whether a value has such a field: the path may begin at any depth, so that `height=240` is enough. Scalars are
 * compared by their text, so that numbers of any length and numbers written as text are found alike.
 */
export function hasField(value: Json, term: FieldTerm, depth = 0): boolean {
  if (typeof value !== "object" || value === null || depth > 64) return false;
  if (follow(value, term.path, term)) return true;
  return Object.values(value).some((inner: Json) => hasField(inner, term, depth + 1));
}

/** A decimal number, exactly: its digits without the point, and how many of them stand behind it. */
export function decimalOf(text: string): { digits: bigint; places: number } | undefined {
  if (text.length > limits.integerDigits || !/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const point = text.indexOf(".");
  return { digits: BigInt(text.replace(".", "")), places: point < 0 ? 0 : text.length - point - 1 };
}

function follow(value: Json, path: readonly string[], term: FieldTerm): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return stands(scalarText(value), term);
  if (typeof value !== "object" || value === null) return false;
  const fields = value as { [key: string]: Json };
  return Object.hasOwn(fields, name) && follow(fields[name] ?? null, rest, term);
}

function stands(found: string | undefined, { comparison, value: wanted }: FieldTerm): boolean {
  if (comparison === "=") return found === wanted;
  const [one, other] = [decimalOf(found ?? ""), decimalOf(wanted)];
  if (!one || !other) return false;
  const places = Math.max(one.places, other.places);
  const scaled = (number: typeof one) => number.digits * 10n ** BigInt(places - number.places);
  const [left, right] = [scaled(one), scaled(other)];
  if (left === right) return comparison.endsWith("=");
  return left > right === comparison.startsWith(">");
}

function scalarText(value: Json): string | undefined {
  return typeof value === "object" && value !== null ? undefined : String(value);
}
