import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import { Refusal } from "./answer";

/** Sites that a browser names for a request that a page of ours, or the person, has made. */
const ownSites = ["same-origin", "none"];

/**
 * A web page that is open in a browser on this machine can reach this node, also under a name of its own that leads
 * here. It has no business with it: the refusal of a request that names another host, comes from another origin, or
 * says so.
 */
export function webPageRefusal({ headers, socket }: IncomingMessage, listensOn: string): Refusal | undefined {
  const scheme = "encrypted" in socket ? "https" : "http";
  const site = headers["sec-fetch-site"];
  const own =
    isOwnName(hostName(headers.host ?? ""), listensOn) &&
    (headers.origin === undefined || headers.origin === `${scheme}://${headers.host}`) &&
    (typeof site !== "string" || ownSites.includes(site));
  if (own) return undefined;
  return new Refusal(403, "This node answers programs of this machine, no web page and under no other name.");
}

/** The host of a `Host` header without port and brackets, in lower case. */
function hostName(host: string): string {
  const name = host.startsWith("[") ? host.slice(1).split("]")[0] : host.split(":")[0];
  return (name ?? "").toLowerCase();
}

/** Names that lead to this machine whoever answers for them. Who listens beyond it is reached by address as well. */
function isOwnName(name: string, listensOn: string): boolean {
  if (name === "localhost" || name === listensOn.toLowerCase() || isLoopback(name)) return true;
  return !isLoopback(listensOn) && listensOn !== "localhost" && isIP(name) !== 0;
}

function isLoopback(name: string): boolean {
  return name === "::1" || (isIPv4(name) && name.startsWith("127."));
}
