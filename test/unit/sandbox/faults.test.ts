import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { readOptions } from "../../../src/sandbox/options";
import { selfSigned } from "../../support/selfSigned";
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

describe("Sandbox: faults on request", () => {
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
  const begin = () => {
    const socket = new PlainSocket(sandbox.url);
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

  it("goes half-open: no pong, no event, and TCP stays", async () => {
    const [frozen, sound] = [await open(), await open()];
    for (const socket of [frozen, sound]) await socket.subscription("GET", counted, socket.id);
    await sandbox.control("half-open", { session: frozen.id });
    let pongs = 0;
    for (const { socket } of [frozen, sound]) socket.on("pong", () => pongs++).ping();
    await once(sound.socket, "pong");
    await sandbox.control("emit", { contract: counter, topic: "counted", json: 1 });
    await sound.event();
    assert.equal(pongs, 1);
    assert.equal(frozen.socket.readyState, frozen.socket.OPEN);
    assert.equal((await state()).sessions.find(({ id }) => id === frozen.id)?.delivered, 0);
  });

  it("closes with a code, as for a slow reader, or cuts TCP", async () => {
    const rows: [control: string, body: object, code: number, reason: string][] = [
      ["close", { code: 1008, reason: "policy" }, 1008, "policy"],
      ["slow-reader", {}, 1001, "Shutting down"],
      ["cut-socket", {}, 1006, ""],
    ];
    for (const [control, body, code, reason] of rows) {
      const socket = await open();
      await sandbox.control(control, { ...body, session: socket.id });
      assert.deepEqual(await socket.closed, { code, reason });
    }
  });

  it("closes a reader that falls behind", async () => {
    const slow = await startSandbox({
      blockMs: 0,
      rate: 100_000,
      args: ["--history", "0", "--slow-reader-bytes", "1000"],
    });
    const socket = await PlainSocket.open(slow.url);
    try {
      socket.socket.pause();
      await socket.subscription("GET", counted, socket.id);
      while (((await slow.control("state")) as State).sessions.length > 0) await sandbox.control("state");
      socket.socket.resume();
      assert.deepEqual(await socket.closed, { code: 1001, reason: "Shutting down" });
    } finally {
      socket.end();
      await slow.stop();
    }
  });

  it("sends garbage, short, oversized and empty frames between good ones", async () => {
    const socket = await open();
    await socket.subscription("GET", counted, socket.id);
    const sizes: number[] = [];
    for (const kind of ["garbage", "short", "oversized", "empty"]) {
      await sandbox.control("frame", { kind });
      sizes.push((await socket.frame()).length);
    }
    await sandbox.control("emit", { contract: counter, topic: "counted", json: 5 });
    assert.equal((await socket.event()).data.readBigUInt64LE(), 5n);
    assert.deepEqual(sizes, [9, 2, 46, 0]);
  });

  it("sends texts after the session id, at once or on request", async () => {
    await sandbox.control("handshake", { textsAfter: ["hello", "ab".repeat(16)] });
    const socket = await open();
    await sandbox.control("text", { text: "later", session: socket.id });
    assert.deepEqual(
      [await socket.text(), await socket.text(), await socket.text()],
      ["hello", "ab".repeat(16), "later"],
    );
    assert.equal((await socket.subscription("GET", counted, socket.id)).status, 200);
  });

  it("delays the session id, or never sends it", async () => {
    await sandbox.control("handshake", { sessionIdDelayMs: 60 });
    const started = performance.now();
    await begin().text();
    assert.ok(performance.now() - started >= 55);
    await sandbox.control("handshake", { withoutSessionId: true, textsAfter: ["nothing"] });
    const silent = begin();
    await once(silent.socket, "open");
    await sandbox.control("text", { text: "first" });
    assert.equal(await silent.text(), "first");
  });

  it("sends the session id in the same segment as the upgrade's answer", async () => {
    const socket = connect(sandbox.port, "127.0.0.1");
    const key = Buffer.alloc(16).toString("base64");
    const head = [
      "GET /on HTTP/1.1",
      "Host: x",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
    ];
    socket.write([...head, `Sec-WebSocket-Key: ${key}`, "", ""].join("\r\n"));
    const [first] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    assert.match(first.toString("latin1"), /^HTTP\/1\.1 101 [\s\S]*\r\n\r\n\x81\x20[0-9a-f]{32}$/);
  });

  it("delays or refuses the upgrade", async () => {
    await sandbox.control("handshake", { upgradeStatus: 502 });
    const refused = begin();
    await assert.rejects(once(refused.socket, "open"), /502/);
    await sandbox.control("handshake", { upgradeDelayMs: 60 });
    const started = performance.now();
    await open();
    assert.ok(performance.now() - started >= 55);
  });

  it("forgets sessions while their sockets stay open", async () => {
    const socket = await open();
    await sandbox.control("forget-sessions");
    assert.equal((await socket.subscription("GET", counted, socket.id)).status, 424);
    assert.equal(socket.socket.readyState, socket.socket.OPEN);
  });

  it("delivers a late event after an unsubscription", async () => {
    const socket = await open();
    await socket.subscription("GET", counted, socket.id);
    await sandbox.control("late-events", { on: true });
    await socket.subscription("DELETE", counted, socket.id);
    assert.equal((await socket.event()).location, counted);
  });

  it("emits events with any topic and any data", async () => {
    const socket = await open();
    await socket.subscription("GET", `/on/contracts:${counter}`, socket.id);
    for (const topic of ["a/b", "转账", "x\n[ERROR] fake\u001b[31m"]) {
      await sandbox.control("emit", { contract: counter, topic, text: "12345678" });
      const { location, data } = await socket.event();
      assert.equal(location, `/on/contracts:${counter}/${topic}`);
      assert.equal(data.toString(), "12345678");
    }
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
    while (after.sessions.length > 0) after = await state();
    assert.equal(after.unsubscribes[`contracts:${counter}/counted`], 1);
    assert.equal(after.endedSessions[socket.id], 3);
    assert.ok(after.openSockets < open1.openSockets);
  });

  it("floods with numbered events at the rate asked for", async () => {
    const socket = await open();
    await socket.subscription("GET", counted, socket.id);
    await sandbox.control("rate", { perSecond: 20_000 });
    const first = (await socket.event()).data.readBigUInt64LE();
    for (let at = 1n; at < 4000n; at++) {
      assert.equal((await socket.event()).data.readBigUInt64LE(), first + at);
    }
  });

  it("closes an idle kept-alive socket after --keep-alive-ms, without having announced it", async () => {
    const impatient = await startSandbox({ blockMs: 0, args: ["--history", "0", "--keep-alive-ms", "40"] });
    try {
      const socket = connect(impatient.port, "127.0.0.1");
      socket.write("POST /on/node/info HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
      const [answer] = (await once(socket, "data")) as [Buffer];
      assert.doesNotMatch(answer.toString(), /^keep-alive:/im);
      await once(socket, "end");
      socket.destroy();
    } finally {
      await impatient.stop();
    }
  });

  it("binds a session to its cookie and hides everything outside a path prefix", async () => {
    const args = ["--history", "0", "--sticky-cookie", "route=n1", "--path-prefix", "/chain/one"];
    const proxied = await startSandbox({ blockMs: 0, args });
    const socket = await PlainSocket.open(proxied.url);
    try {
      assert.match(String((await socket.upgraded).headers["set-cookie"]), /^route=n1;/);
      const headers = { "Node-Session-Id": socket.id };
      const get = (path: string, more = {}) =>
        ask(proxied.url, path, { method: "GET", headers: { ...headers, ...more } });
      assert.equal((await get("/chain/one/on/blocks/accepted")).status, 424);
      assert.equal((await get("/chain/one/on/blocks/accepted", { cookie: "a=b; route=n1" })).status, 200);
      const outside = await get("/on/blocks/accepted");
      assert.deepEqual([outside.status, outside.headers.get("content-type")], [404, "text/html"]);
    } finally {
      socket.end();
      await proxied.stop();
    }
  });

  it("serves https and wss with the key and certificate it is given", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sandbox-tls-"));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    writeFileSync(key, selfSigned.key);
    writeFileSync(cert, selfSigned.cert);
    const secure = await startSandbox({ blockMs: 0, args: ["--history", "0", "--tls-key", key, "--tls-cert", cert] });
    try {
      assert.match(secure.url, /^https:/);
      const socket = new WebSocket(`${secure.url.replace("https", "wss")}/on`, { ca: selfSigned.cert });
      const [id] = (await once(socket, "message")) as [Buffer];
      assert.match(id.toString(), /^[0-9a-f]{32}$/);
      const closed = once(socket, "close");
      socket.terminate();
      await closed;
    } finally {
      await secure.stop();
      rmSync(folder, { recursive: true });
    }
  });

  it("refuses to start with a flag that it does not know or a value that cannot be", () => {
    assert.throws(() => readOptions(["--magic"]), /--magic/);
    assert.throws(() => readOptions(["--port", "many"]), /--port takes a whole number, not "many"/);
    assert.throws(() => readOptions(["--role", "plain,king"]), /--role takes plain, archive, prover, not "king"/);
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
