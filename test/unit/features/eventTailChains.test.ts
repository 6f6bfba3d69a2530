import assert from "node:assert/strict";
import type { ReceivedEvent } from "../../../src/client/session/recentEvents";
import { fillGap, received } from "../../../src/features/eventTail/model/gaps/gapFill";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { stakeContractId } from "../../../src/wire/ids";
import { eventually } from "../../support/eventually";
import { startSandbox, type Sandbox } from "../../support/startSandbox";
import { tailedSandbox, type TailedSandbox } from "../../support/tailedSandbox";

const { counter } = contractIds;

describe("tails of a node whose chain does not go on", function () {
  this.timeout(60_000);
  let sandbox: Sandbox;
  let window: TailedSandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ blockMs: 0, roles: ["archive"], args: ["--history", "30"] });
    window = tailedSandbox(sandbox);
    await window.tails.start(window.connection, { component: "contracts", entity: counter });
    await window.tails.start(window.connection, { component: "contracts", entity: stakeContractId, topic: "reward" });
    await window.shows(/subscribed to[^]*subscribed to/);
    await eventually(
      "the chain's height",
      () => window.connection.chain.tip?.height,
      (height) => height !== undefined,
    );
    await tipIs(await block());
    await window.connection.chain.certain();
  });
  afterEach(async () => {
    await window.dispose();
    await sandbox.stop();
  });

  const block = async (count = 1) => Number(((await sandbox.control("block", { count })) as { height: string }).height);
  const tip = () => window.connection.chain.tip?.height;
  const gaps = () => window.tails.gaps.map(({ blocks }) => [Number(blocks.first), Number(blocks.last)]);
  const tipIs = (height: number) =>
    eventually(
      `block ${height}`,
      () => Number(tip()),
      (seen) => seen === height,
    );

  it("says which blocks the node did not tell, offers them, and learns what became of their events", async () => {
    await sandbox.control("lose-frames", { path: "/accepted", count: 2 });
    const last = await block(3);
    const text = await window.shows(/were not told by the node/);
    assert.match(text, new RegExp(`blocks ${last - 2}–${last - 1} were not told by the node: events may be missing`));
    assert.deepEqual(gaps(), [[last - 2, last - 1]]);
    const ofLost = await eventually(
      "the events of the block that was not told",
      () => window.recent.all().filter((event) => window.tails.blockOf(event)?.height === BigInt(last - 1)),
      (events) => events.length > 0,
    );
    assert.ok(ofLost.every(({ frame }) => frame.target.component === "contracts"));
  });

  it("looks up a block that only what became of it names", async () => {
    await sandbox.control("lose-frames", { path: "/accepted", count: 2 });
    const last = await block(2);
    await window.shows(new RegExp(`blocks? (${last - 1}|${last - 1}–${last}) w.* not told by the node`));
    await eventually(
      "its height",
      () => Number(tip()),
      (height) => height >= last - 1,
    );
  });

  for (const [what, height] of [
    ["lower", 3],
    ["equal", 31],
    ["higher", 60],
  ] as const) {
    for (const sessions of ["cut", "stay"] as const) {
      it(`says that the chain began again at a ${what} height, with sessions that ${sessions}, and offers its blocks`, async () => {
        const before = await block(5);
        await tipIs(before);
        window.tails.gaps = [
          { connectionId: "settings/Local", lostAt: 0, lastedMs: 1, blocks: { first: 1n, last: 2n } },
        ];
        await sandbox.control("restart-chain", { height, sessions });
        if (sessions === "stay") await block();
        const text = await window.shows(/another chain: the node is at block/);
        assert.match(text, new RegExp(`another chain: the node is at block \\d+ now, and block ${before} \\(`));
        const after = height + (sessions === "stay" ? 1 : 0);
        await tipIs(after);
        // A block that came while the node was asked is offered, or was told by its event.
        const [[first, last] = [], ...others] = gaps();
        assert.deepEqual([first, others], [0, []]);
        assert.ok(last === height || last === after, `up to block ${last}`);
        assert.equal(
          window.connection.chain.finalized === undefined || window.connection.chain.finalized <= BigInt(after),
          true,
        );
        assert.equal(window.lines.filter((line) => line.includes("another chain")).length, 1);
        const known = window.recent.all().filter((event) => window.tails.blockOf(event));
        const own = known.filter((event) => !window.connection.chain.blocks.has(window.tails.blockOf(event)!.hash));
        assert.deepEqual(own, []);
      });
    }
  }

  it("have the same transactions on another chain filled, though their events had arrived on the one before", async () => {
    await sandbox.control("restart-chain", { height: 0 });
    await tipIs(0);
    await window.shows(/(subscribed again[^]*){2}/);
    await window.connection.chain.certain();
    await tipIs(await block(4));
    await eventually(
      "events of the first blocks",
      () => window.tails.arrived("settings/Local").length,
      (count) => count > 0,
    );
    // What both chains began with in the sandbox has the same hashes, as after the same steps on a node for development.
    await sandbox.control("restart-chain", { height: 4 });
    await tipIs(4);
    await eventually("a gap from the beginning", gaps, (all) => all.some(([first, last]) => first === 0 && last === 4));
    const gap = window.tails.gaps.find(({ blocks }) => blocks.first === 0n)!;
    const targets = window.tails.all.map(({ target }) => target);
    const fill = (live: ReceivedEvent[]) => fillGap(window.node.graphql, gap, targets, live);
    assert.ok((await fill(window.recent.all())).known > 0, "of the chains before");
    assert.equal((await fill(window.tails.arrived("settings/Local"))).known, 0);
  });

  it("says once of each block that it is final, also of blocks that an earlier start of the node made", async () => {
    const first = await block(6);
    await window.shows(new RegExp(`✓ block ${first - 3} \\(.*\\) is final`));
    await sandbox.restart();
    await window.shows(/another chain: the node is at block 29 now/);
    await window.shows(/(subscribed again to[^]*){2}/);
    const began = window.lines.length;
    await block(8);
    await window.shows(/another chain[^]*✓ block 34 \(.*\) is final/);
    const final = window.lines.slice(began).flatMap((line) => /✓ block (\d+) /.exec(line)?.[1] ?? []);
    assert.deepEqual(final, ["30", "31", "32", "33", "34"]);
    assert.equal(window.tails.lastSeen("settings/Local")?.height, 37n);
  });

  it("end of themselves with the one transaction that they are of, when its block is final or has long been", async () => {
    const { accounts } = (await sandbox.control("state")) as { accounts: string[] };
    const send = async () =>
      ((await sandbox.control("transaction", { sender: accounts[0], propagate: true })) as { hash: string }).hash;
    const entity = await send();
    const start = async (topic: string, of: string) =>
      window.tails.start(window.connection, { component: "transactions", entity: of, topic });
    const before = window.tails.all.length;
    for (const topic of ["executed", "removed"]) await start(topic, entity);
    await window.shows(new RegExp(`subscribed to transactions:${entity.slice(0, 8)}\\S+/removed`));
    const height = await block();
    await window.shows(new RegExp(`tx ${entity.slice(0, 8)}\\S+ {2}executed`.replace(" ", ".")));
    assert.equal(window.tails.all.length, before + 2);
    await block(3);
    const ended = (topic: string) =>
      new RegExp(
        `tail of transactions:${entity.slice(0, 8)}\\S+/${topic} ended after 1 event: block ${height} is final`,
      );
    await window.shows(ended("executed"));
    await window.shows(ended("removed"));
    assert.equal(window.tails.all.length, before);

    await start("executed", entity);
    await window.shows(new RegExp(`executed ended after 0 events: block ${height} is final`));
    await start("executed", await send());
    await block();
    assert.equal(window.tails.all.length, before + 1, "one whose block is not final goes on");
  });

  it("counts those that wait for their block, and none that was shown before it was final", async () => {
    await block(3);
    await window.shows(/(reward {2}[^]*){4}/);
    const before = window.recent.total;
    const first = window.recent.all()[0]!;
    window.tails.setOnlyFinal(true);
    await tipIs(await block(2));
    await eventually(
      "an earlier block to be final",
      () => window.tails.blockOf(first)?.state,
      (state) => state === "finalized",
    );
    window.tails.setOnlyFinal(false);
    const text = await window.shows(/all events are shown again/);
    const waiting = window.recent.all().filter(({ number }) => number > before).length;
    assert.ok(waiting > 1);
    assert.match(
      text,
      new RegExp(`shown again; the block of ${waiting} events had not become final; they are shown when it has`),
    );
  });

  /** Fills the newest gap as the command does. */
  async function fillNewest(): Promise<ReceivedEvent[]> {
    const gap = window.tails.gaps.at(-1)!;
    const targets = window.tails.all.map(({ target }) => target);
    const filled = await fillGap(window.node.graphql, gap, targets, window.tails.arrived("settings/Local"));
    for (const block of filled.blocks) window.connection.chain.learn(block);
    const events = filled.events.flatMap((event) => received(event, "Rusk-Origin") ?? []);
    window.tails.fill(window.connection, filled.blocks, events);
    return window.recent.all((_at, { source }) => source === "filled");
  }

  it("have what a gap is filled with joined to its blocks: a fork strikes it, and it becomes final", async () => {
    await sandbox.control("lose-frames", { path: "", count: 1000 });
    await block(2);
    await sandbox.control("reset");
    const last = await block();
    await window.shows(/not told by the node/);
    const filled = await fillNewest();
    assert.ok(filled.length > 1);
    const blockOf = (event: ReceivedEvent) => window.tails.blockOf(event);
    assert.deepEqual(
      new Set(filled.map((event) => blockOf(event)?.height)),
      new Set([BigInt(last - 2), BigInt(last - 1)]),
    );
    const ofUpper = filled.filter((event) => blockOf(event)?.height === BigInt(last - 1)).length;
    await sandbox.control("fork", { height: last - 1 });
    await window.shows(new RegExp(`block ${last - 1} \\(.*\\) was reverted: ${ofUpper} events? of it did not happen`));
    await block(3);
    const ofLower = filled.length - ofUpper;
    await window.shows(new RegExp(`✓ block ${last - 2} \\(.*\\) is final: ${ofLower} events?`));
  });

  it("shows once what was shown before only final events were, and what was held back when it is final", async () => {
    const last = await block(2);
    await window.shows(/(reward {2}[^]*){3}/);
    const shownBefore = window.recent.total;
    window.tails.setOnlyFinal(true);
    const held = await block(2);
    await tipIs(held);
    window.tails.setOnlyFinal(false);
    await block(5);
    await window.shows(new RegExp(`✓ block ${held} \\(`));
    const shown = () => window.lines.filter((line) => / reward {2}/.test(line)).length;
    const received = window.recent.all().filter(({ frame }) => frame.target.topic === "reward").length;
    await eventually("each to be shown", shown, (count) => count >= received);
    assert.equal(shown(), received, "each once");
    assert.ok(received > 7 && shownBefore < window.recent.total);
    assert.match(window.lines.join("\n"), new RegExp(`✓ block ${last} \\(`));
  });

  it("strikes nothing that was held back when its block is left", async () => {
    await tipIs(await block());
    window.tails.setOnlyFinal(true);
    const held = await block();
    await tipIs(held);
    await sandbox.control("fork", { height: held });
    const after = await block(4);
    await tipIs(after);
    await window.shows(/only final:[^]*(reward {2}[^]*){2}/);
    assert.doesNotMatch(window.lines.join("\n"), new RegExp(`block ${held} .* was reverted`));
  });

  it("follows a fork that the node does not tell: the blocks that it left are left", async () => {
    const height = await block(3);
    await tipIs(height);
    const left = window.connection.chain.tip!.hash;
    await sandbox.control("lose-frames", { path: "/reverted", count: 2 });
    await sandbox.control("fork", { height: height - 1 });
    const next = await block();
    await tipIs(next);
    assert.equal(window.connection.chain.blocks.has(left), false);
    assert.deepEqual(gaps(), []);
    const under = window.recent.all().filter((event) => {
      const found = window.tails.blockOf(event);
      return found && found.state !== "reverted" && !window.connection.chain.blocks.has(found.hash);
    });
    assert.deepEqual(under, []);
  });

  it("knows an earlier window's chain again by a block's hash, and says when it is another", async () => {
    const seen = window.tails.lastSeen("settings/Local");
    assert.ok(seen?.known);
    await sandbox.control("restart-chain", { height: 60 });
    const later = tailedSandbox(sandbox);
    await later.tails.start(later.connection, { component: "contracts", entity: counter });
    later.tails.missedSince("settings/Local", seen);
    await later.shows(/another chain: the node is at block 60 now/);
    assert.deepEqual(
      later.tails.gaps.map(({ blocks }) => blocks),
      [{ first: 0n, last: 60n }],
    );
    await later.dispose();
  });

  it("names the blocks of the first loss of a tail that was started before its node", async () => {
    await sandbox.stop();
    const early = tailedSandbox(sandbox);
    await early.tails.start(early.connection, { component: "contracts", entity: counter });
    await early.shows(/no event session yet/);
    await sandbox.restart();
    await early.shows(/subscribed to/);
    await eventually(
      "the height",
      () => early.connection.chain.tip,
      (found) => found !== undefined,
    );
    assert.deepEqual(early.tails.gaps, []);
    const height = await block();
    await sandbox.control("cut-socket");
    const text = await early.shows(/gap of/);
    assert.match(
      text,
      new RegExp(`gap of [^:]+: (no new block in it; events of block ${height}|events of blocks ${height})`),
    );
    await early.dispose();
  });
});
