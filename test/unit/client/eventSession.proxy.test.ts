import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import { EventSession, type EventSessionOptions } from "../../../src/client/session/eventSession";
import { sessionAt } from "../../support/sessionStates";
import { SocketFaultServer } from "../../support/socketFaultServer";

describe("event session through a proxy", () => {
  const endpoint = parseEndpoint("http://node.test:8080");
  let server: SocketFaultServer;
  let sessions: EventSession[];
  let proxy: Server;
  let answer: string;
  let asked: string[];

  beforeEach(async () => {
    server = await SocketFaultServer.start();
    sessions = [];
    asked = [];
    answer = "HTTP/1.1 200 Connected\r\n\r\n";
    proxy = createServer((client) => {
      client.on("error", () => client.destroy());
      client.once("data", (head) => {
        asked.push(head.toString());
        client.write(answer);
        if (!answer.includes(" 200 ")) return void client.end();
        const node = connect(server.port, "127.0.0.1");
        node.on("error", () => client.destroy());
        client.pipe(node).pipe(client);
      });
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
  });

  afterEach(async () => {
    await Promise.all([...sessions.map((session) => session.dispose()), server.stop()]);
    proxy.close();
  });

  function started(options: Partial<EventSessionOptions>): EventSession {
    const backoff = { firstMs: 60_000, maxMs: 60_000, jitter: 0 };
    const session = new EventSession({ endpoint: server.endpoint, backoff, ...options });
    sessions.push(session);
    session.start();
    return session;
  }

  const settings = () => ({
    url: `http://me:secret@127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    noProxy: [],
    strictSsl: true,
  });

  it("opens", async () => {
    await sessionAt(started({ endpoint, proxy: settings() }), "open");
    assert.match(asked[0] ?? "", /^CONNECT node\.test:8080 HTTP\/1\.1\r\n/);
    assert.match(asked[0] ?? "", /Proxy-Authorization: Basic bWU6c2VjcmV0\r\n/);
  });

  it("names the proxy when it refuses, and not its password", async () => {
    answer = "HTTP/1.1 407 Authentication Required\r\nContent-Length: 0\r\n\r\n";
    const { reason } = await sessionAt(started({ endpoint, proxy: settings() }), "waiting");
    assert.match(reason, /The proxy http:\/\/127\.0\.0\.1:\d+ asks for credentials \(status 407\)/);
    assert.doesNotMatch(reason, /secret/);
  });

  it("names the proxy when it cannot be reached", async () => {
    const unreachable = settings();
    proxy.close();
    const { reason } = await sessionAt(started({ endpoint, proxy: unreachable }), "waiting");
    assert.match(reason, /Nothing listens at the proxy http:\/\/127\.0\.0\.1:\d+\./);
  });

  it("reaches this machine directly", async () => {
    await sessionAt(started({ proxy: settings() }), "open");
    assert.deepEqual(asked, []);
  });
});
