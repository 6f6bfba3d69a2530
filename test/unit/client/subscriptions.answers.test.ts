import assert from "node:assert/strict";
import type { Target } from "../../../src/wire/target";
import { eventually } from "../../support/eventually";
import { FakeClock } from "../../support/fakeClock";
import { sessionAt, subscriptionAt } from "../../support/sessionStates";
import { SubscriptionSetup } from "../../support/subscriptionSetup";

const accepted: Target = { component: "blocks", topic: "accepted" };
const executed: Target = { component: "transactions", topic: "executed" };

describe("the answers to subscriptions", () => {
  const setup = new SubscriptionSetup();

  it("404 to a GET: the subscription has failed for the node's reason, until the next session or try", async () => {
    await setup.open();
    setup.server.answer = () => ({ status: 404, body: '{{"error":"Invalid URL path\n"}}' });
    const subscription = setup.subscriptions.subscribe(accepted, ignore);
    const { error } = await subscriptionAt(subscription, "failed");
    assert.deepEqual([error.reason, error.status], ["not-found", 404]);
    assert.match(error.response ?? "", /Invalid URL path/);
    setup.server.answer = () => ({ status: 200 });
    subscription.retry();
    await subscriptionAt(subscription, "active");
    assert.equal(setup.server.requests.length, 2);
  });

  it("400 to a GET: a version mismatch fails the subscription", async () => {
    await setup.open();
    setup.server.answer = () => ({ status: 400, body: "Version error: Mismatched versions: 1.2.3 expected ^2" });
    const { error } = await subscriptionAt(setup.subscriptions.subscribe(accepted, ignore), "failed");
    assert.equal(error.reason, "version-mismatch");
  });

  it("424 to a GET: the session is renewed and the subscription follows", async () => {
    const first = await setup.open();
    setup.server.answer = ({ sessionId }) => ({ status: sessionId === first ? 424 : 200 });
    const { sessionId } = await subscriptionAt(setup.subscriptions.subscribe(accepted, ignore), "active");
    assert.notEqual(sessionId, first);
    assert.equal(setup.server.sessions.length, 2);
  });

  it("424 to every GET: given up after three sessions, with a reason", async () => {
    setup.server.answer = () => ({ status: 424 });
    const wanted = [accepted, executed].map((target) => setup.subscriptions.subscribe(target, ignore));
    await setup.open();
    for (const subscription of wanted) {
      assert.equal((await subscriptionAt(subscription, "failed")).error.reason, "session-lost");
    }
    assert.equal(setup.server.sessions.length, 3);
  });

  describe("when what should be known is asked for again", () => {
    let clock: FakeClock;
    beforeEach(() => {
      clock = new FakeClock();
      setup.use({ clock, assertMs: 60_000, random: () => 0.5 });
    });
    const active = async (...targets: Target[]) => {
      const wanted = targets.map((target) => setup.subscriptions.subscribe(target, ignore));
      await Promise.all(wanted.map((subscription) => subscriptionAt(subscription, "active")));
      return wanted;
    };

    it("424: a session that the node forgot is renewed although its socket is open", async () => {
      const first = await setup.open();
      const [subscription] = await active(accepted);
      setup.server.answer = ({ sessionId }) => ({ status: sessionId === first ? 424 : 200 });
      clock.advance(59_999);
      assert.equal(setup.server.requests.length, 1);
      clock.advance(1);
      await setup.server.until(({ sessions }) => sessions.length === 2);
      const { sessionId } = await subscriptionAt(subscription!, "active");
      assert.notEqual(sessionId, first);
    });

    it("200: nothing changes, and each has its turn", async () => {
      await setup.open();
      const wanted = await active(accepted, executed);
      const states: string[] = [];
      for (const subscription of wanted) subscription.onState(({ kind: at }) => states.push(at));
      for (let turn = 3; turn <= 5; turn++) {
        clock.advance(60_000);
        await setup.server.until(({ requests }) => requests.length === turn);
        await setup.drained();
      }
      const [one, other, again] = setup.server.seen().slice(2);
      assert.deepEqual([one, other].sort(), ["GET /on/blocks/accepted", "GET /on/transactions/executed"]);
      assert.equal(again, one);
      assert.deepEqual(states, []);
    });

    it("another failure: nothing is concluded from it", async () => {
      const first = await setup.open();
      const [subscription] = await active(accepted);
      setup.server.answer = () => ({ status: 503 });
      clock.advance(60_000);
      await eventually(
        "the failure",
        () => setup.lines.length,
        (count) => count > 0,
      );
      assert.deepEqual(subscription?.state, { kind: "active", sessionId: first });
      assert.match(setup.lines[0] ?? "", /Asking again for events failed/);
    });

    it("is not done without a subscription or a session", async () => {
      await setup.open();
      const [subscription] = await active(accepted);
      subscription?.dispose();
      await setup.server.until(({ requests }) => requests.length === 2);
      clock.advance(300_000);
      await setup.session.dispose();
      assert.deepEqual(clock.pending, []);
      assert.equal(setup.server.requests.length, 2);
    });
  });

  it("404 to a DELETE: it is gone already", async () => {
    await setup.open();
    const subscription = setup.subscriptions.subscribe(accepted, ignore);
    await subscriptionAt(subscription, "active");
    setup.server.answer = ({ method }) => ({ status: method === "DELETE" ? 404 : 200 });
    subscription.dispose();
    await subscriptionAt(setup.subscriptions.subscribe(accepted, ignore), "active");
    assert.deepEqual(setup.lines, []);
  });

  it("424 to a DELETE: the session is renewed for the others", async () => {
    const first = await setup.open();
    const other = setup.subscriptions.subscribe(executed, ignore);
    const subscription = setup.subscriptions.subscribe(accepted, ignore);
    await Promise.all([subscriptionAt(subscription, "active"), subscriptionAt(other, "active")]);
    setup.server.answer = ({ method }) => ({ status: method === "DELETE" ? 424 : 200 });
    subscription.dispose();
    await sessionAt(setup.session, "waiting");
    const { sessionId } = await subscriptionAt(other, "active");
    assert.notEqual(sessionId, first);
    assert.deepEqual(setup.server.seen(sessionId), ["GET /on/transactions/executed"]);
  });

  it("500 to a DELETE: it is noted, and late events are dropped", async () => {
    await setup.open();
    const subscription = setup.subscriptions.subscribe(accepted, ignore);
    await subscriptionAt(subscription, "active");
    setup.server.answer = () => ({ status: 500, body: "VM error" });
    subscription.dispose();
    await setup.server.until(() => setup.server.requests.length === 2);
    setup.server.answer = () => ({ status: 200 });
    await subscriptionAt(setup.subscriptions.subscribe(executed, ignore), "active");
    assert.match(setup.lines[0] ?? "", /^Unsubscribing failed: .*VM error/);
  });
});

function ignore(): void {}
