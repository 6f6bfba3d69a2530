import { visibleText } from "../wire/visibleText";
import { NodeError, type NodeErrorDetails } from "./nodeError";

/** What was going on when a request failed without a complete answer. */
export interface RequestContext {
  route: string;
  /** The node's address. */
  address: string;
  /** The proxy's address, if the request goes through one. */
  proxy: string | undefined;
  /** True if sending the request twice does no harm. */
  idempotent: boolean;
  /** Bytes of the answer's body that had arrived; undefined while its head was still awaited. */
  received?: number;
}

/** The failure that an exception of the HTTP library means, with the whole chain of causes put into words. */
export function transportFailure(thrown: unknown, context: RequestContext): NodeError {
  const causes = flatten(thrown);
  const details = { route: context.route, cause: thrown };
  const code = causes.map(codeOf).find((each) => each !== undefined) ?? "";
  if (context.proxy !== undefined) {
    const atProxy = proxyFailure(code, causes, context.proxy, details);
    if (atProxy) return atProxy;
  }
  const noHttp = causes.find(({ name }) => name === "HTTPParserError" || name === "HeadersOverflowError");
  if (noHttp) return notHttp(noHttp, context, details);
  if (code in connectSentences || code.startsWith("ERR_TLS") || code.startsWith("ERR_SSL")) {
    return unreachable(code, causes, context, details);
  }
  if (context.received !== undefined) return cutAnswer(code, causes, context, details);
  if (closingCodes.has(code)) return closedWithoutAnswer(code, context, details);
  return new NodeError("unreachable", `Talking to ${context.address} failed: ${listed(causes)}.`, details);
}

/** A request whose time was up. */
export function timedOut(milliseconds: number, context: RequestContext): NodeError {
  const seconds = `${milliseconds / 1000} s`;
  const message =
    context.received === undefined
      ? `${context.address} did not answer ${context.route} within ${seconds}.`
      : `${context.address} did not finish its answer to ${context.route} within ${seconds} (${context.received} bytes came).`;
  return new NodeError("timeout", message, {
    route: context.route,
    ...(context.idempotent ? { remedy: "Try again, or raise the connection's time limit." } : unknownOutcome),
  });
}

/** Whether the failure means that a kept connection was closed by the other side before this request was answered. */
export function isDeadConnection(thrown: unknown): boolean {
  const { code, socket } = thrown as { code?: string; socket?: { bytesRead?: number } };
  if (code === "UND_ERR_SOCKET") return (socket?.bytesRead ?? 0) > 0;
  return code === "ECONNRESET" || code === "EPIPE";
}

const unknownOutcome: NodeErrorDetails = {
  outcomeUnknown: true,
  remedy: "The node may have acted on it: check that (a transaction by its id) before sending it again.",
};

const tryAgain: NodeErrorDetails = {
  remedy: "Try again: the node may just have been restarted. If it happens again, look at the node's log.",
};

const closingCodes = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE", "ECONNABORTED"]);

const connectSentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens on that port",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the name server did not answer",
  ETIMEDOUT: "the host did not respond",
  UND_ERR_CONNECT_TIMEOUT: "the host did not respond",
  EHOSTUNREACH: "there is no route to the host",
  ENETUNREACH: "the network is unreachable",
  EADDRNOTAVAIL: "the address cannot be used from this machine",
  EACCES: "this machine does not allow the connection",
  EPERM: "this machine does not allow the connection",
  EPROTO: "the other side does not speak TLS; perhaps the address should begin with http:",
  ERR_SSL_WRONG_VERSION_NUMBER: "the other side does not speak TLS; perhaps the address should begin with http:",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "the other side does not speak TLS; perhaps the address should begin with http:",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate chain holds a self-signed certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is signed by an authority that is not trusted",
  UNABLE_TO_GET_ISSUER_CERT: "its certificate is signed by an authority that is not trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is signed by an authority that is not trusted",
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet",
};

function unreachable(code: string, causes: Error[], context: RequestContext, details: NodeErrorDetails): NodeError {
  const why = connectSentences[code] ?? "the secure connection failed";
  const secure = /CERT|SIGN|ISSUER|^ERR_TLS|^ERR_SSL|EPROTO/.test(code);
  return new NodeError("unreachable", `Cannot connect to ${context.address}: ${why} (${listed(causes)}).`, {
    ...details,
    remedy: secure
      ? "Check the scheme of the address, or give the connection the authority's certificate file."
      : "Check the address, and that the node is running and reachable from this machine.",
  });
}

function proxyFailure(code: string, causes: Error[], proxy: string, details: NodeErrorDetails): NodeError | undefined {
  const remedy = "Check the proxy settings (http.proxy and http.noProxy, or the environment).";
  const refused = causes.map(({ message }) => /Proxy response \((\d+)\)|\((407)\)/.exec(message)).find(Boolean);
  if (refused) {
    const status = Number(refused[1] ?? refused[2]);
    const why = status === 407 ? "asks for credentials" : "does not connect to the node";
    return new NodeError("unreachable", `The proxy ${proxy} ${why} (status ${status}).`, {
      ...details,
      status,
      remedy,
    });
  }
  if (!(code in connectSentences) && code !== "UND_ERR_PRX_TLS") return undefined;
  const why = connectSentences[code] ?? "its certificate is not accepted";
  return new NodeError("unreachable", `Cannot connect to the proxy ${proxy}: ${why} (${listed(causes)}).`, {
    ...details,
    remedy,
  });
}

function notHttp(cause: Error, { address }: RequestContext, details: NodeErrorDetails): NodeError {
  return new NodeError("not-a-node", `${address} answered with something that is not HTTP: ${described(cause)}.`, {
    ...details,
    remedy: "Check the scheme and the port of the node's address.",
  });
}

function cutAnswer(code: string, causes: Error[], context: RequestContext, details: NodeErrorDetails): NodeError {
  const message = `${context.address} closed the connection ${context.received} bytes into its answer to ${context.route} (${code || listed(causes)}).`;
  return new NodeError("malformed-answer", message, {
    ...details,
    ...(context.idempotent ? tryAgain : unknownOutcome),
  });
}

function closedWithoutAnswer(code: string, context: RequestContext, details: NodeErrorDetails): NodeError {
  return new NodeError(
    "closed-without-answer",
    `${context.address} closed the connection without answering ${context.route} (${code}).`,
    { ...details, ...(context.idempotent ? tryAgain : unknownOutcome) },
  );
}

/** The error, what caused it, and each of the attempts that an AggregateError stands for; the specific ones first. */
function flatten(thrown: unknown, depth = 0): Error[] {
  if (!(thrown instanceof Error)) return typeof thrown === "string" ? [new Error(thrown)] : [];
  if (depth > 8) return [thrown];
  const attempts = thrown instanceof AggregateError ? thrown.errors.flatMap((each) => flatten(each, depth + 1)) : [];
  const inner = [...attempts, ...flatten(thrown.cause, depth + 1)];
  return attempts.length ? inner : [...inner, thrown];
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}

function listed(causes: Error[]): string {
  return [...new Set(causes.map(described))].join("; ");
}

function described(error: Error): string {
  const { address, port } = error as { address?: string; port?: number };
  const code = codeOf(error);
  if (address && code) return `${address}${port ? ` port ${port}` : ""} ${code}`;
  const message = visibleText(error.message);
  return code && !message.includes(code) ? `${code} ${message}` : message;
}
