import { t } from "../../base/translate";
import type { SecretMask } from "../failures/secretMask";

/** What a deprecated route says about itself (§9). */
export interface Deprecation {
  /** The node's own words. */
  note: string;
  /** The path of the route that replaces it, if the answer links to it. */
  successor?: string;
}

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What the headers of an answer say, without the secrets that they echo. */
export function answerHead(
  raw: RawHeaders,
  versionHeader: string,
  secrets: SecretMask,
): { headers: Readonly<Record<string, string>>; version: string | undefined; deprecation: Deprecation | undefined } {
  const headers = secrets.headers(responseHeaders(raw));
  const version = versionOf(raw[versionHeader]);
  return { headers, version: version && secrets.text(version), deprecation: deprecationOf(headers) };
}

/** The headers of an answer, each as one text. */
function responseHeaders(raw: RawHeaders): Record<string, string> {
  for (const name in raw) if (typeof raw[name] !== "string") return joinedHeaders(raw);
  return raw as Record<string, string>;
}

/** The length that an answer announces for its body; repeated lengths count as none. */
export function contentLengthOf({ "content-length": length }: RawHeaders): string | undefined {
  return typeof length === "string" ? length : undefined;
}

/** The node's version, which some answers lack and others repeat. */
function versionOf(header: string | string[] | undefined): string | undefined {
  const first = typeof header === "string" ? header : header?.find((each) => each !== "");
  return (first?.includes(",") ? first.slice(0, first.indexOf(",")) : first)?.trim() || undefined;
}

/** The deprecation that an answer's headers announce. */
export function deprecationOf(headers: Readonly<Record<string, string>>): Deprecation | undefined {
  const flag = headers["deprecation"];
  if (flag === undefined || flag === "false") return undefined;
  const note = headers["deprecation-note"] ?? t`This route is deprecated.`;
  const successor = successorIn(headers["link"] ?? "");
  return successor === undefined ? { note } : { note, successor };
}

/**
 * The target of the first link whose relation is `successor-version`: `<target>; rel="…"`, and commas between links. One
 * pass without a pattern, since the header may be as long as the headers of an answer together.
 */
function successorIn(links: string): string | undefined {
  let start = links.indexOf("<");
  while (start >= 0) {
    const end = links.indexOf(">", start);
    if (end < 0) return undefined;
    const comma = links.indexOf(",", end);
    const parameters = links.slice(end + 1, comma < 0 ? undefined : comma).split(";");
    if (parameters.slice(1).some(isSuccessor)) return links.slice(start + 1, end);
    start = comma < 0 ? -1 : links.indexOf("<", comma);
  }
  return undefined;
}

/** A relation may be quoted, and may be one of several. */
function isSuccessor(parameter: string): boolean {
  const [name = "", relations = ""] = parameter.trim().toLowerCase().split("=", 2);
  return name.trim() === "rel" && relations.replaceAll('"', "").split(" ").includes("successor-version");
}

function joinedHeaders(raw: RawHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, [value ?? []].flat().join(", ")]));
}
