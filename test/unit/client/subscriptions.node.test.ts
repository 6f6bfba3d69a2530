import assert from "node:assert/strict";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import type { EventFrame } from "../../../src/wire/eventFrame";
import { eventually } from "../../support/eventually";
import { nodeFailure } from "../../support/nodeFailure";
import { sessionAt, subscriptionAt } from "../../support/sessionStates";
import { connectTo } from "../../support/sharedSandbox";
import { startSandbox, type Sandbox } from "../../support/startSandbox";

const unknownId = "ab".repeat(16);
const accepted = { component: "blocks", topic: "accepted" };
const contracts = {
  counter: "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62",
  mixedCase: "ca5e60b7f1d2934856a0c3e8b7d41f926350ae8c1b7f4d0293e6a5c8d17b40f3",
};

describe("session and subscriptions with a node", function () {
  this.timeout(30_000);
  let sandbox: Sandbox;
  let connections: NodeConnection[];

  before(async () => (sandbox = await startSandbox({ blockMs: 0 })));
  after(() => sandbox.stop());
  beforeEach(() => (connections = []));
  afterEach(async () => {
    await Promise.all(connections.map((connection) => connection.dispose()));
    await sandbox.control("reset");
    await sandbox.control("handshake", {});
  });

  function connectionOf(...[options, to = sandbox]: [Parameters<typeof connectTo>[1]?, Sandbox?]): NodeConnection {
    const session = { backoff: { firstMs: 1, maxMs: 50, jitter: 0 } };
    const connection = connectTo(to, { session, ...options });
    connections.push(connection);
    return connection;
  }

  async function open(...from: Parameters<typeof connectionOf>): Promise<NodeConnection> {
    const connection = connectionOf(...from);
    connection.events.session.start();
    await sessionAt(connection.events.session, "open");
    return connection;
  }

  it("§4.12 GET (WebSocket upgrade) /on: the first text message is the session id", async () => {
    await sandbox.control("handshake", { textsAfter: ["hello", "f".repeat(32)] });
    const { events } = await open();
    const { sessionId } = await sessionAt(events.session, "open");
    assert.match(sessionId, /^[0-9a-f]{32}$/);
    await eventually(
      "later texts",
      () => events.session.counters.laterTexts,
      (count) => count === 2,
    );
    assert.equal(events.session.sessionId, sessionId);
  });

  it("§4.12 GET /on/<component>[:<entity>]/<topic>: events then arrive over the WebSocket", async () => {
    const { events } = await open();
    const received: EventFrame[] = [];
    const targets = [accepted, { component: "blocks" }, { component: "contracts", entity: contracts.counter }];
    await Promise.all(
      targets.map((target) =>
        subscriptionAt(
          events.subscribe(target, (event) => received.push(event)),
          "active",
        ),
      ),
    );
    await sandbox.control("block");
    await sandbox.control("emit", { contract: contracts.counter, topic: "counted", hex: "07" });
    await eventually(
      "an event of each",
      () => received,
      (seen) => seen.some(({ data }) => data[0] === 7),
    );
    const blocks = received.filter(({ target }) => target.topic === "accepted");
    assert.equal(blocks.length, 2, "one frame, handed to both subscriptions that match");
    assert.equal(blocks[0], blocks[1]);
  });

  it("§4.12 DELETE /on/<component>[:<entity>]/<topic>: no more events of it arrive", async () => {
    const { events } = await open();
    const counted = { component: "contracts", entity: contracts.counter, topic: "counted" };
    const subscription = events.subscribe(counted, ignore);
    await subscriptionAt(subscription, "active");
    subscription.dispose();
    const path = `contracts:${contracts.counter}/counted`;
    await eventually(
      "the DELETE",
      () => requests(sandbox, "unsubscribes"),
      (seen) => seen[path] === 1,
    );
    await sandbox.control("emit", { contract: contracts.counter, topic: "counted", hex: "07" });
    await subscriptionAt(events.subscribe(accepted, ignore), "active");
    assert.deepEqual([events.counters.frames, events.counters.late], [0, 0]);
  });

  it("§7 Subscribe 200: the subscription is active in the session", async () => {
    const { events } = await open();
    const state = await subscriptionAt(events.subscribe(accepted, ignore), "active");
    assert.equal(state.sessionId, events.session.sessionId);
  });

  it("§7 Subscribe 400: a version that the node does not have fails the subscription with both versions", async () => {
    const { events } = await open({ version: { requirement: "^99.0.0" } });
    const { error } = await subscriptionAt(events.subscribe(accepted, ignore), "failed");
    assert.deepEqual([error.reason, error.status], ["version-mismatch", 400]);
    assert.match(error.message, /1\.6\.0/);
  });

  it("§7 Subscribe 424: a session that the node has forgotten is renewed", async () => {
    const { events } = await open();
    const { sessionId } = events.session;
    await sandbox.control("forget-sessions");
    const state = await subscriptionAt(events.subscribe(accepted, ignore), "active");
    assert.notEqual(state.sessionId, sessionId);
  });

  it("§7 Subscribe 404: an unknown contract fails the subscription for the node's reason", async () => {
    const { events } = await open();
    const target = { component: "contracts", entity: "9".repeat(64), topic: "counted" };
    const { error } = await subscriptionAt(events.subscribe(target, ignore), "failed");
    assert.deepEqual([error.reason, error.status], ["not-found", 404]);
  });

  for (const method of ["GET", "DELETE"] as const) {
    it(`without a session, a ${method} is refused as session-lost`, async () => {
      const { transport } = connectionOf();
      for (const headers of [{}, { "Node-Session-Id": unknownId }]) {
        await nodeFailure(transport.request({ method, path: "/on/blocks/accepted", headers }), "session-lost");
      }
    });
  }

  it("§7 Unsubscribe 200: the node has cancelled the subscription", async () => {
    const { events, transport, sessionHeaders } = await openSubscribed();
    const request = { method: "DELETE", path: "/on/blocks/accepted", headers: sessionHeaders } as const;
    const { status, body } = await transport.request(request);
    assert.deepEqual([status, body.length], [200, 0]);
    await sandbox.control("block");
    await subscriptionAt(events.subscribe({ component: "blocks", topic: "reverted" }, ignore), "active");
    assert.equal(events.counters.frames, 0);
  });

  it("§7 Unsubscribe 400: a version that the node does not have", async () => {
    const { transport, sessionHeaders } = await openSubscribed();
    const headers = { ...sessionHeaders, "Node-Version": "^99.0.0" };
    await nodeFailure(
      transport.request({ method: "DELETE", path: "/on/blocks/accepted", headers }),
      "version-mismatch",
    );
  });

  it("§7 Unsubscribe 424: the session is renewed for the other subscriptions", async () => {
    const { events } = await open();
    const other = events.subscribe({ component: "blocks", topic: "reverted" }, ignore);
    const subscription = events.subscribe(accepted, ignore);
    await Promise.all([subscriptionAt(other, "active"), subscriptionAt(subscription, "active")]);
    const { sessionId } = events.session;
    await sandbox.control("forget-sessions");
    subscription.dispose();
    await sessionAt(events.session, "waiting");
    assert.notEqual((await subscriptionAt(other, "active")).sessionId, sessionId);
  });

  it("§7 Unsubscribe 404: what is not subscribed to is gone already", async () => {
    const { events, transport, sessionHeaders } = await openSubscribed();
    const request = { method: "DELETE", path: "/on/blocks/accepted", headers: sessionHeaders } as const;
    await transport.request(request);
    await nodeFailure(transport.request(request), "not-found");
    for (const subscription of events.all) subscription.dispose();
    await subscriptionAt(events.subscribe(accepted, ignore), "active");
    assert.equal(events.session.counters.reconnects, 0);
  });

  it("a subscription with capitals warns, and gets events in their own spelling", async () => {
    const { events } = await open();
    const topics: (string | undefined)[] = [];
    const subscription = events.subscribe(
      { component: "contracts", entity: contracts.mixedCase, topic: "RewardPaid" },
      ({ target }) => topics.push(target.topic),
    );
    await subscriptionAt(subscription, "active");
    assert.match(subscription.warning ?? "", /RewardPaid/);
    await sandbox.control("emit", { contract: contracts.mixedCase, topic: "RewardPaid", hex: "00" });
    await eventually(
      "the event",
      () => topics,
      ([topic]) => topic === "RewardPaid",
    );
  });

  it("frames that are garbage, too short or empty are counted and stop nothing", async () => {
    const { events } = await open();
    await subscriptionAt(events.subscribe(accepted, ignore), "active");
    for (const kind of ["garbage", "short", "empty"]) await sandbox.control("frame", { kind });
    await sandbox.control("block");
    await eventually(
      "the block",
      () => events.counters,
      (counters) => counters.events === 1,
    );
    assert.equal(events.counters.bad, 3);
  });

  it("a cut, a half-open and a slow connection each end in a new session with all subscriptions", async () => {
    const { events } = await open({
      session: { backoff: { firstMs: 1, maxMs: 50, jitter: 0 }, pingIntervalMs: 50, pongTimeoutMs: 300 },
    });
    const subscription = events.subscribe(accepted, ignore);
    for (const fault of ["cut-socket", "half-open", "slow-reader"]) {
      await subscriptionAt(subscription, "active");
      const { sessionId } = events.session;
      await sandbox.control(fault);
      await eventually(
        `a session after ${fault}`,
        () => events.session.sessionId,
        (id) => !!id && id !== sessionId,
      );
    }
    await subscriptionAt(subscription, "active");
    assert.equal(events.session.counters.reconnects, 3);
  });

  describe("that is odd", function () {
    this.timeout(30_000);
    let odd: Sandbox;

    before(async () => {
      odd = await startSandbox({ blockMs: 0, args: ["--like", "1.4", "--sticky-cookie", "route=node-7"] });
    });
    after(() => odd.stop());

    it("a load balancer that keeps sessions apart by a cookie gets the cookie back", async () => {
      const { events } = await open({}, odd);
      await subscriptionAt(events.subscribe(accepted, ignore), "active");
    });

    it("a node that refuses subscriptions without topic gets them for each topic", async () => {
      const topicsOf = () => Promise.resolve(["value_set", "counted"]);
      const { events } = await open({ subscriptions: { topicsOf } }, odd);
      const received: string[] = [];
      const target = { component: "contracts", entity: contracts.counter };
      const subscription = events.subscribe(target, ({ location }) => received.push(location));
      assert.deepEqual((await subscriptionAt(subscription, "active")).topics, ["value_set", "counted"]);
      await odd.control("emit", { contract: contracts.counter, topic: "counted", hex: "00" });
      await eventually(
        "the event",
        () => received.length,
        (count) => count === 1,
      );
    });

    it("a node that restarts gets the subscriptions again", async () => {
      const { events } = await open({}, odd);
      const subscription = events.subscribe(accepted, ignore);
      await subscriptionAt(subscription, "active");
      await odd.restart();
      await sessionAt(events.session, "open");
      await subscriptionAt(subscription, "active");
      assert.deepEqual(await requests(odd, "subscribes"), { "blocks/accepted": 1 });
    });
  });

  async function openSubscribed(): Promise<NodeConnection> {
    const connection = await open();
    await subscriptionAt(connection.events.subscribe(accepted, ignore), "active");
    return connection;
  }
});

/** How often the node was asked to subscribe or unsubscribe, by target. */
async function requests(sandbox: Sandbox, what: "subscribes" | "unsubscribes"): Promise<Record<string, number>> {
  return ((await sandbox.control("state")) as Record<typeof what, Record<string, number>>)[what];
}

function ignore(): void {}
