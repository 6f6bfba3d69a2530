import { t } from "../../base/translate";
import { sizeText } from "../../wire/sizeText";
import { visibleText } from "../../wire/visibleText";
import { speaksTls } from "./responseError";
import { NodeError, type NodeErrorDetails } from "./nodeError";
import { shownAddress } from "./shownAddress";

/** What was going on when a request failed without a complete answer. */
export interface RequestContext {
  route: string;
  /** The node's address. */
  address: string;
  /** Name of the connection. */
  connection?: string | undefined;
  /** The proxy's address, if the request goes through one. */
  proxy: string | undefined;
  /** True if sending the request twice does no harm. */
  idempotent: boolean;
  /** What is sent. */
  body?: string | Uint8Array | undefined;
  /** Bytes of the answer's body that had arrived; undefined while its head was still awaited. */
  received?: number;
}

/** The failure that an exception of the HTTP library means. Codes and the library's own words are kept for the log. */
export function transportFailure(thrown: unknown, context: RequestContext): NodeError {
  const causes = flatten(thrown);
  const details = { ...detailsOf(context), code: listed(causes), cause: thrown };
  const code = causes.map(codeOf).find((each) => each !== undefined) ?? "";
  if (context.proxy !== undefined) {
    const atProxy = proxyFailure(code, causes, context.proxy, details);
    if (atProxy) return atProxy;
  }
  const noHttp = causes.find(({ name }) => name === "HTTPParserError" || name === "HeadersOverflowError");
  if (noHttp) return notHttp(noHttp, context, details);
  const place = shownAddress(context.address);
  const problem = connectProblem(code, place);
  if (problem !== undefined) return unreachable(code, problem, details);
  if (code in brokenResponses) return brokenResponse(code, context, details);
  if (context.received !== undefined) return cutResponse(context, details);
  if (closingCodes.has(code)) return closedWithoutAnswer(context, details);
  return new NodeError("unreachable", t`Talking to ${place} failed: ${listed(causes)}.`, {
    ...details,
    remedies: ["retry"],
  });
}

/** A request whose time was up. */
export function timedOut(milliseconds: number, context: RequestContext): NodeError {
  const seconds = `${milliseconds / 1000} s`;
  const { received, idempotent } = context;
  const message =
    received === undefined
      ? t`The node did not answer within ${seconds}.`
      : t`The node did not finish its answer within ${seconds} (${received} bytes came).`;
  return new NodeError("timeout", message, {
    ...detailsOf(context),
    ...(idempotent ? waitLonger : unknownOutcome),
  });
}

/** Whether the failure means that a kept connection was closed by the other side before this request was answered. */
export function isDeadConnection(thrown: unknown): boolean {
  const { code, socket } = thrown as { code?: string; socket?: { bytesRead?: number } };
  if (code === "UND_ERR_SOCKET") return (socket?.bytesRead ?? 0) > 0;
  return code === "ECONNRESET" || code === "EPIPE";
}

function detailsOf({ route, connection }: RequestContext): NodeErrorDetails {
  return { route, connection };
}

const unknownOutcome: NodeErrorDetails = {
  outcomeUnknown: true,
  remedy: t`The node may have acted on it: check that (a transaction by its id) before sending it again.`,
};

const tryAgain: NodeErrorDetails = {
  remedy: t`Try again: the node may just have been restarted. If it happens again, look at the node's log.`,
  remedies: ["retry"],
};

const waitLonger: NodeErrorDetails = {
  remedy: t`Try again, or raise the connection's time limit.`,
  remedies: ["retry", "edit-connection"],
};

const proxySettings: NodeErrorDetails = {
  remedy: t`Check the proxy settings (http.proxy and http.noProxy, or the environment).`,
  remedies: ["proxy-settings", "retry"],
};

const closingCodes = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE", "ECONNABORTED"]);

/** Answers that are HTTP and yet none that can be, by what the library says of them. */
const brokenResponses: Readonly<Record<string, string>> = {
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: t`The length that the answer announces is not the length that it has`,
  ERR_ASSERTION: t`The answer has a status that does not exist`,
};

/** A body of this many bytes may be what a node closed the connection over. */
const largeBody = 64 * 1024;

function unreachable(code: string, problem: string, details: NodeErrorDetails): NodeError {
  if (isCertificateProblem(code)) {
    return new NodeError("unreachable", problem, {
      ...details,
      remedy: t`Give the connection the certificate file of its issuer, or let it accept any certificate (insecureTls): then nothing checks that this is your node.`,
      remedies: ["edit-connection", "retry"],
    });
  }
  return new NodeError("unreachable", problem, {
    ...details,
    remedy: isTlsProblem(code)
      ? t`Perhaps the address should begin with http:.`
      : t`Check the address, and that the node is running and reachable from this machine.`,
    remedies: isTlsProblem(code) ? ["edit-connection"] : ["retry", "edit-connection"],
  });
}

function proxyFailure(code: string, causes: Error[], proxy: string, details: NodeErrorDetails): NodeError | undefined {
  const refused = causes.map(({ message }) => /Proxy response \((\d{1,3})\)|\((407)\)/.exec(message)).find(Boolean);
  if (refused) return proxyRefusal(proxy, Number(refused[1] ?? refused[2]), details);
  const place = t`the proxy ${proxy}`;
  const problem =
    connectProblem(code, place) ??
    (code === "UND_ERR_PRX_TLS" ? t`The certificate of ${place} is not accepted.` : undefined);
  return problem === undefined ? undefined : new NodeError("unreachable", problem, { ...details, ...proxySettings });
}

