/** What a deprecated route says about itself (§9). */
export interface Deprecation {
  /** The node's own words. */
  note: string;
  /** The path of the route that replaces it, if the answer links to it. */
  successor?: string;
}

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The headers of an answer, each as one text. */
export function answerHeaders(raw: RawHeaders): Record<string, string> {
  for (const name in raw) if (typeof raw[name] !== "string") return joinedHeaders(raw);
  return raw as Record<string, string>;
}

/** The length that an answer announces for its body; repeated lengths count as none. */
export function contentLengthOf({ "content-length": length }: RawHeaders): string | undefined {
  return typeof length === "string" ? length : undefined;
}

/** The node's version, which some answers lack and others repeat. */
export function versionOf(header: string | string[] | undefined): string | undefined {
  const first = typeof header === "string" ? header : header?.find((each) => each !== "");
  return (first?.includes(",") ? first.slice(0, first.indexOf(",")) : first)?.trim() || undefined;
}

/** The deprecation that an answer's headers announce. */
export function deprecationOf(headers: Readonly<Record<string, string>>): Deprecation | undefined {
  const flag = headers["deprecation"];
  if (flag === undefined || flag === "false") return undefined;
  const note = headers["deprecation-note"] ?? "This route is deprecated.";
  const successor = /<([^>]*)>\s*;[^,]*\brel="?successor-version\b/i.exec(headers["link"] ?? "")?.[1];
  return successor === undefined ? { note } : { note, successor };
}

function joinedHeaders(raw: RawHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, [value ?? []].flat().join(", ")]));
}
