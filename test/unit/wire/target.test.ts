import assert from "node:assert/strict";
import fc from "fast-check";
import { methodPath, parseTarget, subscriptionProblem, targetPath, type Target } from "../../../src/wire/target";

const id = "ab".repeat(32);

describe("targets", () => {
  const paths: [target: Target, path: string][] = [
    [{ component: "blocks", topic: "accepted" }, "/on/blocks/accepted"],
    [{ component: "blocks", entity: "c0de", topic: "accepted" }, "/on/blocks:c0de/accepted"],
    [{ component: "blocks" }, "/on/blocks"],
    [{ component: "Contracts", entity: id, topic: "RewardPaid" }, `/on/contracts:${id}/rewardpaid`],
    [{ component: "contracts", entity: id }, `/on/contracts:${id}`],
    [{ component: "driver", entity: id, topic: "decode_event:paid" }, `/on/driver:${id}/decode_event:paid`],
    [{ component: "contracts", entity: id, topic: "a/b" }, `/on/contracts:${id}/a%2Fb`],
    [{ component: "contracts", entity: id, topic: "转账 100%" }, `/on/contracts:${id}/%E8%BD%AC%E8%B4%A6%20100%25`],
    [{ component: "contracts", entity: id, topic: "x\r\nHost: y" }, `/on/contracts:${id}/x%0D%0Ahost:%20y`],
  ];
  for (const [target, path] of paths) {
    it(`writes ${path}`, () => assert.equal(targetPath(target), path));
  }

  it("keeps the case of a method that is called, and lower-cases its component", () => {
    const target = { component: "Contracts", entity: id, topic: "totalSupply" };
    assert.equal(methodPath(target), `/on/contracts:${id}/totalSupply`);
  });

  it("refuses names that no path can hold", () => {
    for (const [target, why] of [
      [{ component: "contracts", entity: id, topic: "" }, /topic is empty/],
      [{ component: "contracts", entity: "", topic: "paid" }, /entity is empty/],
      [{ component: "", topic: "paid" }, /component is empty/],
      [{ component: "blocks", topic: ".." }, /cannot be part/],
      [{ component: "blocks", topic: "\ud800" }, /half of a character pair/],
    ] satisfies [Target, RegExp][]) {
      assert.throws(() => targetPath(target), why);
    }
  });

  it("reads an event's location with its topic in the case that the contract emitted", () => {
    assert.deepEqual(parseTarget(`/on/contracts:${id}/RewardPaid`), {
      component: "contracts",
      entity: id,
      topic: "RewardPaid",
    });
    assert.deepEqual(parseTarget("/on/Blocks/accepted"), { component: "blocks", topic: "accepted" });
    assert.deepEqual(parseTarget("/on/contracts:aa/a/b"), { component: "contracts", entity: "aa", topic: "a/b" });
    assert.deepEqual(parseTarget("/on/contracts:aa/100%"), { component: "contracts", entity: "aa", topic: "100%" });
    assert.deepEqual(parseTarget("/on/contracts:aa/x\ny"), { component: "contracts", entity: "aa", topic: "x\ny" });
    assert.deepEqual(parseTarget("/on/blocks"), { component: "blocks" });
  });

  it("knows what is no target", () => {
    for (const path of ["", "/", "/on", "/on/", "on/blocks", "/graphql", "/on/:aa/x", "https://h/on/blocks"]) {
      assert.equal(parseTarget(path), undefined, path);
    }
  });

  it("reads back every target that it wrote, lower-cased, and writes only what a URL can carry", () => {
    const name = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => text !== "." && text !== "..");
    const entity = fc.option(name, { nil: undefined });
    fc.assert(
      fc.property(name, entity, name, (component, entityName, topic) => {
        const target = { component, topic, ...(entityName !== undefined && { entity: entityName }) };
        const path = targetPath(target);
        assert.match(path, /^[!-~]+$/);
        assert.equal(new URL(`http://h${path}`).pathname, path);
        const lowered = { ...target, component: component.toLowerCase(), topic: topic.toLowerCase() };
        assert.deepEqual(parseTarget(path), lowered);
      }),
    );
  });

  it("says why a node would refuse a subscription", () => {
    const accepted: Target[] = [
      { component: "blocks" },
      { component: "blocks", topic: "accepted" },
      { component: "transactions", topic: "executed" },
      { component: "transactions", entity: id, topic: "included" },
      { component: "contracts", entity: id },
      { component: "contracts", topic: "deploy" },
    ];
    for (const target of accepted) assert.equal(subscriptionProblem(target), undefined, JSON.stringify(target));
    assert.match(subscriptionProblem({ component: "contracts", topic: "withdraw" }) ?? "", /contract's id/);
    assert.match(subscriptionProblem({ component: "transactions" }) ?? "", /needs a topic/);
    assert.match(subscriptionProblem({ component: "contracts", entity: id, topic: "" }) ?? "", /topic is empty/);
    assert.match(subscriptionProblem({ component: "" }) ?? "", /Name a component/);
  });
});
