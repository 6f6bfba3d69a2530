import assert from "node:assert/strict";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import type { NodeRequest, TransportOptions } from "../../../src/client/http/nodeRequest";
import { Transport } from "../../../src/client/http/transport";
import { FaultServer, type ReceivedRequest, type Reply } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { selfSigned } from "../../support/selfSigned";

const read: NodeRequest = { method: "POST", path: "/on/node/info", idempotent: true };
const write: NodeRequest = { method: "POST", path: "/on/transactions/propagate" };

describe("transport, its connections", () => {
  let server: FaultServer;
  const transports: Transport[] = [];

  beforeEach(async () => {
    server = await FaultServer.start((_, reply) => reply.answer(200, {}, "ok"));
  });
  afterEach(async () => {
    await Promise.all(transports.splice(0).map((transport) => transport.dispose()));
    await server.stop();
  });

  function transportTo(options: Partial<TransportOptions> = {}): Transport {
    const transport = new Transport({ endpoint: server.endpoint(), ...options });
    transports.push(transport);
    return transport;
  }

  describe("when a kept connection was closed by the other side", () => {
    const closeSecond =
      (act: (reply: Reply) => void) =>
      ({ index }: ReceivedRequest, reply: Reply) =>
        index === 1 ? act(reply) : reply.answer(200, {}, "ok");
    for (const [how, act] of [
      ["in good order", (reply: Reply) => reply.close()],
      ["by a reset", (reply: Reply) => reply.reset()],
    ] as const) {
      it(`${how}, a read is sent once more over a fresh one`, async () => {
        server.handle = closeSecond(act);
        const transport = transportTo();
        await transport.request(read);
        await connectionFree();
        assert.equal(Buffer.from((await transport.request(read)).body).toString(), "ok");
        assert.equal(server.connections, 2);
        assert.equal(server.requests.length, 3);
      });

      it(`${how}, a write is not sent again, and its outcome is unknown`, async () => {
        server.handle = closeSecond(act);
        const transport = transportTo();
        await transport.request(read);
        await connectionFree();
        const failure = await nodeFailure(transport.request(write), "closed-without-answer");
        assert.equal(failure.outcomeUnknown, true);
        assert.equal(server.requests.length, 2);
      });
    }

    it("before the next request, nothing is noticed", async () => {
      const transport = transportTo();
      await transport.request(read);
      await server.closeConnections();
      await transport.request(write);
      assert.equal(server.requests.length, 2);
    });
  });

  it("does not send a read again and again when a handler closes every connection", async () => {
    const transport = transportTo();
    await transport.request(read);
    server.handle = (_, reply) => reply.close();
    const failure = await nodeFailure(transport.request(read), "closed-without-answer");
    assert.match(failure.message, /closed the connection without a response\.$/);
    assert.ok(server.requests.length <= 3);
  });

  const noHttp: [what: string, bytes: string][] = [
    ["garbage", "\u0000\u0001garbage\r\n\r\n"],
    ["another protocol", "220 mail ready\r\n"],
    ["endless headers", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`],
    ["a broken length", "HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n"],
  ];
  for (const [what, bytes] of noHttp) {
    it(`says that what answers with ${what} is not a node`, async () => {
      server.handle = (_, reply) => {
        reply.raw(bytes);
        reply.close();
      };
      const failure = await nodeFailure(transportTo().request(read), "not-a-node");
      assert.match(failure.message, /not HTTP/);
    });
  }

  it("names host and port in a plain sentence, and keeps the code apart, when nothing listens", async () => {
    const { port } = server;
    const transport = transportTo();
    await server.stop();
    const failure = await nodeFailure(transport.request(read), "unreachable");
    assert.match(failure.message, new RegExp(`^Nothing listens at http://127\\.0\\.0\\.1:${port}\\.$`));
    assert.match(failure.code ?? "", /127\.0\.0\.1 port \d+ ECONNREFUSED/);
    assert.ok(failure.remedy && failure.cause);
    assert.doesNotMatch(failure.message, /fetch failed/);
  });

  it("says that a host name is unknown", async () => {
    const transport = transportTo({ endpoint: parseEndpoint("http://no-such-host.invalid:1") });
    const failure = await nodeFailure(transport.request(read), "unreachable");
    assert.match(failure.message, /(host name of|name server did not answer for) http:\/\/no-such-host\.invalid:1/);
  });

  for (const host of ["127.0.0.1", "::1"]) {
    it(`reaches a node that listens on ${host} only by the name localhost`, async () => {
      const local = await FaultServer.start((_, reply) => reply.answer(200), { host });
      const transport = transportTo({ endpoint: parseEndpoint(`localhost:${local.port}`) });
      await transport.request(read);
      await local.stop();
      const failure = await nodeFailure(transport.request(read), "unreachable");
      assert.match(failure.code ?? "", /127\.0\.0\.1 port \d+ ECONNREFUSED; ::1 port \d+ ECONNREFUSED/);
    });
  }

  it("names the certificate when it is not trusted, and trusts one that it was given or told not to check", async () => {
    const secure = await FaultServer.start((_, reply) => reply.answer(200), { tls: selfSigned });
    const endpoint = secure.endpoint();
    const failure = await nodeFailure(transportTo({ endpoint }).request(read), "unreachable");
    assert.match(failure.message, /^The certificate of https:\/\/localhost:\d+ is self-signed\.$/);
    assert.match(failure.remedy ?? "", /certificate file.*insecureTls.*nothing checks/);
    assert.deepEqual(failure.remedies, ["edit-connection", "retry"]);
    await transportTo({ endpoint, ca: selfSigned.cert }).request(read);
    await transportTo({ endpoint, rejectUnauthorized: false }).request(read);
    await secure.stop();
  });

  it("says that a node does not speak TLS when the address says that it does", async () => {
    const transport = transportTo({ endpoint: parseEndpoint(server.url.replace("http:", "https:")) });
    const failure = await nodeFailure(transport.request(read), "unreachable");
    assert.match(failure.message, /^TLS is not spoken at /);
  });
});

/** The library marks a connection as free just after it has given the answer. */
function connectionFree(): Promise<void> {
  return new Promise(setImmediate);
}
