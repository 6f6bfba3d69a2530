import assert from "node:assert/strict";
import { EventSession } from "../../../src/client/session/eventSession";
import { failureWords } from "../../../src/client/failures/failureWords";
import type { NodeErrorReason } from "../../../src/client/failures/nodeError";
import { Transport } from "../../../src/client/http/transport";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import { FaultServer, type Reply } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { selfSigned } from "../../support/selfSigned";
import { sessionAt } from "../../support/sessionStates";

const read = { method: "POST", path: "/on/node/info", idempotent: true } as const;

describe("an answer that no server should give", () => {
  let server: FaultServer;

  beforeEach(async () => {
    server = await FaultServer.start(() => undefined);
  });

  afterEach(() => server.stop());

  async function failureAt(url: string, reason: NodeErrorReason) {
    const transport = new Transport({ endpoint: parseEndpoint(url) });
    try {
      return await nodeFailure(transport.request(read), reason);
    } finally {
      await transport.dispose();
    }
  }

  const raw = (text: string) => (reply: Reply) => {
    reply.raw(text);
    reply.close();
  };
  const odd: [what: string, answer: (reply: Reply) => void, reason: NodeErrorReason, sentence: RegExp][] = [
    [
      "status 000",
      raw("HTTP/1.1 000 No\r\nContent-Length: 2\r\n\r\n{}"),
      "malformed-response",
      /status that does not exist/,
    ],
    [
      "two lengths",
      raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"),
      "malformed-response",
      /The length that the answer announces is not/,
    ],
    [
      "a length and chunks",
      raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
      "malformed-response",
      /The length that the answer announces is not/,
    ],
    ["an alert of TLS", raw("\u0015\u0003\u0003\u0000\u0002\u0002F"), "not-a-node", /speaks TLS/],
  ];
  for (const [what, answer, reason, sentence] of odd) {
    it(`is told in one sentence: ${what}`, async () => {
      server.handle = (_, reply) => answer(reply);
      const error = await failureAt(server.url, reason);
      assert.match(error.message, sentence);
      assert.doesNotMatch(error.message, /UND_ERR|assert|HTTPParser/);
      assert.ok(error.remedy && error.code);
    });
  }

  for (const words of [
    "Client sent an HTTP request to an HTTPS server.",
    "<html><body>400 The plain HTTP request was sent to HTTPS port</body></html>",
  ]) {
    it(`says that the port speaks TLS when it is told: ${words.slice(0, 20)}`, async () => {
      server.handle = (_, reply) => reply.answer(400, {}, words);
      const error = await failureAt(server.url, "not-a-node");
      assert.match(`${error.message} ${error.remedy}`, /speaks TLS\. The address should begin with https:/);
      assert.deepEqual([error.redirect, error.remedies?.[0]], [server.url.replace("http:", "https:"), "use-address"]);
    });
  }

  it("thinks of TLS when a port closes at once on plain HTTP", async () => {
    const secure = await FaultServer.start((_, reply) => reply.answer(200), { tls: selfSigned });
    const error = await failureAt(secure.url.replace("https:", "http:"), "closed-without-answer");
    assert.match(error.remedy ?? "", /If it speaks TLS, its address begins with https:/);
    await secure.stop();
  });

  it("puts the path of the address, which may be a key, into no sentence and no detail", async () => {
    const key = "9f8e7d6c5b4a";
    const failures: ((reply: Reply) => void)[] = [
      (reply) => reply.close(),
      (reply) => reply.reset(),
      (reply) => reply.answer(500, {}, "no"),
      (reply) => reply.answer(404, { "content-type": "text/html" }, "<html>"),
      (reply) => reply.answer(301, { location: `/elsewhere/${key}/on/node/info` }),
      (reply) => reply.answer(200, {}, "no JSON"),
      raw("HTTP/1.1 000 No\r\n\r\n"),
    ];
    for (const answer of failures) {
      server.handle = (_, reply) => answer(reply);
      const transport = new Transport({ endpoint: server.endpoint(`/v1/${key}`), timeoutMs: 2000 });
      const error: unknown = await transport.request(read).catch((thrown: unknown) => thrown);
      if (!(error instanceof Error)) continue;
      const { sentence, remedy = "", details } = failureWords(error);
      assert.ok(![sentence, remedy, ...details, error.stack ?? ""].join("\n").includes(key), sentence);
      await transport.dispose();
    }
  });

  it("puts it into no line of the event session's log either", async () => {
    const key = "9f8e7d6c5b4a";
    for (const status of [200, 302, 401, 404, 429, 502]) {
      server.handle = (_, reply) => reply.answer(status, { location: `/moved/${key}/on` });
      const lines: string[] = [];
      const session = new EventSession({ endpoint: server.endpoint(`/v1/${key}`), log: (line) => lines.push(line) });
      session.start();
      const { reason } = await sessionAt(session, "waiting");
      await session.dispose();
      assert.ok(reason.includes(`${server.port}`), reason);
      assert.ok(![reason, ...lines].join("\n").includes(key), reason);
    }
  });
});
