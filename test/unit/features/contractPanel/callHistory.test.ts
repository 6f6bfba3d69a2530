import assert from "node:assert/strict";
import type { CallOutcome } from "../../../../src/bridge/callOutcome";
import { CallHistory } from "../../../../src/features/contractPanel/callHistory";
import { type CallRecord, outcomeLine } from "../../../../src/features/contractPanel/callRecord";
import { LearnedTypes } from "../../../../src/features/contractPanel/learnedTypes";
import { readDriverSchema } from "../../../../src/contract/driverSchema";
import { FakeClock } from "../../../support/fakeClock";
import { Memory } from "../../../support/memory";

const facts = { status: 200, route: "POST /on/contracts:ab/f", headers: [], durationMs: 1, size: 1 };
const plain: CallOutcome = { kind: "json", text: '"18446744073709551615"', facts };

function record(id: string, change: Partial<CallRecord> = {}): CallRecord {
  const request: CallRecord["request"] = {
    ...{ contractId: "ab".repeat(32), fn: "f", input: { json: "1" }, sendAs: "json", stream: false, headers: [] },
  };
  return { id, at: 0, connection: "Local", contractName: "Counter", request, outcome: plain, ...change };
}

describe("the history of calls", () => {
  let memory: Memory;
  let history: CallHistory;
  beforeEach(() => {
    memory = new Memory();
    history = new CallHistory(memory);
  });

  it("is newest first, and survives a reload with every digit", async () => {
    history.add(record("one"));
    history.add(record("two"));
    await history.flush();
    const { records } = new CallHistory(memory);
    assert.deepEqual(
      records.map(({ id }) => id),
      ["two", "one"],
    );
    assert.deepEqual(records[0]?.outcome, plain);
  });

  it("is written down at once, and once for calls that follow each other fast", () => {
    const clock = new FakeClock();
    const written = () => new CallHistory(memory).records.length;
    const timed = new CallHistory(memory, clock);
    timed.add(record("one"));
    assert.equal(written(), 1);
    timed.add(record("two"));
    timed.add(record("three"));
    assert.equal(written(), 1);
    clock.advance(500);
    assert.equal(written(), 3);
    timed.add(record("four"));
    timed.dispose();
    assert.equal(written(), 4);
  });

  it("never stores the value of a header", async () => {
    const headers = [{ name: "Authorization", value: "Bearer hush-hush" }];
    const echo: CallOutcome = { ...plain, facts: { ...facts, headers: [["authorization", "Bearer hush-hush"]] } };
    history.add(record("one", { request: { ...record("one").request, headers }, outcome: echo }));
    await history.flush();
    assert.doesNotMatch([...memory.stored.values()].join(), /hush/);
    assert.deepEqual(history.records[0]?.request.headers, [{ name: "Authorization", value: "" }]);
  });

  it("keeps bytes as they were", async () => {
    const input = { hex: "2453545782b92053d401" };
    history.add(record("one", { request: { ...record("one").request, input } }));
    assert.deepEqual(history.records[0]?.request.input, input);
  });

  it("has bounds: 200 calls, and short beginnings of long outputs", async () => {
    const text = JSON.stringify("x".repeat(500_000));
    history.add(record("long", { outcome: { kind: "json", text, facts } }));
    assert.equal(history.records[0]?.cut, true);
    await history.flush();
    assert.ok((memory.stored.get("callHistory")?.length ?? 0) < 10_000);
    for (let at = 0; at < 205; at++) history.add(record(`${at}`));
    assert.equal(history.records.length, 200);
    assert.equal(history.records[0]?.id, "204");
  });

  it("drops the oldest when all together are too long", async () => {
    const outcome: CallOutcome = { kind: "json", text: JSON.stringify("x".repeat(60_000)), facts };
    for (let at = 0; at < 30; at++) history.add(record(`${at}`, { outcome }));
    assert.ok(history.records.length < 20);
    assert.equal(history.records[0]?.id, "29");
  });

  it("can be cleared, also by one", async () => {
    history.add(record("one"));
    history.add(record("two"));
    await history.remove("one");
    assert.deepEqual(
      history.records.map(({ id }) => id),
      ["two"],
    );
    await history.clear();
    assert.deepEqual(history.records, []);
  });

  it("tells the contracts that were called last on a connection", async () => {
    const on = (id: string, contractId: string, connection = "Local") =>
      history.add(record(id, { connection, request: { ...record(id).request, contractId } }));
    on("1", "aa");
    on("2", "bb");
    on("3", "aa");
    on("4", "cc", "Other");
    assert.deepEqual(history.recentContracts("Local"), ["aa", "bb"]);
  });

  const lines: [outcome: CallOutcome, line: string][] = [
    [{ kind: "json", text: '{\n  "a": 1\n}', facts }, '{ "a": 1 }'],
    [{ kind: "bytes", hex: "deadbeef", facts }, "0xdeadbeef"],
    [{ kind: "stream", items: [], decoded: true, count: 3, durationMs: 1, ended: "complete" }, "3 items"],
    [{ kind: "failed", message: "No data driver" }, "No data driver"],
    [{ kind: "json", text: `"${"x".repeat(500)}"`, facts }, `"${"x".repeat(119)}…`],
  ];
  for (const [outcome, line] of lines) {
    it(`shows an outcome in one line: ${line.slice(0, 40)}`, () => assert.equal(outcomeLine(outcome), line));
  }
});

describe("what is learned of types", () => {
  const schema = readDriverSchema(
    JSON.stringify({ functions: [{ name: "transfer", input: "(Account, u64)", output: "Receipt" }] }),
  );

  it("is kept per contract over a reload, and describes the type from then on", async () => {
    const memory = new Memory();
    await new LearnedTypes(memory).learn("aa", schema, [
      ["(Account, u64)", [{ Contract: "00" }, "5"]],
      ["Receipt", { paid: "5" }],
      ["", 1],
    ]);
    const learned = new LearnedTypes(memory);
    assert.deepEqual(Object.keys(learned.of("aa")), ["Account", "Receipt"]);
    assert.deepEqual(learned.of("bb"), {});
    assert.equal(learned.known("aa", schema).learned["Account"]?.samples[0], '{"Contract":"00"}');
  });

  it("is forgotten for the contracts that were not called for longest", async () => {
    const memory = new Memory();
    const learned = new LearnedTypes(memory);
    for (let at = 0; at < 60; at++) await learned.learn(`c${at}`, schema, [["Receipt", at]]);
    assert.deepEqual(learned.of("c0"), {});
    assert.ok(learned.of("c59")["Receipt"]);
    assert.ok(learned.of("c10")["Receipt"]);
  });
});
