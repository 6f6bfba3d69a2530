import assert from "node:assert/strict";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import type { ReceivedEvent } from "../../../src/client/session/recentEvents";
import {
  restartNotice,
  filledNotice,
  gapNotice,
  holeNotice,
  leftOf,
} from "../../../src/features/eventTail/model/gaps/eventGap";
import { fillGap } from "../../../src/features/eventTail/model/gaps/gapFill";
import { pastQuery, readPast } from "../../../src/features/eventTail/model/gaps/gapQuery";
import { SessionNotices } from "../../../src/features/eventTail/model/tails/sessionNotices";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { parseExactJson } from "../../../src/wire/json/exactJson";
import { connectTo } from "../../support/sharedSandbox";
import { exchangesOf } from "../../support/recordings";
import { startSandbox, type Sandbox } from "../../support/startSandbox";
import { receivedEvent } from "../../support/receivedEvent";

const { counter } = contractIds;

describe("session notices", () => {
  const lostAt = new Date(2030, 0, 1, 10, 20, 30, 456).getTime();
  const waiting = {
    kind: "waiting",
    retryInMs: 500,
    reason: "The connection to the node was lost.",
    attempt: 1,
  } as const;
  const open = { kind: "open", sessionId: "0123456789abcdef" } as const;

  it("say once that a session is lost and once that it is back, with what is known", () => {
    const notices = new SessionNotices();
    const states = [
      { kind: "connecting", attempt: 1 },
      open,
      waiting,
      { kind: "connecting", attempt: 2 },
      { ...waiting, attempt: 2, reason: "connect ECONNREFUSED." },
      { ...open, sessionId: "fedcba9876543210", gap: { lostAt, lastedMs: 12_340, reason: "" } },
    ] as const;
    assert.deepEqual(
      states.flatMap((state) => notices.notice(state, 240n) ?? []),
      [
        "⚠ event session lost: The connection to the node was lost. Nothing arrives from here on (last block seen: 240); reconnecting",
        "event session open again after 12.3 s (lost at 10:20:30.456): new session fedcba98…, subscribing again",
      ],
    );
  });

  it("say once that there is none, and when there is one", () => {
    const notices = new SessionNotices();
    assert.deepEqual(
      [waiting, waiting, open].flatMap((state) => notices.notice(state) ?? []),
      [
        "⚠ no event session yet: The connection to the node was lost. It is tried again until the node answers",
        "event session open: session 01234567…",
      ],
    );
  });

  it("say that nothing more is tried, also after the loss was said", () => {
    const notices = new SessionNotices();
    const closed = { kind: "closed", reason: "Too big. No more is tried." } as const;
    const said = [open, waiting, closed, closed].flatMap((state) => notices.notice(state) ?? []);
    assert.equal(said.length, 2);
    assert.match(said[1] ?? "", /^⚠ event session ended: Too big. No more is tried. Retry with/);
  });
});

