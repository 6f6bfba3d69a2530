import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Duplex } from "node:stream";
import type { Answer } from "./answer";
import { Dropped, Refusal, refuse } from "./answer";
import { controlAnswer, isControl } from "../control";
import { Counters } from "./counters";
import type { RequestFault } from "./faults";
import { errorAnswer, proxyNotFound } from "./errorAnswer";
import { readBody } from "./requestBody";
import { route } from "./route";
import type { SandboxNode } from "../sandboxNode";
import { webPageRefusal } from "./webPages";
import { writeAnswer } from "./writeAnswer";

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
  if (!untouched) Counters.count(node.counters.requests, path);
  try {
    const answer = refusal ? errorAnswer(refusal, false) : await answerOf(node, request, fault);
    await writeAnswer(request, response, answer, fault, node);
  } catch (error) {
    if (!(error instanceof Dropped)) process.stderr.write(`${(error as Error).stack}\n`);
    request.socket.destroy();
  }
}

async function answerOf(node: SandboxNode, request: IncomingMessage, fault: RequestFault | undefined): Promise<Answer> {
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
