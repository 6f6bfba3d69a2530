import assert from "node:assert/strict";
import { ChainHead } from "../../../src/client/chainHead";
import { GraphqlClient } from "../../../src/client/graphqlClient";
import { limits } from "../../../src/wire/limits";
import { eventually } from "../../support/eventually";
import { subscriptionAt } from "../../support/sessionStates";
import { SubscriptionSetup } from "../../support/subscriptionSetup";

describe("the head of a chain", () => {
  const setup = new SubscriptionSetup();

  it("remembers no block by a hash that is longer than any, so that a node cannot fill the memory with them", async () => {
    const chain = new ChainHead();
    const node = { events: setup.subscriptions, graphql: new GraphqlClient(setup.transport) };
    chain.follow(node, (problem) => assert.equal(problem, undefined));
    await setup.open();
    for (const subscription of setup.subscriptions.all) await subscriptionAt(subscription, "active");
    for (const [hash, height] of [
      ["ab".repeat(32), 5],
      ["f".repeat(limits.idCharacters + 1), 6],
    ] as const) {
      setup.server.emit(`/on/blocks:${hash}/accepted`, JSON.stringify({ header: { height, hash } }));
      setup.server.emit(`/on/blocks:${hash}/statechange`, JSON.stringify({ state: "finalized" }));
    }
    const known = await eventually(
      "both blocks",
      () => [chain.tip?.height, chain.finalized],
      ([tip]) => tip === 6n,
    );
    assert.deepEqual(known, [6n, 5n]);
    assert.equal(chain.blocks.has("f".repeat(limits.idCharacters + 1)), false);
    chain.dispose();
  });
});
