import assert from "node:assert/strict";
import type { EventFrame } from "../../../src/wire/eventFrame";
import type { Target } from "../../../src/wire/target";
import { subscriptionAt } from "../../support/sessionStates";
import { SubscriptionSetup } from "../../support/subscriptionSetup";

const contract = "a1b2c3d4".repeat(8);
const block = "ab".repeat(32);
const accepted: Target = { component: "blocks", topic: "accepted" };
const executed: Target = { component: "transactions", topic: "executed" };

describe("the frames of subscriptions", () => {
  const setup = new SubscriptionSetup();

  it("go once to each subscription that matches, and keep their own spelling", async () => {
    const received: string[] = [];
    const take = (name: string) => (event: EventFrame) => received.push(`${name} ${event.target.topic}`);
    const entity = contract;
    await setup.open();
    setup.subscriptions.subscribe({ component: "contracts", entity, topic: "RewardPaid" }, take("one"));
    setup.subscriptions.subscribe(
      { component: "CONTRACTS", entity: entity.toUpperCase(), topic: "rewardpaid" },
      take("two"),
    );
    setup.subscriptions.subscribe({ component: "contracts", entity }, take("all topics"));
    setup.subscriptions.subscribe({ component: "contracts", entity, topic: "other" }, take("other topic"));
    setup.subscriptions.subscribe(
      { component: "contracts", entity: block, topic: "rewardpaid" },
      take("other contract"),
    );
    setup.server.emit(`/on/contracts:${contract}/RewardPaid`);
    await setup.drained();
    assert.deepEqual(received.sort(), ["all topics RewardPaid", "one RewardPaid", "two RewardPaid"]);
  });

  it("match subscriptions without entity, without topic and without both", async () => {
    const received: string[] = [];
    await setup.open();
    for (const target of [
      accepted,
      { ...accepted, entity: block },
      { component: "blocks" },
      { component: "blocks", entity: block },
      { component: "blocks", entity: contract },
      { component: "blocks", topic: "reverted" },
      executed,
    ]) {
      setup.subscriptions.subscribe(target, () => received.push(JSON.stringify(target)));
    }
    setup.server.emit(`/on/blocks:${block}/accepted`);
    await setup.drained();
    assert.equal(received.length, 4);
    const { lastBad, ...counters } = setup.subscriptions.counters;
    assert.deepEqual(counters, { frames: 2, bytes: 112, events: 4, late: 0, bad: 1, reconnects: 0 });
    assert.match(lastBad ?? "", /1 bytes, too few/);
  });

  it("of odd topics arrive like others", async () => {
    const topics = ["a/b", "转账", "x\n[ERROR] fake\u001b[31m", "100%"];
    const received: (string | undefined)[] = [];
    await setup.open();
    for (const topic of topics) {
      const target = { component: "contracts", entity: contract, topic };
      await subscriptionAt(
        setup.subscriptions.subscribe(target, (event) => received.push(event.target.topic)),
        "active",
      );
      setup.server.emit(`/on/contracts:${contract}/${topic}`, Buffer.alloc(1));
    }
    await setup.drained();
    assert.deepEqual(received, topics);
    assert.deepEqual(
      setup.server.seen(),
      topics.map((topic) => `GET /on/contracts:${contract}/${encodeURIComponent(topic.toLowerCase())}`),
    );
  });

  it("that come after their subscription was disposed are dropped and counted", async () => {
    await setup.open();
    const subscription = setup.subscriptions.subscribe(accepted, ignore);
    await subscriptionAt(subscription, "active");
    setup.server.emit("/on/blocks:ab/accepted");
    await setup.drained();
    subscription.dispose();
    setup.server.emit("/on/blocks:ab/accepted");
    setup.server.emit("/on/blocks:ab/reverted");
    await setup.drained();
    const { events, late } = setup.subscriptions.counters;
    assert.deepEqual([subscription.events, events, late], [1, 1, 2]);
  });

  it("counts and tells text messages like those that are no frames", async () => {
    const told: string[] = [];
    await setup.open();
    setup.subscriptions.onUnused((message) => message.kind === "bad" && told.push(message.problem));
    for (const text of ["one", "two"]) setup.server.session.socket.send(text);
    await setup.drained();
    assert.deepEqual(told.slice(0, 2), ["a text message: one", "a text message: two"]);
    assert.equal(setup.subscriptions.counters.bad, 3);
  });

  it("that are none are counted, with the last problem", async () => {
    await setup.open();
    setup.server.session.socket.send(Buffer.of(1, 2));
    setup.server.session.socket.send(Buffer.from("020000007b7d", "hex"));
    await setup.drained();
    const { bad, lastBad } = setup.subscriptions.counters;
    assert.deepEqual([bad, lastBad], [3, "The frame has 1 bytes, too few for a header length."]);
  });

  it("reach the other subscriptions when a handler throws or disposes", async () => {
    const received: string[] = [];
    await setup.open();
    setup.subscriptions.subscribe(accepted, () => {
      throw new Error("mine");
    });
    const once = setup.subscriptions.subscribe(accepted, () => {
      received.push("once");
      once.dispose();
    });
    setup.subscriptions.subscribe(accepted, () => received.push("always"));
    setup.server.emit("/on/blocks:ab/accepted");
    setup.server.emit("/on/blocks:ab/accepted");
    await setup.drained();
    assert.deepEqual(received, ["once", "always", "always"]);
    assert.deepEqual(setup.lines, Array(2).fill("An event's receiver failed: Error: mine"));
  });
});

function ignore(): void {}
