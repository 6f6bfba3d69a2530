import assert from "node:assert/strict";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { resolve } from "node:path";
import { startSandbox, type Sandbox } from "../../support/startSandbox";
import { SandboxProcess } from "../../../src/features/sandboxNode/sandboxProcess";
import { ask, upgradeAnswer } from "./plainNode";

/** What a browser sends for a page that is not this node's own. */
const fromPages: [string, Record<string, string>][] = [
  ["another origin", { Origin: "https://page.example" }],
  ["a page without an origin", { Origin: "null" }],
  ["another port of this machine", { Origin: "http://127.0.0.1:1" }],
  ["a link or picture in a page", { "Sec-Fetch-Site": "cross-site" }],
  ["a name of its own that leads here", { Host: "page.example" }],
  ["an address of the network", { Host: "192.168.1.7:8080" }],
  ["a name that begins like ours", { Host: "localhost.page.example" }],
  ["an IPv6 address", { Host: "[2001:db8::1]:80" }],
];

describe("Sandbox: web pages, and who may use its controls", () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox({ blockMs: 0, args: ["--history", "0"] })));
  afterEach(() => sandbox.control("reset"));
  after(() => sandbox.stop());

  const send = async (headers: Record<string, string>, path = "/on/node/info") => {
    const sent = request(new URL(path, sandbox.url), { method: "POST", headers });
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.resume();
    return response;
  };
  for (const [what, headers] of fromPages) {
    it(`refuses requests and upgrades from ${what}`, async () => {
      const response = await send(headers);
      assert.deepEqual([response.statusCode, response.headers["node-version"]], [403, "1.6.0"]);
      assert.equal((await upgradeAnswer(sandbox.url, "/on", headers)).statusCode, 403);
      const { requests } = (await sandbox.control("state")) as { requests: object };
      assert.deepEqual(requests, {});
    });
  }

  for (const headers of [{ Host: "localhost" }, { Host: "127.0.0.1:8080" }, { Host: "[::1]:8080" }]) {
    it(`answers programs that reach it as ${headers.Host}`, async () => {
      assert.equal((await send(headers)).statusCode, 200);
      assert.equal((await upgradeAnswer(sandbox.url, "/on", headers)).statusCode, 101);
    });
  }

  it("answers its own origin and what a person types into a browser", async () => {
    assert.equal((await send({ Origin: sandbox.url, "Sec-Fetch-Site": "same-origin" })).statusCode, 200);
    assert.equal((await send({ "Sec-Fetch-Site": "none" })).statusCode, 200);
  });

  it("asks for the token before it obeys a control", async () => {
    const { version } = (await sandbox.control("state")) as { version: string };
    for (const headers of [{}, { "Sandbox-Token": "" }, { "Sandbox-Token": "0".repeat(64) }]) {
      const refused = await ask(sandbox.url, "/sandbox/version", { headers, body: '{"version":"9.9.9"}' });
      assert.equal(refused.status, 403);
      assert.match(refused.text, /sandbox-token/);
    }
    assert.equal(((await sandbox.control("state")) as { version: string }).version, version);
  });

  for (const [control, body] of [
    ["block", { count: 1_000_000_000 }],
    ["block", { count: 1.5 }],
    ["block", { count: -1 }],
    ["emit", { contract: "", topic: "counted", count: 1e12 }],
    ["latency", { ms: 2 ** 40 }],
    ["handshake", { sessionIdDelayMs: 2 ** 40 }],
    ["rate", { perSecond: 1e9 }],
  ] as const) {
    it(`refuses a control that would take too long: ${control} ${JSON.stringify(body)}`, async () => {
      await assert.rejects(sandbox.control(control, body), /400 .*must be a whole number from 0 to \d+/);
    });
  }

  it("keeps no more than 32 MiB of a control's body", async () => {
    await assert.rejects(sandbox.control("schema", { sdl: "x".repeat(33 << 20) }), /413 .*exceeds 33554432 bytes/);
  });

  it("has no controls at all as the extension starts it", async () => {
    const bundle = process.env.CHAINSCOPE_SANDBOX ?? resolve(__dirname, "../../../dist/sandbox.js");
    const plain = await SandboxProcess.start(bundle, "document");
    try {
      assert.ok(!("controlToken" in plain.ready));
      const headers = { "Sandbox-Token": "" };
      for (const control of ["state", "version", "answer"]) {
        const answer = await ask(plain.ready.listening, `/sandbox/${control}`, { headers, body: "{}" });
        assert.equal(answer.status, 500);
      }
    } finally {
      plain.stop();
    }
  });
});
