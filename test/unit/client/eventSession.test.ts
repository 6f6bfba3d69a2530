import assert from "node:assert/strict";
import { EventSession, type EventSessionOptions, type SessionState } from "../../../src/client/session/eventSession";
import { FakeClock } from "../../support/fakeClock";
import { sessionAt } from "../../support/sessionStates";
import { eventMessage, SocketFaultServer } from "../../support/socketFaultServer";

const firstId = "1".padStart(32, "0");
const secondId = "2".padStart(32, "0");
const soon = { backoff: { firstMs: 1, maxMs: 1, jitter: 0 } };

describe("event session", () => {
  let server: SocketFaultServer;
  let sessions: EventSession[];

  beforeEach(async () => {
    sessions = [];
    server = await SocketFaultServer.start();
  });

  afterEach(async () => {
    await Promise.all([...sessions.map((session) => session.dispose()), server.stop()]);
  });

  function sessionOf(options: Partial<EventSessionOptions> = {}): EventSession {
    const session = new EventSession({ endpoint: server.endpoint, ...soon, ...options });
    sessions.push(session);
    return session;
  }

  it("opens with the first text message as its id", async () => {
    const session = sessionOf();
    const states: SessionState[] = [];
    session.onState((state) => states.push(state));
    assert.deepEqual(session.state, { kind: "idle" });
    session.start();
    await sessionAt(session, "open");
    assert.deepEqual(states, [
      { kind: "connecting", attempt: 1 },
      { kind: "open", sessionId: firstId },
    ]);
    assert.deepEqual(session.requestHeaders, { "Node-Session-Id": firstId });
  });

  it("ignores and counts later text, even if it looks like an id, and goes on with binary messages", async () => {
    const lines: string[] = [];
    const session = sessionOf({ log: (line) => lines.push(line) });
    const frame = new Promise<[Uint8Array, string]>((resolve) => {
      session.onFrame((bytes, sessionId) => resolve([bytes, sessionId]));
    });
    server.greet = (socket, id) => {
      for (const text of [id, "hello\n", "f".repeat(32)]) socket.send(text);
      socket.send(Buffer.from("f".repeat(32)));
    };
    session.start();
    const [bytes, sessionId] = await frame;
    assert.deepEqual([Buffer.from(bytes).toString(), sessionId], ["f".repeat(32), firstId]);
    assert.deepEqual(session.state, { kind: "open", sessionId: firstId });
    assert.deepEqual(session.counters, { frames: 1, bytes: 32, laterTexts: 2, reconnects: 0 });
    assert.match(lines[0] ?? "", /Ignored a text message .*: hello\\n$/);
  });

  it("logs the first of a flood of text messages, and tells each to its counter", async () => {
    const lines: string[] = [];
    const texts: string[] = [];
    const session = sessionOf({ log: (line) => lines.push(line) });
    session.onText((text) => texts.push(text));
    const frame = new Promise((resolve) => session.onFrame(resolve));
    server.greet = (socket, id) => {
      socket.send(id);
      for (let count = 0; count < 500; count++) socket.send(`text ${count}\n`);
      socket.send(Buffer.from("frame"));
    };
    session.start();
    await frame;
    assert.deepEqual([texts.length, texts[499], session.counters.laterTexts], [500, "text 499\\n", 500]);
    assert.equal(lines.length, 1);
  });

  it("hands no message on that comes before the id", async () => {
    const session = sessionOf();
    const frames: number[] = [];
    session.onFrame((bytes) => frames.push(bytes[0]!));
    server.greet = (socket, id) => {
      socket.send(Buffer.of(1));
      socket.send(id);
      socket.send(Buffer.of(2));
    };
    session.start();
    await server.until(({ sessions: [first] }) => first !== undefined);
    await frameArrived(session);
    assert.deepEqual(frames, [2]);
  });

  it("waits for no id without a limit: says so and tries again", async () => {
    const session = sessionOf({ openTimeoutMs: 40 });
    server.greet = () => undefined;
    session.start();
    const { reason } = await sessionAt(session, "waiting");
    assert.match(reason, /opened a WebSocket but sent no session id within 0\.04 s/);
    server.greet = (socket, id) => socket.send(id);
    await sessionAt(session, "open");
  });

  it("waits for no upgrade without a limit", async () => {
    const session = sessionOf({ openTimeoutMs: 40 });
    server.onUpgrade = () => undefined;
    session.start();
    assert.match((await sessionAt(session, "waiting")).reason, /did not answer the WebSocket upgrade within 0\.04 s/);
  });

  it("refuses an id that no header can carry", async () => {
    const session = sessionOf();
    server.greet = (socket) => socket.send("id\r\nx: y");
    session.start();
    assert.match((await sessionAt(session, "waiting")).reason, /a message that is not a session id/);
  });

  it("opens one WebSocket however often it is started", async () => {
    const session = sessionOf();
    session.start();
    session.start();
    await new Promise((resolve) => setImmediate(resolve));
    session.start();
    session.retryNow();
    await sessionAt(session, "open");
    session.start();
    assert.equal(server.upgrades, 1);
  });

  it("says that it was lost and for how long, and opens again with a new id", async () => {
    const clock = new FakeClock();
    const session = sessionOf({ clock, backoff: { firstMs: 700, maxMs: 700, jitter: 0 } });
    session.start();
    await sessionAt(session, "open");
    const lostAt = clock.now();
    server.session.socket.terminate();
    const waiting = await sessionAt(session, "waiting");
    assert.deepEqual(waiting, {
      kind: "waiting",
      retryInMs: 700,
      reason: "The connection to the node was lost.",
      attempt: 2,
    });
    clock.advance(700);
    assert.deepEqual(await sessionAt(session, "open"), {
      kind: "open",
      sessionId: secondId,
      gap: { lostAt, lastedMs: 700, reason: waiting.reason },
    });
    assert.equal(session.counters.reconnects, 1);
  });

  it("counts a gap from the node's last sign of life, and not from when its silence was noticed", async () => {
    const clock = new FakeClock();
    const session = sessionOf({ clock, backoff: { firstMs: 700, maxMs: 700, jitter: 0 } });
    session.start();
    await sessionAt(session, "open");
    const heardAt = clock.now() + 5000;
    session.heard(heardAt);
    clock.sleep(40_000);
    server.session.socket.terminate();
    const { reason } = (await sessionAt(session, "waiting")) as { reason: string };
    clock.advance(700);
    assert.deepEqual(session.state, { kind: "connecting", attempt: 2, reason });
    const { gap } = (await sessionAt(session, "open")) as { gap: { lostAt: number; lastedMs: number } };
    assert.deepEqual([gap.lostAt, gap.lastedMs], [heardAt, 35_700]);
  });

  it("counts a gap from the end of the session when the node itself ended it", async () => {
    const clock = new FakeClock();
    const session = sessionOf({ clock, backoff: { firstMs: 700, maxMs: 700, jitter: 0 } });
    session.start();
    await sessionAt(session, "open");
    clock.advance(15_000);
    const endedAt = clock.now();
    server.session.socket.close(1001, "Shutting down");
    await sessionAt(session, "waiting");
    clock.advance(700);
    const { gap } = (await sessionAt(session, "open")) as { gap: { lostAt: number; lastedMs: number } };
    assert.deepEqual([gap.lostAt, gap.lastedMs], [endedAt, 700]);
  });

  it("tries again at once when told to, however long the wait would be", async () => {
    const session = sessionOf({ backoff: { firstMs: 1e8, maxMs: 1e8, jitter: 0 } });
    session.start();
    await sessionAt(session, "open");
    server.session.socket.terminate();
    await sessionAt(session, "waiting");
    session.retryNow();
    const reason = "The connection to the node was lost.";
    assert.deepEqual(session.state, { kind: "connecting", attempt: 1, reason });
    await sessionAt(session, "open");
    assert.equal(server.sessions.length, 2);
  });

  it("gives up a session that the node does not know, once", async () => {
    const session = sessionOf();
    session.start();
    const { sessionId } = await sessionAt(session, "open");
    session.renew(sessionId, "The node does not know it.");
    session.renew(sessionId, "The node does not know it.");
    await sessionAt(session, "open");
    session.renew(sessionId, "The node does not know it.");
    assert.equal(server.upgrades, 2);
  });

  it("sends the cookies of the upgrade's answer with the session's requests, until the session is lost", async () => {
    const session = sessionOf();
    server.setCookies = ["route=node-2; Path=/; HttpOnly", "lb=7"];
    session.start();
    await sessionAt(session, "open");
    assert.deepEqual(session.requestHeaders, { "Node-Session-Id": firstId, Cookie: "route=node-2; lb=7" });
    server.session.socket.terminate();
    await sessionAt(session, "waiting");
    assert.deepEqual(session.requestHeaders, {});
  });

  it("sends its cookies behind the connection's own, in one header", async () => {
    const session = sessionOf({ headers: { cookie: "key=1" } });
    server.setCookies = ["route=node-2"];
    session.start();
    await sessionAt(session, "open");
    assert.deepEqual(session.requestHeaders, { "Node-Session-Id": firstId, cookie: "key=1; route=node-2" });
  });

  it("sends the connection's headers with the upgrade", async () => {
    const session = sessionOf({ headers: { Authorization: "Bearer x" } });
    session.start();
    await sessionAt(session, "open");
    const { headers } = server.session.upgrade;
    assert.equal(headers.authorization, "Bearer x");
    assert.equal(headers["sec-websocket-extensions"], undefined);
  });

  it("closes for good over a header that cannot be sent", () => {
    const session = sessionOf({ headers: { Label: "añadir\n" } });
    session.start();
    assert.match((session.state as { reason: string }).reason, /Invalid character in header content/);
  });

  it("keeps the other listeners going when one throws", async () => {
    const lines: string[] = [];
    const session = sessionOf({ log: (line) => lines.push(line) });
    session.onFrame(() => {
      throw new Error("mine");
    });
    session.start();
    await sessionAt(session, "open");
    server.session.socket.send(eventMessage({}));
    await frameArrived(session);
    assert.deepEqual(lines, ["A listener failed on an event message: Error: mine"]);
  });
});

function frameArrived(session: EventSession): Promise<void> {
  return new Promise((resolve) => {
    const listening = session.onFrame(() => {
      listening.dispose();
      resolve();
    });
  });
}
