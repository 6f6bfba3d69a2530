import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import { PlainSocket, upgradeAnswer } from "./plainNode";

const { counter } = contractIds;
const counted = `/on/contracts:${counter}/counted`;

interface State {
  sessions: { id: string; delivered: number }[];
}

describe("Sandbox: faults of the WebSocket", () => {
  let sandbox: Sandbox;
  let sockets: PlainSocket[];
  before(async () => (sandbox = await startSandbox({ blockMs: 0, args: ["--history", "0"] })));
  beforeEach(async () => {
    sockets = [];
    await sandbox.control("reset");
  });
  afterEach(() => Promise.all(sockets.map((socket) => (socket.end(), socket.closed))));
  after(() => sandbox.stop());

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
      "Host: localhost",
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
    const { statusCode, headers } = await upgradeAnswer(sandbox.url);
    assert.deepEqual([statusCode, headers["node-version"]], [502, "1.6.0"]);
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

  it("floods with numbered events at the rate asked for", async () => {
    const socket = await open();
    await socket.subscription("GET", counted, socket.id);
    await sandbox.control("rate", { perSecond: 20_000 });
    const first = (await socket.event()).data.readBigUInt64LE();
    for (let at = 1n; at < 4000n; at++) {
      assert.equal((await socket.event()).data.readBigUInt64LE(), first + at);
    }
  });

  it("floods with transactions as long as asked for", async () => {
    const socket = await open();
    await socket.subscription("GET", "/on/transactions/included", socket.id);
    await sandbox.control("rate", { perSecond: 0, largePerSecond: 100, memoLength: 200_000 });
    for (let count = 0; count < 5; count++) {
      const { location, data } = await socket.event();
      assert.match(location, /^\/on\/transactions:[0-9a-f]{64}\/included$/);
      assert.equal((JSON.parse(data.toString()) as { memo: string }).memo.length, 200_000);
    }
  });
});
