import { t } from "../../base/translate";
import { isHtml, nodeWords } from "../http/responseText";
import { failureSentence, missingIn, reasonOf } from "./responseReason";
import { NodeError, type NodeErrorDetails, type NodeErrorReason, type Remedy } from "./nodeError";
import { meetsRequirement } from "../http/versionMatch";
import { mismatchedVersions, type VersionRequirement } from "../http/nodeVersion";
import { shownAddress } from "./shownAddress";

/** An answer that is not a success, and what was asked. */
export interface FailedResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The body as `keptResponse` gives it. */
  response: string;
  route: string;
  /** The node's address. */
  address: string;
  /** Name of the connection. */
  connection?: string | undefined;
  /** The node's version, if the answer says it. */
  version?: string | undefined;
  /** The requirement that was sent. */
  requirement?: VersionRequirement | undefined;
  /** The proxy's address, if the request went through one. */
  proxy?: string | undefined;
}

/**
 * The failure that an answer means. Nodes of this family use two habits: newer ones a status for each kind of failure,
 * older ones 500 with a text for nearly all; the text's prefix decides where it is known, and the status elsewhere.
 */
export function responseError(failed: FailedResponse): NodeError {
  const { status, headers, response, route, version, connection } = failed;
  const details = { route, status, response, connection };
  const page = isHtml(headers["content-type"], response);
  const text = page ? "" : nodeWords(response);
  const gateway = gatewayError(failed, text, details);
  if (gateway) return gateway;
  if (status === 400 && version === undefined && /\bhttps (port|server)\b/i.test(nodeWords(response)))
    return speaksTls(failed, details);
  // A page decides where the status would otherwise be the node's own word; no status is overruled by it.
  if (page && version === undefined) return pageError(failed, details);
  const versions = mismatchedVersions(text) ?? unmetRequirement(failed);
  if (versions || /^version error: /i.test(text)) {
    return versionMismatch(text, versions ?? askedVersions(failed), details);
  }
  const refused = { text, route, connection };
  const reason = reasonOf(status, refused);
  const missing = missingIn(refused);
  const more = { ...remedyFor(reason, version), ...(missing && { missing }) };
  return new NodeError(reason, failureSentence(reason, status, refused), { ...details, ...more });
}

/** A page where a node's answer belongs: something else listens at the address. */
export function notANode({ status, address }: FailedResponse, details: NodeErrorDetails): NodeError {
  const message = t`A web page (status ${status}) is at ${shownAddress(address)}, not a node's API.`;
  return new NodeError("not-a-node", message, {
    ...details,
    remedy: t`Check the host, the port and the path prefix of the node's address.`,
    remedies: ["edit-connection", "retry"],
  });
}

/** What listens at an address wants TLS, and says so to anyone who speaks without. */
export function speaksTls({ address }: Pick<FailedResponse, "address">, details: NodeErrorDetails): NodeError {
  return new NodeError("not-a-node", t`${shownAddress(address)} speaks TLS.`, {
    ...details,
    remedy: t`The address should begin with https:.`,
    redirect: address.replace(/^http:/, "https:"),
    remedies: ["use-address", "edit-connection"],
  });
}

/** Statuses that a server gives for reasons of its own: they say nothing of what listens at the address. */
function pageError(failed: FailedResponse, details: NodeErrorDetails): NodeError {
  const { status } = failed;
  const reason = reasonOf(status, { text: "", route: failed.route });
  if (reason === "timeout") {
    const message = t`A gateway gave up waiting (status ${status}).`;
    return new NodeError(reason, message, { ...details, remedies: ["retry"] });
  }
  if (reason === "too-large") {
    return new NodeError(reason, t`The request is too large for a gateway (status ${status}).`, details);
  }
  if (status < 500 || status === 501) return notANode(failed, details);
  return new NodeError("node-fault", t`The server failed and gave no reason (status ${status}).`, {
    ...details,
    remedy: t`Try again later. If it stays so, check the host, the port and the path prefix of the node's address.`,
    remedies: ["retry", "edit-connection"],
  });
}

