import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import { PlainSocket, ask } from "./plainNode";

const { counter } = contractIds;
const counted = `/on/contracts:${counter}/counted`;

interface State {
  requests: Record<string, number>;
  subscribes: Record<string, number>;
  unsubscribes: Record<string, number>;
  sessions: { id: string; delivered: number; subscriptions: string[] }[];
  endedSessions: Record<string, number>;
  openSockets: number;
}

describe("Sandbox: faults of requests, and counters", () => {
  let sandbox: Sandbox;
  let sockets: PlainSocket[];
  before(async () => (sandbox = await startSandbox({ blockMs: 0, args: ["--history", "0"] })));
  beforeEach(async () => {
    sockets = [];
    await sandbox.control("reset");
  });
  afterEach(() => Promise.all(sockets.map((socket) => (socket.end(), socket.closed))));
  after(() => sandbox.stop());

  const info = () => ask(sandbox.url, "/on/node/info");
  const state = () => sandbox.control("state") as Promise<State>;
  const open = async () => {
    const socket = await PlainSocket.open(sandbox.url);
    sockets.push(socket);
    return socket;
  };

  it("answers late", async () => {
    await sandbox.control("latency", { ms: 80, path: "/on/node/info" });
    const started = performance.now();
    await info();
    assert.ok(performance.now() - started >= 75);
  });

  it("drops the next requests to a path without an answer", async () => {
    await sandbox.control("drop", { path: "/node/info", count: 2 });
    assert.equal((await ask(sandbox.url, "/on/node/provisioners")).status, 200);
    await assert.rejects(info());
    await assert.rejects(info());
    assert.equal((await info()).status, 200);
  });

  it("drops a connection after some bytes of the body", async () => {
    await sandbox.control("drop", { afterBytes: 3 });
    await assert.rejects(info(), { message: "terminated" });
  });

  it("answers whatever it is told to", async () => {
    const headers = { "content-type": "text/html" };
    await sandbox.control("answer", { status: 502, headers, text: "<h1>Bad gateway</h1>" });
    const { status, text } = await info();
    assert.deepEqual([status, text], [502, "<h1>Bad gateway</h1>"]);
  });

  it("answers as a proxy's HTML 404", async () => {
    await sandbox.control("proxy");
    const { status, headers } = await info();
    assert.deepEqual([status, headers.get("content-type")], [404, "text/html; charset=utf-8"]);
  });

  it("answers with a wrong content type, or with none", async () => {
    await sandbox.control("content-type", { type: "text/plain" });
    assert.equal((await info()).headers.get("content-type"), "text/plain");
    await sandbox.control("content-type", { type: null });
    assert.equal((await info()).headers.get("content-type"), null);
  });

  it("changes a driver's schema", async () => {
    await sandbox.control("schema", { contract: counter, schema: { name: "Other" } });
    assert.equal((await ask(sandbox.url, `/on/driver:${counter}/get_schema`)).text, '{"name":"Other"}');
  });

  it("counts requests, subscriptions and delivered frames", async () => {
    const socket = await open();
    await info();
    await socket.subscription("GET", counted, socket.id);
    await sandbox.control("emit", { contract: counter, topic: "counted", json: 1, count: 3 });
    for (let at = 0; at < 3; at++) await socket.event();
    const open1 = await state();
    assert.equal(open1.requests["/on/node/info"], 1);
    assert.equal(open1.subscribes[`contracts:${counter}/counted`], 1);
    assert.deepEqual(open1.sessions, [
      { id: socket.id, delivered: 3, halfOpen: false, subscriptions: [`contracts:${counter}/counted`] },
    ]);
    await socket.subscription("DELETE", counted, socket.id);
    socket.end();
    await socket.closed;
    let after = await state();
    while (after.sessions.length > 0 || after.openSockets >= open1.openSockets) after = await state();
    assert.equal(after.unsubscribes[`contracts:${counter}/counted`], 1);
    assert.equal(after.endedSessions[socket.id], 3);
  });

  it("refuses a control that it does not know, and a body that does not fit", async () => {
    await assert.rejects(sandbox.control("magic"), /404 Not found: no control magic/);
    await assert.rejects(sandbox.control("latency", { ms: "long" }), /400 ms must be a number/);
  });

  it("comes back on the same port after a restart", async () => {
    const { port } = sandbox;
    await sandbox.restart();
    assert.equal(new URL(sandbox.url).port, String(port));
    assert.equal((await info()).status, 200);
  });
});
