import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import { parseEndpoint, type Endpoint } from "../../src/client/http/endpoint";
import {
  allExchanges,
  recordedAnswer,
  recordedSchema,
  scenarios,
  type Asked,
  type RecordedAnswer,
  type RecordedFrame,
} from "./recordings";
import { eventMessage } from "./socketFaultServer";

/** Headers of this node begin with this. */
export const recordedPrefix = "Rusk";
const version = "1.4.5-alpha.1";
/** A contract of this node without a driver. */
export const contractWithoutDriver = "bb7734c34e9093528a9a6b255db09592ef1c4f98fddbf28efd7c2ad4413e1fb7";
/** Subscribed targets in lower case, `/on/blocks/accepted`. */
type Subscribed = Set<string>;

/**
 * Plays a node of version 1.4.5: what was recorded of it is answered as recorded, anything else as it answers what it
 * does not know; its frames are sent to anyone who has subscribed.
 */
export class RecordedNode {
  /** What was asked and is not recorded, as `POST /on/node/info`. */
  readonly unrecorded: string[] = [];
  /** Paths that were asked for, in their order. */
  readonly asked: string[] = [];
  private readonly exchanges = allExchanges();
  private readonly sessions = new Map<string, { socket: WebSocket; subscribed: Subscribed }>();
  private readonly sockets = new WebSocketServer({ noServer: true });
  private readonly connections = new Set<Socket>();

  private constructor(private readonly http: Server) {}

