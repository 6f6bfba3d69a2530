import assert from "node:assert/strict";
import type { ReceivedEvent } from "../../../src/client/session/recentEvents";
import { BoundedText, channelBounds } from "../../../src/features/eventTail/model/lines/boundedText";
import { ContractNames } from "../../../src/features/eventTail/model/decode/contractNames";
import type { Decoded } from "../../../src/features/eventTail/model/decode/eventDecoder";
import { EventFilter, parseFilter } from "../../../src/features/eventTail/model/lines/eventFilter";
import { FreshCount } from "../../../src/features/eventTail/model/tails/eventRate";
import { EventView, type EventViewNeeds } from "../../../src/features/eventTail/model/lines/eventView";
import { notifyFinal, notifyReverted } from "../../../src/features/eventTail/model/blocks/finalityNotices";
import { LinearPattern } from "../../../src/features/eventTail/model/lines/linearPattern";
import { SettledLines } from "../../../src/features/eventTail/model/lines/settledLines";
import { FakeClock } from "../../support/fakeClock";
import { receivedEvent } from "../../support/receivedEvent";

const names = new ContractNames([]);

describe("event view", () => {
  let clock: FakeClock;
  let lines: string[];
  let batches: number;
  beforeEach(() => {
    clock = new FakeClock();
    lines = [];
    batches = 0;
  });

  it("writes what came in a moment in one batch, in order", () => {
    const view = viewOf();
    for (let count = 1; count <= 3; count++) view.show(block(count));
    view.notify("hello");
    assert.deepEqual(lines, []);
    clock.advance(60);
    assert.deepEqual(lines.map(short), ["1", "2", "3", "── hello"]);
    assert.equal(batches, 1);
  });

  it("keeps the order when decodings end in another one", async () => {
    const answers: ((text: string) => void)[] = [];
    const view = viewOf({ decode: () => new Promise((done) => answers.push((text) => done({ value: text, text }))) });
    view.show(block(1));
    view.show(block(2));
    clock.advance(60);
    answers[1]?.("second");
    await turn();
    clock.advance(60);
    assert.deepEqual(lines, []);
    answers[0]?.("first");
    await turn();
    clock.advance(60);
    assert.deepEqual(lines.map(short), ["first", "second"]);
  });

  it("finds a memo by its text, in a transfer and in what tells of its execution", () => {
    const memo = "73636e2073756363657373"; // scn success
    const values = [{ memo, value: "1" }, { inner: { memo, nonce: 5 }, err: null }, { memo: "" }, { memo: "ff00" }];
    const view = viewOf({ decode: ({ number }) => ({ value: values[number - 1]!, text: `event ${number}` }) });
    for (const [typed, shown] of [
      ["scn", ["event 1", "event 2"]],
      ['memo="SCN success"', ["event 1", "event 2"]],
      [`memo=${memo}`, ["event 1", "event 2"]],
      ["memo=ff00", ["event 4"]],
    ] as const) {
      view.setFilter(filter(typed));
      for (let number = 1; number <= values.length; number++) view.show(block(number));
      clock.advance(60);
      assert.deepEqual(
        lines
          .splice(0)
          .map(short)
          .filter((line) => line.startsWith("event")),
        shown,
      );
    }
  });

  it("shows as hex what its driver does not answer in time, and what is behind it", async () => {
    let asked = 0;
    const view = viewOf({
      decode: () => (asked++ === 0 ? new Promise(() => undefined) : Promise.resolve({ value: 2, text: "2" })),
    });
    view.show(block(1));
    view.show(block(2));
    clock.advance(60);
    await turn();
    clock.advance(2939);
    assert.deepEqual(lines, []);
    clock.advance(1);
    assert.deepEqual(lines.map(short), ["0x31 (not decoded: the driver did not answer in time)", "2"]);
  });

  it("begins to decode what comes while something waits for its driver", () => {
    const asked: number[] = [];
    const view = viewOf({ decode: ({ number }) => new Promise(() => asked.push(number)) });
    view.show(block(1));
    clock.advance(60);
    view.show(block(2));
    clock.advance(60);
    assert.deepEqual(asked, [1, 2]);
  });

  it("shows what it has no room to decode as hex, with the reason", () => {
    const view = viewOf({ decode: () => new Promise(() => undefined), mostLinesPerSecond: () => 1e9 });
    for (let count = 1; count <= 5001; count++) view.show(block(count));
    clock.advance(3060);
    for (let round = 0; round < 200 && lines.length < 5001; round++) clock.advance(1);
    assert.equal(lines.length, 5001);
    assert.match(lines[5000] ?? "", /not decoded: too many events at once/);
  });

  it("shows so many lines in a second, counts the rest and says so once a second", () => {
    const view = viewOf({ mostLinesPerSecond: () => 3 });
    for (let count = 1; count <= 10; count++) view.show(block(count));
    clock.advance(60);
    assert.deepEqual(lines.map(short), ["1", "2", "3"]);
    assert.equal(view.counts.cut, 7);
    clock.advance(1060);
    assert.match(lines[3] ?? "", /── ⚠ 7 events not shown: more than 3 in a second/);
    view.show(block(11));
    clock.advance(60);
    assert.equal(short(lines[4] ?? ""), "11");
    clock.advance(5000);
    assert.equal(lines.length, 5);
  });

  it("decodes nothing that will not be shown for want of room", () => {
    let asked = 0;
    const view = viewOf({ mostLinesPerSecond: () => 2, decode: () => (asked++, { value: 1, text: "1" }) });
    for (let count = 1; count <= 10; count++) view.show(block(count));
    clock.advance(60);
    assert.equal(asked, 2);
  });

  it("shows what passes the filter, counts what does not, and says how many when it ends", () => {
    const view = viewOf();
    view.setFilter(filter("/[24]/"));
    for (let count = 1; count <= 5; count++) view.show(block(count));
    clock.advance(60);
    assert.deepEqual(lines.map(short), ["── filter: /[24]/", "2", "4"]);
    assert.equal(view.counts.hidden, 3);
    view.setFilter(undefined);
    view.show(block(6));
    clock.advance(60);
    assert.deepEqual(lines.slice(3).map(short), ["── no filter; 3 events hidden until now", "6"]);
  });

  it("marks what passes a marking filter, hides nothing, and says so", () => {
    const view = viewOf();
    view.setFilter(filter("/[24]/"), true);
    for (let count = 1; count <= 4; count++) view.show(block(count));
    clock.advance(60);
    assert.deepEqual(lines.map(short), ["── marking: /[24]/", "1", "2  ◆", "3", "4  ◆"]);
    assert.deepEqual([view.isMarking, view.counts.marked, view.counts.hidden, view.isHidden(1)], [true, 2, 0, false]);
    view.setFilter(filter("2"));
    for (let count = 1; count <= 2; count++) view.show(block(count));
    clock.advance(60);
    assert.deepEqual(lines.slice(5).map(short), ["── filter: 2", "2"]);
    assert.equal(view.isMarking, false);
  });

  it("holds events and notices during a pause and shows them after it", () => {
    const view = viewOf();
    view.pause();
    view.show(block(1));
    view.notify("session lost");
    view.show(block(2));
    clock.advance(60);
    assert.equal(view.counts.held, 2);
    assert.match(
      lines.map(short).join(),
      /^── paused: events are still received, counted and recorded, but not shown$/,
    );
    view.resume();
    clock.advance(60);
    assert.deepEqual(lines.slice(1).map(short), ["── resumed: 2 events came meanwhile", "1", "── session lost", "2"]);
  });

  it("shows the last of many events of a pause, every notice, and how many are missing", () => {
    const view = viewOf({ mostLinesPerSecond: () => 1e9 });
    view.pause();
    view.notify("session lost");
    for (let count = 1; count <= 9000; count++) view.show(block(count));
    view.resume();
    for (let round = 0; round < 300 && !lines.at(-1)?.endsWith("  9000"); round++) clock.advance(60);
    assert.match(short(lines[1] ?? ""), /resumed: 2000 events came meanwhile; 7000 more came before them/);
    assert.equal(short(lines[2] ?? ""), "── session lost");
    assert.deepEqual([short(lines[3] ?? ""), lines.length], ["7001", 2003]);
  });

  it("shows the beginning of long data without reading all of it", () => {
    let asked = 0;
    const view = viewOf({ mostCharacters: () => 80, decode: () => (asked++, { value: 1, text: "1" }) });
    view.show(event(`{"a":"${"b".repeat(1_000_000)}"}`));
    clock.advance(60);
    assert.equal(asked, 0);
    assert.match(lines[0] ?? "", /\{"a":"b+… \(1000008 bytes\)$/);
    assert.ok((lines[0] ?? "").length < 160);
  });

  it("leaves out what has more bytes than can wait for their line, and says so", () => {
    const view = viewOf({ decode: () => ({ value: 1, text: "1" }) });
    const large = receivedEvent({ component: "contracts", entity: "ab".repeat(32), topic: "t" }, new Uint8Array(16e6));
    for (let count = 0; count < 8; count++) view.show(large);
    assert.equal(view.counts.cut, 3);
    clock.advance(60);
    clock.advance(1000);
    clock.advance(60);
    assert.ok(lines.some((line) => line.includes("3 events not shown: more bytes than can wait for their line")));
    view.show(large);
    assert.equal(view.counts.cut, 3, "there is room again");
  });

  it("takes an expression out of the filter that takes too long, and says so", () => {
    let now = 0;
    const pattern = LinearPattern.read("[12]", "", () => (now += 60));
    assert.ok(pattern instanceof LinearPattern);
    const term = { kind: "pattern", pattern, excludes: false, typed: "/[12]/" } as const;
    const view = viewOf();
    view.setFilter(new EventFilter("/[12]/ -3", [term, ...filter("-3").terms]));
    for (let count = 1; count <= 5; count++) view.show(block(count));
    clock.advance(60);
    clock.advance(60);
    assert.equal(view.filter?.text, "-3");
    assert.deepEqual(lines.map(short), [
      "── filter: /[12]/ -3",
      "1",
      "2",
      "4",
      "5",
      "── /[12]/ takes too long on these events: it is taken out of the filter",
      "── filter: -3",
    ]);
  });

  it("says of how many events an expression looked at a part", () => {
    const view = viewOf();
    view.setFilter(filter("/accepted.*[x]/"));
    view.show(event(`x${"z".repeat(1_000_000)}`));
    view.show(event("x"));
    clock.advance(60);
    clock.advance(1000);
    clock.advance(60);
    assert.match(lines.at(-1) ?? "", /of 1 event the filter's expressions looked at the first \d+ characters only/);
  });

  it("finds what it filters for in long data as a whole", () => {
    const view = viewOf({
      mostCharacters: () => 80,
      decode: () => ({ value: 1, text: `${"b".repeat(50_000)}needle` }),
    });
    view.setFilter(filter("needle"));
    view.show(event("b".repeat(50_000)));
    clock.advance(60);
    assert.equal(lines.length, 2);
  });

  it("counts of a final block what passed the filter, and says nothing of one of which nothing did", () => {
    const view = viewOf();
    const blockOf = (...events: number[]) => ({
      hash: "b".repeat(64),
      height: 7n,
      state: "finalized" as const,
      events,
      own: [],
      transactions: [],
    });
    view.setFilter(filter("-2 -3"));
    for (let count = 1; count <= 3; count++) view.show(block(count));
    // Told before the filter has seen them, as a node sends it.
    notifyFinal(view, "Local", blockOf(1, 2));
    notifyFinal(view, "Local", blockOf(2, 3));
    clock.advance(60);
    notifyReverted(view, "Local", blockOf(2, 3), (number) => block(number), names);
    notifyReverted(view, "Local", blockOf(1, 3), (number) => block(number), names);
    clock.advance(60);
    assert.deepEqual(
      lines
        .slice(1)
        .map(short)
        .filter((line) => !line.includes("struck out")),
      [
        "1",
        "── ✓ block 7 (bbbbbbbb…bbbb) is final: 1 event",
        "── ⚠ block 7 (bbbbbbbb…bbbb) was reverted: 1 event of it did not happen",
      ],
    );
    assert.equal(lines.filter((line) => line.includes("struck out")).length, 1);
  });

  it("says in its place what depends on a filter, also when a pause is between", () => {
    const view = viewOf();
    view.pause();
    view.setFilter(filter("-1"));
    view.show(block(1));
    view.notifyThen(() => (view.isHidden(1) ? undefined : "shown"), "Local");
    view.notifyThen(() => (view.isHidden(1) ? "hidden" : undefined), "Local");
    view.resume();
    clock.advance(60);
    assert.deepEqual(lines.slice(2).map(short), ["── filter: -1", "── hidden"]);
  });

  it("writes what is left when it ends", () => {
    const view = viewOf();
    view.show(block(1));
    view.dispose();
    assert.equal(lines.length, 1);
    assert.deepEqual(clock.pending, []);
  });

  function viewOf(needs: Partial<EventViewNeeds> = {}): EventView {
    return new EventView({
      decode: ({ frame }): Decoded => {
        const text = Buffer.from(frame.data).toString();
        return { value: text, text };
      },
      namesOf: () => names,
      noted: () => undefined,
      inputOf: () => undefined,
      aroundOf: () => undefined,
      isSummary: () => false,
      recall: (number) => block(number),
      mostCharacters: () => 200,
      mostLinesPerSecond: () => 2000,
      write: (written) => {
        batches++;
        lines.push(...written);
      },
      clock,
      times: { sliceMs: 1000 },
      ...needs,
    });
  }
});

describe("lines for a channel", () => {
  let clock: FakeClock;
  let passed: { at: number; lines: readonly string[] }[];
  let settled: SettledLines;
  /** After so many lines the text is begun again. */
  const most = 50;
  beforeEach(() => {
    clock = new FakeClock();
    passed = [];
    const start = clock.now();
    let inText = 0;
    settled = new SettledLines(
      (lines) => {
        passed.push({ at: clock.now() - start, lines });
        inText = inText + lines.length > most ? lines.length : inText + lines.length;
      },
      (lines) => inText + lines.length > most,
      clock,
    );
  });
  const all = () => passed.flatMap(({ lines }) => lines);
  const pauses = () => passed.slice(1).map(({ at }, index) => at - passed[index]!.at);

  it("are passed on at once, but after a pause where the text is begun again, in order and none left out", () => {
    for (let count = 0; count < 200; count++) {
      settled.add([`${count}`]);
      clock.advance(60);
    }
    clock.advance(1000);
    assert.deepEqual(
      all(),
      Array.from({ length: 200 }, (_, count) => `${count}`),
    );
    const long = pauses().filter((pause) => pause > 60);
    assert.ok(long.length >= 3 && long.every((pause) => pause >= 1000), pauses().join());
    let inText = 0;
    for (const [index, { lines }] of passed.entries()) {
      inText += lines.length;
      if (inText <= most) continue;
      assert.ok(pauses()[index - 1]! >= 1000, `begun again after ${pauses()[index - 1]} ms`);
      inText = lines.length;
    }
  });

  it("come with whatever is held when someone wants to see the end, and are forgotten with it", () => {
    const some = (count: number) => {
      for (let at = 0; at < count; at++) settled.add(["x"]);
    };
    some(most + 6);
    assert.equal(all().length, most);
    settled.flush();
    assert.equal(all().length, most + 6);
    some(most);
    settled.drop();
    clock.advance(5000);
    assert.equal(all().length, 2 * most);
    assert.deepEqual(clock.pending, []);
  });
});

describe("what was cut", () => {
  it("is news for a minute after the last of it, and again when more is", () => {
    const cut = new FreshCount();
    const minute = 60_000;
    const rows: [count: number, now: number, isFresh: boolean][] = [
      [0, 0, false],
      [5, 1000, true],
      [5, minute, true],
      [5, minute + 1000, false],
      [6, 2 * minute, true],
      [7, 2 * minute + 59_000, true],
      [7, 3 * minute + 58_000, true],
      [7, 3 * minute + 59_000, false],
    ];
    for (const [count, now, isFresh] of rows) assert.equal(cut.isFresh(count, now, minute), isFresh, `at ${now}`);
  });

  it("is no news when counting begins again", () => {
    const cut = new FreshCount();
    assert.equal(cut.isFresh(9, 0, 10), true);
    assert.equal(cut.isFresh(0, 1, 10), false);
    assert.equal(cut.isFresh(0, 50, 10), false);
  });
});

describe("bounded text", () => {
  it("is begun again with the last lines before it becomes too long", () => {
    let text = "";
    const place = { append: (more: string) => (text += more), replace: (whole: string) => (text = whole) };
    const bounded = new BoundedText(
      place,
      () => ({ lines: 5, characters: 1000, kept: 2 }),
      (dropped) => `-${dropped}`,
    );
    bounded.append(["1", "2", "3"]);
    assert.equal(bounded.isBegunAgainWith(["4", "5"]), false);
    assert.equal(bounded.isBegunAgainWith(["4", "5", "6"]), true);
    bounded.append(["4", "5"]);
    assert.equal(text, "1\n2\n3\n4\n5\n");
    bounded.append(["6"]);
    assert.equal(text, "-4\n5\n6\n");
    bounded.append(["7", "8"]);
    bounded.append(["9"]);
    assert.equal(text, "-4\n8\n9\n");
  });

  it("of the tail's channel has the last three thousand lines at any time, however fast they come", () => {
    let text = "";
    const place = { append: (more: string) => (text += more), replace: (whole: string) => (text = whole) };
    const bounded = new BoundedText(
      place,
      () => channelBounds,
      () => "new",
    );
    for (let count = 1; count <= 25_000; count += 250) {
      bounded.append(Array.from({ length: 250 }, (_, at) => String(count + at)));
      const lines = text.trimEnd().split("\n");
      assert.ok(lines.length <= 10_000);
      const last = count + 249;
      const first = Math.max(1, last - 2999);
      assert.equal(lines.at(-1), String(last));
      assert.equal(lines.at(first - last - 1), String(first));
    }
  });

  it("is bounded by its characters too", () => {
    let text = "";
    const place = { append: (more: string) => (text += more), replace: (whole: string) => (text = whole) };
    const bounded = new BoundedText(
      place,
      () => ({ lines: 50, characters: 10, kept: 1 }),
      () => "new",
    );
    bounded.append(["1234", "5"]);
    bounded.append(["6789"]);
    assert.equal(text, "new\n6789\n");
  });
});

function filter(text: string): EventFilter {
  const parsed = parseFilter(text);
  assert.ok(!("problem" in parsed));
  return parsed;
}

function block(number: number): ReceivedEvent {
  return receivedEvent({ component: "blocks", topic: "accepted" }, String(number), { number });
}

function event(data: string): ReceivedEvent {
  return receivedEvent({ component: "blocks", topic: "accepted" }, data);
}

/** A line without its first columns. */
function short(line: string): string {
  return line.replace(/^\S+ {2}\S+ {2}(blocks {2}accepted {2})?/, "");
}

function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
