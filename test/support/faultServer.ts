import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { parseEndpoint, type Endpoint } from "../../src/client/http/endpoint";

/** A request as it arrived. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  /** Names and values in turn, in the case they came in. */
  rawHeaders: string[];
  body: Buffer;
  /** Counts from 0, over all connections. */
  index: number;
  /** The connection it came over; counts from 0. */
  connection: number;
}

/** What a test can do to one request. */
export interface Reply {
  /** A whole answer. */
  answer(status: number, headers?: Record<string, string | string[]>, body?: string | Uint8Array): void;
  /** Begins a chunked answer; each call after that adds a chunk, `undefined` ends it. */
  chunk(chunk: string | Uint8Array | undefined, headers?: Record<string, string>): Promise<void>;
  /** Writes to the connection as it is. */
  raw(bytes: string | Uint8Array): void;
  /** Closes the connection without an answer, in good order. */
  close(): void;
  /** Resets the connection. */
  reset(): void;
}

type Handle = (request: ReceivedRequest, reply: Reply) => unknown;

/** How the server is reached: any free port of 127.0.0.1 unless said otherwise. */
export interface FaultServerOptions {
  host?: string;
  port?: number;
  tls?: { cert: string; key: string };
}

/** A server whose every answer, and failure to answer, a test decides. Nothing about it knows what a node is. */
export class FaultServer {
  readonly requests: ReceivedRequest[] = [];
  /** Connections ever made. */
  connections = 0;
  private readonly open = new Map<Socket, number>();

  private constructor(
    private readonly http: Server,
    private readonly secure: boolean,
    public handle: Handle,
  ) {}

  static async start(handle: Handle, options: FaultServerOptions = {}): Promise<FaultServer> {
    const http = options.tls ? createTlsServer(options.tls) : createServer();
    const server = new FaultServer(http, options.tls !== undefined, handle);
    http.on(options.tls ? "secureConnection" : "connection", (socket: Socket) => server.connected(socket));
    http.on("request", (request: IncomingMessage, response: ServerResponse) => void server.received(request, response));
    http.listen(options.port ?? 0, options.host ?? "127.0.0.1");
    await once(http, "listening");
    return server;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  get url(): string {
    const { address } = this.http.address() as AddressInfo;
    const host = this.secure ? "localhost" : address.includes(":") ? `[${address}]` : address;
    return `${this.secure ? "https" : "http"}://${host}:${this.port}`;
  }

  /** The server as a node's endpoint. */
  endpoint(path = "", prefix?: string): Endpoint {
    return parseEndpoint(this.url + path, prefix);
  }

  /** Whether a connection, by its number, is still open. */
  isOpen(connection: number): boolean {
    return [...this.open.values()].includes(connection);
  }

  /** Closes every connection in good order, as servers do after a while, and waits until they are gone. */
  async closeConnections(): Promise<void> {
    const sockets = [...this.open.keys()];
    await Promise.all(sockets.map((socket) => (socket.end(), once(socket, "close"))));
  }

  async stop(): Promise<void> {
    this.http.close();
    for (const socket of this.open.keys()) socket.destroy();
    if (this.http.listening) await once(this.http, "close");
  }

  private connected(socket: Socket): void {
    this.open.set(socket, this.connections++);
    socket.on("error", () => undefined);
    // What a test writes by hand is no answer to the HTTP server, which then would not close its own half.
    socket.on("end", () => socket.end());
    socket.on("close", () => this.open.delete(socket));
  }

  private async received(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket, rawHeaders, headers, method = "", url = "" } = request;
    const index = this.requests.length;
    const seen = { method, path: url, headers, rawHeaders, body: Buffer.alloc(0), index, connection: -1 };
    seen.connection = this.open.get(socket) ?? -1;
    this.requests.push(seen);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen.body = Buffer.concat(chunks);
    await this.handle(seen, replyOver(response, socket));
  }
}

function replyOver(response: ServerResponse, socket: Socket): Reply {
  return {
    answer: (status, headers = {}, body = "") => void response.writeHead(status, headers).end(body),
    async chunk(chunk, headers = {}) {
      if (!response.headersSent) response.writeHead(200, headers);
      if (chunk === undefined) response.end();
      else if (chunk.length > 0) await new Promise<void>((resolve) => response.write(chunk, () => resolve()));
    },
    raw: (bytes) => void socket.write(bytes),
    close: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
  };
}