  static async start(): Promise<RecordedNode> {
    const http = createServer((request, response) => void node.respond(request, response));
    const node = new RecordedNode(http);
    http.on("connection", (socket: Socket) => {
      node.connections.add(socket);
      socket.on("close", () => node.connections.delete(socket));
    });
    http.on("upgrade", (request, socket, head) => {
      node.sockets.handleUpgrade(request, socket, head, (webSocket) => node.greet(webSocket));
    });
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    // Not recorded, but as of every contract that exists.
    const metadata = { created_at: null, driver_available: false, driver_signature: null, owner: "oCqYsUMR…" };
    node.also(`/on/contract:${contractWithoutDriver}/metadata`, "", JSON.stringify(metadata));
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  get endpoint(): Endpoint {
    return parseEndpoint(this.url, recordedPrefix);
  }

  /** Answers one more thing, which was not recorded: what the node would have if it had been asked. */
  also(path: string, asked: string, answer: string): void {
    const request = { method: "POST", path, headers: {}, body: asked };
    const headers = { "content-type": "application/json" };
    this.exchanges.unshift({ name: path, request, response: { status: 200, headers, body: answer } });
  }

  /** Sends the frames of a scenario in their order, or each block's in the order that `shuffled` makes of them. */
  play(scenario: string, shuffled = (frames: RecordedFrame[]) => frames): void {
    const found = scenarios().find((each) => each.scenario.startsWith(scenario));
    if (!found) throw new Error(`There is no scenario "${scenario}".`);
    const order = blocksOf(found.frames).flatMap((frames) => (isBlock(frames) ? shuffled(frames) : frames));
    for (const { header, text = "", hex } of order) {
      const fields = JSON.parse(header) as { "Content-Location": string };
      const frame = eventMessage(fields, hex === undefined ? text : Buffer.from(hex.split("…")[0] ?? "", "hex"));
      for (const { socket, subscribed } of this.sessions.values()) {
        if (keysOf(fields["Content-Location"]).some((key) => subscribed.has(key))) socket.send(frame);
      }
    }
  }

  async stop(): Promise<void> {
    for (const { socket } of this.sessions.values()) socket.terminate();
    for (const connection of this.connections) connection.destroy();
    this.http.close();
    if (this.http.listening) await once(this.http, "close");
  }

  private greet(socket: WebSocket): void {
    const id = randomBytes(16).toString("hex");
    this.sessions.set(id, { socket, subscribed: new Set() });
    socket.on("error", () => socket.terminate());
    socket.on("close", () => this.sessions.delete(id));
    socket.send(id);
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = request;
    this.asked.push(path);
    const answer = this.answer({ method, path, headers, body: Buffer.concat(chunks) });
    if (answer === "dropped") return void request.socket.destroy();
    const echoed = Object.entries(headers).filter(([name]) => name.startsWith("x-"));
    response.writeHead(answer.status, {
      [`${recordedPrefix}-Version`]: version,
      ...Object.fromEntries(echoed),
      ...answer.headers,
    });
    // Every answer of this node is chunked.
    response.flushHeaders();
    response.end(answer.body);
  }

  private answer(asked: Asked): RecordedAnswer | "dropped" {
    const id = String(asked.headers[`${recordedPrefix.toLowerCase()}-session-id`]).toLowerCase();
    const session = this.sessions.get(id);
    if (session && asked.path.startsWith("/on") && asked.method !== "POST") return ofSession(asked, session.subscribed);
    if (asked.path === "/on/graphql/query" && asked.body.length === 0) return plain(200, recordedSchema());
    const recorded = recordedAnswer(this.exchanges, asked);
    if (recorded) return recorded;
    const feeds = this.exchanges.some(({ request }) => request.path === asked.path && "rusk-feeder" in request.headers);
    if (feeds && !("rusk-feeder" in asked.headers)) return plain(500, "VM error: VM Error: Missing feed");
    this.unrecorded.push(`${asked.method} ${asked.path}`);
    return ofTheUnknown(asked);
  }
}

function ofSession({ method, path }: Asked, subscribed: Subscribed): RecordedAnswer {
  const key = keyOf(path);
  if (method !== "GET" && method !== "DELETE") return plain(405, '{"error":"Method not allowed"}');
  if (key === undefined) return plain(404, '{{"error":"Invalid URL path\n"}}');
  if (method === "GET") subscribed.add(key);
  else if (!subscribed.delete(key)) return plain(404, '{"error":"Subscription not found"}');
  return plain(200, "");
}

function ofTheUnknown({ method, path }: Asked): RecordedAnswer {
  if (path.startsWith("/graphql")) {
    const body = '{"data":null,"errors":[{"message":"nothing like this was recorded"}]}';
    return { ...plain(200, body), headers: { "content-type": "application/json" } };
  }
  if (path !== "/on" && !path.startsWith("/on/")) return plain(500, "Unsupported path");
  if (method !== "POST") return plain(424, '{"error":"Session ID not provided or invalid"}');
  return path.split("/").length > 3
    ? plain(501, "Unsupported operation")
    : plain(400, "Invalid input: Invalid URL path");
}

function plain(status: number, text: string): RecordedAnswer {
  return { status, headers: {}, body: Buffer.from(text) };
}

/** The target of a path in lower case; undefined without a topic, and without an entity where contracts need one. */
function keyOf(path: string): string | undefined {
  const [, , target = "", topic = ""] = path.toLowerCase().split("/");
  return target === "" || topic === "" || target === "contracts" ? undefined : `/on/${target}/${topic}`;
}

/** The subscriptions that an event matches: of its entity, and of all. */
function keysOf(location: string): string[] {
  const own = keyOf(location);
  const [, , target = "", topic = ""] = location.toLowerCase().split("/");
  return [own ?? "", `/on/${target.split(":")[0]}/${topic}`];
}

/** The frames cut into blocks, each ending with `accepted`, and what came between them. */
function blocksOf(frames: RecordedFrame[]): RecordedFrame[][] {
  const parts: RecordedFrame[][] = [[]];
  for (const frame of frames) {
    const { header } = frame;
    const isOfMempool = header.includes("/included") || (header.includes("/removed") && !isBlock(parts.at(-1) ?? []));
    if (!isOfMempool && !isBlock(parts.at(-1) ?? [])) parts.push([]);
    parts.at(-1)?.push(frame);
    if (header.includes("/accepted")) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

function isBlock(frames: RecordedFrame[]): boolean {
  return frames.some(({ header }) => header.includes("/on/contracts:") || header.includes("/on/blocks:"));
}
