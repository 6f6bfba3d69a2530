import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { DriverProcess } from "../../../src/driver/driverProcess";
import { op } from "../../../src/sandbox/driver/wasm";
import { driverProcessFile } from "../../support/driverProcessFile";
import { oddDriver } from "../../support/oddDriver";
import { startSandbox, type Sandbox } from "../../support/startSandbox";
import { localDriversIn, tailedSandbox, type TailedSandbox } from "../../support/tailedSandbox";

const { counter, mixedCase, vault } = contractIds;
const tail = (contract: string, topic?: string) => ({
  component: "contracts",
  entity: contract,
  ...(topic && { topic }),
});

describe("tails of a node that misbehaves", function () {
  this.timeout(60_000);
  let sandbox: Sandbox;
  let window: TailedSandbox;
  before(
    async () => (sandbox = await startSandbox({ blockMs: 0, roles: ["archive"], args: ["--txs-per-block", "0"] })),
  );
  after(() => sandbox.stop());
  beforeEach(async () => {
    await sandbox.control("reset");
    window = tailedSandbox(sandbox, { session: { pingIntervalMs: 150, pongTimeoutMs: 1000 } });
  });
  afterEach(() => window.dispose());

  for (const [what, break_, said] of [
    [
      "closes the session as “Shutting down”",
      () => sandbox.control("close", { code: 1001, reason: "Shutting down" }),
      /Shutting down.*not read fast enough/,
    ],
    ["goes silent without closing", () => sandbox.control("half-open"), /stopped responding/],
    ["cuts the connection", () => sandbox.control("cut-socket"), /connection to the node was lost/],
  ] as const) {
    it(`that ${what}: each event once, the loss and the return said once`, async () => {
      await window.tails.start(window.connection, tail(counter));
      await window.shows(/subscribed to/);
      await emit(1);
      await window.shows(/"1"/);
      await break_();
      await window.shows(/subscribed again/);
      await emit(2);
      const text = await window.shows(/"2"[^]*gap of|gap of[^]*"2"/);
      assert.deepEqual(counts(text), ["1", "2"]);
      assert.match(text, said);
      for (const once of [/event session lost/g, /open again/g, /subscribed again/g, /gap of/g]) {
        assert.equal(text.match(once)?.length, 1, `${String(once)} in\n${text}`);
      }
      const { sessions, openSockets } = (await sandbox.control("state")) as {
        sessions: { halfOpen: boolean }[];
        openSockets: number;
      };
      assert.equal(sessions.filter(({ halfOpen }) => !halfOpen).length, 1);
      assert.ok(openSockets >= 1);
    });
  }

  for (const [when, isOpen] of [
    ["before", true],
    ["after", false],
  ] as const) {
    it(`is said to have missed blocks since an earlier window, with the session opened ${when} the tail`, async () => {
      if (isOpen) {
        window.node.events.session.start();
        while (window.node.events.session.state.kind !== "open") await new Promise((done) => setTimeout(done, 5));
      }
      const { height } = (await sandbox.control("state")) as { height: string };
      const last = BigInt(height);
      assert.equal(window.tails.lastSeen("settings/Local"), undefined);
      await window.tails.start(window.connection, tail(counter));
      window.tails.missedSince("settings/Local", { height: last - 9n, at: Date.now() - 60_000 });
      const text = await window.shows(/gap of/);
      assert.match(text, new RegExp(`gap of 60\\.\\d s: events of blocks ${last - 9n}–${last} may be missing`));
      assert.deepEqual(
        window.tails.gaps.map(({ blocks }) => blocks),
        [{ first: last - 9n, last }],
      );
      await window.connection.chain.certain();
      assert.equal(window.tails.lastSeen("settings/Local")?.height, last);
    });
  }

  it("whose session was open before the first tail: its loss is a loss", async () => {
    window.node.events.session.start();
    while (window.node.events.session.state.kind !== "open") await new Promise((done) => setTimeout(done, 5));
    await window.tails.start(window.connection, tail(counter));
    await window.shows(/subscribed to/);
    // The node is asked where it is once everything is subscribed to.
    await window.connection.chain.certain();
    await sandbox.control("close", { code: 1000 });
    await window.shows(/event session lost: .*last block seen: \d+/);
    await window.shows(/open again/);
  });

  it("that forgets the session: the tail opens another and goes on", async () => {
    await window.tails.start(window.connection, tail(counter));
    await window.shows(/subscribed to contracts:counter/);
    await sandbox.control("forget-sessions");
    await window.tails.start(window.connection, tail(vault));
    await window.shows(/event session lost: The node no longer knows this event session/);
    await window.shows(/subscribed again to contracts:counter[^]*/);
    await window.shows(/subscribed to contracts:vault/);
    await emit(1);
    assert.deepEqual(counts(await window.shows(/"1"/)), ["1"]);
  });

  it("that refuses in a later session what it sent before: the tail stays, and tells why it brings nothing", async () => {
    const { tail: running } = await window.tails.start(window.connection, tail(counter, "counted"));
    await window.shows(/subscribed to contracts:counter/);
    assert.equal(running.summary, "0 events");
    await sandbox.control("answer", { path: `contracts:${counter}`, status: 403, text: "not for you", count: 9 });
    await sandbox.control("cut-socket");
    await window.shows(/tail of contracts:counter\/counted failed: .*not for you/);
    assert.match(running.summary, /^failed: .*not for you/);
    assert.deepEqual(window.tails.all, [running]);
  });

  it("that is down for many attempts: one line, then exactly one subscription", async () => {
    await sandbox.stop();
    await window.tails.start(window.connection, tail(counter));
    await window.shows(/no event session yet/);
    await new Promise((done) => setTimeout(done, 300));
    await sandbox.restart();
    await window.shows(/subscribed to/);
    await emit(1);
    const text = await window.shows(/"1"/);
    assert.equal(text.match(/no event session yet/g)?.length, 1);
    const { subscribes } = (await sandbox.control("state")) as { subscribes: Record<string, number> };
    assert.equal(subscribes[`contracts:${counter}`], 1);
  });

  it("that drops the session three times: each event once, one subscription each", async () => {
    await window.tails.start(window.connection, tail(counter, "counted"));
    await window.tails.start(window.connection, tail(counter, "value_set"));
    await window.shows(/subscribed to[^]*subscribed to/);
    for (const round of [1, 2, 3]) {
      await sandbox.control("close", { code: 1000 });
      await window.shows(new RegExp(`(subscribed again[^]*){${2 * round}}`));
      await emit(round);
      await window.shows(new RegExp(`"${round}"`));
    }
    assert.deepEqual(counts(window.lines.join("\n")), ["1", "2", "3"]);
    const { subscribes } = (await sandbox.control("state")) as { subscribes: Record<string, number> };
    assert.deepEqual(
      [subscribes[`contracts:${counter}/counted`], subscribes[`contracts:${counter}/value_set`]],
      [4, 4],
    );
  });

  it("that sends garbage between events: the events arrive, the garbage is counted in one line", async () => {
    await window.tails.start(window.connection, tail(counter));
    await window.shows(/subscribed to/);
    await emit(1);
    for (const kind of ["garbage", "short", "oversized", "empty"]) await sandbox.control("frame", { kind });
    await sandbox.control("text", { text: "ab".repeat(16) });
    await emit(2);
    const text = await window.shows(/"2"[^]*messages are no event: /);
    assert.deepEqual(counts(text), ["1", "2"]);
    assert.equal(text.match(/(\d) messages are no event/)?.[1], "5");
    assert.doesNotMatch(text, /event session lost/);
  });

  it("that sends events after the tail was stopped: they are not shown, and said once", async () => {
    await sandbox.control("late-events", { on: true });
    await window.tails.start(window.connection, tail(vault));
    const { tail: started } = await window.tails.start(window.connection, tail(counter));
    await window.shows(/subscribed to contracts:counter/);
    await emit(1);
    await window.shows(/"1"/);
    window.tails.stop(started);
    const text = await window.shows(/1 late event of contracts:counter\/late: its tail was stopped before/);
    assert.deepEqual(counts(text), ["1"]);
  });

  it("that emits names with capitals, slashes, line breaks and other letters: one line each, in their own spelling", async () => {
    await window.tails.start(window.connection, tail(mixedCase, "RewardPaid"));
    await window.tails.start(window.connection, tail(vault));
    await window.shows(
      /subscribed to contracts:mixedCase\/RewardPaid[^]*may never arrive[^]*subscribed to contracts:vault/,
    );
    await sandbox.control("emit", { contract: mixedCase, topic: "RewardPaid", json: 10 });
    const topics = ["a/b", "转账", "x\n[ERROR] fake\u001b[31m"];
    for (const topic of topics) await sandbox.control("emit", { contract: vault, topic, hex: "00" });
    const text = await window.shows(/fake/);
    assert.match(text, /mixedCase {2}RewardPaid {2}0x0a0{14} \(not decoded: .*nodes lower-case names/);
    assert.match(text, /vault {2}a\/b {2}0x00 \(not decoded: .*No data driver/);
    assert.match(text, /vault {2}转账 {2}0x00/);
    assert.match(text, /vault {2}x\\n\[ERROR\]\u00a0fake\\x1b\[31m {2}0x00/);
    assert.ok(window.lines.every((line) => /^\d\d:\d\d:\d\d\.\d{3} {2}Local {2}/.test(line)));
  });

  it("that sends a header alone: a line without data", async () => {
    await window.tails.start(window.connection, { component: "transactions", topic: "removed" });
    await window.shows(/subscribed to/);
    await sandbox.control("emit", { component: "transactions", entity: "ab".repeat(32), topic: "removed" });
    await window.shows(/tx.abababab…abab {2}removed$/m);
  });

  it("that sends bytes which are the text of a number: hex, never that number", async () => {
    await window.tails.start(window.connection, tail(vault));
    await window.shows(/subscribed to/);
    for (const text of ["12345678", "[]", "null", '"aa"']) {
      await sandbox.control("emit", { contract: vault, topic: "deposit", text });
    }
    const text = await window.shows(/(deposit {2}0x[^]*){4}/);
    assert.match(text, /deposit {2}0x3132333435363738 \(not decoded: /);
  });

  it("that refuses a whole contract of which no event is known: no tail, and what to do is said", async () => {
    const args = ["--like", "1.4", "--txs-per-block", "0", "--history", "0"];
    const strict = await startSandbox({ blockMs: 0, args });
    const other = tailedSandbox(strict);
    const { tail: refused } = await other.tails.start(other.connection, tail(vault));
    assert.equal((await refused.first)?.reason, "not-offered");
    await other.shows(/tail of contracts:vault did not start: .*Tail an event by its name/);
    assert.deepEqual(other.tails.all, []);
    await other.dispose();
    await strict.stop();
  });

  it("that gives away a driver which hangs: said once, every event decoded by the node, in order", async () => {
    const other = await startSandbox({ blockMs: 0, args: ["--txs-per-block", "0"] });
    const runner = new DriverProcess(driverProcessFile, { eventMs: 300 });
    const tailed = tailedSandbox(other, { localDrivers: localDriversIn(runner) });
    const hanging = oddDriver({ decodeEvent: [...op.loop(op.const32(1)), ...op.const32(0)] });
    await tailed.node.contracts.uploadDriver(counter, hanging, other.signature(hanging));
    await tailed.tails.start(tailed.connection, tail(counter));
    await tailed.shows(/subscribed to/);
    // The first brings the driver here; one after the other until it has hung.
    const isSaid = () => tailed.lines.some((line) => line.includes("not run here"));
    let sent = 0;
    while (!isSaid() && sent < 100) {
      await other.control("emit", { contract: counter, topic: "counted", json: `${++sent}` });
      await tailed.shows(new RegExp(`counted {2}"${sent}"`));
    }
    await other.control("emit", { contract: counter, topic: "counted", json: `${++sent}` });
    const text = await tailed.shows(new RegExp(`counted {2}"${sent}"`));
    const said = text.match(/the driver of counter is not run here: .*; the node decodes its events/g);
    assert.deepEqual(said, [
      "the driver of counter is not run here: it took too long and was stopped; the node decodes its events",
    ]);
    assert.deepEqual(
      [...text.matchAll(/counted {2}"(\d+)"/g)].map(([, digits]) => Number(digits)),
      Array.from({ length: sent }, (_, at) => at + 1),
    );
    await tailed.dispose();
    runner.dispose();
    await other.stop();
  });

  it("that is left: it holds no subscription any more", async () => {
    await window.tails.start(window.connection, tail(counter));
    await window.tails.start(window.connection, tail(vault));
    await window.shows(/subscribed to[^]*subscribed to/);
    await window.tails.end(2000);
    const { sessions, unsubscribes } = (await sandbox.control("state")) as {
      sessions: { subscriptions: string[] }[];
      unsubscribes: Record<string, number>;
    };
    // The connection itself follows the blocks for as long as it is there.
    const left = sessions.flatMap(({ subscriptions }) => subscriptions).filter((each) => !each.startsWith("blocks/"));
    assert.deepEqual(left, []);
    assert.equal(Object.keys(unsubscribes).length, 2);
  });

  async function emit(value: number): Promise<void> {
    await sandbox.control("emit", { contract: counter, topic: "counted", json: String(value) });
  }
});

/** The counters shown, in order. */
function counts(text: string): (string | undefined)[] {
  return [...text.matchAll(/counted {2}"(\d+)"/g)].map(([, value]) => value);
}
