import { refuse } from "./answer";
import type { Ask } from "./answer";
import { satisfies, valid } from "semver";
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
  const version = valid(nodeVersion);
  if (version === null) throw new Error(`--node-version is no version: ${nodeVersion}`);
  const [released = version] = version.split("-", 1);
  const satisfied = meets(strict ? version : released, requirement);
  if (satisfied === undefined) throw refuse.version(parserWords(requirement));
  if (satisfied) return;
  const name = prefix.toLowerCase();
  const current = strict ? nodeVersion : released;
  throw refuse.version(`Mismatched ${name} version: requested ${requirement} - current ${current}`);
}

/** What the parser of a node says of a requirement that is none; it names neither the header nor the value. */
function parserWords(requirement: string): string {
  const [first = ""] = requirement.trim();
  return first === ""
    ? "unexpected end of input while parsing major version number"
    : `unexpected character '${first}' while parsing major version number`;
}

/** What a comparator of a requirement looks like to a node; others that a library may know are refused. */
const comparatorShape =
  /^(?:\^|~|>=|<=|>|<|=)?\s*(?:\d+|[x*])(?:\.(?:\d+|[x*]))?(?:\.(?:\d+|[x*]))?(?:-[0-9a-z.-]+)?(?:\+[0-9a-z.-]+)?$/i;

/** Undefined when the requirement is no semver requirement. Comparators are joined by commas; a bare version stands for `^`. */
function meets(version: string, requirement: string): boolean | undefined {
  const comparators = requirement.split(",").map((part) => part.trim());
  if (!comparators.every((each) => comparatorShape.test(each))) return undefined;
  const bare = /^\d+(?:\.\d+){0,2}(?:[-+]|$)/;
  return satisfies(version, comparators.map((each) => (bare.test(each) ? `^${each}` : each)).join(" "));
}
