import assert from "node:assert/strict";
import { ContractTopics } from "../../../src/client/contractTopics";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { namedTopics } from "../../../src/features/connections/namedTopics";
import { limits } from "../../../src/wire/limits";
import { eventually } from "../../support/eventually";
import { FakeClock } from "../../support/fakeClock";
import { Memory } from "../../support/memory";
import { recordedPrefix, RecordedNode } from "../../support/recordedNode";
import { connectTo } from "../../support/sharedSandbox";

const contract = "b06d61d9f26f37edb9d95eef8451b8f1865b2b03f60ab59ab4b248628d950764";
const tipQuery = "{ block(height: -1) { header { height hash } } }";

describe("the topics of a contract whose driver names none", () => {
  let recorded: RecordedNode;
  let node: NodeConnection;
  let clock: FakeClock;
  let topics: ContractTopics;
  beforeEach(async () => {
    recorded = await RecordedNode.start();
    node = connectTo(recorded, {}, recordedPrefix);
    clock = new FakeClock();
    const { schemas, graphql } = node;
    topics = new ContractTopics({ schemas, graphql, clock, described: () => [] });
  });
  afterEach(async () => {
    topics.dispose();
    await node.dispose();
    await recorded.stop();
  });

  const answers = (query: string, data: object) =>
    recorded.also("/graphql", JSON.stringify({ query }), JSON.stringify({ data }));
  const tipAt = (height: number) => answers(tipQuery, { block: { header: { height, hash: `b${height}` } } });
  const namesOf = async () => (await topics.of(contract)).topics.map(({ topic }) => topic);

  it("are read from the events of the newest blocks, whatever the node calls their contract", async () => {
    tipAt(1);
    const events = {
      h1: { json: [{ source: contract, topic: "minted", data: "" }] },
      h0: { json: JSON.stringify([{ target: contract.toUpperCase(), topic: "burned" }, { topic: "other" }, 7]) },
    };
    answers("{ h1: contractEvents(height: 1) { json } h0: contractEvents(height: 0) { json } }", events);
    const known = await topics.of(contract);
    assert.deepEqual(
      known.topics.map(({ topic }) => topic),
      ["minted", "burned"],
    );
    assert.equal(known.from, "chain");
  });

  it("are those that a person gave by name, in this window or before, each once and the newest first", async () => {
    const { schemas, graphql } = node;
    const named = namedTopics(new Memory());
    const window = () => new ContractTopics({ schemas, graphql, clock, named, described: () => [] });
    const first = window();
    for (const topic of ["stake", "unstake", "stake"]) await first.name(contract.toUpperCase(), topic);
    first.dispose();
    const next = window();
    next.saw(contract, "reward");
    next.saw(contract, "unstake");
    const known = await next.of(contract);
    assert.deepEqual([known.topics.map(({ topic }) => topic), known.from], [["stake", "unstake", "reward"], "chain"]);
    assert.deepEqual((await next.of("cd".repeat(32))).topics, []);
    next.dispose();
  });

  it("that a person gave are remembered within bounds, the newest of them", async () => {
    const named = namedTopics(new Memory());
    for (let count = 0; count < limits.namedTopics.names + 5; count++) await named.add(contract, `event ${count}`);
    assert.equal(named.of(contract).length, limits.namedTopics.names);
    assert.equal(named.of(contract)[0], `event ${limits.namedTopics.names + 4}`);
    for (let count = 0; count < limits.namedTopics.contracts; count++) await named.add(`contract ${count}`, "x");
    assert.deepEqual(named.of(contract), []);
  });

  it("are looked for in each new block while someone follows the contract, and no longer", async () => {
    const learned: string[] = [];
    const following = topics.follow(contract, (topic) => learned.push(topic));
    tipAt(0);
    answers("{ h0: contractEvents(height: 0) { json } }", { h0: { json: [{ source: contract, topic: "minted" }] } });
    clock.advance(5000);
    await eventually(
      "the first",
      () => learned,
      ({ length }) => length === 1,
    );
    tipAt(2);
    const later = { h2: { json: [{ source: contract, topic: "burned" }] }, h1: { json: [] } };
    answers("{ h2: contractEvents(height: 2) { json } h1: contractEvents(height: 1) { json } }", later);
    await eventually(
      "the next look",
      () => clock.pending,
      ({ length }) => length === 1,
    );
    clock.advance(5000);
    await eventually(
      "the second",
      () => learned,
      ({ length }) => length === 2,
    );
    assert.deepEqual(learned, ["minted", "burned"]);
    following.dispose();
    await eventually(
      "no further look",
      () => clock.pending,
      ({ length }) => length === 0,
    );
  });

  it("are none, with the reason why there is no schema, where nothing tells them", async () => {
    const unknown = "fe".repeat(32);
    const { from, topics: none, problem } = await topics.of(unknown);
    assert.deepEqual([from, none], ["nothing", []]);
    assert.equal(problem?.message, "No contract with this id on this node.");
    assert.deepEqual(await namesOf(), []);
  });

  it("are bounded, however many an odd contract has", () => {
    const learned: string[] = [];
    topics.follow(contract, (topic) => learned.push(topic));
    for (let count = 0; count < 3000; count++) topics.saw(contract, `topic ${count}`);
    assert.equal(learned.length, 500);
  });
});
