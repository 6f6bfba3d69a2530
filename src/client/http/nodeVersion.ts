import { t } from "../../base/translate";
import type { Endpoint } from "./endpoint";
import { NodeError } from "../failures/nodeError";

/** Which node versions are acceptable (§9). */
export interface VersionRequirement {
  /** A semver requirement, such as `^1.2` or `>=1.0, <2`. */
  requirement: string;
  /** Asks the node to compare its pre-release tag as well. Never sent unless asked for. */
  strict?: boolean;
}

const number = "(?:0|[1-9]\\d{0,15})";
const part = `(?:${number}|[xX*])`;
const tags = "(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?";
const comparator = new RegExp(`^(?:\\^|~|=|<=?|>=?)?\\s*${part}(?:\\.${part}(?:\\.${part}${tags})?)?$`);

/** Throws NodeError `invalid-input` unless the text is a requirement that a node can read: comparators, and commas between. */
export function checkVersionRequirement(requirement: string): void {
  for (const each of requirement.split(",")) {
    if (comparator.test(each.trim())) continue;
    throw new NodeError("invalid-input", t`“${requirement.trim()}” is not a version requirement.`, {
      remedy: t`Write it such as ^1.2, ~1.2.3 or >=1.0, <2.`,
    });
  }
}

/** The headers that state a requirement. */
export function versionHeaders(endpoint: Endpoint, version: VersionRequirement | undefined): Record<string, string> {
  if (!version) return {};
  return {
    [endpoint.headerName("Version")]: version.requirement.trim(),
    ...(version.strict && { [endpoint.headerName("Version-Strict")]: "true" }),
  };
}

/** The versions that a node's refusal names, in the wordings of old and new nodes; read word by word, in one pass. */
export function mismatchedVersions(text: string): { required: string; actual: string } | undefined {
  const said = text.split(/\s+/);
  const found = (word: string, from: number) => said.findIndex((each, at) => at >= from && each.toLowerCase() === word);
  const blamed = said.findIndex((each) => each.toLowerCase().endsWith("mismatched"));
  const version = found("version:", blamed);
  const current = found("current", version);
  if (blamed < 0 || version < 0 || current < 0) return undefined;
  if (said[version + 1]?.toLowerCase() !== "requested" || said[current - 1] !== "-") return undefined;
  const required = said.slice(version + 2, current - 1).join(" ");
  const actual = said[current + 1];
  return required && actual ? { required, actual } : undefined;
}
