import assert from "node:assert/strict";
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { NodeRequest } from "../../../src/client/http/nodeRequest";
import { Transport } from "../../../src/client/http/transport";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";

const read: NodeRequest = { method: "POST", path: "/on/node/info", idempotent: true };
const text = JSON.stringify({ names: Array.from({ length: 5000 }, (_, at) => `name ${at} 云`) });

describe("an answer that is compressed though no one asked for it", () => {
  let server: FaultServer;
  let transport: Transport;

  before(async () => {
    server = await FaultServer.start(() => undefined);
    transport = new Transport({ endpoint: server.endpoint(), timeoutMs: 5000, maxResponseBytes: 1024 * 1024 });
  });
  after(async () => {
    await transport.dispose();
    await server.stop();
  });

  const answers = (encoding: string, body: Uint8Array | string, status = 200) => {
    const headers = { "content-encoding": encoding, "content-type": "application/json" };
    server.handle = (_, reply) => reply.answer(status, headers, body);
  };
  const streamed = async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await transport.stream(read)).body) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  const ways: [encoding: string, body: Uint8Array][] = [
    ["gzip", gzipSync(text)],
    ["X-GZip", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["deflate, gzip", gzipSync(deflateSync(text))],
    ["identity", Buffer.from(text)],
  ];
  for (const [encoding, body] of ways) {
    it(`is read as it was before (${encoding}, ${body.length} bytes), whole and as a stream`, async () => {
      answers(encoding, body);
      const response = await transport.request(read);
      assert.equal(Buffer.from(response.body).toString(), text);
      assert.equal(response.size, Buffer.byteLength(text));
      assert.equal(await streamed(), text);
    });
  }

  it("is read when its chunks arrive one by one", async () => {
    const body = gzipSync(text);
    server.handle = async (_, reply) => {
      const headers = { "content-encoding": "gzip" };
      for (let at = 0; at < body.length; at += 1000) await reply.chunk(body.subarray(at, at + 1000), headers);
      await reply.chunk(undefined, headers);
    };
    assert.equal(Buffer.from((await transport.request(read)).body).toString(), text);
    assert.equal(await streamed(), text);
  });

  for (const [encoding, compress] of [
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", (bytes: Uint8Array) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ] as const) {
    it(`is refused when it would grow beyond the limit (${encoding})`, async () => {
      const bomb = compress(Buffer.alloc(16 * 1024 * 1024));
      assert.ok(bomb.length < 128 * 1024);
      answers(encoding, bomb);
      const failure = await nodeFailure(transport.request(read), "too-large");
      assert.match(failure.message, /longer than the limit of 1048576 bytes/);
    });
  }

  it("is empty when nothing came", async () => {
    answers("gzip", "");
    assert.equal((await transport.request(read)).size, 0);
    assert.equal(await streamed(), "");
  });

  for (const [what, encoding, body, why] of [
    ["of an unknown kind", "zstd", "(\xb5/\xfd", /compressed \(zstd\), which was not asked for: this way is not known/],
    ["more often than makes sense", "gzip, gzip, gzip", "", /compressed \(gzip, gzip, gzip\)/],
    ["by its header only", "gzip", '{"a":1}', /compressed \(gzip\), which was not asked for: incorrect header check/],
    ["and broken off", "br", brotliCompressSync(text).subarray(0, 100), /compressed \(br\).*unexpected end of file/],
  ] as const) {
    it(`is named when it is compressed ${what}`, async () => {
      answers(encoding, body);
      const failure = await nodeFailure(transport.request(read), "malformed-response");
      assert.match(failure.message, why);
      assert.match(failure.remedy ?? "", /compression/);
      await assert.rejects(streamed(), (error: Error) => why.test(error.message));
    });
  }

  it("has the words of a failure in it, also when it is too long to be kept", async () => {
    for (const words of ["VM error: out of gas", `VM error: out of gas${noise(200_000)}`]) {
      answers("gzip", gzipSync(words), 500);
      assert.match((await nodeFailure(transport.request(read), "node-fault")).message, /out of gas/);
      assert.match((await nodeFailure(transport.stream(read), "node-fault")).message, /out of gas/);
    }
  });
});

/** Text that does not become much shorter by compression. */
function noise(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48271) % 2147483647;
    return String.fromCharCode(33 + (state % 90));
  }).join("");
}
