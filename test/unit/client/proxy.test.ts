import assert from "node:assert/strict";
import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import type { TransportOptions } from "../../../src/client/http/nodeRequest";
import { Transport } from "../../../src/client/http/transport";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { selfSigned } from "../../support/selfSigned";

const read = { method: "POST", path: "/on/node/info", idempotent: true } as const;

describe("transport through a proxy", () => {
  let node: FaultServer;
  let proxy: RecordingProxy;

  before(async () => {
    node = await FaultServer.start((_, reply) => reply.answer(200, {}, "ok"));
    proxy = await RecordingProxy.start();
  });
  after(async () => {
    await node.stop();
    await proxy.stop();
  });

  const settings = (url = proxy.url) => ({ url, noProxy: [], strictSsl: true });

  async function sendTo(address: string, options: Partial<TransportOptions>): Promise<string> {
    const transport = new Transport({ endpoint: parseEndpoint(address), timeoutMs: 3000, ...options });
    try {
      return Buffer.from((await transport.request({ ...read, body: "x" })).body).toString();
    } finally {
      await transport.dispose();
    }
  }

  it("asks the proxy for a node on another machine, with the proxy's credentials and the node's headers", async () => {
    proxy.actualPort = node.port;
    const [, port] = [node.url, node.port];
    const text = await sendTo(`http://node.lan:${port}`, {
      proxy: { ...settings(proxy.url.replace("//", "//me:pw@")) },
      headers: { "x-label": "a" },
    });
    assert.equal(text, "ok");
    assert.equal(proxy.seen.at(-1)?.url, `http://node.lan:${port}/on/node/info`);
    assert.equal(proxy.seen.at(-1)?.headers["proxy-authorization"], `Basic ${btoa("me:pw")}`);
    assert.equal(node.requests.at(-1)?.headers["x-label"], "a");
    assert.equal(node.requests.at(-1)?.body.toString(), "x");
  });

  it("asks the proxy for a tunnel when the node is reached by https", async () => {
    const secure = await FaultServer.start((_, reply) => reply.answer(200, {}, "safe"), { tls: selfSigned });
    proxy.actualPort = secure.port;
    const text = await sendTo(`https://node.lan:${secure.port}`, { proxy: settings(), rejectUnauthorized: false });
    assert.equal(text, "safe");
    assert.equal(proxy.seen.at(-1)?.method, "CONNECT");
    assert.equal(proxy.seen.at(-1)?.url, `node.lan:${secure.port}`);
    await secure.stop();
  });

  it("never asks the proxy for this machine", async () => {
    const before = proxy.seen.length;
    assert.equal(await sendTo(node.url, { proxy: settings("http://127.0.0.1:1") }), "ok");
    assert.equal(await sendTo(`localhost:${node.port}`, { proxy: settings() }), "ok");
    assert.equal(proxy.seen.length, before);
  });

  it("names the proxy when it cannot be reached", async () => {
    for (const address of ["http://node.lan", "https://node.lan"]) {
      const failure = await nodeFailure(sendTo(address, { proxy: settings("http://127.0.0.1:1") }), "unreachable");
      assert.match(failure.message, /^Nothing listens at the proxy http:\/\/127\.0\.0\.1:1\./);
      assert.match(failure.remedy ?? "", /http\.proxy/);
    }
  });

  for (const status of [407, 502]) {
    it(`names the proxy when it answers ${status}`, async () => {
      proxy.refuseWith = status;
      for (const address of ["http://node.lan:1", "https://node.lan:1"]) {
        const thrown = await sendTo(address, { proxy: settings() }).then(
          () => assert.fail(),
          (error: Error) => error,
        );
        assert.ok(thrown.message.includes(proxy.url), thrown.message);
        assert.match(thrown.message, new RegExp(`status ${status}`));
      }
      proxy.refuseWith = undefined;
    });
  }
});

/** A forward proxy that keeps what it was asked and sends everything to one port of this machine. */
class RecordingProxy {
  readonly seen: { method: string; url: string; headers: IncomingMessage["headers"] }[] = [];
  actualPort = 0;
  refuseWith: number | undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly http: Server) {}

  static async start(): Promise<RecordingProxy> {
    const http = createServer();
    const proxy = new RecordingProxy(http);
    http.on("connection", (socket: Socket) => proxy.keep(socket));
    http.on("request", (request, response) => proxy.forward(request, response));
    http.on("connect", (request: IncomingMessage, socket: Socket) => proxy.tunnel(request, socket));
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.http.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.http, "close");
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => this.sockets.delete(socket));
  }

  private note({ method = "", url = "", headers }: IncomingMessage): void {
    this.seen.push({ method, url, headers });
  }

  private forward(request: IncomingMessage, response: ServerResponse): void {
    this.note(request);
    if (this.refuseWith !== undefined) {
      response.writeHead(this.refuseWith).end();
      return;
    }
    const { pathname } = new URL(request.url ?? "");
    const { method, headers } = request;
    const onward = httpRequest({ port: this.actualPort, method, path: pathname, headers, agent: false }, (answered) => {
      response.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(response);
    });
    request.pipe(onward);
  }

  private tunnel(request: IncomingMessage, socket: Socket): void {
    this.note(request);
    if (this.refuseWith !== undefined) {
      socket.end(`HTTP/1.1 ${this.refuseWith} Refused\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(this.actualPort, "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    this.keep(onward);
    socket.pipe(onward).pipe(socket);
  }
}
