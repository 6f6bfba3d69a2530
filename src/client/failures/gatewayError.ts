import type { FailedAnswer } from "./answerError";
import { nodeWords } from "../http/answerText";
import { NodeError, type NodeErrorDetails } from "./nodeError";
import { shownAddress } from "./shownAddress";

/**
 * What stands before a node answers by itself: a redirect; 401, 403, 407 and 429 of whatever guards the node; 502 to 504
 * of a gateway that cannot reach it, and 520 to 526 of a large network's gateways in the same case. Undefined for what
 * is the node's own word.
 */
export function gatewayError(failed: FailedAnswer, words: string, details: NodeErrorDetails): NodeError | undefined {
  const { status, version, proxy, headers } = failed;
  if (status >= 300 && status < 400) return redirected(failed, details);
  const said = words && ` It says: ${words}`;
  if (status === 407) {
    const message = `The proxy ${proxy ?? ""} asks for credentials (status 407).${said}`;
    const remedy = "Check the proxy settings (http.proxy and http.noProxy, or the environment).";
    return new NodeError("refused", message, { ...details, remedy, remedies: ["proxy-settings"] });
  }
  if (status === 401 || status === 403) {
    const remedy = "Add the credentials it asks for as a secret header of the connection.";
    const message = `Access is refused (status ${status}).${said}`;
    return new NodeError("refused", message, { ...details, remedy, remedies: ["set-secret-header"] });
  }
  if (status === 429) {
    const remedy = waitingTime(headers["retry-after"]);
    const message = `There were too many requests (status 429).${said}`;
    return new NodeError("refused", message, { ...details, remedy, remedies: ["retry"] });
  }
  const unreached = (status >= 502 && status <= 504) || (status >= 520 && status <= 526);
  if (!unreached || version !== undefined) return undefined;
  const who = proxy ? `The proxy ${proxy}, or a gateway behind it,` : "A gateway";
  return new NodeError("unreachable", `${who} could not reach the node (status ${status}).${said}`, {
    ...details,
    remedy: "The node may be down or starting; try again later.",
    remedies: ["retry"],
  });
}

function redirected(failed: FailedAnswer, details: NodeErrorDetails): NodeError {
  const { status, headers, address, route } = failed;
  const target = redirectTarget(headers["location"], address, route);
  const place = target === undefined ? "an unnamed place" : shownAddress(target.place);
  const node = target?.node;
  return new NodeError("refused", `The node's address redirects to ${place} (status ${status}).`, {
    ...details,
    remedy: "Redirects are not followed. If you trust that place, make it the node's address.",
    ...(node === undefined ? {} : { redirect: node, remedies: ["use-address"] }),
  });
}

/** Where a redirect leads, and the node's address there if it leads to the same route. */
function redirectTarget(
  location: string | undefined,
  address: string,
  route: string,
): { place: string; node?: string } | undefined {
  if (location === undefined) return undefined;
  const path = route.slice(route.indexOf(" ") + 1);
  if (!URL.canParse(location, address + path)) return { place: nodeWords(location) };
  const { protocol, origin, pathname, search, hash, username, password } = new URL(location, address + path);
  if (protocol !== "http:" && protocol !== "https:") return { place: nodeWords(location) };
  const place = origin + pathname;
  const same = pathname.endsWith(path) && !search && !hash && !username && !password;
  const node = place.slice(0, place.length - path.length);
  return same && node !== address ? { place, node } : { place };
}

/** `Retry-After` is seconds or a date. */
function waitingTime(retryAfter: string | undefined, now = Date.now()): string {
  const text = retryAfter?.trim() ?? "";
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  if (text === "" || Number.isNaN(seconds) || seconds <= 0) return "Wait before the next request.";
  return `It asks to wait ${duration(seconds)} before the next request.`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
