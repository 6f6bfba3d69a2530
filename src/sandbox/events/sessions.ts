import { randomBytes } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import type { Faults } from "../http/faults";
import type { NodeEvent } from "./nodeEvent";
import { eventFrame, eventLocation } from "./nodeEvent";
import type { Options } from "../options";
import { Session } from "./session";
import { targetKey } from "../wire/target";

const mostSessions = 1000;
/** Bytes of a client's message, of which a node expects none. */
const mostInbound = 256 * 1024;

/** The WebSockets at `/on`, their session ids and what is sent to them (§6). */
export class Sessions {
  private readonly open = new Map<string, Session>();
  private readonly server: WebSocketServer;
  private closed: Record<string, number> = {};

  constructor(
    private readonly options: Options,
    private readonly faults: Faults,
    private readonly nodeVersion: () => string,
  ) {
    this.server = new WebSocketServer({ noServer: true, maxPayload: 16 * mostInbound, perMessageDeflate: false });
    this.server.on("headers", (headers) => {
      const isSent = options.like["version header of a WebSocket upgrade"] === "given";
      if (isSent) headers.push(`${options.prefix}-Version: ${this.nodeVersion()}`);
      if (options.stickyCookie !== "") headers.push(`Set-Cookie: ${options.stickyCookie}; Path=/; HttpOnly`);
    });
  }

  get all(): Session[] {
    return [...this.open.values()].filter(({ alive }) => alive);
  }

  /** Frames delivered to sessions that have ended or are about to, by session id: each is here or in `all`. */
  get ended(): Record<string, number> {
    const closing = [...this.open.values()].filter(({ alive }) => !alive);
    return { ...this.closed, ...Object.fromEntries(closing.map(({ id, delivered }) => [id, delivered])) };
  }

  forgetEnded(): void {
    this.closed = {};
  }

  /** Undefined also for a session that the node is closing. */
  get(id: string): Session | undefined {
    const session = this.open.get(id);
    return session?.alive ? session : undefined;
  }

  /** Answers a WebSocket upgrade; the session id follows in the same TCP segment unless a fault delays it. */
  async upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const { upgradeStatus, upgradeDelayMs } = this.faults.handshake;
    if (upgradeDelayMs > 0) await this.faults.pause(upgradeDelayMs);
    if (upgradeStatus !== 101) return this.refuse(stream, upgradeStatus);
    if (stream.destroyed) return;
    if (this.open.size >= mostSessions) return this.refuse(stream, 503, `no more than ${mostSessions} sessions`);
    stream.cork();
    this.server.handleUpgrade(request, stream, head, (webSocket) => this.welcome(webSocket, stream));
    stream.uncork();
  }

  /** Answers an upgrade with a status, its version as every answer has it (§9.1), and a text. */
  refuse(stream: Duplex, status: number, text = ""): void {
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Refused"}`,
      `${this.options.prefix}-Version: ${this.nodeVersion()}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
      "Connection: close",
    ];
    stream.end(`${head.join("\r\n")}\r\n\r\n${text}`);
  }

  /** Sends an event once to every session with a subscription that covers it. */
  publish(event: NodeEvent): void {
    if (this.open.size === 0 || this.faults.takeFrame(() => eventLocation(event))) return;
    const keys = coveringKeys(event, this.options.exactTopics);
    let frame: Buffer | undefined;
    for (const session of this.open.values()) {
      if (!keys.some((key) => session.subscriptions.has(key))) continue;
      frame ??= eventFrame(event, this.options.prefix);
      session.deliver(frame);
    }
  }

  covering(event: Omit<NodeEvent, "data">): Session[] {
    const keys = coveringKeys(event, this.options.exactTopics);
    return this.all.filter(({ subscriptions }) => keys.some((key) => subscriptions.has(key)));
  }

  /** Makes every session id unknown while its socket stays open. */
  forget(): void {
    for (const session of this.open.values()) session.subscriptions.clear();
    this.open.clear();
  }

  destroy(): void {
    for (const client of this.server.clients) client.terminate();
    this.server.close();
  }

  private welcome(webSocket: WebSocket, stream: Duplex): void {
    const session = new Session(sessionId(), webSocket, stream, this.options.slowReaderBytes);
    this.open.set(session.id, session);
    webSocket.on("error", () => webSocket.terminate());
    webSocket.on("message", (data: Buffer) => {
      if (data.length > mostInbound) webSocket.close(1011);
    });
    webSocket.on("close", () => {
      this.open.delete(session.id);
      this.closed[session.id] = session.delivered;
    });
    const { sessionIdDelayMs, withoutSessionId, textsAfter } = this.faults.handshake;
    if (withoutSessionId) return;
    const greet = () => [session.id, ...textsAfter].forEach((text) => session.text(text));
    if (sessionIdDelayMs > 0) setTimeout(greet, sessionIdDelayMs).unref();
    else greet();
  }
}

/** Keys of the subscriptions that cover an event: with and without entity, with and without topic. */
function coveringKeys({ component, entity, topic }: Omit<NodeEvent, "data">, exactTopics: boolean): string[] {
  const name = exactTopics ? topic : topic.toLowerCase();
  const keys = [{ component, entity: undefined, topic: name }];
  if (component !== "transactions") keys.push({ component, entity: undefined, topic: "" });
  const own = entity === undefined ? [] : [name, ""].map((each) => ({ component, entity, topic: each }));
  return [...keys, ...own].map(targetKey);
}

/** 16 random bytes as hex that no reader of header values can take for a number. */
function sessionId(): string {
  const id = randomBytes(16).toString("hex");
  return /[a-df]/.test(id) ? id : sessionId();
}
