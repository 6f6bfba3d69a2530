import assert from "node:assert/strict";
import { EventSession } from "../../../src/client/session/eventSession";
import { onceEvent } from "../../../src/client/session/onceEvent";
import { Subscriptions } from "../../../src/client/session/subscriptions";
import { Transport } from "../../../src/client/http/transport";
import { nodeFailure } from "../../support/nodeFailure";
import { sessionAt } from "../../support/sessionStates";
import { SocketFaultServer } from "../../support/socketFaultServer";

const accepted = { component: "blocks", topic: "accepted" };

describe("waiting for one event", () => {
  let server: SocketFaultServer;
  let session: EventSession;
  let transport: Transport;
  let subscriptions: Subscriptions;

  beforeEach(async () => {
    server = await SocketFaultServer.start();
    session = new EventSession({ endpoint: server.endpoint, backoff: { firstMs: 1, maxMs: 1, jitter: 0 } });
    transport = new Transport({ endpoint: server.endpoint });
    subscriptions = new Subscriptions(session, transport);
  });

  afterEach(async () => {
    subscriptions.dispose();
    await Promise.all([session.dispose(), transport.dispose(), server.stop()]);
  });

  async function open(): Promise<void> {
    session.start();
    await sessionAt(session, "open");
  }

  it("gives the first that is right and unsubscribes", async () => {
    await open();
    const event = onceEvent(subscriptions, accepted, ({ data }) => data[0] === 2);
    await server.until(() => server.requests.length === 1);
    for (const byte of [1, 2, 3]) server.emit("/on/blocks:ab/accepted", Uint8Array.of(byte));
    assert.equal((await event).data[0], 2);
    assert.deepEqual(subscriptions.all, []);
    await server.until(() => server.requests.length === 2);
    assert.deepEqual(server.seen(), ["GET /on/blocks/accepted", "DELETE /on/blocks/accepted"]);
  });

  it("can begin while the session is still connecting", async () => {
    session.start();
    const event = onceEvent(subscriptions, accepted);
    await server.until(() => server.requests.length === 1);
    server.emit("/on/blocks:ab/accepted");
    assert.equal((await event).location, "/on/blocks:ab/accepted");
  });

  it("fails when the node closes the socket, and works again afterwards", async () => {
    await open();
    const event = onceEvent(subscriptions, accepted);
    await server.until(() => server.requests.length === 1);
    server.session.socket.close(1001, "Shutting down");
    const { message } = await nodeFailure(event, "session-lost");
    assert.match(message, /The event session was lost: .*Shutting down/);
    assert.deepEqual(subscriptions.all, []);
    await sessionAt(session, "open");
    const again = onceEvent(subscriptions, accepted);
    await server.until(() => server.requests.length === 2);
    server.emit("/on/blocks:ab/accepted");
    await again;
  });

  it("fails when there is no session or it is closed", async () => {
    await nodeFailure(onceEvent(subscriptions, accepted), "session-lost");
    await open();
    await session.dispose();
    await nodeFailure(onceEvent(subscriptions, accepted), "session-lost");
    assert.deepEqual(server.requests, []);
  });

  it("fails when the subscriptions end", async () => {
    await open();
    const event = onceEvent(subscriptions, accepted);
    subscriptions.dispose();
    await nodeFailure(event, "session-lost");
  });

  it("fails for the node's reason when it refuses the subscription", async () => {
    await open();
    server.answer = () => ({ status: 404, body: "Not found: no such topic" });
    const { message } = await nodeFailure(onceEvent(subscriptions, accepted), "not-found");
    assert.match(message, /no such topic/);
  });

  it("fails for a target that cannot be", async () => {
    await open();
    await nodeFailure(onceEvent(subscriptions, { component: "transactions" }), "invalid-input");
  });

  it("fails when the question whether an event is right fails", async () => {
    await open();
    const event = onceEvent(subscriptions, accepted, () => {
      throw new Error("mine");
    });
    await server.until(() => server.requests.length === 1);
    server.emit("/on/blocks:ab/accepted");
    await assert.rejects(event, { message: "mine" });
  });

  it("ends with the signal's reason when it is aborted, before or meanwhile", async () => {
    await open();
    const abort = new AbortController();
    const event = onceEvent(subscriptions, accepted, undefined, abort.signal);
    await server.until(() => server.requests.length === 1);
    abort.abort();
    await assert.rejects(event, { name: "AbortError" });
    await assert.rejects(onceEvent(subscriptions, accepted, undefined, abort.signal), { name: "AbortError" });
    assert.deepEqual(subscriptions.all, []);
  });
});
