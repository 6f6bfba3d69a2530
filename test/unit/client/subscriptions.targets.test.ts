import assert from "node:assert/strict";
import { NodeError } from "../../../src/client/failures/nodeError";
import type { Target } from "../../../src/wire/target";
import { subscriptionAt } from "../../support/sessionStates";
import { SubscriptionSetup } from "../../support/subscriptionSetup";

const contract = "a1b2c3d4".repeat(8);
const block = "ab".repeat(32);
const accepted: Target = { component: "blocks", topic: "accepted" };
const executed: Target = { component: "transactions", topic: "executed" };

describe("subscriptions", () => {
  const setup = new SubscriptionSetup();

  describe("targets", () => {
    for (const [what, target, problem] of [
      ["a contract without its id", { component: "contracts", topic: "withdraw" }, /needs the contract's id/],
      [
        "a contract id that is none",
        { component: "contracts", entity: "a1b2", topic: "x" },
        /64 hex digits, this has 4/,
      ],
      ["a wildcard topic", { component: "contracts", entity: contract, topic: "*" }, /no wildcards/],
      ["a wildcard entity", { component: "blocks", entity: "*", topic: "accepted" }, /no wildcards/],
      ["an empty topic", { component: "contracts", entity: contract, topic: "" }, /topic is empty/],
      ["a blank topic", { component: "blocks", topic: "  " }, /topic is empty/],
      ["transactions without a topic", { component: "transactions" }, /needs a topic/],
      ["no component", { component: "" }, /Name a component/],
      [
        "a topic that no URL can carry",
        { component: "contracts", entity: contract, topic: ".." },
        /cannot be part of a URL/,
      ],
    ] as const) {
      it(`refuses ${what} before anything is sent`, async () => {
        await setup.open();
        assert.throws(
          () => setup.subscriptions.subscribe(target, ignore),
          (error: unknown) =>
            error instanceof NodeError && error.reason === "invalid-input" && problem.test(error.message),
        );
        assert.deepEqual([setup.server.requests, setup.subscriptions.all], [[], []]);
      });
    }

    for (const [target, path] of [
      [accepted, "/on/blocks/accepted"],
      [{ component: "blocks" }, "/on/blocks"],
      [{ component: "blocks", entity: ` 0x${block.toUpperCase()} ` }, `/on/blocks:${block}`],
      [executed, "/on/transactions/executed"],
      [{ component: "transactions", entity: block, topic: "included" }, `/on/transactions:${block}/included`],
      [{ component: "contracts", entity: contract, topic: "RewardPaid" }, `/on/contracts:${contract}/rewardpaid`],
      [{ component: "contracts", entity: contract }, `/on/contracts:${contract}`],
      [{ component: "contracts", topic: "deploy" }, "/on/contracts/deploy"],
      [{ component: "node", topic: "peers" }, "/on/node/peers"],
    ] as const) {
      it(`subscribes with ${path}`, async () => {
        await setup.open();
        await subscriptionAt(setup.subscriptions.subscribe(target, ignore), "active");
        assert.deepEqual(setup.server.seen(), [`GET ${path}`]);
      });
    }

    it("warns of names with capitals and of asterisks", () => {
      const warning = (topic: string) =>
        setup.subscriptions.subscribe({ component: "contracts", entity: contract, topic }, ignore).warning;
      assert.match(warning("RewardPaid") ?? "", /lower-case topics: events named “RewardPaid”/);
      assert.match(warning("reward*") ?? "", /no wildcard/);
      assert.equal(warning("reward_paid"), undefined);
    });
  });

  describe("of a whole contract on a node that refuses them", () => {
    const whole: Target = { component: "contracts", entity: contract };
    const refusing = ({ path }: { path: string }) => ({ status: path === `/on/contracts:${contract}` ? 404 : 200 });
    const path = (topic: string) => `GET /on/contracts:${contract}/${topic}`;

    it("subscribe to each known topic, in each session, and say so", async () => {
      const asked: string[] = [];
      setup.use({ topicsOf: (id) => (asked.push(id), Promise.resolve(["deposit", "Deposit", "RewardPaid", "", "*"])) });
      setup.server.answer = refusing;
      await setup.open();
      const received: string[] = [];
      const subscription = setup.subscriptions.subscribe(whole, ({ location }) => received.push(location));
      const first = await subscriptionAt(subscription, "active");
      assert.deepEqual(first.topics, ["Deposit", "RewardPaid"]);
      assert.match(subscription.warning ?? "", /lower-case topics/);
      setup.server.emit(`/on/contracts:${contract}/RewardPaid`);
      await setup.drained();
      assert.equal(received.length, 1);
      const second = await setup.newSession();
      assert.deepEqual((await subscriptionAt(subscription, "active")).topics, ["Deposit", "RewardPaid"]);
      const expected = [`GET /on/contracts:${contract}`, path("deposit"), path("rewardpaid")];
      assert.deepEqual(setup.server.seen(second).sort(), expected);
      assert.equal(asked[0], contract);
      subscription.dispose();
      await setup.server.until(() => setup.server.requests.length === 8);
      assert.deepEqual(
        setup.server.seen().slice(-2).sort(),
        expected.slice(1).map((each) => each.replace("GET", "DELETE")),
      );
    });

    it("and of all blocks, subscribe to the topics that the interface names", async () => {
      setup.server.answer = ({ path: asked }) => ({ status: asked === "/on/blocks" ? 404 : 200 });
      await setup.open();
      const { topics } = await subscriptionAt(setup.subscriptions.subscribe({ component: "blocks" }, ignore), "active");
      assert.deepEqual(topics, ["accepted", "statechange", "reverted"]);
    });

    it("leave a topic alone that someone else wants as well", async () => {
      setup.use({ topicsOf: () => Promise.resolve(["deposit"]) });
      setup.server.answer = refusing;
      await setup.open();
      const own = setup.subscriptions.subscribe({ ...whole, topic: "deposit" }, ignore);
      const all = setup.subscriptions.subscribe(whole, ignore);
      await Promise.all([subscriptionAt(own, "active"), subscriptionAt(all, "active")]);
      all.dispose();
      await subscriptionAt(setup.subscriptions.subscribe(accepted, ignore), "active");
      assert.equal(setup.server.seen().filter((request) => request.startsWith("DELETE")).length, 0);
    });

    for (const [name, options] of [
      ["no one knows its topics", {}],
      ["its topics cannot be had", { topicsOf: () => Promise.reject(new Error("no schema")) }],
      ["it has no topics", { topicsOf: () => Promise.resolve([]) }],
    ] as const) {
      it(`fail with what to do when ${name}`, async () => {
        setup.use(options);
        setup.server.answer = refusing;
        await setup.open();
        const { error } = await subscriptionAt(setup.subscriptions.subscribe(whole, ignore), "failed");
        assert.deepEqual([error.reason, error.status], ["not-offered", 404]);
        assert.match(error.remedy ?? "", /by its name/);
      });
    }
  });
});

function ignore(): void {}
