import { isHtml, nodeWords } from "./answerText";
import { NodeError, type NodeErrorDetails, type NodeErrorReason } from "./nodeError";
import { mismatchedVersions } from "./nodeVersion";

/** An answer that is not a success, and what was asked. */
export interface FailedAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The body as `keptAnswer` gives it. */
  answer: string;
  route: string;
  url: string;
  /** The node's version, if the answer says it. */
  version?: string | undefined;
  /** The requirement that was sent. */
  requirement?: string | undefined;
  /** The proxy's address, if the request went through one. */
  proxy?: string | undefined;
}

/**
 * The failure that an answer means. Nodes of this family use two habits: newer ones a status for each kind of failure,
 * older ones 500 with a text for nearly all; the text's prefix decides where it is known, and the status elsewhere.
 */
export function answerError(failed: FailedAnswer): NodeError {
  const { status, headers, answer, route } = failed;
  const details: NodeErrorDetails = { route, status, answer };
  if (status >= 300 && status < 400) return redirected(failed, details);
  const page = isHtml(headers["content-type"], answer);
  const words = page ? "" : nodeWords(answer);
  const gateway = gatewayError(failed, words, details);
  if (gateway) return gateway;
  // A page decides where the status would otherwise be the node's own word; no status is overruled by it.
  if (page && failed.version === undefined) return pageError(failed, details);
  const versions = mismatchedVersions(words);
  if (versions || /^version error: /i.test(words)) {
    return versionMismatch(words, versions ?? askedVersions(failed), details);
  }
  const reason = reasonOfText(words) ?? reasonOfStatus(status);
  const remedy = remedyFor(reason, words);
  return new NodeError(reason, sentence(reason, failed, words), { ...details, ...(remedy && { remedy }) });
}

/** A page where a node's answer belongs: something else listens at the address. */
export function notANode({ status, url }: FailedAnswer, details: NodeErrorDetails): NodeError {
  return new NodeError(
    "not-a-node",
    `${url} answered with a web page (HTML, status ${status}), so it is not a node's API.`,
    {
      ...details,
      remedy: "Check the host, the port and the path prefix of the node's address.",
    },
  );
}

/** Statuses that a server gives for reasons of its own, whoever it is: they say nothing of what listens at the address. */
function pageError(failed: FailedAnswer, details: NodeErrorDetails): NodeError {
  const { status, url } = failed;
  if (status === 408) return new NodeError("timeout", `${url} gave up waiting (status 408).`, details);
  if (status === 413 || status === 431) {
    const message = `A gateway at ${url} finds what was sent too large (status ${status}).`;
    return new NodeError("too-large", message, details);
  }
  if (status < 500 || status === 501) return notANode(failed, details);
  return new NodeError("node-fault", `The server at ${url} failed (status ${status}) and gave no reason.`, {
    ...details,
    remedy: "Try again later. If it stays so, check the host, the port and the path prefix of the node's address.",
  });
}

function redirected({ status, headers, url }: FailedAnswer, details: NodeErrorDetails): NodeError {
  const location = headers["location"];
  const message = `${url} redirects to ${location ? nodeWords(location) : "an unnamed place"} (status ${status}); redirects are not followed.`;
  return new NodeError("refused", message, {
    ...details,
    remedy: "If you trust that place, make it the node's address.",
  });
}

/**
 * 401, 403, 407 and 429 come from whatever guards the node, 502 to 504 from a gateway that cannot reach it, and 520 to
 * 526 from a large network's gateways in the same case.
 */
