import assert from "node:assert/strict";
import { Connection } from "../../../src/client/connection";
import { eventWarning } from "../../../src/client/session/subscriptionRules";
import { askedMeanings } from "../../../src/features/eventTail/model/lines/hashMeanings";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { sharedSandbox } from "../../support/sharedSandbox";
import type { Sandbox } from "../../support/startSandbox";
import { contractMentions } from "../../../src/features/eventTail/model/decode/contractMentions";
import { ContractNames } from "../../../src/features/eventTail/model/decode/contractNames";
import { covers } from "../../../src/features/eventTail/model/gaps/covers";
import { eachTopic, typedTarget } from "../../../src/features/eventTail/model/tails/typedTarget";
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
    ["blocks", { component: "blocks" }],
    ["blocks/", { component: "blocks" }],
    ["/on/blocks", { component: "blocks" }],
    ["contracts/deploy", { component: "contracts", topic: "deploy" }],
    ["contracts:my counter/counted", { component: "contracts", entity: id, topic: "counted" }],
    ["My Counter/counted", { component: "contracts", entity: id, topic: "counted" }],
    [id, { component: "contracts", entity: id }],
    [`0x${id.toUpperCase()}/counted`, { component: "contracts", entity: id, topic: "counted" }],
    ["contracts/deploy", { component: "contracts", topic: "deploy" }],
    [`transactions:0x${"AB".repeat(32)}`, { component: "transactions", entity: "ab".repeat(32) }],
    ["transfer contract/moonlight", { component: "contracts", entity: transferContractId, topic: "moonlight" }],
  ] as const) {
    it(`“${text}” is understood`, () => assert.deepEqual(typedTarget(text, names), { target }));
  }

  for (const [text, problem] of [
    ["contracts/withdraw", /needs the contract's id/],
    [`contracts:${id}/*`, /no wildcards/],
    [`contracts:${id}/`, /topic is empty/],
    ["contracts:a1b2c3d4/counted", /hex digits|digits/],
    ["contracts:Nope/foo", /^No contract is named “Nope”/],
    ["contracts:Nope", /^No contract is named “Nope”/],
    ["transactions", /needs a topic/],
    ["", /Name a component/],
    ["blocks:xyz/accepted", /hash/],
    ["transactions:xyz", /hash/],
  ] as const) {
    it(`“${text}” is refused with the reason`, () => {
      const typed = typedTarget(text, names);
      assert.ok("problem" in typed, JSON.stringify(typed));
      assert.match(typed.problem, problem);
    });
  }

  for (const [text, warning] of [
    ["foo/bar", /no known component or contract “foo”: nothing may ever arrive\.$/],
    ["transactions/exectued", /no known topic “exectued” of transactions.* Did you mean executed\?$/],
    ["blocks/accept", /no known topic “accept” of blocks/],
    ["MyCounter/counted", /no known component or contract “MyCounter”.* Did you mean My Counter\?$/i],
    ["contract:ab/x", /Did you mean contracts\?$/],
  ] as const) {
    it(`“${text}” is warned of, with what may have been meant`, () => {
      const typed = typedTarget(text, names);
      assert.match(("warning" in typed && typed.warning) || "", warning);
    });
  }

  it("that is an event which its contract is not known to have is warned of", () => {
    assert.match(eventWarning("rewards", ["reward", "stake"]) ?? "", /Did you mean reward\?$/);
    assert.equal(eventWarning("Reward", ["reward"]), undefined);
    assert.equal(eventWarning("rewards", []), undefined);
  });

  it("without a topic means each topic of a transaction, and all of anything else", () => {
    const topics = eachTopic({ component: "transactions", entity: "ab" }).map(({ topic }) => topic);
    assert.deepEqual(topics, ["included", "executed", "removed", "deferred", "dropped"]);
    assert.deepEqual(eachTopic({ component: "blocks" }), [{ component: "blocks" }]);
  });

  it("is named by its contract, or by the beginning and the end of its id", () => {
    const target = { component: "transactions", entity: `${"ab".repeat(30)}12345678`, topic: "executed" };
    assert.equal(names.label(target), "transactions:abababab…5678/executed");
    assert.equal(names.label({ component: "blocks", topic: "accepted" }), "blocks/accepted");
  });

  it("with capitals in its topic is warned of", () => {
    const typed = typedTarget(`contracts:${id}/RewardPaid`, names);
    assert.match(("warning" in typed && typed.warning) || "", /RewardPaid.*may never arrive/);
  });
});

describe("64 hex digits as a target", () => {
  let sandbox: Sandbox;
  let connection: Connection;
  before(async () => {
    sandbox = await sharedSandbox();
    connection = new Connection({ name: "Local", url: sandbox.url, timeoutMs: 5000, contracts: [], origin: "window" });
  });
  after(() => connection.dispose());

  const meant = async (hash: string) => {
    const all = await askedMeanings(connection, hash);
    assert.deepEqual(all.map(({ kind }) => kind).sort(), ["block", "contract", "transaction"]);
    return all.map(({ kind, known }) => `${kind}: ${known}`);
  };

  it("are a contract that the node has, or one that it does not know", async () => {
    const [first] = await meant(contractIds.counter);
    assert.equal(first, "contract: a contract of this node");
    const none = await meant("fe".repeat(32));
    assert.deepEqual(
      none,
      ["contract", "transaction", "block"].map((kind) => `${kind}: not known to this node`),
    );
  });

  it("are a block or a transaction that the node knows, which comes first", async () => {
    const { graphql } = await connection.node();
    const query = "{ block(height: -1) { header { height hash } transactions { id } } }";
    const { data } = await graphql.query({ query });
    const { header, transactions } = (
      data as { block: { header: { height: number; hash: string }; transactions: { id: string }[] } }
    ).block;
    const [block] = await meant(header.hash);
    assert.equal(block, `block: block ${header.height}`);
    const [transaction] = await meant(transactions[0]!.id);
    assert.equal(transaction, `transaction: a transaction of block ${header.height}`);
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
