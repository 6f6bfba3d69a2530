import { BlockList, isIP } from "node:net";
import { t } from "../../base/translate";
import { NodeError } from "../failures/nodeError";

/** The proxy that requests go through, as data: anyone who reads the editor's settings or the environment fills it in. */
export interface ProxySettings {
  /** Such as `http://proxy.example:3128`. */
  url: string;
  /** Hosts that are reached directly: names, `.suffix`, `*.suffix`, `host:port`, ranges such as `10.0.0.0/8`, or `*`. */
  noProxy: readonly string[];
  /** Whether a https proxy must show a valid certificate. */
  strictSsl: boolean;
  /** Value of the `Proxy-Authorization` header. */
  authorization?: string;
}

/** The proxy for a URL; undefined when it is reached directly, as this machine itself always is. */
export function proxyFor(url: URL, proxy: ProxySettings | undefined): ProxySettings | undefined {
  if (!proxy || isLoopback(url.hostname) || proxy.noProxy.some((rule) => matches(rule.trim(), url))) return undefined;
  return proxy;
}

/** The proxy that the environment variables HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY ask for, in either case. */
export function proxyFromEnvironment(
  url: URL,
  environment: Readonly<Record<string, string | undefined>>,
): ProxySettings | undefined {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined;
  const secure = url.protocol === "https:" || url.protocol === "wss:";
  const proxy = read(secure ? "HTTPS_PROXY" : "HTTP_PROXY") ?? read("ALL_PROXY");
  if (!proxy) return undefined;
  const noProxy = environmentExceptions(environment);
  return { url: proxy.includes("://") ? proxy : `http://${proxy}`, noProxy, strictSsl: true };
}

/** The editor's proxy settings (`http.proxy` and those beside it), as data. */
export interface EditorProxy {
  /** Empty when the editor names none. */
  url: string;
  noProxy: readonly string[];
  /** Whether proxies are used at all. */
  off: boolean;
  strictSsl: boolean;
  authorization?: string;
}

/** The proxy for a URL by the editor's settings, or else by the environment; hosts excepted by either are left out. */
export function proxyFromEditor(
  url: URL,
  { url: named, noProxy, off, strictSsl, authorization }: EditorProxy,
  environment: Readonly<Record<string, string | undefined>>,
): ProxySettings | undefined {
  if (off) return undefined;
  const excepted = [...noProxy, ...environmentExceptions(environment)];
  if (named !== "") return { url: named, noProxy: excepted, strictSsl, ...(authorization && { authorization }) };
  const proxy = proxyFromEnvironment(url, environment);
  return proxy && { ...proxy, noProxy: excepted, strictSsl };
}

/** The proxy's address without credentials, and the header that carries them. Throws NodeError `invalid-input`. */
export function proxyAddress(proxy: ProxySettings): { url: URL; authorization: string | undefined } {
  let url: URL;
  try {
    url = new URL(proxy.url);
  } catch (cause) {
    throw new NodeError("invalid-input", t`The proxy setting is not a URL.`, { cause, remedy: t`Check http.proxy.` });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new NodeError(
      "invalid-input",
      t`A proxy of kind ${url.protocol.slice(0, -1)} is not supported, only http and https.`,
    );
  }
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const credentials = username || password ? basic(username, password) : undefined;
  return { url, authorization: proxy.authorization ?? credentials };
}

/** Addresses of this machine. The unspecified ones are where a node says it listens when it listens on all. */
const thisMachine = new BlockList();
thisMachine.addSubnet("127.0.0.0", 8, "ipv4");
thisMachine.addAddress("0.0.0.0", "ipv4");
thisMachine.addAddress("::1", "ipv6");
thisMachine.addAddress("::", "ipv6");

/** Whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
  const host = bare(hostname);
  return host === "localhost" || host.endsWith(".localhost") || holds(thisMachine, host);
}

function environmentExceptions(environment: Readonly<Record<string, string | undefined>>): string[] {
  const rules = environment["no_proxy"] || environment["NO_PROXY"] || "";
  return rules.split(/[\s,]+/).filter((rule) => rule !== "");
}

function matches(rule: string, url: URL): boolean {
  if (rule === "*") return true;
  const { name, port } = hostAndPort(rule.toLowerCase());
  if (port !== undefined && port !== portOf(url)) return false;
  const host = bare(url.hostname);
  if (name.includes("/")) return isInRange(host, name);
  const suffix = bare(name).replace(/^\*?\./, "");
  return suffix !== "" && (host === suffix || host.endsWith(`.${suffix}`));
}

/** Whether a host is an address in a range, such as `192.168.0.0/16`; a range that cannot be holds none. */
function isInRange(host: string, range: string): boolean {
  const [address = "", bits = "", ...more] = range.split("/");
  const first = bare(address);
  const family = isIP(first);
  if (family === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128))
    return false;
  const list = new BlockList();
  list.addSubnet(first, Number(bits), family === 4 ? "ipv4" : "ipv6");
  return holds(list, host);
}

/** Whether a host is an address in the list; one of IPv4 may be written as one of IPv6. */
function holds(list: BlockList, host: string): boolean {
  const family = isIP(host);
  return family !== 0 && list.check(host, family === 4 ? "ipv4" : "ipv6");
}

/** What stands behind the last colon is a port, unless the colon belongs to an address without brackets. */
function hostAndPort(rule: string): { name: string; port?: string } {
  const colon = rule.lastIndexOf(":");
  const isAlone = colon === rule.indexOf(":") || rule.charAt(colon - 1) === "]";
  return colon >= 0 && isAlone ? { name: rule.slice(0, colon), port: rule.slice(colon + 1) } : { name: rule };
}

function portOf(url: URL): string {
  return url.port || (url.protocol === "https:" || url.protocol === "wss:" ? "443" : "80");
}

function bare(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}

function basic(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