function gatewayError(failed: FailedAnswer, words: string, details: NodeErrorDetails): NodeError | undefined {
  const { status, url, version, proxy, headers } = failed;
  const said = words && ` It says: ${words}`;
  if (status === 407) {
    return new NodeError("refused", `The proxy ${proxy ?? ""} asks for credentials (status 407).${said}`, details);
  }
  if (status === 401 || status === 403) {
    const remedy = "Add the credentials it asks for as a secret header of the connection.";
    return new NodeError("refused", `${url} refuses access (status ${status}).${said}`, { ...details, remedy });
  }
  if (status === 429) {
    const wait = headers["retry-after"];
    const remedy = wait
      ? `It asks to wait ${nodeWords(wait)} s before the next request.`
      : "Wait before the next request.";
    return new NodeError("refused", `${url} says there are too many requests.${said}`, { ...details, remedy });
  }
  const unreached = (status >= 502 && status <= 504) || (status >= 520 && status <= 526);
  if (unreached && version === undefined) {
    const who = proxy ? `The proxy ${proxy}, or a gateway behind it,` : "A gateway";
    return new NodeError("unreachable", `${who} could not reach the node (status ${status}).${said}`, {
      ...details,
      remedy: "The node behind it may be down or starting; try again later.",
    });
  }
  return undefined;
}

function versionMismatch(
  words: string,
  versions: { required: string; actual: string } | undefined,
  details: NodeErrorDetails,
): NodeError {
  const message = versions
    ? `The node has version ${versions.actual}, the connection requires ${versions.required}.`
    : `The node refuses the required version: ${words}`;
  return new NodeError("version-mismatch", message, {
    ...details,
    ...(versions && { versions }),
    remedy: "Change or remove the version requirement of the connection to connect anyway.",
  });
}

function askedVersions({ requirement, version }: FailedAnswer): { required: string; actual: string } | undefined {
  return requirement && version ? { required: requirement, actual: version } : undefined;
}

const textReasons: readonly (readonly [RegExp, NodeErrorReason])[] = [
  [/^not found: |^no data driver for /i, "not-found"],
  [/^payload too large: /i, "too-large"],
  [/^verification error: |^tx \S+ not accepted: /i, "refused"],
  [/^unsupported (operation|path)\b/i, "not-offered"],
  [/session.?id (is )?(not provided|invalid|missing)/i, "session-lost"],
  [/^invalid input: |^invalid\b|\bat line \d+ column \d+|\bnot valid (utf-?8|json|hex)\b/i, "invalid-input"],
  [/^(vm|data driver|prover|database) error: /i, "node-fault"],
];

function reasonOfText(words: string): NodeErrorReason | undefined {
  return textReasons.find(([pattern]) => pattern.test(words))?.[1];
}

function reasonOfStatus(status: number): NodeErrorReason {
  switch (status) {
    case 400:
    case 415:
    case 422:
      return "invalid-input";
    case 404:
    case 410:
      return "not-found";
    case 405:
    case 501:
      return "not-offered";
    case 408:
      return "timeout";
    case 413:
    case 431:
      return "too-large";
    case 424:
      return "session-lost";
    default:
      return status < 500 ? "refused" : "node-fault";
  }
}

const beginnings: Readonly<Partial<Record<NodeErrorReason, string>>> = {
  "invalid-input": "The node cannot read what was sent to",
  "not-found": "The node does not know what is asked of",
  "not-offered": "This node does not offer",
  "too-large": "The node finds what was sent too large for",
  "session-lost": "The node does not know the session of",
  refused: "The node refused",
};

function sentence(reason: NodeErrorReason, { route, status }: FailedAnswer, words: string): string {
  const beginning = beginnings[reason] ?? "The node failed at";
  return words === ""
    ? `${beginning} ${route}; it gave no reason (status ${status}).`
    : `${beginning} ${route}: ${words}`;
}

function remedyFor(reason: NodeErrorReason, words: string): string | undefined {
  if (/\bmissing feed\b/i.test(words))
    return "This method gives its output as a stream: call it as a streaming method.";
  if (reason === "not-offered") return "Use a node whose role serves it, such as an archive node or a prover.";
  return reason === "session-lost" ? "A new session is opened by reconnecting." : undefined;
}
