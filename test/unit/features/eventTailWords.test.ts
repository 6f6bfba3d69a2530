import assert from "node:assert/strict";
import { recentEntities } from "../../../src/features/eventTail/model/tails/recentEntities";
import type { Connection } from "../../../src/client/connection";
import { RecentEvents } from "../../../src/client/session/recentEvents";
import { ContractNames } from "../../../src/features/eventTail/model/decode/contractNames";
import { searchEvents } from "../../../src/features/eventTail/model/lines/eventSearch";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { blockState } from "../../../src/wire/blockState";
import { eventually } from "../../support/eventually";
import { FakeClock } from "../../support/fakeClock";
import { startSandbox, type Sandbox } from "../../support/startSandbox";
import { receivedEvent } from "../../support/receivedEvent";
import { tailedSandbox, type TailedSandbox } from "../../support/tailedSandbox";

describe("the lines of the chain's events", function () {
  this.timeout(60_000);
  let sandbox: Sandbox;
  let window: TailedSandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ blockMs: 0, args: ["--history", "10", "--txs-per-block", "0"] });
    window = tailedSandbox(sandbox);
    const topics = ["included", "executed", "removed"].map((topic) => ({ component: "transactions", topic }));
    for (const target of [{ component: "blocks", topic: "statechange" }, ...topics])
      await window.tails.start(window.connection, target);
    await window.shows(/(subscribed to[^]*){4}/);
    // The chain is followed besides.
    await eventually(
      "the height, and all that is subscribed to",
      () => window.connection.chain.tip && window.node.events.all.every(({ state }) => state.kind === "active"),
      (isThere) => isThere === true,
    );
  });
  afterEach(async () => {
    await window.dispose();
    await sandbox.stop();
  });

  it("say of which block the state changed, and not at which height the chain was then", async () => {
    const { height } = (await sandbox.control("block", { count: 2 })) as { height: string };
    await window.shows(new RegExp(`block.#${Number(height) - 1} {2}confirmed {2}\\w{8}…\\w{4}$`, "m"));
  });

  it("say of a removal that it follows from the execution, or what took the transaction's place", async () => {
    await sandbox.control("transaction", { propagate: true, value: "1" });
    await sandbox.control("block");
    await window.shows(/tx.\w{8}…\w{4} {2}removed {2}after its execution$/m);
    await sandbox.control("transaction", { propagate: true, value: "2", nonce: "2" });
    const better = { propagate: true, value: "2", nonce: "2", gasPrice: "9" };
    // Both events in one batch of lines, as a node sends them.
    window.tails.view.pause();
    const { hash } = (await sandbox.control("transaction", better)) as { hash: string };
    await eventually(
      "the successor",
      () => window.recent.all().map(({ frame }) => frame.target),
      (targets) => targets.some(({ entity, topic }) => entity === hash && topic === "included"),
    );
    window.tails.view.resume();
    const text = `removed {2}replaced by ${hash.slice(0, 8)}…${hash.slice(-4)}, of the same sender and nonce$`;
    await window.shows(new RegExp(text, "m"));
  });

  it("say what took a transaction's place also when that is heard when the removal's line is due", async () => {
    const clock = new FakeClock();
    const slow = tailedSandbox(sandbox, { clock });
    for (const topic of ["included", "executed", "removed"])
      await slow.tails.start(slow.connection, { component: "transactions", topic });
    await eventually(
      "all that is subscribed to",
      () => slow.tails.all.every(({ settled }) => settled),
      (isThere) => isThere,
    );
    const emit = async (entity: string, topic: string, nonce: string) => {
      const { total } = slow.recent;
      await sandbox.control("emit", { component: "transactions", entity, topic, json: { sender: "s", nonce } });
      await eventually(
        topic,
        () => slow.recent.total,
        (all) => all > total,
      );
      clock.advance(10);
      // What waits for no one is written by now.
      await new Promise((done) => setImmediate(done));
      clock.advance(10);
    };
    await emit("a".repeat(64), "included", "1");
    await emit("b".repeat(64), "included", "2");
    await emit("a".repeat(64), "removed", "1");
    await emit("b".repeat(64), "removed", "2");
    await emit("c".repeat(64), "included", "1");
    for (let count = 0; count < 3; count++) {
      clock.advance(250);
      await new Promise((done) => setImmediate(done));
    }
    const told = slow.lines.filter((line) => line.includes("  removed  ")).map((line) => line.split("  ").slice(-2));
    assert.deepEqual(told, [
      ["removed", "replaced by cccccccc…cccc, of the same sender and nonce"],
      ["removed", "never executed"],
    ]);
    await slow.dispose();
  });

  it("say what is called and with what, and go on where the node does not tell that", async () => {
    const call = (json: unknown, fn = "increment_by") =>
      sandbox.control("transaction", { call: { contract: contractIds.counter, fn, json }, propagate: true });
    await call(5);
    await window.shows(/included {2}moonlight · counter\.increment_by\(5\) · gas limit/);
    await sandbox.control("block");
    await window.shows(/executed {2}moonlight · counter\.increment_by\(5\) · gas .* · ok$/m);
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    const asked = Object.entries(requests).filter(([path]) => path.includes("decode_input_fn"));
    assert.deepEqual(
      asked.map(([, count]) => count),
      [1],
      "once for both",
    );
    await sandbox.control("answer", { path: "decode_input_fn", status: 500, text: "no" });
    await call(6);
    await window.shows(/included {2}moonlight · counter\.increment_by\(4 B\) · gas limit/);
  });

  it("say after some blocks that a transaction is nowhere any more, although no event told that", async () => {
    const { hash } = (await sandbox.control("transaction", { propagate: true, value: "1" })) as { hash: string };
    await window.shows(/tx.\w{8}…\w{4} {2}included/);
    await sandbox.control("lose-frames", { path: "/removed" });
    await sandbox.control("clear-mempool");
    await sandbox.control("lose-frames", { path: "/removed" });
    await sandbox.control("block", { count: 11 });
    const shown = `${hash.slice(0, 8)}…${hash.slice(-4)}`;
    await window.shows(new RegExp(`transaction ${shown} is no longer in the mempool and in no block`));
  });
});

