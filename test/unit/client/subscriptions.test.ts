import assert from "node:assert/strict";
import type { Target } from "../../../src/wire/target";
import { subscriptionAt } from "../../support/sessionStates";
import { SubscriptionSetup } from "../../support/subscriptionSetup";

const accepted: Target = { component: "blocks", topic: "accepted" };
const executed: Target = { component: "transactions", topic: "executed" };

describe("the requests of subscriptions", () => {
  const setup = new SubscriptionSetup();

  it("are sent once the session id is known, none before", async () => {
    const subscription = setup.subscriptions.subscribe(accepted, ignore);
    assert.deepEqual(subscription.state, { kind: "wanted" });
    const id = await setup.open();
    assert.deepEqual(await subscriptionAt(subscription, "active"), { kind: "active", sessionId: id });
    assert.deepEqual(setup.server.requests, [
      { method: "GET", path: "/on/blocks/accepted", sessionId: id, cookie: undefined },
    ]);
  });

  it("carry the cookies of the upgrade's answer", async () => {
    setup.server.setCookies = ["route=2; Path=/"];
    await setup.open();
    await subscriptionAt(setup.subscriptions.subscribe(accepted, ignore), "active");
    assert.equal(setup.server.requests[0]?.cookie, "route=2");
  });

  it("are never sent for a subscription that is disposed before the session opens", async () => {
    setup.subscriptions.subscribe(accepted, ignore).dispose();
    const other = setup.subscriptions.subscribe(executed, ignore);
    await setup.open();
    await subscriptionAt(other, "active");
    assert.deepEqual(setup.server.seen(), ["GET /on/transactions/executed"]);
  });

  it("are shared by all that want the same target, in whatever case it is written", async () => {
    const id = await setup.open();
    const targets = [accepted, { component: "Blocks", topic: "ACCEPTED" }, accepted];
    const same = targets.map((target) => setup.subscriptions.subscribe(target, ignore));
    await Promise.all(same.map((subscription) => subscriptionAt(subscription, "active")));
    same[0]?.dispose();
    same[0]?.dispose();
    same[1]?.dispose();
    const other = await subscriptionAt(setup.subscriptions.subscribe(executed, ignore), "active");
    assert.equal(other.sessionId, id);
    assert.deepEqual(setup.server.seen(), ["GET /on/blocks/accepted", "GET /on/transactions/executed"]);
    same[2]?.dispose();
    await setup.server.until(() => setup.server.requests.length === 3);
    assert.equal(setup.server.seen()[2], "DELETE /on/blocks/accepted");
  });

  it("are waited for by who leaves until the node has heard of what was cancelled, whatever else is still wanted", async () => {
    await setup.open();
    const [kept, left] = [accepted, executed].map((target) => setup.subscriptions.subscribe(target, ignore));
    await Promise.all([subscriptionAt(kept!, "active"), subscriptionAt(left!, "active")]);
    left!.dispose();
    // Beyond the time that a test may take.
    await setup.subscriptions.untilQuiet(60_000);
    assert.equal(setup.server.seen().at(-1), "DELETE /on/transactions/executed");
    assert.equal(kept!.state.kind, "active");
  });

  it("are one GET per target and session, and each event arrives once, however often the connection drops", async () => {
    const received: string[] = [];
    const wanted = [accepted, executed].map((target) =>
      setup.subscriptions.subscribe(target, ({ location }) => received.push(location)),
    );
    const ids = [await setup.open()];
    for (let drop = 0; drop < 3; drop++) {
      await Promise.all(wanted.map((subscription) => subscriptionAt(subscription, "active")));
      ids.push(await setup.newSession());
    }
    await Promise.all(wanted.map((subscription) => subscriptionAt(subscription, "active")));
    setup.server.emit("/on/blocks:ab/accepted");
    setup.server.emit("/on/transactions:cd/executed");
    await setup.drained();
    assert.deepEqual(received, ["/on/blocks:ab/accepted", "/on/transactions:cd/executed"]);
    for (const id of ids) {
      assert.deepEqual(setup.server.seen(id).sort(), ["GET /on/blocks/accepted", "GET /on/transactions/executed"]);
    }
    assert.equal(setup.server.requests.length, 8);
  });

  it("do not queue while the node is down", async () => {
    const wanted = [accepted, executed].map((target) => setup.subscriptions.subscribe(target, ignore));
    setup.server.onUpgrade = (accept, connection) => (setup.server.upgrades > 10 ? accept() : connection.destroy());
    const id = await setup.open();
    await Promise.all(wanted.map((subscription) => subscriptionAt(subscription, "active")));
    assert.equal(setup.server.upgrades, 11);
    assert.deepEqual(setup.server.seen(id), setup.server.seen());
    assert.deepEqual(setup.server.seen().sort(), ["GET /on/blocks/accepted", "GET /on/transactions/executed"]);
  });

  it("unsubscribe after the GET when disposed during it", async () => {
    const answered = setup.hold("GET");
    await setup.open();
    const subscription = setup.subscriptions.subscribe(accepted, ignore);
    await setup.server.until(() => setup.server.requests.length === 1);
    subscription.dispose();
    assert.deepEqual(subscription.state, { kind: "cancelled" });
    assert.equal(setup.server.requests.length, 1);
    answered.release();
    await setup.server.until(() => setup.server.requests.length === 2);
    assert.deepEqual(setup.server.seen(), ["GET /on/blocks/accepted", "DELETE /on/blocks/accepted"]);
  });

  it("subscribe again after the DELETE when wanted again during it", async () => {
    await setup.open();
    const first = setup.subscriptions.subscribe(accepted, ignore);
    await subscriptionAt(first, "active");
    const answered = setup.hold("DELETE");
    first.dispose();
    const second = setup.subscriptions.subscribe(accepted, ignore);
    await setup.server.until(() => setup.server.requests.length === 2);
    answered.release();
    await subscriptionAt(second, "active");
    assert.deepEqual(setup.server.seen(), [
      "GET /on/blocks/accepted",
      "DELETE /on/blocks/accepted",
      "GET /on/blocks/accepted",
    ]);
  });

  it("belong to the new session when the session changes during the GET", async () => {
    const answered = setup.hold("GET");
    const first = await setup.open();
    const subscription = setup.subscriptions.subscribe(accepted, ignore);
    await setup.server.until(() => setup.server.requests.length === 1);
    setup.server.answer = () => ({ status: 200 });
    const second = await setup.newSession();
    assert.deepEqual(await subscriptionAt(subscription, "active"), { kind: "active", sessionId: second });
    answered.release();
    assert.deepEqual(
      [setup.server.seen(first), setup.server.seen(second)],
      [["GET /on/blocks/accepted"], ["GET /on/blocks/accepted"]],
    );
  });

  it("are repeated when the way to the node fails for a moment", async () => {
    await setup.open();
    setup.server.answer = () => ({ status: setup.server.requests.length < 2 ? 503 : 200 });
    await subscriptionAt(setup.subscriptions.subscribe(accepted, ignore), "active");
    assert.equal(setup.server.requests.length, 2);
  });

  it("are not sent any more once all is disposed", async () => {
    await setup.open();
    const subscription = setup.subscriptions.subscribe(accepted, ignore);
    await subscriptionAt(subscription, "active");
    setup.subscriptions.dispose();
    assert.deepEqual([subscription.state, setup.subscriptions.all], [{ kind: "cancelled" }, []]);
    await setup.newSession();
    assert.equal(setup.server.requests.length, 1);
  });
});

function ignore(): void {}
