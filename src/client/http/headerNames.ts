import { parseEndpoint, type Endpoint } from "./endpoint";
import { Listeners } from "../../base/listeners";
import type { TransportOptions } from "./nodeRequest";
import { versionHeaders } from "./nodeVersion";

type Headers = Readonly<Record<string, string>>;

/**
 * What the interface's headers are called on one node: as the connection says, until an answer proves another prefix
 * (§9). Anyone who makes a request may still use the connection's names; they are put right as it is sent.
 */
export class HeaderNames {
  /** Where the node is, with the prefix that is known by now. */
  endpoint: Endpoint;
  /** The header of an answer that holds the node's version, in lower case. */
  version = "";
  private always: Headers = {};
  /** True if there are no headers to send with every request. */
  private plain = true;
  private readonly listeners = new Listeners<string>();
  /** Tells each prefix that an answer proves in the place of the one that was used. */
  readonly onPrefix = this.listeners.event;

  constructor(private readonly options: Pick<TransportOptions, "endpoint" | "headers" | "version">) {
    this.endpoint = options.endpoint;
    this.use(options.endpoint);
  }

  /** All headers of a request. */
  sent(own: Headers | undefined): Headers {
    if (!own) return this.always;
    const named = this.renamed(own);
    return this.plain ? named : { ...this.always, ...named };
  }

  /**
   * Takes a look at an answer that has no version header of the name in use: whether it proves another prefix, which is
   * used from now on. `known`: answers had that header before. A failure may be the word of a gateway, which has a
   * version of its own, so it refutes nothing that was seen already.
   */
  learn(status: number, headers: Headers, known: boolean): boolean {
    const configured = this.options.endpoint.prefix;
    const proven = identifierPrefixOf(headers, configured);
    if (proven === undefined || proven.toLowerCase() === this.endpoint.prefix.toLowerCase()) return false;
    if (known && proven !== configured && status >= 400) return false;
    this.use(parseEndpoint(this.endpoint.address, proven));
    this.listeners.fire(proven);
    return true;
  }

  /** Whether a request that was sent under a prefix had headers which the node, as is known by now, calls otherwise. */
  wereOthers(prefix: string, own: Headers = {}): boolean {
    if (prefix === this.endpoint.prefix) return false;
    return this.options.version !== undefined || Object.keys(own).some((name) => beginsWith(name, prefix));
  }

  private use(endpoint: Endpoint): void {
    const { headers = {}, version } = this.options;
    this.endpoint = endpoint;
    this.always = { ...headers, ...versionHeaders(endpoint, version) };
    this.plain = Object.keys(this.always).length === 0;
    this.version = endpoint.headerName("Version").toLowerCase();
  }

  private renamed(own: Headers): Headers {
    const { prefix } = this.options.endpoint;
    if (prefix === this.endpoint.prefix) return own;
    const nameOf = (name: string) =>
      beginsWith(name, prefix) ? this.endpoint.headerName(name.slice(prefix.length + 1)) : name;
    return Object.fromEntries(Object.entries(own).map(([name, value]) => [nameOf(name), value]));
  }
}

/**
 * What the interface's names begin with in the headers of an answer, as its version header shows (§9): as `configured`
 * if there is a header of that name, else like the only other one that holds a version. What begins with `x-` is no
 * proof: nodes echo such headers of a request, and gateways have their own.
 */
export function identifierPrefixOf(headers: Headers, configured: string): string | undefined {
  if (headers[`${configured.toLowerCase()}-version`] !== undefined) return configured;
  const found = Object.entries(headers).flatMap(([name, value]) => {
    const [, prefix] = /^(?!x-)([a-z][a-z0-9-]*)-version$/.exec(name) ?? [];
    return prefix !== undefined && /^\d+\.\d+\.\d+/.test(value) ? [prefix] : [];
  });
  const [only, second] = found;
  return only === undefined || second !== undefined ? undefined : only.charAt(0).toUpperCase() + only.slice(1);
}

function beginsWith(name: string, prefix: string): boolean {
  return name.toLowerCase().startsWith(`${prefix.toLowerCase()}-`);
}