describe("a list of the remembered events", () => {
  const names = () => new ContractNames([]);
  const recent = new RecentEvents({ events: 1000, bytes: 1e8 });
  const arrival = { connection: "Local", sessionId: "5e55", source: "live" } as const;
  before(() => {
    for (let height = 0; height < 600; height++) {
      const header = { event_bloom: "0".repeat(2000), height, hash: "ab".repeat(32) };
      const { frame } = receivedEvent(
        { component: "blocks", entity: `b${height}`, topic: "accepted" },
        JSON.stringify({ header }),
      );
      recent.add(height, arrival, frame.bytes);
    }
  });

  it("finds what is searched for in all of them, also in what is too long to be shown", async () => {
    const found = await searchEvents(recent, '"height":7, BLOCKS', 200, names);
    assert.deepEqual(
      found.map(({ event }) => event.number),
      [8],
    );
    assert.match(found[0]?.detail ?? "", /^\{"header":\{"event_bloom":"0+$/);
  });

  it("has the newest first, no more than wanted, and none once no one wants it", async () => {
    const newest = await searchEvents(recent, "", 3, names);
    assert.deepEqual(
      newest.map(({ event }) => event.number),
      [600, 599, 598],
    );
    assert.deepEqual(await searchEvents(recent, "", 3, names, AbortSignal.abort()), []);
  });
});

describe("a block's state", () => {
  it("has one word for each, whichever of a node's it comes in", () => {
    const cases = [
      { Final: 1 },
      { Attested: 3 },
      "Accepted",
      "confirmed",
      "finalized",
      { state: "Confirmed" },
      "Odd",
      null,
      7,
    ];
    const text = [
      "finalized",
      "accepted",
      "accepted",
      "confirmed",
      "finalized",
      "confirmed",
      "odd",
      undefined,
      undefined,
    ];
    assert.deepEqual(cases.map(blockState), text);
  });
});

describe("recent blocks to tail", () => {
  for (const [order, heights] of [
    ["the newest", [9, 8, 7]],
    ["the oldest", [7, 8, 9]],
  ] as const) {
    it(`begin with the newest on a node that lists ${order} first`, async () => {
      const blocks = heights.map((height) => ({ header: { height, hash: `h${height}` }, transactions: [] }));
      const graphql = { query: () => Promise.resolve({ data: { mempoolTxs: [], blocks }, errors: [] }) };
      const { entities } = await recentEntities({ node: () => Promise.resolve({ graphql }) } as unknown as Connection);
      assert.deepEqual(
        entities.map(({ label }) => label),
        ["block 9", "block 8", "block 7"],
      );
    });
  }

  it("are asked for one by one of a node that has only the promised queries", async () => {
    const asked: string[] = [];
    const answer = (query: string) => {
      asked.push(query);
      if (query.includes("blocks(last")) return { data: null, errors: [{ message: 'Cannot query field "blocks"' }] };
      if (query.includes("height: -1"))
        return { data: { mempoolTxs: [{ id: "m1" }], block: { header: { height: 2, hash: "h2" } } }, errors: [] };
      return {
        data: Object.fromEntries([2, 1, 0].map((height) => [`h${height}`, { header: { height, hash: `h${height}` } }])),
        errors: [],
      };
    };
    const graphql = { query: ({ query }: { query: string }) => Promise.resolve(answer(query)) };
    const { entities, problem } = await recentEntities({
      node: () => Promise.resolve({ graphql }),
    } as unknown as Connection);
    assert.deepEqual(
      entities.map(({ label }) => label),
      ["transaction m1", "block 2", "block 1", "block 0"],
    );
    assert.deepEqual([problem, asked.length], [undefined, 3]);
  });

  it("are not there, with the node's reason, where even those fail", async () => {
    const graphql = { query: () => Promise.resolve({ data: null, errors: [{ message: "no chain here" }] }) };
    const { entities, problem } = await recentEntities({
      node: () => Promise.resolve({ graphql }),
    } as unknown as Connection);
    assert.deepEqual([entities, problem], [[], "no chain here"]);
  });
});