/** A proxy that does not let a connection through. */
export function proxyRefusal(proxy: string, status: number, details: NodeErrorDetails = {}): NodeError {
  const why = status === 407 ? t`asks for credentials` : t`does not connect to the node`;
  const message = t`The proxy ${proxy} ${why} (status ${status}).`;
  return new NodeError("unreachable", message, { ...details, status, ...proxySettings });
}

function notHttp(cause: Error, { address }: RequestContext, details: NodeErrorDetails): NodeError {
  const place = shownAddress(address);
  if (isTlsAlert(cause)) return speaksTls({ address }, details);
  return new NodeError("not-a-node", t`${place} answered with something that is not HTTP.`, {
    ...details,
    remedy: t`Check the scheme and the port of the node's address.`,
    remedies: ["edit-connection", "retry"],
  });
}

/** Whether the library met an alert of the TLS protocol (RFC 8446 §5.1) where an answer should begin. */
function isTlsAlert(cause: Error): boolean {
  const { data } = cause as { data?: unknown };
  return typeof data === "string" && data.startsWith("\u0015\u0003");
}

function brokenResponse(code: string, { idempotent }: RequestContext, details: NodeErrorDetails): NodeError {
  return new NodeError("malformed-response", `${brokenResponses[code]}.`, {
    ...details,
    remedy: t`Check that a node listens at this address, and whatever stands before it.`,
    ...(idempotent ? { remedies: ["retry"] as const } : { ...unknownOutcome }),
  });
}

function cutResponse({ received, idempotent }: RequestContext, details: NodeErrorDetails): NodeError {
  const message = t`The node closed the connection ${received} bytes into its answer.`;
  return new NodeError("malformed-response", message, { ...details, ...(idempotent ? tryAgain : unknownOutcome) });
}

function closedWithoutAnswer(context: RequestContext, details: NodeErrorDetails): NodeError {
  const { idempotent, body = "", address } = context;
  const size = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  const sending = size < largeBody ? "" : t` ${sizeText(size)} were being sent; the node may have a limit.`;
  const tls = address.startsWith("http:") ? t` If it speaks TLS, its address begins with https:.` : "";
  return new NodeError("closed-without-answer", t`The node closed the connection without a response.${sending}`, {
    ...details,
    ...(idempotent ? { ...tryAgain, remedy: `${tryAgain.remedy}${tls}` } : unknownOutcome),
  });
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
  if (address && code) return `${address}${port ? t` port ${port}` : ""} ${code}`;
  const message = visibleText(error.message);
  return code && !message.includes(code) ? `${code} ${message}` : message;
}

/** What prevents a connection, by the code that says so; `@` is where it was to go. */
const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: t`Nothing listens at @`,
  ENOTFOUND: t`The host name of @ is unknown`,
  EAI_AGAIN: t`The name server did not answer for @`,
  ETIMEDOUT: t`No response from @`,
  UND_ERR_CONNECT_TIMEOUT: t`No response from @`,
  EHOSTUNREACH: t`There is no route to @`,
  ENETUNREACH: t`The network of @ is unreachable`,
  EADDRNOTAVAIL: t`This machine cannot use the address of @`,
  EACCES: t`This machine does not allow a connection to @`,
  EPERM: t`This machine does not allow a connection to @`,
  EPROTO: t`TLS is not spoken at @`,
  ERR_SSL_WRONG_VERSION_NUMBER: t`TLS is not spoken at @`,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: t`TLS is not spoken at @`,
  ERR_TLS_CERT_ALTNAME_INVALID: t`The certificate of @ is for another host name`,
  DEPTH_ZERO_SELF_SIGNED_CERT: t`The certificate of @ is self-signed`,
  SELF_SIGNED_CERT_IN_CHAIN: t`The certificate chain of @ holds a self-signed certificate`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: t`The certificate of @ is signed by an authority that is not trusted`,
  UNABLE_TO_GET_ISSUER_CERT: t`The certificate of @ is signed by an authority that is not trusted`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: t`The certificate of @ is signed by an authority that is not trusted`,
  CERT_HAS_EXPIRED: t`The certificate of @ has expired`,
  CERT_NOT_YET_VALID: t`The certificate of @ is not valid yet`,
};

/** Why there is no connection to a place, as a sentence; undefined for a code that means something else. */
function connectProblem(code: string, place: string): string | undefined {
  const secure = code.startsWith("ERR_TLS") || code.startsWith("ERR_SSL");
  const problem = problems[code] ?? (secure ? t`The secure connection to @ failed` : undefined);
  return problem === undefined ? undefined : `${problem.replace("@", () => place)}.`;
}

/** Whether a certificate was looked at and not accepted. */
function isCertificateProblem(code: string): boolean {
  return /CERT|SIGN|ISSUER/.test(code);
}

/** Whether the other side does not seem to speak TLS at all. */
function isTlsProblem(code: string): boolean {
  return /^ERR_TLS|^ERR_SSL|^EPROTO/.test(code);
}
