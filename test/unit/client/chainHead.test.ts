import assert from "node:assert/strict";
import { ChainHead } from "../../../src/client/chain/chainHead";
import { GraphqlClient } from "../../../src/client/routes/graphqlClient";
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

  it("takes how far blocks are final from an answer, unless more has become final since it was asked for", () => {
    const chain = new ChainHead();
    const answers = [
      { height: 5n, known: undefined, then: 5n },
      { height: 9n, known: 5n, then: 9n },
      { height: 7n, known: 5n, then: 9n },
      { height: 7n, known: 9n, then: 7n },
    ];
    for (const { height, known, then } of answers) {
      chain.learnFinalized(height, known);
      assert.equal(chain.finalized, then);
    }
  });
});
