import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import { PlainSocket, ask, upgradeAnswer } from "./plainNode";

const { counter, mixedCase, vault } = contractIds;
const hash = "ab".repeat(32);

describe("Sandbox: sessions and subscriptions (§4.12, §6, §7)", () => {
  let sandbox: Sandbox;
  let socket: PlainSocket & { id: string };
  before(async () => (sandbox = await startSandbox({ blockMs: 0, args: ["--history", "0"] })));
  beforeEach(async () => (socket = await PlainSocket.open(sandbox.url)));
  afterEach(() => socket.end());
  after(() => sandbox.stop());

  const subscribe = (path: string, headers = {}) => socket.subscription("GET", path, socket.id, headers);
  const unsubscribe = (path: string, headers = {}) => socket.subscription("DELETE", path, socket.id, headers);
  const emit = (contract: string, topic: string, json: unknown) =>
    sandbox.control("emit", { contract, topic, json, origin: hash });

  it("sends 16 bytes as hex in the first text message, and its version with the upgrade", async () => {
    assert.match(socket.id, /^[0-9a-f]{32}$/);
    const { headers } = await socket.upgraded;
    assert.equal(headers["node-version"], "1.6.0");
  });

  const accepted = [
    "/on/blocks/accepted",
    "/on/BLOCKS/Accepted",
    `/on/blocks:${hash}/accepted`,
    "/on/blocks",
    "/on/blocks/",
    `/on/blocks:${hash}`,
    "/on/transactions/executed",
    `/on/transactions:${hash}/included`,
    `/on/contracts:${counter}/counted`,
    `/on/contracts:${counter}/a%2Fb`,
    `/on/contracts:${counter}`,
    `/on/contracts:${counter}/`,
    "/on/contracts/deploy",
  ];
  for (const path of accepted) {
    it(`subscribes to and unsubscribes from ${path.replaceAll(counter, "<id>").replace(hash, "<hash>")}`, async () => {
      for (const operation of [subscribe, unsubscribe]) {
        const { status, text, headers } = await operation(path);
        assert.deepEqual([status, text, headers.get("node-version")], [200, "", "1.6.0"]);
      }
    });
  }

  it("takes a contract's id in capitals alike in every method", async () => {
    const own = await PlainSocket.open(sandbox.url);
    const path = (id: string) => `/on/contracts:${id}/counted`;
    const capitals = counter.toUpperCase();
    assert.equal((await own.subscription("GET", path(capitals), own.id)).status, 200);
    await sandbox.control("emit", { contract: counter, topic: "counted", json: 1 });
    assert.equal((await own.event()).location, path(counter));
    const called = await ask(sandbox.url, `/on/contracts:${capitals}/get_value`, { body: "" });
    assert.equal(called.status, 200);
    assert.equal((await own.subscription("DELETE", path(counter), own.id)).status, 200);
    assert.equal((await own.subscription("GET", path(counter), own.id)).status, 200);
    assert.equal((await own.subscription("DELETE", path(capitals), own.id)).status, 200);
    own.end();
  });

  const missing = [
    "/on/nothing/here",
    "/on/constructor/here",
    "/on/blocks/unknown",
    "/on/blocks:zz/accepted",
    "/on/transactions",
    "/on/transactions/",
    `/on/transactions:${hash}`,
    "/on/transactions/unknown",
    "/on/contracts/withdraw",
    `/on/contracts:${hash}/counted`,
  ];
  for (const path of missing) {
    it(`answers 404 to a subscription of ${path.replace(hash, "<hash>")}`, async () => {
      assert.equal((await subscribe(path)).status, 404);
      assert.equal((await unsubscribe(path)).status, 404);
    });
  }

  it("answers 404 when there is nothing to unsubscribe from", async () => {
    const { status, text } = await unsubscribe("/on/blocks/accepted");
    assert.deepEqual([status, text], [404, '{"error":"Subscription not found"}']);
    await subscribe("/on/blocks/accepted");
    assert.equal((await unsubscribe("/on/blocks/accepted")).status, 200);
    assert.equal((await unsubscribe("/on/blocks/accepted")).status, 404);
  });

  it("answers 424 with a JSON error when the session id is missing or unknown", async () => {
    for (const method of ["GET", "DELETE"]) {
      for (const headers of [{}, { "Node-Session-Id": "a".repeat(32) }, { "Node-Session-Id": "1".repeat(32) }]) {
        const { status, text } = await ask(sandbox.url, "/on/blocks/accepted", { method, headers });
        assert.equal(status, 424);
        assert.deepEqual(JSON.parse(text), { error: "Session ID not provided or invalid" });
      }
    }
  });

  it("answers 405 to another method with a session, and 424 to one without", async () => {
    for (const method of ["PUT", "PATCH", "OPTIONS"]) {
      const headers = { "Node-Session-Id": socket.id.toUpperCase() };
      const { status, text } = await ask(sandbox.url, "/on/node/info", { method, headers });
      assert.deepEqual([status, text], [405, '{"error":"Method not allowed"}']);
      assert.equal((await ask(sandbox.url, "/on/node/info", { method })).status, 424);
    }
  });

  it("answers 400 to an incompatible version before anything else", async () => {
    for (const method of ["GET", "DELETE"]) {
      const { status, text } = await ask(sandbox.url, "/on/blocks/accepted", {
        method,
        headers: { "Node-Version": "^0.7.0" },
      });
      assert.equal(status, 400);
      assert.equal(text, "Version error: Mismatched node version: requested ^0.7.0 - current 1.6.0");
    }
  });

  it("answers 424 to a dispatch with an unknown session, or without one on an event path", async () => {
    const unknown = { "Node-Session-Id": "a".repeat(32) };
    assert.equal((await ask(sandbox.url, "/on/node/info", { headers: unknown })).status, 424);
    assert.equal((await ask(sandbox.url, "/on/blocks/accepted")).status, 424);
    const own = { "Node-Session-Id": socket.id };
    assert.equal((await ask(sandbox.url, "/on/blocks/accepted", { headers: own })).status, 202);
    assert.equal((await ask(sandbox.url, "/on/transactions/executed", { headers: own })).status, 202);
    assert.equal((await ask(sandbox.url, "/on/node/info", { headers: own })).status, 200);
  });

  it("delivers an event as header length, JSON header and the raw data", async () => {
    await subscribe(`/on/contracts:${counter}/counted`);
    await emit(counter, "counted", 10);
    const { header, data } = await socket.event();
    assert.deepEqual(header, { "Content-Location": `/on/contracts:${counter}/counted`, "Node-Origin": hash });
    assert.equal(data.toString("hex"), "0a00000000000000");
  });

  it("keeps the emitted case in Content-Location and matches topics whatever their case", async () => {
    await subscribe(`/on/contracts:${mixedCase}/rewardPAID`);
    await emit(mixedCase, "RewardPaid", 10);
    assert.equal((await socket.event()).location, `/on/contracts:${mixedCase}/RewardPaid`);
  });

  it("sends an event once when several subscriptions cover it", async () => {
    for (const path of [`/on/contracts:${counter}`, `/on/contracts:${counter}/counted`]) await subscribe(path);
    await emit(counter, "counted", 1);
    await emit(counter, "counted", 2);
    assert.equal((await socket.event()).data.readBigUInt64LE(), 1n);
    assert.equal((await socket.event()).data.readBigUInt64LE(), 2n);
  });

  it("delivers to the subscribed entity and topic only", async () => {
    await subscribe(`/on/contracts:${counter}/counted`);
    await emit(vault, "deposit", 1);
    await emit(counter, "value_set", { old: 1, new: 2, by: null });
    await emit(counter, "counted", 3);
    assert.equal((await socket.event()).data.readBigUInt64LE(), 3n);
  });

  it("delivers nothing more after an unsubscription", async () => {
    await subscribe(`/on/contracts:${counter}/counted`);
    await subscribe("/on/blocks/accepted");
    await unsubscribe(`/on/contracts:${counter}/counted`);
    await emit(counter, "counted", 1);
    await sandbox.control("block");
    assert.match((await socket.event()).location, /^\/on\/blocks:[0-9a-f]{64}\/accepted$/);
  });

  it("forgets the session and its subscriptions when the WebSocket closes", async () => {
    await subscribe("/on/blocks/accepted");
    socket.socket.close();
    await socket.closed;
    assert.equal((await subscribe("/on/blocks/accepted")).status, 424);
  });

  it("closes a WebSocket that sends more than 256 KiB", async () => {
    socket.socket.send("x".repeat(256 * 1024 + 1));
    assert.equal((await socket.closed).code, 1011);
  });

  it("refuses an upgrade at another path", async () => {
    const other = new PlainSocket(sandbox.url, "/elsewhere");
    await other.closed;
    await assert.rejects(other.upgraded);
    const response = await upgradeAnswer(sandbox.url, "/elsewhere");
    assert.deepEqual([response.statusCode, response.headers["node-version"]], [404, "1.6.0"]);
  });
});
