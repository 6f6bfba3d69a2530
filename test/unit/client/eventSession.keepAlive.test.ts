import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import { EventSession } from "../../../src/client/session/eventSession";
import { KeepAlive } from "../../../src/client/session/keepAlive";
import { FakeClock } from "../../support/fakeClock";
import { sessionAt } from "../../support/sessionStates";
import { eventMessage, SocketFaultServer } from "../../support/socketFaultServer";

const times = { pingIntervalMs: 20_000, pongTimeoutMs: 10_000 };

describe("keep-alive", () => {
  function kept(clock: FakeClock) {
    const seen: string[] = [];
    const connection = { ping: () => seen.push("ping"), dead: () => seen.push("dead") };
    return { seen, keepAlive: new KeepAlive(clock, times, connection) };
  }

  it("pings at its interval as long as something is heard", () => {
    const clock = new FakeClock();
    const { seen, keepAlive } = kept(clock);
    for (let round = 0; round < 5; round++) {
      clock.advance(20_000);
      keepAlive.heard();
    }
    assert.deepEqual(seen, ["ping", "ping", "ping", "ping", "ping"]);
  });

  it("calls silence after a ping death, once", () => {
    const clock = new FakeClock();
    const { seen, keepAlive } = kept(clock);
    keepAlive.heard();
    clock.advance(29_999);
    assert.deepEqual(seen, ["ping"]);
    clock.advance(100_000);
    assert.deepEqual(seen, ["ping", "dead"]);
  });

  it("asks again instead of judging when it was asleep or busy at the deadline", () => {
    const clock = new FakeClock();
    const { seen, keepAlive } = kept(clock);
    clock.advance(20_000);
    clock.sleep(3_600_000);
    assert.deepEqual(seen, ["ping", "ping"]);
    keepAlive.heard();
    clock.advance(10_000);
    assert.deepEqual(seen, ["ping", "ping"]);
  });

  it("is silent once disposed", () => {
    const clock = new FakeClock();
    const { seen, keepAlive } = kept(clock);
    clock.advance(20_000);
    keepAlive.dispose();
    clock.advance(100_000);
    assert.deepEqual([seen, clock.pending], [["ping"], []]);
  });
});

describe("event session on a connection that is half open", () => {
  it("is given up well before two keep-alive periods are over, and another follows", async () => {
    const server = await SocketFaultServer.start();
    const clock = new FakeClock();
    const session = new EventSession({ endpoint: server.endpoint, clock });
    try {
      let events = 0;
      const three = new Promise<void>((resolve) => session.onFrame(() => ++events === 3 && resolve()));
      session.start();
      await sessionAt(session, "open");
      for (let count = 0; count < 3; count++) server.emit("/on/blocks/accepted");
      await three;
      server.session.socket.pause();
      clock.advance(times.pingIntervalMs + times.pongTimeoutMs);
      const { reason, retryInMs } = await sessionAt(session, "waiting");
      assert.match(reason, /stopped responding/);
      clock.advance(retryInMs);
      assert.equal((await sessionAt(session, "open")).gap?.reason, reason);
    } finally {
      await Promise.all([session.dispose(), server.stop()]);
    }
  });

  it("lives on as long as the node answers pings", async () => {
    const server = await SocketFaultServer.start();
    const session = new EventSession({ endpoint: server.endpoint, pingIntervalMs: 10, pongTimeoutMs: 300 });
    try {
      session.start();
      const { sessionId } = await sessionAt(session, "open");
      for (let pings = 0; pings < 3; pings++) await once(server.session.socket, "ping");
      assert.deepEqual(session.state, { kind: "open", sessionId });
    } finally {
      await Promise.all([session.dispose(), server.stop()]);
    }
  });
});

describe("event session on a raw connection", () => {
  it("gets the id and an event that arrive in one chunk with the upgrade's answer", async () => {
    const id = "ab".repeat(16);
    const event = eventMessage({ "Content-Location": "/on/blocks/accepted" }, "{}");
    const connections: Socket[] = [];
    const server = createServer((connection) => {
      connections.push(connection);
      connection.once("data", (request) => {
        const key = /sec-websocket-key: (.*)\r\n/i.exec(request.toString())?.[1] ?? "";
        const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
        const head = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
        const messages = [Buffer.of(0x81, id.length), Buffer.from(id), Buffer.of(0x82, event.length), event];
        connection.write(Buffer.concat([Buffer.from(head), ...messages]));
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const endpoint = parseEndpoint(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const session = new EventSession({ endpoint, closeTimeoutMs: 20 });
    try {
      const frame = new Promise<Uint8Array>((resolve) => session.onFrame(resolve));
      session.start();
      assert.equal((await sessionAt(session, "open")).sessionId, id);
      const bytes = await frame;
      assert.deepEqual(Buffer.from(bytes), event);
      assert.notEqual(bytes.byteOffset, 0);
    } finally {
      await session.dispose();
      for (const connection of connections) connection.destroy();
      server.close();
    }
  });
});
