import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallOutcome } from "../../../../src/bridge/callOutcome";
import { CallHistory } from "../../../../src/features/contractPanel/callHistory";
import { type CallRecord, outcomeLine } from "../../../../src/features/contractPanel/model/callRecord";
import { ResultFiles } from "../../../../src/features/contractPanel/resultFiles";
import { resultText } from "../../../../src/features/contractPanel/model/resultText";
import { requireWhole } from "../../../../src/features/contractPanel/model/wholeOutcome";
import { LearnedTypes } from "../../../../src/features/contractPanel/learnedTypes";
import { readDriverSchema } from "../../../../src/contract/schema/driverSchema";
import { eventually } from "../../../support/eventually";
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
  let folder: string;
  let memory: Memory;
  let history: CallHistory;
  const reloaded = (files = new ResultFiles(folder)) => new CallHistory(memory, files);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-results-"));
    memory = new Memory();
    history = reloaded();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("is newest first, and survives a reload with every digit", async () => {
    history.add(record("one"));
    history.add(record("two"));
    await history.flush();
    const { records } = reloaded();
    assert.deepEqual(
      records.map(({ id }) => id),
      ["two", "one"],
    );
    assert.deepEqual(records[0]?.outcome, plain);
  });

  it("is written down at once, and once for calls that follow each other fast", () => {
    const clock = new FakeClock();
    const written = () => reloaded().records.length;
    const timed = new CallHistory(memory, new ResultFiles(folder), clock);
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
    assert.equal(history.records[0]?.outcome.only, "beginning");
    await history.flush();
    assert.ok((memory.stored.get("callHistory")?.length ?? 0) < 10_000);
    for (let at = 0; at < 205; at++) history.add(record(`${at}`));
    assert.equal(history.records.length, 200);
    assert.equal(history.records[0]?.id, "204");
  });

  it("drops the oldest when all together are too long", async () => {
    const outcome: CallOutcome = { kind: "json", text: JSON.stringify("x".repeat(8000)), facts };
    for (let at = 0; at < 180; at++) history.add(record(`${at}`, { outcome }));
    assert.ok(history.records.length < 140);
    assert.equal(history.records[0]?.id, "179");
  });

  it("offers the contracts called lately, but none that the node turned out not to have", () => {
    const of = (contractId: string, fn: string, outcome: CallOutcome = plain) =>
      record(`${contractId} ${fn}`, { request: { ...record("").request, contractId, fn }, outcome });
    const [known, unknown, refusing] = ["aa", "bb", "cc"].map((id) => id.repeat(32)) as [string, string, string];
    history.add(of(known, "get"));
    history.add(of(unknown, "get", { kind: "failed", message: "Kein Contract.", missing: "contract" }));
    history.add(of(refusing, "set", { kind: "failed", message: "Panic: no (VM error)" }));
    history.add(of(known, "frobnicate", { kind: "failed", message: "The driver has no function frobnicate." }));
    assert.deepEqual(history.recentContracts("Local"), [known, refusing]);
    assert.deepEqual(history.calledFunctions(known), ["get"]);
    history.add(of(unknown, "get"));
    assert.deepEqual(history.recentContracts("Local"), [unknown, known, refusing]);
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

  describe("with long inputs", () => {
    const inputs = [{ json: JSON.stringify("ä".repeat(200_000)) }, { hex: "0f".repeat(1_500_000) }];
    for (const input of inputs) {
      const sent = () => record("long", { request: { ...record("").request, input } });
      it(`keeps them as files, and can send them again after a reload: ${Object.keys(input)[0]}`, async () => {
        history.add(sent());
        await history.request(history.records[0]!);
        await history.flush();
        assert.ok((memory.stored.get("callHistory")?.length ?? 0) < 10_000, "the memory has the beginning");
        const after = reloaded();
        assert.deepEqual((await after.request(after.records[0]!)).input, input);
        await after.clear();
        await eventually(
          "no files",
          () => readdir(folder),
          (found) => found.length === 0,
        );
      });

      it(`sends no part of one again when the rest is gone: ${Object.keys(input)[0]}`, async () => {
        history.add(sent());
        await history.request(history.records[0]!);
        await rm(folder, { recursive: true });
        await assert.rejects(history.request(history.records[0]!), /Only the beginning of this call's input was kept/);
      });
    }
  });

  describe("with long results", () => {
    const items = Array.from({ length: 3000 }, (_, at) => `{"entry":"${at}"}`);
    const stream = { kind: "stream", count: 3000, durationMs: 1, ended: "complete" } as const;
    const long: [what: string, outcome: CallOutcome][] = [
      ["JSON", { kind: "json", text: `[${"1, ".repeat(40_000)}"ä🦊"]`, hex: "ab".repeat(50_000), facts }],
      ["bytes", { kind: "bytes", hex: "c0".repeat(60_000), facts }],
      ["a stream of items", { ...stream, decoded: true, items }],
      ["a stream of bytes", { ...stream, decoded: false, items: ["0f".repeat(9000)] }],
      ["a failure", { kind: "failed", message: "No.", response: "because ".repeat(2000), status: 500 }],
    ];
    for (const [what, outcome] of long) {
      it(`has ${what} whole after a reload`, async () => {
        history.add(record("long", { outcome }));
        await history.flush();
        await history.whole(history.records[0]!);
        const after = reloaded();
        assert.deepEqual(await after.whole(after.records[0]!), outcome);
        assert.ok(JSON.stringify(after.records[0]).length < 20_000, "the memory has a part");
      });

      it(`says of ${what} that a part is one when the rest is gone, and lets no one use it as a whole`, async () => {
        history.add(record("long", { outcome }));
        await history.whole(history.records[0]!);
        await history.flush();
        await rm(folder, { recursive: true });
        const after = reloaded();
        const part = await after.whole(after.records[0]!);
        assert.ok(part.only);
        assert.equal(part.kind, outcome.kind);
        for (const use of ["copied", "opened", "saved", "compared"] as const)
          assert.throws(
            () => requireWhole(part, use),
            new RegExp(`Only the ${part.only} .*cannot be ${use} as a whole`),
          );
      });
    }

    it("tells two of 107 000 characters apart that differ near the end", async () => {
      const text = (last: string) => JSON.stringify("y".repeat(107_000) + last);
      for (const last of ["a", "b"]) history.add(record(last, { outcome: { kind: "json", text: text(last), facts } }));
      const after = reloaded();
      await Promise.all(history.records.map((each) => history.whole(each)));
      await history.flush();
      const [b, a] = await Promise.all(reloaded().records.map((each) => after.whole(each)));
      assert.deepEqual(
        [a, b].map((each) => each && resultText(requireWhole(each, "compared"), "decoded").text),
        [text("a"), text("b")],
      );
    });

    const files = async () => (await readdir(folder)).sort();
    const bytes = (id: string) => record(id, { outcome: { kind: "bytes", hex: "ee".repeat(10_000), facts } });
    const added = async (to: CallHistory, ...ids: string[]) => {
      for (const id of ids) {
        to.add(bytes(id));
        await to.whole(to.records[0]!);
        // Files are told apart by their age.
        await utimes(join(folder, `${id}.json`), ids.indexOf(id) + 1, ids.indexOf(id) + 1).catch(() => undefined);
      }
    };

    it("keeps so many of them only, and of the newest", async () => {
      const few = reloaded(new ResultFiles(folder, { files: 2, characters: 1e6, bytes: 1e6 }));
      await added(few, "one", "two", "three");
      assert.deepEqual(await files(), ["three.json", "two.json"]);
      assert.equal((await few.whole(few.records[2]!)).only, "beginning");
      assert.equal((await few.whole(few.records[0]!)).only, undefined);
    });

    it("keeps so many bytes of them only", async () => {
      const few = reloaded(new ResultFiles(folder, { files: 100, characters: 1e6, bytes: 50_000 }));
      await added(few, "one", "two", "three");
      assert.deepEqual(await files(), ["three.json", "two.json"]);
    });

    it("writes none that is too long by itself", async () => {
      const short = reloaded(new ResultFiles(folder, { files: 100, characters: 19_999, bytes: 1e6 }));
      await added(short, "one");
      assert.deepEqual(await files(), []);
      assert.equal((await short.whole(short.records[0]!)).only, "beginning");
    });

    it("removes their files with them", async () => {
      await added(history, "one", "two", "three");
      await history.remove("two");
      await eventually("one file less", files, (found) => found.length === 2);
      await history.clear();
      await eventually("no files", files, (found) => found.length === 0);
    });

    it("never writes the value of a header into a file", async () => {
      const headers = [{ name: "X-Key", value: "hush-hush" }];
      const echo = { ...facts, headers: [["x-key", "hush-hush"]] as [string, string][] };
      const outcome: CallOutcome = { kind: "bytes", hex: "ee".repeat(10_000), facts: echo };
      history.add(record("one", { request: { ...record("one").request, headers }, outcome }));
      await history.whole(history.records[0]!);
      assert.doesNotMatch(await readFile(join(folder, "one.json"), "utf8"), /hush/);
    });

    it("tells what kept a file from being written, and goes on with the part", async () => {
      const failures: unknown[] = [];
      await writeFile(join(folder, "taken"), "");
      const nowhere = new ResultFiles(join(folder, "taken"));
      const unlucky = new CallHistory(memory, nowhere, undefined, (error) => failures.push(error));
      unlucky.add(bytes("one"));
      assert.equal((await unlucky.whole(unlucky.records[0]!)).only, "beginning");
      assert.equal(failures.length, 1);
    });
  });

  const lines: [outcome: CallOutcome, line: string][] = [
    [{ kind: "json", text: '{\n  "a": 1\n}', facts }, '{ "a": 1 }'],
    [{ kind: "bytes", hex: "deadbeef", facts }, "0xdeadbeef"],
    [{ kind: "stream", items: [], decoded: true, count: 3, durationMs: 1, ended: "complete" }, "3 items"],
    [{ kind: "stream", items: [], decoded: true, count: 3, durationMs: 1, ended: "stopped" }, "3 items, stopped"],
    [
      {
        ...{ kind: "stream", items: [], decoded: false, count: 9, durationMs: 1 },
        ended: { problem: { kind: "failed", message: "Gone." } },
      },
      "9 bytes, ended early",
    ],
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

  it("is bounded in characters, the contracts that were called last staying", async () => {
    const memory = new Memory();
    const learned = new LearnedTypes(memory);
    for (let at = 0; at < 8; at++) {
      const fields = Array.from({ length: 2000 }, (_, field) => [`field_${field}_${"n".repeat(40)}`, String(field)]);
      await learned.learn(`c${at}`, schema, [["Receipt", Object.fromEntries(fields) as { [key: string]: string }]]);
    }
    assert.ok((memory.stored.get("learnedTypes")?.length ?? 0) <= 1024 * 1024 + 100);
    assert.deepEqual(learned.of("c0"), {});
    assert.ok(learned.of("c7")["Receipt"]);
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
