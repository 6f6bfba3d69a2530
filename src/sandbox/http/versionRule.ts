import { refuse } from "./answer";
import type { Ask } from "./answer";
import { header } from "../wire/payload";

/**
 * Refuses the request when its version requirement excludes this node (§9). Without the strict header the node's own pre-release
 * tag is ignored.
 */
export function checkVersion(ask: Pick<Ask, "headers">, prefix: string, nodeVersion: string): void {
  const requirement = header(ask, `${prefix}-Version`);
  const strict = header(ask, `${prefix}-Version-Strict`) !== undefined;
  if (requirement === undefined) {
    if (strict) throw refuse.version(`Missing ${prefix}-Version header while ${prefix}-Version-Strict is set`);
    return;
  }
  const version = parseVersion(nodeVersion);
  if (!version) throw new Error(`--node-version is no version: ${nodeVersion}`);
  const met = meets(strict ? version : { ...version, preRelease: [] }, requirement);
  if (met === undefined) throw refuse.version(parserWords(requirement));
  if (met) return;
  const name = prefix.toLowerCase();
  const current = strict ? nodeVersion : version.numbers.join(".");
  throw refuse.version(`Mismatched ${name} version: requested ${requirement} - current ${current}`);
}

/** What the parser of a node says of a requirement that is none; it names neither the header nor the value. */
function parserWords(requirement: string): string {
  const [first = ""] = requirement.trim();
  return first === ""
    ? "unexpected end of input while parsing major version number"
    : `unexpected character '${first}' while parsing major version number`;
}

interface Version {
  numbers: [number, number, number];
  preRelease: string[];
}

type Comparator = (version: Version) => boolean;

/** Undefined when the requirement is no semver requirement. Comparators are joined by commas. */
function meets(version: Version, requirement: string): boolean | undefined {
  return comparators(requirement)?.every((comparator) => comparator(version));
}

function comparators(set: string): Comparator[] | undefined {
  const found = set.split(",").map((part) => comparator(part.trim()));
  return found.includes(undefined) ? undefined : (found as Comparator[]);
}

const shape =
  /^(\^|~|>=|<=|>|<|=)?\s*(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?(?:-([0-9a-z.-]+))?(?:\+[0-9a-z.-]+)?$/i;

function comparator(text: string): Comparator | undefined {
  const match = shape.exec(text);
  if (!match) return undefined;
  const given = [match[2], match[3], match[4]].map((part) => (part && /^\d+$/.test(part) ? Number(part) : undefined));
  const [major, minor, patch] = given;
  if (major === undefined) return () => true;
  const from: Version = { numbers: [major, minor ?? 0, patch ?? 0], preRelease: match[5]?.split(".") ?? [] };
  const wild = [match[3], match[4]].some((part) => part !== undefined && !/^\d+$/.test(part));
  return bounded(match[1] ?? (wild ? "=" : "^"), from, given);
}

function bounded(operator: string, from: Version, given: (number | undefined)[]): Comparator {
  const within = (ceiling: Version) => (version: Version) =>
    samePreRelease(version, from) && compare(version, from) >= 0 && compare(version, ceiling) < 0;
  const partial = ceilingOf(from, given[1] === undefined ? 0 : given[2] === undefined ? 1 : 2);
  switch (operator) {
    case "^":
      return within(ceilingOf(from, caretIndex(given)));
    case "~":
      return within(ceilingOf(from, given[1] === undefined ? 0 : 1));
    case "=":
      return given[2] === undefined ? within(partial) : (version) => compare(version, from) === 0;
    case ">=":
      return (version) => samePreRelease(version, from) && compare(version, from) >= 0;
    case "<":
      return (version) => samePreRelease(version, from) && compare(version, from) < 0;
    case ">":
      return (version) =>
        samePreRelease(version, from) &&
        (given[2] === undefined ? compare(version, partial) >= 0 : compare(version, from) > 0);
    default:
      return (version) =>
        samePreRelease(version, from) &&
        (given[2] === undefined ? compare(version, partial) < 0 : compare(version, from) <= 0);
  }
}

/** A pre-release node meets only a requirement that names a pre-release of the same three numbers. */
function samePreRelease(version: Version, from: Version): boolean {
  if (version.preRelease.length === 0) return true;
  return from.preRelease.length > 0 && version.numbers.every((number, at) => number === from.numbers[at]);
}

/** The first number that is not zero may not change; missing numbers may. */
function caretIndex([major, minor, patch]: (number | undefined)[]): number {
  if (major !== 0 || minor === undefined) return 0;
  return minor > 0 || patch === undefined ? 1 : 2;
}

function ceilingOf(from: Version, index: number): Version {
  const numbers = from.numbers.map((number, at) => (at < index ? number : at === index ? number + 1 : 0));
  return { numbers: numbers as Version["numbers"], preRelease: ["0"] };
}

function parseVersion(text: string): Version | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?/.exec(text);
  if (!match) return undefined;
  return { numbers: [Number(match[1]), Number(match[2]), Number(match[3])], preRelease: match[4]?.split(".") ?? [] };
}

function compare(a: Version, b: Version): number {
  for (let at = 0; at < 3; at++) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePreRelease(a.preRelease, b.preRelease);
}

function comparePreRelease(a: string[], b: string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [left, right] = [a[at], b[at]];
    if (left === right) continue;
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const [leftNumber, rightNumber] = [left, right].map((part) => (/^\d+$/.test(part) ? Number(part) : undefined));
    if (leftNumber !== undefined && rightNumber !== undefined) return leftNumber - rightNumber;
    if (leftNumber !== undefined || rightNumber !== undefined) return leftNumber !== undefined ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}
