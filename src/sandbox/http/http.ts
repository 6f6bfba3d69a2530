import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Duplex } from "node:stream";
import { type Answer, Dropped, Refusal, refuse } from "./answer";
import { controlAnswer, isControl } from "../control";
import type { RequestFault } from "./faults";
import { readBody } from "./requestBody";
import { route } from "./route";
import type { SandboxNode } from "../sandboxNode";
import { isIP, isIPv4 } from "node:net";
import { once } from "node:events";
import { type Json, writeJson } from "../wire/json";
import { headerValue } from "../wire/payload";

/** The HTTP server of a node; the WebSocket at `/on` is taken over at the upgrade. */
export function nodeServer(node: SandboxNode): Server {
  const { tlsKey, tlsCert, keepAliveMs } = node.options;
  const onRequest = (request: IncomingMessage, response: ServerResponse) => void serve(node, request, response);
  const server: Server = tlsKey
    ? createTlsServer({ key: readFileSync(tlsKey), cert: readFileSync(tlsCert) }, onRequest)
    : createServer(onRequest);
  server.keepAliveTimeout = keepAliveMs;
  server.requestTimeout = requestMs;
  server.on("connection", (socket) => {
    node.counters.connections++;
    node.counters.openSockets++;
    socket.on("close", () => node.counters.openSockets--);
  });
  server.on("upgrade", (request, socket, head) => upgrade(node, request, socket, head));
  return server;
}

/** Time for a whole request to arrive. */
const requestMs = 60_000;

function upgrade(node: SandboxNode, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.on("error", () => socket.destroy());
  const path = inside(node, request.url ?? "/")?.split("?")[0];
  const elsewhere = takesUpgrade(node, path) ? undefined : refuse.notFound(`no route ${path}`);
  const refusal = webPageRefusal(request, node.options.host) ?? elsewhere;
  if (refusal) node.sessions.refuse(socket, refusal.status, refusal.kind + refusal.text);
  else void node.sessions.upgrade(request, socket, head);
}

function takesUpgrade({ options }: SandboxNode, path: string | undefined): boolean {
  if (path === "/on" || path === "/on/") return true;
  return options.like["path of the WebSocket"] === "any under /on" && path !== undefined && path.startsWith("/on/");
}

async function serve(node: SandboxNode, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on("error", () => response.destroy());
  const path = request.url?.split("?")[0] ?? "/";
  const refusal = webPageRefusal(request, node.options.host);
  const untouched = refusal !== undefined || isControl(node, path);
  const fault = untouched ? undefined : node.faults.takeRequest(path);
  if (!untouched) node.counters.count("requests", path);
  try {
    const answer = refusal ? errorAnswer(refusal, false) : await responseOf(node, request, fault);
    if (fault?.dropAnswer) throw new Dropped();
    await writeAnswer(request, response, answer, fault, node);
  } catch (error) {
    if (!(error instanceof Dropped)) process.stderr.write(`${(error as Error).stack}\n`);
    request.socket.destroy();
  }
}

async function responseOf(
  node: SandboxNode,
  request: IncomingMessage,
  fault: RequestFault | undefined,
): Promise<Answer> {
  if (fault?.latencyMs) await node.faults.pause(fault.latencyMs);
  if (fault?.drop && fault.dropAfterBytes === undefined) throw new Dropped();
  if (fault?.answer) return fault.answer;
  try {
    const url = inside(node, request.url ?? "/");
    if (isControl(node, request.url ?? "/")) return await controlAnswer(node, request);
    if (url === undefined) return proxyNotFound(request.url ?? "/");
    refuseOddHeaders(request);
    return await route(node, request, url, await readBody(request, url));
  } catch (error) {
    if (error instanceof Dropped) throw error;
    if (error instanceof Refusal) return errorAnswer(error, node.options.oldErrors);
    process.stderr.write(`${(error as Error).stack}\n`);
    return errorAnswer(refuse.vm(node.options.like, (error as Error).message), node.options.oldErrors);
  }
}

