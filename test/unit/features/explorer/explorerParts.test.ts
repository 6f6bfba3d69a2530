import assert from "node:assert/strict";
import { Throttler } from "../../../../src/base/throttler";
import { Part } from "../../../../src/features/explorer/model/rows/part";
import { RecentBlocks } from "../../../../src/features/explorer/model/recentBlocks";
import { eventually } from "../../../support/eventually";
import { FakeClock } from "../../../support/fakeClock";

describe("a part of what a node tells", () => {
  it("is asked for when it is first wanted, and not again", async () => {
    let asked = 0;
    const part = new Part(() => Promise.resolve(++asked));
    await Promise.all([part.ready(), part.ready()]);
    await part.ready();
    assert.deepEqual([part.value, asked], [1, 1]);
    part.invalidate();
    await part.ready();
    assert.deepEqual([part.value, asked], [2, 2]);
  });

  it("keeps its value and its time when it fails, and does not try again by itself", async () => {
    const clock = new FakeClock();
    const outcomes: (string | undefined)[] = [];
    let answer = () => Promise.resolve(1);
    const part = new Part(() => answer(), { clock, onOutcome: (error) => outcomes.push(error?.message) });
    await part.ready();
    const { loadedAt } = part;
    clock.advance(1000);
    answer = () => Promise.reject(new Error("out of order"));
    part.invalidate();
    await part.ready();
    await part.ready();
    assert.deepEqual([part.value, part.loadedAt, part.error?.message], [1, loadedAt, "out of order"]);
    assert.deepEqual(outcomes, [undefined, "out of order"]);
  });

  it("that becomes outdated while it is on its way is asked for again", async () => {
    const answers: ((value: number) => void)[] = [];
    const part = new Part(() => new Promise<number>((resolve) => answers.push(resolve)));
    const first = part.ready();
    part.invalidate();
    answers[0]?.(1);
    await first;
    const second = part.ready();
    answers[1]?.(2);
    await second;
    assert.equal(part.value, 2);
  });

  it("that is wanted once it became outdated comes after the answer on its way, which may be of before", async () => {
    const answers: ((value: number) => void)[] = [];
    const part = new Part(() => new Promise<number>((resolve) => answers.push(resolve)));
    void part.ready();
    part.invalidate();
    const wanted = Promise.all([part.ready(), part.ready()]);
    answers[0]?.(1);
    await eventually(
      "another question",
      () => answers.length,
      (count) => count === 2,
    );
    answers[1]?.(2);
    await wanted;
    assert.deepEqual([part.value, answers.length], [2, 2]);
  });
});

describe("refreshing", () => {
  it("runs at once, then at most once in the gap, however often it is asked for", () => {
    const clock = new FakeClock();
    let runs = 0;
    const throttler = new Throttler(() => runs++, 700, clock);
    throttler.request();
    clock.advance(0);
    assert.equal(runs, 1);
    for (let event = 0; event < 200; event++) {
      throttler.request();
      clock.advance(10);
    }
    assert.equal(runs, 3);
    clock.advance(700);
    assert.equal(runs, 4);
    clock.advance(10_000);
    assert.equal(runs, 4, "nothing runs when nothing is asked for");
    throttler.request();
    throttler.dispose();
    clock.advance(1000);
    assert.equal(runs, 4);
  });
});

describe("recent blocks", () => {
  const block = (height: bigint) => {
    return { height, hash: `h${height}`, timestamp: undefined, state: undefined, transactions: undefined, odd: [] };
  };

  it("hold no more than a page while the chain grows", () => {
    const blocks = new RecentBlocks();
    blocks.take([3n, 2n, 1n, 0n].map(block));
    assert.equal(blocks.olderThan, undefined);
    for (let height = 4n; height < 60n; height++) {
      blocks.apply({ kind: "accepted", block: { ...block(height), transactions: [] } });
    }
    assert.deepEqual([blocks.all.length, blocks.all[0]?.height, blocks.olderThan], [20, 59n, 39n]);
  });

  it("hold on to a block that is opened, and to those above it, until it is closed", () => {
    const blocks = new RecentBlocks();
    blocks.take([3n, 2n, 1n, 0n].map(block));
    blocks.hold("h2");
    const grow = (first: bigint, count: number) => {
      for (let more = 0; more < count; more++)
        blocks.apply({ kind: "accepted", block: { ...block(first + BigInt(more)), transactions: [] } });
    };
    grow(4n, 40);
    assert.deepEqual([blocks.all.length, blocks.size, blocks.all.at(-1)?.height], [42, 42, 2n]);
    blocks.take(blocks.all, blocks.all);
    assert.equal(blocks.all.at(-1)?.height, 2n);
    blocks.release("h2");
    grow(44n, 1);
    assert.deepEqual([blocks.all.length, blocks.olderThan], [20, 24n]);
    blocks.hold("h44");
    grow(45n, 199);
    assert.equal(blocks.all.length, 200);
    grow(244n, 2);
    assert.equal(blocks.all.length, 20, "there is an end to it");
    blocks.apply({ kind: "restarted", before: { height: 245n, hash: "h245" }, tip: { height: 0n, hash: "h0" } });
    assert.deepEqual([blocks.all.length, blocks.size], [0, 20]);
  });

  it("replace a block that came at the same height, and what was above it", () => {
    const blocks = new RecentBlocks();
    blocks.take([5n, 4n, 3n].map(block));
    blocks.apply({ kind: "accepted", block: { ...block(4n), hash: "other", transactions: [] } });
    assert.deepEqual(
      blocks.all.map(({ hash }) => hash),
      ["other", "h3"],
    );
  });

  it("keep what events told while they were asked for", () => {
    const blocks = new RecentBlocks();
    blocks.apply({ kind: "accepted", block: { ...block(6n), transactions: [] } });
    blocks.take([5n, 4n].map(block));
    assert.deepEqual(
      blocks.all.map(({ height }) => height),
      [6n, 5n, 4n],
    );
  });

  it("are those of the new chain when it started again before they were asked for", () => {
    const blocks = new RecentBlocks();
    blocks.take([9n, 8n, 7n].map(block));
    blocks.take([3n, 2n].map(block), blocks.all);
    assert.deepEqual(
      blocks.all.map(({ height }) => height),
      [3n, 2n],
    );
  });
});
