import { t } from "../../../base/translate";
import { NodeError } from "../../../client/failures/nodeError";
import { limits } from "../../../wire/limits";
import { shortWords } from "../../../wire/shortWords";

/** What a link of ours asks for. Nothing in it is a secret, and none of it has been checked against a node. */
export type Link = {
  /** Name or address of the connection; the active one if it is left out. */
  node?: string;
} & (
  | { open: "call"; contract: string; fn?: string; input?: string }
  | { open: "query"; text: string }
  | { open: "tail"; target: string }
);

/** Parameters of each kind of link: those that are needed, then the others. */
const parameters = {
  call: [["contract"], ["function", "input", "node"]],
  query: [["text"], ["node"]],
  tail: [["target"], ["node"]],
} as const;
type Open = keyof typeof parameters;

/**
 * Reads a link by its path and query, as `vscode://<extension>/<call, query or tail>?…` has them. Throws NodeError
 * `invalid-input` with a sentence for any other: also for a parameter that no one knows, or that is there twice.
 */
export function readLink(path: string, query: string): Link {
  if (query.length > limits.links.characters)
    throw odd(t`it is ${query.length} characters long, and at most ${limits.links.characters} are read`);
  const open = path.replace(/^\//, "");
  if (!Object.hasOwn(parameters, open)) throw odd(t`there is no “${shortWords(open, limits.titleCharacters)}” to open`);
  const [needed, others] = parameters[open as Open];
  const given = givenIn(query);
  const known: readonly string[] = [...needed, ...others];
  const stranger = [...given.keys()].find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw odd(t`it has a part “${shortWords(stranger, limits.titleCharacters)}” that no one knows`);
  const missing = needed.find((name) => !given.get(name));
  if (missing !== undefined) throw odd(t`it names no ${missing}`);
  const part = (name: string) => given.get(name) ?? "";
  const optional = <K extends string>(key: K, name: string) =>
    (part(name) === "" ? {} : { [key]: part(name) }) as { [key in K]?: string };
  const node = optional("node", "node");
  switch (open as Open) {
    case "call":
      return {
        open: "call",
        ...node,
        contract: part("contract"),
        ...optional("fn", "function"),
        ...optional("input", "input"),
      };
    case "query":
      return { open: "query", ...node, text: part("text") };
    case "tail":
      return { open: "tail", ...node, target: part("target") };
  }
}

function givenIn(query: string): Map<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (given.has(name)) throw odd(t`it has “${shortWords(name, limits.titleCharacters)}” twice`);
    const most = name === "input" || name === "text" ? limits.links.characters : limits.links.partCharacters;
    if (value.length > most)
      throw odd(t`its ${shortWords(name, limits.titleCharacters)} is ${value.length} characters long`);
    // Line breaks are of a text and of JSON; all else that cannot be seen has no place in either.
    if (/[^\P{Cc}\t\n\r]/u.test(value))
      throw odd(t`its ${shortWords(name, limits.titleCharacters)} has a control character`);
    given.set(name, value);
  }
  return given;
}

function odd(reason: string): NodeError {
  return new NodeError("invalid-input", t`This link cannot be opened: ${reason}.`);
}

/** A link as its text, for the editor's scheme and the extension's id. */
export function linkText(scheme: string, extensionId: string, link: Link): string {
  const { open, node, ...rest } = link;
  const { fn, ...parts } = { fn: undefined, ...rest };
  const given = { ...parts, function: fn, node };
  const query = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return `${scheme}://${extensionId}/${open}?${query.join("&")}`;
}