describe("a gap", () => {
  it("is told of with its blocks, as far as they are known", () => {
    assert.match(
      gapNotice(1500, { first: 10n, last: 13n }),
      /^⚠ gap of 1\.5 s: events of blocks 10–13 may be missing\. .*Fill Gap/,
    );
    assert.match(gapNotice(1500, { first: 10n, last: 10n }), /no new block in it; events of block 10 may be missing/);
    assert.match(gapNotice(150_000, undefined), /^⚠ gap of 3 min: events may be missing; of which blocks is said when/);
  });

  it("of blocks that the node did not tell is told of, and another chain", () => {
    assert.match(
      holeNotice({ first: 3n, last: 4n }),
      /^⚠ blocks 3–4 were not told by the node: events may be missing\./,
    );
    assert.match(holeNotice({ first: 3n, last: 3n }), /^⚠ block 3 was not told by the node/);
    const notice = restartNotice({ height: 54n, hash: "ab".repeat(32) }, { height: 4n, hash: "cd".repeat(32) });
    assert.match(
      notice,
      /^⚠ another chain: the node is at block 4 now, and block 54 \(abababab…abab\), which was seen/,
    );
    assert.match(notice, /Events of blocks 0–4 may be missing: .*Fill Gap/);
  });

  it("is asked for in one query, block by block for contracts", () => {
    assert.equal(
      pastQuery(7n, 8n, { accepted: true, executed: true, contracts: true }),
      [
        "{",
        "blocks(range: [7, 8]) { header { height hash json } status transactions { id } }",
        "blockTxs(range: [7, 8]) { id err gasSpent blockHeight tx { json } }",
        "h7: contractEvents(height: 7) { json }",
        "h8: contractEvents(height: 8) { json }",
        "}",
      ].join("\n"),
    );
  });

  it("asks for the blocks in any case, to know which of them the node has and which may be left yet", () => {
    const query = pastQuery(7n, 7n, { accepted: false, executed: false, contracts: true });
    assert.equal(
      query,
      "{\nblocks(range: [7, 7]) { header { height hash } status transactions { id } }\nh7: contractEvents(height: 7) { json }\n}",
    );
  });

  it("is read leniently: what is not as expected costs nothing else, and is counted", () => {
    const data = parseExactJson(`{
      "h7": {"json": "[{\\"target\\":\\"0xab\\",\\"topic\\":\\"a\\",\\"data\\":\\"0x01\\"}, 1, {\\"target\\":\\"ab\\"}]"},
      "h8": null, "h9": {"json": null}, "h10": {"json": [{"source":"ab","topic":"a","data":"zz"}]}, "h11": {"json": 1},
      "blocks": [
        {"header": {"height": "18446744073709551615", "hash": "cd", "json": null}, "status": {"Attested": 1}},
        {"header": null},
        null
      ],
      "blockTxs": [{"id": "ef", "blockHeight": 7}, {"id": 1}]
    }`);
    const { events, blocks, unreadable } = readPast(data, { accepted: true });
    assert.deepEqual(
      events.map(({ target, height }) => [target, height]),
      [
        [{ component: "contracts", entity: "ab", topic: "a" }, 7n],
        [{ component: "transactions", entity: "ef", topic: "executed" }, 7n],
        [{ component: "blocks", entity: "cd", topic: "accepted" }, 18446744073709551615n],
      ],
    );
    assert.deepEqual(blocks, [{ height: 18446744073709551615n, hash: "cd", transactions: [], state: "accepted" }]);
    assert.deepEqual(unreadable, [
      "a block has no height or no hash",
      "a block has no height or no hash",
      "an event of block 7 names no contract or no topic",
      "an event of block 7 names no contract or no topic",
      "the data of an event of block 10 is not hex",
      "the contract events of block 11 are no list",
      "a transaction has no id or no height",
    ]);
    assert.deepEqual(readPast(undefined, { accepted: true }), { events: [], blocks: [], unreadable: [] });
  });

  it("is read in every shape in which a deployed node's archive was heard to answer", () => {
    const answers = exchangesOf("graphql")
      .flatMap(({ response }) => ("error" in response ? [] : (response.body ?? "")))
      .filter((body) =>
        /"(contractEvents|finalizedEvents)":\{"json":[[{].*"source"|"(contractEvents|finalizedEvents)":\{"json":[^\]]*"data"/.test(
          body,
        ),
      );
    assert.ok(answers.length >= 3);
    for (const answer of answers) {
      // What is cut is completed, so that it is JSON again.
      const [, events = ""] = /(\{"(?:block_hash"[^{}]*?"data|data)":"(?:[0-9a-f]{2})*)/.exec(answer) ?? [];
      assert.notEqual(events, "", answer);
      const whole = `${events}","origin":"${"ab".repeat(32)}","source":"02${"00".repeat(31)}","topic":"reward"}`;
      for (const json of [`[${whole}]`, `{"events":[${whole}],"hasNextPage":false}`]) {
        const { events: read, unreadable } = readPast(parseExactJson(`{"h3":{"json":${json}}}`), { accepted: false });
        assert.deepEqual(unreadable, []);
        assert.deepEqual(
          read.map(({ target, origin }) => [target.topic, target.entity?.slice(0, 2), origin?.slice(0, 2)]),
          [["reward", "02", "ab"]],
        );
      }
    }
  });

  it("has a block's own events behind those of its transactions, and the block itself at the end", () => {
    const event = (origin: string) => ({ source: "c0", topic: "t", data: "01", origin });
    const data = {
      h7: { json: [event("b7"), event("t1")] },
      blocks: [{ header: { height: 7, hash: "b7" }, transactions: [{ id: "t1" }] }],
      blockTxs: [{ id: "t1", blockHeight: 7 }],
    };
    const { events } = readPast(data, { accepted: true });
    assert.deepEqual(
      events.map(({ target, origin }) => origin ?? target.topic),
      ["t1", "b7", "executed", "accepted"],
    );
  });
});

describe("filling a gap", () => {
  const targets = [
    { component: "contracts", entity: counter },
    { component: "blocks", topic: "accepted" },
    { component: "transactions", topic: "executed" },
    { component: "blocks", topic: "statechange" },
  ];

  it("brings what an archive node knows, each event once and as it would have arrived", async () => {
    const sandbox = await startSandbox({ blockMs: 0, roles: ["archive"], args: ["--history", "60"] });
    const node = connectTo(sandbox);
    const live: ReceivedEvent[] = [];
    for (const target of targets.slice(0, 3)) {
      node.events.subscribe(target, (frame) => live.push({ ...receivedEvent(target), frame }));
    }
    node.events.session.start();
    await until(() => node.events.all.every(({ state }) => state.kind === "active"));
    const { height } = (await sandbox.control("block", { count: 6 })) as { height: number };
    await until(() => live.filter(({ frame }) => frame.target.topic === "accepted").length === 6);
    await node.node.info();

    const gap = { blocks: { first: BigInt(height - 5), last: BigInt(height) } };
    const nothing = await fillGap(node.graphql, gap, targets, live);
    assert.deepEqual([nothing.events, nothing.known, nothing.upTo], [[], live.length, BigInt(height)]);
    assert.deepEqual(nothing.unanswerable, [{ component: "blocks", topic: "statechange" }]);

    const all = await fillGap(node.graphql, gap, targets, []);
    const sorted = (texts: string[]) => texts.sort();
    const seen = live.map(({ frame }) => `${frame.location} ${Buffer.from(frame.data).toString("hex").length}`);
    const filled = all.events.map(
      ({ target, data }) =>
        `/on/${target.component}:${target.entity}/${target.topic} ${Buffer.from(data).toString("hex").length}`,
    );
    assert.deepEqual(sorted(filled), sorted(seen));

    const halfOfOne = await fillGap(node.graphql, gap, targets, live.slice(0, 3));
    assert.equal(halfOfOne.events.length, live.length - 3);
    await node.dispose();
    await sandbox.stop();
  });

  it("says of a node that is no archive that it keeps no contract events", async () => {
    const sandbox = await startSandbox({ blockMs: 0, roles: ["plain"], args: ["--history", "10"] });
    const node = connectTo(sandbox);
    const gap = { blocks: { first: 3n, last: 5n } };
    await assert.rejects(fillGap(node.graphql, gap, targets, []), /keeps no contract events, as only archive nodes do/);
    const blocks = await fillGap(node.graphql, gap, [{ component: "blocks" }], []);
    assert.equal(blocks.events.length, 3);
    await node.dispose();
    await sandbox.stop();
  });

  describe("of which the node refuses a part", () => {
    let sandbox: Sandbox;
    let node: NodeConnection;
    const gap = { blocks: { first: 1n, last: 50n } };
    const executed = [{ component: "transactions", topic: "executed" }];
    const label = () => "nothing";
    before(async () => {
      sandbox = await startSandbox({ blockMs: 0, roles: ["archive"], args: ["--history", "51"] });
    });
    after(() => sandbox.stop());
    beforeEach(() => void (node = connectTo(sandbox)));
    afterEach(async () => {
      await node.dispose();
      await sandbox.control("reset");
    });

    /** The node's GraphQL, with something done before the question of this number, counted from 1. */
    const beforeQuestion = (number: number, happens: () => unknown): Parameters<typeof fillGap>[0] => {
      let asked = 0;
      return {
        query: async (...of) => {
          if (++asked === number) await happens();
          return node.graphql.query(...of);
        },
      };
    };
    const refusal = (text: string, status = 200) =>
      sandbox.control("answer", {
        ...{ path: "/graphql", status, text, count: 9 },
        headers: { "content-type": "application/json" },
      });
    const outOfReach = '{"data":null,"errors":[{"message":"block 30 is out of reach","path":["blocks"]}]}';

    it("keeps what was told before, says what is left and why, and goes on there the next time", async () => {
      const filled = await fillGap(
        beforeQuestion(2, () => refusal(outOfReach)),
        gap,
        executed,
        [],
      );
      assert.equal(filled.upTo, 20n);
      assert.ok(filled.events.length > 0);
      assert.ok(filled.events.every(({ height }) => height <= 20n));
      assert.equal(
        filledNotice(gap, filled, label),
        `filled the gap of blocks 1–20: ${filled.events.length} events added, 0 had arrived already; blocks 21–50 are left to fill: block 30 is out of reach`,
      );
      await sandbox.control("reset");
      const [left, ...others] = leftOf(gap, filled);
      assert.deepEqual([left, others], [{ first: 21n, last: 50n }, []]);
      const rest = await fillGap(node.graphql, { blocks: left! }, executed, []);
      assert.deepEqual([rest.upTo, leftOf(gap, rest)], [50n, []]);
      const all = await fillGap(node.graphql, gap, executed, []);
      assert.deepEqual([...filled.events, ...rest.events], all.events);
    });

    it("keeps it as well when the node is gone meanwhile, or the person has enough", async () => {
      const failed = await fillGap(
        beforeQuestion(3, () => refusal("out of order", 500)),
        gap,
        executed,
        [],
      );
      assert.deepEqual([failed.upTo, leftOf(gap, failed)], [40n, [{ first: 41n, last: 50n }]]);
      assert.match(filledNotice(gap, failed, label), /; blocks 41–50 are left to fill: .*out of order/);
      await sandbox.control("reset");
      const cancelled = new AbortController();
      const given = beforeQuestion(2, () => cancelled.abort());
      const filled = await fillGap(given, gap, executed, [], { signal: cancelled.signal });
      assert.match(filledNotice(gap, filled, label), /; blocks 21–50 are left to fill: it was cancelled$/);
    });

    it("is not filled at all when the first part is refused, and says so with the reason", async () => {
      await refusal(outOfReach);
      await assert.rejects(fillGap(node.graphql, gap, executed, []), {
        message: "The gap cannot be filled: block 30 is out of reach",
      });
    });
  });

  it("asks nothing when no tail's past can be told", async () => {
    const query = () => assert.fail("nothing was to be asked");
    const targetsOfMempool = [{ component: "transactions", topic: "included" }];
    const filled = await fillGap({ query }, { blocks: { first: 1n, last: 9n } }, targetsOfMempool, []);
    assert.deepEqual([filled.events, filled.unanswerable], [[], targetsOfMempool]);
  });

  it("of very many blocks is done in parts", async () => {
    const asked: string[] = [];
    const query = ({ query }: { query: string }) => {
      asked.push(query);
      return Promise.resolve({ data: {}, errors: [] } as never);
    };
    const filled = await fillGap({ query }, { blocks: { first: 1n, last: 5000n } }, [{ component: "blocks" }], []);
    assert.deepEqual([filled.upTo, asked.length], [1000n, 50]);
    assert.match(asked[49] ?? "", /range: \[981, 1000\]/);
  });

  it("says which blocks the node does not have", async () => {
    const query = () =>
      Promise.resolve({ data: { blocks: [{ header: { height: 2, hash: "b2" } }] }, errors: [] } as never);
    const filled = await fillGap({ query }, { blocks: { first: 1n, last: 4n } }, [{ component: "blocks" }], []);
    const there = { height: 2n, hash: "b2", transactions: [], state: undefined };
    assert.deepEqual([filled.blocks, filled.absent], [[there], { first: 1n, last: 4n }]);
  });

  it("counts equal events of one transaction: as many are added as are missing", async () => {
    const event = { target: counter, topic: "counted", data: "01", origin: "ab" };
    const query = () => Promise.resolve({ data: { h1: { json: [event, event, event] } }, errors: [] } as never);
    const arrived = receivedEvent({ component: "contracts", entity: counter, topic: "counted" }, Uint8Array.of(1), {
      origin: "ab",
    });
    const filled = await fillGap({ query }, { blocks: { first: 1n, last: 1n } }, targets, [arrived]);
    assert.deepEqual([filled.events.length, filled.known], [2, 1]);
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((done) => setTimeout(done, 10));
}