function versionMismatch(
  text: string,
  versions: { required: string; actual: string } | undefined,
  details: NodeErrorDetails,
): NodeError {
  const message = versions
    ? t`The node has version ${versions.actual}, the connection requires ${versions.required}.`
    : t`The node refuses the required version: ${text}`;
  return new NodeError("version-mismatch", message, {
    ...details,
    ...(versions && { versions }),
    remedy: t`Change or remove the version requirement of the connection to connect anyway.`,
    remedies: ["edit-connection"],
  });
}

function askedVersions({ requirement, version }: FailedResponse): { required: string; actual: string } | undefined {
  return requirement && version ? { required: requirement.requirement, actual: version } : undefined;
}

/** §7 promises the status of a refused version and no words: the version beside it decides, if it can be compared. */
function unmetRequirement(failed: FailedResponse): { required: string; actual: string } | undefined {
  const { status, requirement, version } = failed;
  if (status !== 400 || !requirement || version === undefined) return undefined;
  return meetsRequirement(version, requirement) === false ? askedVersions(failed) : undefined;
}

function remedyFor(
  reason: NodeErrorReason,
  version: string | undefined,
): { remedy?: string; remedies?: readonly Remedy[] } {
  if (reason === "missing-feed") {
    return { remedy: t`Call it as a stream.` };
  }
  if (reason === "not-offered") {
    return { remedy: t`Use a node whose role serves it, such as an archive node or a prover.` };
  }
  if (reason === "session-lost" && version === undefined) {
    return {
      remedy: t`No header of the answer shows the node's identifier prefix: check the connection's if this stays so.`,
      remedies: ["reconnect", "edit-connection"],
    };
  }
  if (reason === "session-lost") {
    return { remedy: t`A new session is opened by reconnecting.`, remedies: ["reconnect"] };
  }
  return reason === "timeout" ? { remedies: ["retry"] } : {};
}

/**
 * What stands before a node answers by itself: a redirect; 401, 403, 407 and 429 of whatever guards the node; 502 to 504
 * of a gateway that cannot reach it, and 520 to 526 of a large network's gateways in the same case. Undefined for what
 * is the node's own word.
 */
function gatewayError(failed: FailedResponse, text: string, details: NodeErrorDetails): NodeError | undefined {
  const { status, version, proxy, headers } = failed;
  if (status >= 300 && status < 400) return redirected(failed, details);
  const said = text && t` It says: ${text}`;
  if (status === 407) {
    const message = t`The proxy ${proxy ?? ""} asks for credentials (status 407).${said}`;
    const remedy = t`Check the proxy settings (http.proxy and http.noProxy, or the environment).`;
    return new NodeError("refused", message, { ...details, remedy, remedies: ["proxy-settings"] });
  }
  if (status === 401 || status === 403) {
    const remedy = t`Add the credentials it asks for as a secret header of the connection.`;
    const message = t`Access is refused (status ${status}).${said}`;
    return new NodeError("refused", message, { ...details, remedy, remedies: ["set-secret-header"] });
  }
  if (status === 429) {
    const remedy = waitingTime(headers["retry-after"]);
    const message = t`There were too many requests (status 429).${said}`;
    return new NodeError("refused", message, { ...details, remedy, remedies: ["retry"] });
  }
  const unreached = (status >= 502 && status <= 504) || (status >= 520 && status <= 526);
  if (!unreached || version !== undefined) return undefined;
  const who = proxy ? t`The proxy ${proxy}, or a gateway behind it,` : "A gateway";
  return new NodeError("unreachable", t`${who} could not reach the node (status ${status}).${said}`, {
    ...details,
    remedy: t`The node may be down or starting; try again later.`,
    remedies: ["retry"],
  });
}

function redirected(failed: FailedResponse, details: NodeErrorDetails): NodeError {
  const { status, headers, address, route } = failed;
  const target = redirectTarget(headers["location"], address, route);
  const place = target === undefined ? t`an unnamed place` : shownAddress(target.place);
  const node = target?.node;
  return new NodeError("refused", t`The node's address redirects to ${place} (status ${status}).`, {
    ...details,
    remedy: t`Redirects are not followed. If you trust that place, make it the node's address.`,
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
  if (text === "" || Number.isNaN(seconds) || seconds <= 0) return t`Wait before the next request.`;
  return t`It asks to wait ${duration(seconds)} before the next request.`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
