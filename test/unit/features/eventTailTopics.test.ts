import assert from "node:assert/strict";
import type { Tail } from "../../../src/features/eventTail/model/tails/tail";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { stakeContractId, transferContractId } from "../../../src/wire/ids";
import { eventually } from "../../support/eventually";
import { recordedPrefix, RecordedNode } from "../../support/recordedNode";
import { startSandbox, type Sandbox } from "../../support/startSandbox";
import { tailedSandbox, type TailedSandbox } from "../../support/tailedSandbox";

/** A contract of the recorded node whose driver answers with an empty schema. */
const ownContract = "b06d61d9f26f37edb9d95eef8451b8f1865b2b03f60ab59ab4b248628d950764";
const whole = (entity: string) => ({ component: "contracts", entity });
const takenDeposit = "call with a deposit that the callee takes";

describe("all events of a contract on a node that wants them by name (1.4.5)", () => {
  let recorded: RecordedNode;
  let window: TailedSandbox;
  beforeEach(async () => {
    recorded = await RecordedNode.start();
    window = tailedSandbox(recorded, { prefix: recordedPrefix });
  });
  afterEach(async () => {
    await window.dispose();
    await recorded.stop();
  });

  const topicsOf = async (entity: string) => (await window.node.topics.of(entity)).topics.map(({ topic }) => topic);
  const metBefore = (...topics: string[]) => {
    const query = `{ finalizedEvents(contractId: ${JSON.stringify(ownContract)}, limit: 200) { json } }`;
    const events = topics.map((topic, id) => ({ id, source: ownContract, topic, data: "", block_height: 1 }));
    recorded.also(
      "/graphql",
      JSON.stringify({ query }),
      JSON.stringify({ data: { finalizedEvents: { json: { events } } } }),
    );
  };

  it("are those of the catalogue for a built-in one, whose driver is never asked for a schema", async () => {
    await window.tails.start(window.connection, whole(transferContractId));
    await window.tails.start(window.connection, whole(stakeContractId));
    const names =
      "moonlight, phoenix, deposit, withdraw, convert, contract_to_contract, contract_to_account, mint, mint_c";
    await window.shows(new RegExp(`subscribed to contracts:transfer in session .*, event by event: ${names}$`, "m"));
    await window.shows(/subscribed to contracts:stake .*: stake, unstake, withdraw, reward, slash, hard_slash$/m);
    recorded.play(takenDeposit);
    const text = await window.shows(/stake {2}reward/);
    assert.match(text, /transfer {2}deposit[^]*transfer {2}moonlight/);
    assert.ok(!recorded.asked.some((path) => path.endsWith("/get_schema")), recorded.asked.join("\n"));
  });

  it("are what the chain has shown of one whose driver tells no schema", async () => {
    metBefore("stake", "unstake", "stake");
    assert.deepEqual(await topicsOf(ownContract), ["stake", "unstake"]);
    await window.tails.start(window.connection, whole(ownContract));
    await window.shows(/event by event: stake, unstake$/m);
    recorded.play(takenDeposit);
    await window.shows(/b06d61d9….* {2}stake/);
  });

  it("take in a topic that is met later, which is said", async () => {
    metBefore("unstake");
    await window.tails.start(window.connection, whole(ownContract));
    await window.shows(/event by event: unstake$/m);
    await window.tails.start(window.connection, { ...whole(ownContract), topic: "stake" });
    await window.shows(/subscribed to .*\/stake/);
    recorded.play(takenDeposit);
    await window.shows(/contracts:b06d61d9…\S*: stake was met and is tailed from now on/);
    const [all] = window.tails.all;
    await eventually(
      "the tail of all events",
      () => all?.settled,
      (settled) => settled === true,
    );
  });

  it("are no tail where no name is known: it did not start, and a named event starts", async () => {
    const { tail } = await window.tails.start(window.connection, whole(ownContract));
    const refusal = await tail.first;
    assert.equal(refusal?.reason, "not-offered");
    await window.shows(/tail of contracts:\S+ did not start: This node sends a contract's events by their names only/);
    assert.deepEqual(window.tails.all, []);
    const named = await window.tails.start(window.connection, { ...whole(ownContract), topic: "stake" });
    assert.equal(await named.tail.first, undefined);
    recorded.play(takenDeposit);
    await window.shows(/b06d61d9….* {2}stake/);
    // A name that was met is known from then on.
    assert.deepEqual(await topicsOf(ownContract), ["stake"]);
  });
});

describe("all events of a contract of which the sandbox wants topics", () => {
  let sandbox: Sandbox;
  let window: TailedSandbox;
  before(async () => {
    sandbox = await startSandbox({ blockMs: 0, args: ["--like", "1.4", "--txs-per-block", "0"] });
    window = tailedSandbox(sandbox);
  });
  after(async () => {
    await window.dispose();
    await sandbox.stop();
  });

  it("are those of its driver's schema", async () => {
    const { from, topics } = await window.node.topics.of(contractIds.counter);
    assert.equal(from, "schema");
    const { tail } = await window.tails.start(window.connection, whole(contractIds.counter));
    assert.equal(await tail.first, undefined);
    await window.shows(new RegExp(`event by event: ${topics.map(({ topic }) => topic).join(", ")}$`, "m"));
  });

  it("are those that its events had so far, for one without a driver", async () => {
    const { tail } = await window.tails.start(window.connection, { ...whole(contractIds.vault), topic: "deposit" });
    await tail.first;
    await sandbox.control("emit", { contract: contractIds.vault, topic: "deposit", hex: "00" });
    const all: { tail: Tail } = await window.tails.start(window.connection, whole(contractIds.vault));
    await window.shows(/subscribed to contracts:vault in .*: deposit$/m);
    assert.equal(await all.tail.first, undefined);
  });
});
