import assert from "node:assert/strict";
import type { NodeRequest, TransportOptions } from "../../../src/client/http/nodeRequest";
import { Transport } from "../../../src/client/http/transport";
import { FaultServer, type Reply } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";

const read: NodeRequest = { method: "POST", path: "/on/node/info", idempotent: true };
const write: NodeRequest = { method: "POST", path: "/on/transactions/propagate" };

describe("transport", () => {
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

  const lastRequest = () => server.requests.at(-1) ?? assert.fail("nothing arrived");

  it("sends exactly what it was given, with a content length and nothing added to the content type", async () => {
    const transport = transportTo({ endpoint: server.endpoint("/some/where"), headers: { "x-label": "a" } });
    const headers = { "Content-Type": "application/json" };
    await transport.request({ ...write, headers, body: '{"n":"云"}' });
    const { path, rawHeaders, body } = lastRequest();
    assert.equal(path, "/some/where/on/transactions/propagate");
    assert.equal(body.toString(), '{"n":"云"}');
    const sent = Object.fromEntries(pairs(rawHeaders));
    assert.equal(sent["Content-Type"], "application/json");
    assert.equal(sent["content-length"], "11");
    assert.equal(sent["x-label"], "a");
    await transport.request({
      ...write,
      headers: { "Content-Type": "application/octet-stream" },
      body: Uint8Array.of(0, 255),
    });
    assert.deepEqual([...lastRequest().body], [0, 255]);
    await transport.request({ method: "DELETE", path: "/on/blocks/accepted" });
    assert.equal(lastRequest().method, "DELETE");
    await transport.request(read);
    assert.equal(lastRequest().headers["content-length"], "0");
  });

  it("uses one connection for one request after another, and a bounded number for many at once", async () => {
    const transport = transportTo();
    for (let count = 0; count < 20; count++) await transport.request(read);
    assert.ok(server.connections <= 2, `${server.connections} connections`);
    await Promise.all(Array.from({ length: 300 }, () => transport.request(read)));
    assert.ok(server.connections <= 33, `${server.connections} connections`);
  });

  it("leaves no connection behind when the bodies of failures are long", async () => {
    server.handle = (_, reply) => reply.answer(500, {}, "x".repeat(4096));
    const transport = transportTo();
    for (let count = 0; count < 500; count++) await nodeFailure(transport.request(read), "node-fault");
    assert.ok(server.connections <= 2, `${server.connections} connections`);
  });

  it("keeps the beginning of a long failure and says how long it was", async () => {
    server.handle = (_, reply) => reply.answer(500, {}, "é".repeat(500_000));
    const { response = "", message } = await nodeFailure(transportTo().request(read), "node-fault");
    assert.match(response, /… \(1000000 bytes in all\)$/);
    assert.ok(response.length < 33_000 && message.length < 1200);
  });

  for (const arrival of ["request", "stream"] as const) {
    for (const [head, said] of [
      ["transfer-encoding: chunked", /… \(more than 65536 bytes\)$/],
      ["content-length: 4000000000", /… \(4000000000 bytes in all\)$/],
    ] as const) {
      it(`does not wait for the end of a failure that has none, as a ${arrival} with ${head}`, async () => {
        const chunk = "y".repeat(64 * 1024);
        server.handle = async ({ connection }, reply) => {
          reply.raw(`HTTP/1.1 500 No\r\n${head}\r\n\r\n`);
          while (server.isOpen(connection)) {
            reply.raw(head.startsWith("transfer") ? `10000\r\n${chunk}\r\n` : chunk);
            await new Promise((resolve) => setImmediate(resolve));
          }
        };
        const failure = await nodeFailure(transportTo()[arrival](read), "node-fault");
        assert.match(failure.response ?? "", said);
      });
    }
  }

  it("says how much of an answer came before it was cut, and does not ask again", async () => {
    server.handle = (_, reply) => {
      reply.raw("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc");
      reply.close();
    };
    const failure = await nodeFailure(transportTo().request(read), "malformed-response");
    assert.match(failure.message, /^The node closed the connection 3 bytes into its answer\.$/);
    assert.equal(server.requests.length, 1);
  });

  it("has one limit for an answer that never begins and for one that never ends", async () => {
    const transport = transportTo({ timeoutMs: 100 });
    server.handle = () => undefined;
    const silent = await nodeFailure(transport.request(read), "timeout");
    assert.match(silent.message, /^The node did not answer within 0\.1 s\.$/);
    let trickle: NodeJS.Timeout | undefined;
    server.handle = (_, reply) => {
      trickle = setInterval(() => void reply.chunk("."), 10);
    };
    const slow = await nodeFailure(transport.request(read), "timeout");
    clearInterval(trickle);
    server.handle = () => undefined;
    assert.match(slow.message, /did not finish its answer within 0.1 s \([1-9]\d* bytes came\)/);
    const own = await nodeFailure(transport.request({ ...read, timeoutMs: 20 }), "timeout");
    assert.match(own.message, /within 0.02 s/);
  });

  it("ends with the caller's own reason when the caller cancels, before, while waiting and while reading", async () => {
    const transport = transportTo();
    const reason = new Error("not wanted any more");
    await assert.rejects(transport.request({ ...read, signal: AbortSignal.abort(reason) }), reason);
    assert.equal(server.requests.length, 0);
    for (const begin of [() => undefined, (reply: Reply) => reply.chunk("part")]) {
      const cancel = new AbortController();
      server.handle = async (_, reply) => {
        await begin(reply);
        setImmediate(() => cancel.abort(reason));
      };
      await assert.rejects(transport.request({ ...read, signal: cancel.signal }), reason);
    }
  });

  it("reads no answer that is longer than the limit, announced or not", async () => {
    const transport = transportTo({ maxResponseBytes: 1000 });
    const body = "x".repeat(1001);
    server.handle = (_, reply) => reply.answer(200, {}, body);
    const announced = await nodeFailure(transport.request(read), "too-large");
    assert.match(announced.message, /longer than the limit of 1000 bytes/);
    server.handle = async (_, reply) => {
      await reply.chunk(body);
      await reply.chunk(undefined);
    };
    await nodeFailure(transport.request(read), "too-large");
    assert.equal((await transport.request({ ...read, maxResponseBytes: 2000 })).body.length, 1001);
  });

  it("gives a streamed body chunk by chunk, its limit counting from one chunk to the next", async () => {
    server.handle = async (_, reply) => {
      for (const chunk of ["a", "b", "c", "d", "e"]) {
        await reply.chunk(chunk);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      if (server.requests.length === 1) await reply.chunk(undefined);
    };
    const transport = transportTo({ timeoutMs: 150 });
    assert.equal(await textOf((await transport.stream(read)).body), "abcde");
    const failure = await nodeFailure(
      transport.stream(read).then(({ body }) => textOf(body)),
      "timeout",
    );
    assert.match(failure.message, /5 bytes came/);
  });

  it("counts no time against a stream while its reader is busy", async () => {
    server.handle = async (_, reply) => {
      await reply.chunk("a");
      await reply.chunk("b");
      await reply.chunk(undefined);
    };
    const { body } = await transportTo({ timeoutMs: 100 }).stream(read);
    let text = "";
    for await (const chunk of body) {
      text += Buffer.from(chunk).toString();
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    assert.equal(text, "ab");
  });

  it("closes the connection of a stream whose reader stops", async () => {
    server.handle = (_, reply) => reply.chunk("x".repeat(100_000));
    const { body } = await transportTo().stream(read);
    for await (const chunk of body) {
      assert.ok(chunk.length > 0);
      break;
    }
    while (server.isOpen(0)) await new Promise(setImmediate);
  });

  it("rejects a stream that is no success with the node's words", async () => {
    server.handle = (_, reply) => reply.answer(404, {}, "Not found: nothing here");
    assert.match((await nodeFailure(transportTo().stream(read), "not-found")).message, /nothing here/);
  });

  it("follows no redirect", async () => {
    server.handle = (_, reply) => reply.answer(302, { Location: "http://elsewhere/" });
    assert.match(
      (await nodeFailure(transportTo().request(read), "refused")).message,
      /redirects to http:\/\/elsewhere \(status 302\)/,
    );
    assert.equal(server.requests.length, 1);
  });

  it("rejects what is under way when it is disposed, and what comes after", async () => {
    const transport = transportTo();
    server.handle = () => void transport.dispose();
    await assert.rejects(transport.request(read), { name: "AbortError" });
    await assert.rejects(transport.request(read), { name: "AbortError" });
    assert.equal(server.requests.length, 1);
  });

  it("refuses odd headers on construction", () => {
    assert.throws(() => transportTo({ headers: { "x-a": "b\r\nc: d" } }), { reason: "invalid-input" });
  });

  it("takes missing and repeated headers as they come", async () => {
    server.handle = (_, reply) => reply.answer(200, { "x-a": ["1", "2"], "set-cookie": ["a=1", "b=2"] });
    const { headers, version } = await transportTo().request(read);
    assert.equal(headers["x-a"], "1, 2");
    assert.equal(version, undefined);
  });
});

function pairs(list: readonly string[]): [string, string][] {
  return list.flatMap((name, index) => (index % 2 ? [] : [[name, list[index + 1] ?? ""] as [string, string]]));
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