/** A node's handler panics on header bytes beyond ASCII. */
function refuseOddHeaders(request: IncomingMessage): void {
  if (request.rawHeaders.some((text) => /[^\t\x20-\x7e]/.test(text))) throw new Dropped();
}

/** The path without the proxy's prefix; undefined when it lies elsewhere. */
function inside(node: SandboxNode, url: string): string | undefined {
  const { pathPrefix } = node.options;
  return url.startsWith(`${pathPrefix}/`) ? url.slice(pathPrefix.length) : undefined;
}

/** Status and text of a refusal; older nodes answer 500 and bare text for all but sessions. */
function errorAnswer(refusal: Refusal, oldErrors: boolean): Answer {
  const { status, text, kind, headers } = refusal;
  if (oldErrors) return { status: status === 424 ? 424 : 500, body: text };
  return { status, headers, body: kind + text };
}

/** What a reverse proxy in front of the node answers for a path that it does not forward. */
function proxyNotFound(path: string): Answer {
  const shown = path.replace(/[<>&"]/g, "");
  return {
    status: 404,
    headers: { "content-type": "text/html", server: "proxy" },
    body: `<html>\n<head><title>404 Not Found</title></head>\n<body><h1>404 Not Found</h1><p>${shown}</p></body>\n</html>\n`,
  };
}

/** Sites that a browser names for a request that a page of ours, or the person, has made. */
const ownSites = ["same-origin", "none"];

/**
 * A web page that is open in a browser on this machine can reach this node, also under a name of its own that leads
 * here. It has no business with it: the refusal of a request that names another host, comes from another origin, or
 * says so.
 */
function webPageRefusal({ headers, socket }: IncomingMessage, listensOn: string): Refusal | undefined {
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

/** Names that lead to this machine anywhere. Who listens beyond it is reached by address as well. */
function isOwnName(name: string, listensOn: string): boolean {
  if (name === "localhost" || name === listensOn.toLowerCase() || isLoopback(name)) return true;
  return !isLoopback(listensOn) && listensOn !== "localhost" && isIP(name) !== 0;
}

function isLoopback(name: string): boolean {
  return name === "::1" || (isIPv4(name) && name.startsWith("127."));
}

/** Writes an answer with the headers that every answer has, and what a fault does to it. */
async function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  fault: RequestFault | undefined,
  node: SandboxNode,
): Promise<void> {
  const { status, body = "" } = answer;
  const headers = { ...commonHeaders(request, status, node), ...answer.headers };
  if (fault?.contentType === null) delete headers["content-type"];
  else if (fault?.contentType !== undefined) headers["content-type"] = fault.contentType;
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return stream(response, status, headers, body);
  headers["content-length"] = String(Buffer.byteLength(body));
  response.writeHead(status, headers);
  // A text goes out in one chunk with the head, which bytes do not.
  if (fault?.dropAfterBytes === undefined) return void response.end(body);
  response.write(Buffer.from(body).subarray(0, fault.dropAfterBytes), () => response.destroy());
}

async function stream(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  response.writeHead(status, headers);
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  try {
    for await (const chunk of body) {
      if (gone.signal.aborted) return;
      if (!response.write(chunk)) await once(response, "drain", { signal: gone.signal });
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
  response.end();
}

/** `Node-Version` and the echoed `x-` headers. Failures of older nodes carry no version. */
function commonHeaders(request: IncomingMessage, status: number, node: SandboxNode): Record<string, string> {
  // Said here so that Node.js adds no Keep-Alive hint: deployed nodes give none.
  const headers: Record<string, string> = { connection: "keep-alive" };
  if (!node.options.oldErrors || status < 400) headers[`${node.options.prefix}-Version`] = node.version;
  if (status === 424 || request.url?.startsWith("/graphql")) return headers;
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith("x-") && typeof value === "string") headers[name] = echoed(headerValue(value));
  }
  return headers;
}

/** A header that was read as JSON, as text again: null as nothing, a long number in floating point. */
function echoed(value: Json): string {
  if (value === null) return "";
  if (typeof value === "bigint") return Number(value).toExponential().replace("e+", "e");
  return typeof value === "string" ? value : writeJson(value);
}
