import assert from "node:assert/strict";
import { contractMentions } from "../../../src/features/eventTail/contractMentions";
import { ContractNames } from "../../../src/features/eventTail/contractNames";
import { covers } from "../../../src/features/eventTail/covers";
import { typedTarget } from "../../../src/features/eventTail/typedTarget";
import { transferContractId } from "../../../src/wire/ids";

const id = "a1b2c3d4".repeat(8);
const names = new ContractNames([{ id, name: "My Counter" }]);

describe("a typed target", () => {
  for (const [text, target] of [
    ["blocks/accepted", { component: "blocks", topic: "accepted" }],
    ["/on/blocks/accepted", { component: "blocks", topic: "accepted" }],
    [" Transactions/executed ", { component: "transactions", topic: "executed" }],
    ["blocks", { component: "blocks" }],
    [`blocks:${"AB".repeat(32)}/accepted`, { component: "blocks", entity: "ab".repeat(32), topic: "accepted" }],
    [`contracts:${id}`, { component: "contracts", entity: id }],
    [`contracts:${id}/a/b`, { component: "contracts", entity: id, topic: "a/b" }],
    [`contracts:${id}/转账`, { component: "contracts", entity: id, topic: "转账" }],
    ["contracts:my counter/counted", { component: "contracts", entity: id, topic: "counted" }],
    ["My Counter/counted", { component: "contracts", entity: id, topic: "counted" }],
    [id, { component: "contracts", entity: id }],
    [`0x${id.toUpperCase()}/counted`, { component: "contracts", entity: id, topic: "counted" }],
    ["contracts/deploy", { component: "contracts", topic: "deploy" }],
    ["transfer contract/moonlight", { component: "contracts", entity: transferContractId, topic: "moonlight" }],
  ] as const) {
    it(`“${text}” is understood`, () => assert.deepEqual(typedTarget(text, names), { target }));
  }

  for (const [text, problem] of [
    ["contracts/withdraw", /needs the contract's id/],
    [`contracts:${id}/*`, /no wildcards/],
    [`contracts:${id}/`, /topic is empty/],
    ["contracts:a1b2c3d4/counted", /hex digits|digits/],
    ["transactions", /needs a topic/],
    ["", /Name a component/],
    ["blocks:xyz/accepted", /hash/],
  ] as const) {
    it(`“${text}” is refused with the reason`, () => {
      const typed = typedTarget(text, names);
      assert.ok("problem" in typed, JSON.stringify(typed));
      assert.match(typed.problem, problem);
    });
  }

  it("with capitals in its topic is warned of", () => {
    const typed = typedTarget(`contracts:${id}/RewardPaid`, names);
    assert.match(("warning" in typed && typed.warning) || "", /RewardPaid.*may never arrive/);
  });
});

describe("a contract's id in a text", () => {
  it("is found if the contract has a name, with or without 0x", () => {
    const text = `const counter = "${id}";\nlet other = 0x${id.toUpperCase()}, unknown = "${"f".repeat(64)}"; // ${id}ff`;
    assert.deepEqual(
      contractMentions(text, names).map(({ name, start, end }) => [name, text.slice(start, end)]),
      [
        ["My Counter", id],
        ["My Counter", `0x${id.toUpperCase()}`],
      ],
    );
  });

  it("is not looked for in very long texts, nor too often", () => {
    assert.equal(contractMentions(" ".repeat(300_001) + id, names).length, 0);
    assert.equal(contractMentions(`${id} `.repeat(200), names).length, 100);
  });
});

describe("a target", () => {
  const counted = { component: "contracts", entity: id, topic: "Counted" };
  for (const [wanted, isCovered] of [
    [{ component: "contracts", entity: id }, true],
    [{ component: "contracts", entity: id, topic: "counted" }, true],
    [{ component: "contracts", entity: id, topic: "other" }, false],
    [{ component: "contracts", entity: "00" }, false],
    [{ component: "blocks" }, false],
  ] as const) {
    it(`${JSON.stringify(wanted)} ${isCovered ? "covers" : "does not cover"} an event`, () =>
      assert.equal(covers(wanted, counted), isCovered));
  }
});
