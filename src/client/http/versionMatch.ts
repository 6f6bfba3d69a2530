import { satisfies, valid } from "semver";
import type { VersionRequirement } from "./nodeVersion";

/**
 * Whether a node's version meets a requirement, as a node compares them (§9): comparators joined by commas, a bare
 * version stands for `^`, and the version's pre-release tag counts only in a strict comparison. Undefined when the
 * version cannot be compared.
 */
export function meetsRequirement(version: string, { requirement, strict }: VersionRequirement): boolean | undefined {
  const known = valid(version);
  if (known === null) return undefined;
  const compared = strict ? known : (known.split("-", 1)[0] ?? known);
  return satisfies(compared, requirement.split(",").map(comparator).join(" "));
}

function comparator(text: string): string {
  const each = text.trim();
  return /^\d/.test(each) && !/[xX*]/.test(each) ? `^${each}` : each;
}
