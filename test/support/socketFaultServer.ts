import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { parseEndpoint, type Endpoint } from "../../src/client/http/endpoint";

/** A subscribe or unsubscribe request as it arrived. */
export interface SeenRequest {
  method: string;
  path: string;
  sessionId: string | undefined;
  cookie: string | undefined;
}

/** One session as the server sees it. */
export interface FaultSession {
  id: string;
  socket: WebSocket;
  upgrade: IncomingMessage;
}

interface Answer {
  status: number;
  body?: string;
}

/**
 * A node's event surface and nothing more, each step of which a test can make go wrong: the upgrade, the greeting with
 * the session id, the answers to subscribe and unsubscribe requests, and what is sent over the socket.
 */
export class SocketFaultServer {
  port = 0;
  readonly requests: SeenRequest[] = [];
  readonly sessions: FaultSession[] = [];
  upgrades = 0;
  /** Sent with the answer to an upgrade. */
  setCookies: readonly string[] = [];
  /** Decides about an upgrade request: call `accept`, now or later, or write to the raw connection. */
  onUpgrade: (accept: () => void, connection: Duplex) => void = (accept) => accept();
  greet: (socket: WebSocket, id: string) => void = (socket, id) => socket.send(id);
  answer: (request: SeenRequest) => Answer | Promise<Answer> = () => ({ status: 200 });
  private readonly connections = new Set<Socket>();
  private readonly waiters = new Set<() => void>();
  private readonly webSockets = new WebSocketServer({ noServer: true });

  private constructor(private readonly http: Server) {}

  static async start(port = 0, tls?: { cert: string; key: string }): Promise<SocketFaultServer> {
    const http = tls ? createTlsServer(tls) : createServer();
    const server = new SocketFaultServer(http);
    http.on("connection", (connection: Socket) => {
      server.connections.add(connection);
      connection.on("close", () => server.connections.delete(connection));
    });
    http.on("request", (request: IncomingMessage, response: ServerResponse) => void server.respond(request, response));
    http.on("upgrade", (request: IncomingMessage, connection: Duplex, head: Buffer) =>
      server.upgrade(request, connection, head),
    );
    server.webSockets.on("headers", (headers: string[]) => {
      headers.push(...server.setCookies.map((cookie) => `Set-Cookie: ${cookie}`));
    });
    http.listen(port, "127.0.0.1");
    await once(http, "listening");
    server.port = (http.address() as AddressInfo).port;
    return server;
  }

  get endpoint(): Endpoint {
    return parseEndpoint(`http://127.0.0.1:${this.port}`);
  }

  /** The newest session. */
  get session(): FaultSession {
    const session = this.sessions.at(-1);
    if (!session) throw new Error("No session has been opened.");
    return session;
  }

  /** Requests as `GET /on/blocks/accepted`, of one session or of all. */
  seen(sessionId?: string): string[] {
    const wanted = this.requests.filter((request) => sessionId === undefined || request.sessionId === sessionId);
    return wanted.map(({ method, path }) => `${method} ${path}`);
  }

  /** Sends an event over the newest session. */
  emit(location: string, data: string | Uint8Array = "", header: object = {}): void {
    this.session.socket.send(eventMessage({ ...header, "Content-Location": location }, data));
  }

  /** Resolves once a condition on what the server has seen holds. */
  async until(holds: (server: this) => boolean): Promise<void> {
    while (!holds(this)) await new Promise<void>((resolve) => this.waiters.add(resolve));
  }

  async stop(): Promise<void> {
    for (const { socket } of this.sessions) socket.terminate();
    for (const connection of this.connections) connection.destroy();
    if (!this.http.listening) return;
    this.http.close();
    await once(this.http, "close");
  }

  private upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    this.upgrades++;
    connection.on("error", () => connection.destroy());
    this.onUpgrade(() => {
      this.webSockets.handleUpgrade(request, connection, head, (socket) => {
        const id = (this.sessions.length + 1).toString(16).padStart(32, "0");
        this.sessions.push({ id, socket, upgrade: request });
        socket.on("error", () => socket.terminate());
        socket.on("close", () => this.changed());
        this.greet(socket, id);
        this.changed();
      });
    }, connection);
    this.changed();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sessionId = request.headers["node-session-id"] as string | undefined;
    const { method = "", url: path = "" } = request;
    const seen = { method, path, sessionId, cookie: request.headers.cookie };
    this.requests.push(seen);
    this.changed();
    const { status, body = "" } = await this.answer(seen);
    response.writeHead(status, { "Node-Version": "1.2.3" }).end(body);
  }

  private changed(): void {
    for (const waiter of this.waiters) waiter();
    this.waiters.clear();
  }
}

/** A binary event message (§2.3). */
export function eventMessage(header: object, data: string | Uint8Array = ""): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json, Buffer.from(data)]);
}
