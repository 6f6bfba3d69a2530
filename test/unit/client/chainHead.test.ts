import assert from "node:assert/strict";
import { ChainHead } from "../../../src/client/chainHead";
import { limits } from "../../../src/wire/limits";
import { subscriptionAt } from "../../support/sessionStates";
import { SubscriptionSetup } from "../../support/subscriptionSetup";

describe("the head of a chain", () => {
  const setup = new SubscriptionSetup();

  it("remembers no block by a hash that is longer than any, so that a node cannot fill the memory with them", async () => {
    const chain = new ChainHead();
    chain.follow(setup.subscriptions, (problem) => assert.equal(problem, undefined));
    await setup.open();
    for (const subscription of setup.subscriptions.all) await subscriptionAt(subscription, "active");
    for (const [hash, height] of [
      ["ab".repeat(32), 5],
      ["f".repeat(limits.idCharacters + 1), 7],
    ] as const) {
      setup.server.emit(`/on/blocks:${hash}/accepted`, JSON.stringify({ header: { height, hash } }));
      setup.server.emit(`/on/blocks:${hash}/statechange`, JSON.stringify({ state: "finalized" }));
    }
    await setup.drained();
    assert.deepEqual([chain.tip?.height, chain.finalized], [7n, 5n]);
    chain.dispose();
  });
});
