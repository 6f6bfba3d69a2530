import assert from "node:assert/strict";
import { EventSession, type EventSessionOptions } from "../../../src/client/session/eventSession";
import { FakeClock } from "../../support/fakeClock";
import { sessionAt } from "../../support/sessionStates";
import { SocketFaultServer } from "../../support/socketFaultServer";

describe("event session that is disposed", () => {
  let server: SocketFaultServer;

  beforeEach(async () => (server = await SocketFaultServer.start()));
  afterEach(() => server.stop());

  const sessionOf = (options: Partial<EventSessionOptions> = {}) =>
    new EventSession({ endpoint: server.endpoint, backoff: { firstMs: 1, maxMs: 1, jitter: 0 }, ...options });

  it("closes in good order", async () => {
    const session = sessionOf();
    session.start();
    await sessionAt(session, "open");
    const closed = new Promise<number>((resolve) => server.session.socket.on("close", resolve));
    await session.dispose();
    assert.equal(await closed, 1000);
    assert.deepEqual(session.state, { kind: "closed" });
    assert.deepEqual(session.requestHeaders, {});
  });

  it("cuts the connection when the node does not answer the close", async () => {
    const clock = new FakeClock();
    const session = sessionOf({ clock, closeTimeoutMs: 2000 });
    session.start();
    await sessionAt(session, "open");
    server.session.socket.pause();
    const disposed = session.dispose();
    assert.deepEqual(clock.pending, [2000]);
    clock.advance(2000);
    await disposed;
    assert.deepEqual(clock.pending, []);
  });

  it("holds up no one who leaves for more than half a second", async () => {
    const clock = new FakeClock();
    const session = sessionOf({ clock });
    session.start();
    await sessionAt(session, "open");
    server.session.socket.pause();
    const disposed = session.dispose();
    clock.advance(500);
    await disposed;
    assert.deepEqual(session.state, { kind: "closed" });
  });

  it("throws nothing while it is still connecting, and no socket appears later", async () => {
    const session = sessionOf();
    let accept = () => {};
    let connectionClosed = Promise.resolve();
    server.onUpgrade = (accepting, connection) => {
      accept = accepting;
      connectionClosed = new Promise((resolve) => connection.on("close", () => resolve()));
    };
    session.start();
    await server.until(({ upgrades }) => upgrades === 1);
    await session.dispose();
    accept();
    await connectionClosed;
    assert.deepEqual(session.state, { kind: "closed" });
    assert.equal(server.upgrades, 1);
  });

  it("sends nothing when it is disposed in the tick in which it was started", async () => {
    const session = sessionOf();
    session.start();
    await session.dispose();
    assert.deepEqual([session.state, server.sessions.length], [{ kind: "closed" }, 0]);
  });

  it("does not wake up again from waiting", async () => {
    const clock = new FakeClock();
    const session = sessionOf({ clock });
    session.start();
    await sessionAt(session, "open");
    server.session.socket.terminate();
    await sessionAt(session, "waiting");
    await session.dispose();
    assert.deepEqual(clock.pending, []);
    session.start();
    session.retryNow();
    session.renew("1".padStart(32, "0"), "It is not known.");
    assert.deepEqual([session.state, server.upgrades], [{ kind: "closed" }, 1]);
  });

  it("can be disposed by a listener of a change, and twice", async () => {
    for (const at of ["connecting", "open", "waiting"] as const) {
      const session = sessionOf();
      session.onState((state) => {
        if (state.kind === at) void session.dispose();
        if (state.kind === "open") server.session.socket.terminate();
      });
      session.start();
      await sessionAt(session, "closed");
      await session.dispose();
      assert.deepEqual(session.state, { kind: "closed" }, at);
    }
  });
});
