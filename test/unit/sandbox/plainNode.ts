import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { WebSocket } from "ws";

export interface PlainAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
}

export interface PlainRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export const json = { "content-type": "application/json" };
export const octets = { "content-type": "application/octet-stream" };
export const acceptOctets = { accept: "application/octet-stream" };

/** One request by `fetch` alone, POST unless said otherwise; a text body goes without a content type of its own. */
export async function ask(base: string, path: string, asked: PlainRequest = {}): Promise<PlainAnswer> {
  const { method = "POST", headers = {}, body } = asked;
  const init = { method, headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) };
  const response = await fetch(new URL(path, base), init);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString("utf8") };
}

/** What a node answers to a WebSocket upgrade, whether it takes it or not; the connection is ended. */
export async function upgradeAnswer(base: string, path = "/on", headers: object = {}): Promise<IncomingMessage> {
  const sent = request(new URL(path, base), {
    headers: {
      ...{ Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13" },
      ...{ "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"), ...headers },
    },
  });
  sent.end();
  const [response] = (await Promise.race([once(sent, "response"), once(sent, "upgrade")])) as [IncomingMessage];
  sent.destroy();
  return response;
}

/** A WebSocket at `/on`: its session id, and the binary messages one after the other. */
export class PlainSocket {
  private readonly messages: { data: Buffer; isBinary: boolean }[] = [];
  private waiting: (() => void) | undefined;
  /** Answers the upgrade's response. */
  readonly upgraded: Promise<IncomingMessage>;
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly socket: WebSocket;

  constructor(
    private readonly base: string,
    path = "/on",
  ) {
    this.socket = new WebSocket(base.replace(/^http/, "ws") + path);
    this.socket.on("message", (data: Buffer, isBinary) => {
      this.messages.push({ data, isBinary });
      this.waiting?.();
    });
    this.socket.on("error", () => undefined);
    this.upgraded = once(this.socket, "upgrade").then(([response]) => response as IncomingMessage);
    this.upgraded.catch(() => undefined);
    this.closed = new Promise((resolve) => {
      this.socket.on("close", (code, reason) => resolve({ code, reason: reason.toString("utf8") }));
    });
  }

  static async open(base: string): Promise<PlainSocket & { id: string }> {
    const plain = new PlainSocket(base);
    return Object.assign(plain, { id: await plain.text() });
  }

  /** The next message, which must be a text. */
  async text(): Promise<string> {
    const { data, isBinary } = await this.next();
    if (isBinary) throw new Error("a binary message came instead of a text");
    return data.toString("utf8");
  }

  /** The next message, which must be binary. */
  async frame(): Promise<Buffer> {
    const { data, isBinary } = await this.next();
    if (!isBinary) throw new Error("a text came instead of a binary message");
    return data;
  }

  /** The next event, taken apart by the rules of §2.3. */
  async event(): Promise<{ header: Record<string, string>; location: string; data: Buffer }> {
    const frame = await this.frame();
    const end = 4 + frame.readUInt32LE(0);
    const header = JSON.parse(frame.subarray(4, end).toString("utf8")) as Record<string, string>;
    return { header, location: header["Content-Location"] ?? "", data: frame.subarray(end) };
  }

  /** GET or DELETE on an event path with this socket's session id. */
  async subscription(method: "GET" | "DELETE", path: string, id: string, headers = {}): Promise<PlainAnswer> {
    return ask(this.base, path, { method, headers: { "Node-Session-Id": id, ...headers } });
  }

  end(): void {
    this.socket.terminate();
  }

  private async next(): Promise<{ data: Buffer; isBinary: boolean }> {
    while (this.messages.length === 0) await new Promise<void>((resolve) => (this.waiting = resolve));
    return this.messages.shift() as { data: Buffer; isBinary: boolean };
  }
}
