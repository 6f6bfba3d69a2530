import assert from "node:assert/strict";
import type { Target } from "../../../src/wire/target";
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
    assert.match(error.answer ?? "", /Invalid URL path/);
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
