import { t } from "../../base/translate";
import { NodeError } from "../failures/nodeError";
import { withoutEnd } from "../../wire/withoutEnd";

/** Where a node is and how its header names begin: every URL and header name of the interface is made here. */
export interface Endpoint {
  /** The base URL without a trailing slash, such as `http://localhost:8080` or `https://example.org/node`. */
  readonly address: string;
  /** The identifier prefix, `Node` unless the network uses another. */
  readonly prefix: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The URL of a path of the interface, below the address's own path if it has one. */
  httpUrl(path: string): URL;
  /** The address of the event session's WebSocket (§4.12). */
  socketUrl(): URL;
  /** The full name of one of the interface's headers: `Session-Id` → `Node-Session-Id`. */
  headerName(suffix: string): string;
  /** The header that carries a variable of the legacy GraphQL route (§4.1): `h` → `node-gqlvar-h`. */
  gqlvar(name: string): string;
}

/** What header names begin with unless a connection or an answer says otherwise. */
export const defaultPrefix = "Node";

const secureScheme: Readonly<Record<string, string>> = {
  "http:": "http:",
  "ws:": "http:",
  "https:": "https:",
  "wss:": "https:",
};

/**
 * Reads a node address as people write it: with or without scheme, with `ws:` for `http:`, with a trailing slash or
 * the path of one of the interface's routes, with a path prefix. Throws NodeError `invalid-input` saying what is wrong with it.
 */
export function parseEndpoint(address: string, identifierPrefix = defaultPrefix): Endpoint {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(identifierPrefix)) {
    throw refusal(t`The identifier prefix “${printable(identifierPrefix)}” can only hold letters, digits and hyphens.`);
  }
  const url = addressUrl(address.trim());
  const path = withoutRoute(withoutEnd(url.pathname, "/"));
  const base = url.origin + path;
  return {
    address: base,
    prefix: identifierPrefix,
    origin: url.origin,
    httpUrl: (route) => new URL(base + route),
    socketUrl: () => new URL(base.replace(/^http/, "ws") + "/on"),
    headerName: (suffix) => `${identifierPrefix}-${suffix}`,
    gqlvar: (name) => `${identifierPrefix.toLowerCase()}-gqlvar-${name}`,
  };
}

/** What routes of the interface begin with, below `/on` (§4). */
const components = [
  ...["node", "network", "blocks", "transactions", "blobs", "stats"],
  ...["contract", "contracts", "driver", "account", "graphql", "prover"],
];

/** The prefix before a route of the interface, which people paste along: `/on`, `/on/<component>…` or `/graphql`. */
function withoutRoute(path: string): string {
  if (/\/(on|graphql)$/.test(path)) return withoutEnd(path.slice(0, path.lastIndexOf("/")).replace(/\/on$/, ""), "/");
  const at = path.lastIndexOf("/on/");
  const component = path.slice(at + 4).split(/[/:]/, 1)[0] ?? "";
  const isRoute = at >= 0 && components.includes(component);
  return isRoute ? withoutEnd(path.slice(0, at), "/") : path;
}

function addressUrl(text: string): URL {
  if (text === "") throw refusal(t`The node address is empty.`);
  const [start] = /^(?:https?|wss?):(?!\/\/)/i.exec(text) ?? [];
  if (start && !/^\d/.test(text.slice(start.length)))
    throw refusal(
      t`The address lacks two slashes after ${start}`,
      t`Write it such as ${start.toLowerCase()}//host:8080.`,
    );
  const withScheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text) ? text : `${guessedScheme(text)}//${text}`;
  // The URL parser would silently drop line breaks and turn backslashes into slashes.
  // eslint-disable-next-line no-control-regex
  const url = /[\u0000-\u0020\u007f\\]/.test(text) ? undefined : parsedUrl(withScheme);
  if (!url) throw refusal(t`“${printable(text)}” is not a node address: ${whyNoUrl(text)}.`);
  const scheme = secureScheme[url.protocol];
  if (!scheme) throw refusal(t`A node is reached by http or https, not by ${url.protocol.slice(0, -1)}.`);
  if (url.username || url.password) {
    throw refusal(
      t`The node address holds a user name or password.`,
      t`Leave them out of the address and store them as a secret header of the connection.`,
    );
  }
  if (url.search || url.hash) throw refusal(t`A node address has no ? or # part.`);
  const httpUrl = new URL(scheme + url.href.slice(url.protocol.length));
  refuseOddHost(httpUrl);
  return httpUrl;
}

/** Without a scheme, a port means a node that is spoken to directly, and no port means one behind a gateway. */
function guessedScheme(text: string): string {
  const host = text.split("/", 1)[0] ?? "";
  if (/:\d+$/.test(host)) return "http:";
  const name = host.toLowerCase();
  if (name === "localhost" || name === "[::1]" || /^127(\.\d+){3}$/.test(name)) {
    throw refusal(t`“${printable(text)}” names no port.`, t`Write the port as well, such as ${name}:8080.`);
  }
  return "https:";
}

function refuseOddHost(url: URL): void {
  if (url.hostname === "") throw refusal(t`The node address names no host.`);
  if (/^127(\.\d+){2}\.0$/.test(url.hostname)) {
    throw refusal(t`${url.hostname} is the name of a network, not of a host.`, t`This machine is 127.0.0.1.`);
  }
}

function whyNoUrl(text: string): string {
  const port = /:(\d+)(\/|$)/.exec(text)?.[1];
  if (port && Number(port) > 65535) return t`port ${port} does not exist, the highest is 65535`;
  if (/\s/.test(text)) return t`it holds white space`;
  return t`write it as host:port or https://host/path`;
}

function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** What of an address may be shown: never the credentials, nor the path, which may hold a key. */
function printable(text: string): string {
  const [scheme = ""] = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\//.exec(text) ?? [];
  const rest = text.slice(scheme.length);
  const at = rest.lastIndexOf("@");
  const host = at < 0 ? rest : `…${rest.slice(at)}`;
  const path = host.indexOf("/");
  const shown = path < 0 || path === host.length - 1 ? host : `${host.slice(0, path)}/…`;
  return (scheme + shown).replace(/[^\x21-\x7e…]/g, "?");
}

function refusal(message: string, remedy?: string): NodeError {
  return new NodeError("invalid-input", message, { remedy });
}
