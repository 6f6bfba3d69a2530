import assert from "node:assert/strict";
import { RecentEvents, type EventArrival, type ReceivedEvent } from "../../../src/client/session/recentEvents";
import { eventMessage } from "../../../src/features/eventTail/model/recordings/eventMessage";

const arrival: EventArrival = { connection: "Local", sessionId: "5e55", source: "live" };

describe("recent events", () => {
  it("are the newest ones, in order, and all are counted", () => {
    const recent = filled({ events: 3, bytes: 1e6 }, 5);
    assert.deepEqual(contents(recent.all()), ["3", "4", "5"]);
    assert.deepEqual([recent.total, recent.size], [5, 3]);
  });

  it("are found by number, as they came, until they are forgotten", () => {
    const recent = filled({ events: 2, bytes: 1e6 }, 3);
    assert.equal(recent.get(1), undefined);
    assert.equal(recent.get(4), undefined);
    const event = recent.get(2);
    assert.deepEqual(
      [event?.number, event?.at, event?.arrival, event?.frame.location],
      [2, 20, arrival, "/on/blocks/accepted"],
    );
  });

  it("are listed from the newest ones on, or by time and way", () => {
    const recent = filled({ events: 10, bytes: 1e6 }, 6);
    recent.add(70, { ...arrival, connection: "Other" }, message("7"));
    assert.deepEqual(contents(recent.newest(2)), ["6", "7"]);
    assert.deepEqual(contents(recent.newest(99)), ["1", "2", "3", "4", "5", "6", "7"]);
    assert.deepEqual(contents(recent.all((at) => at > 40)), ["5", "6", "7"]);
    assert.deepEqual(contents(recent.all((_at, { connection }) => connection === "Other")), ["7"]);
  });

  it("are fewer when they are long, but one is always remembered", () => {
    const recent = new RecentEvents({ events: 10, bytes: 1000 });
    for (const each of ["a", "b", "c"]) recent.add(0, arrival, message(each.repeat(300)));
    assert.deepEqual(contents(recent.all()), ["b".repeat(300), "c".repeat(300)]);
    recent.add(0, arrival, message("d".repeat(3_000_000)));
    assert.deepEqual(
      recent.all().map(({ frame }) => frame.data.length),
      [3_000_000],
    );
    recent.add(0, arrival, message("e"));
    assert.deepEqual(contents(recent.all()), ["e"]);
  });

  it("keep their bytes when what they came in is written over", () => {
    const recent = new RecentEvents();
    const bytes = message("before");
    recent.add(0, arrival, bytes);
    bytes.fill(0);
    assert.deepEqual(contents(recent.all()), ["before"]);
  });

  it("once looked at, and what came in large chunks, are not written over by what comes after they are forgotten", () => {
    const recent = new RecentEvents({ events: 30, bytes: 1e9 });
    const large = message("z".repeat(1024 * 1024 - message("").length));
    assert.equal(large.length, 1024 * 1024);
    recent.add(0, arrival, large);
    const looked: ReceivedEvent[] = [];
    for (let number = 0; number < 2000; number++) {
      recent.add(0, arrival, message(String(number).padStart(20_000, "-")));
      if (number % 300 === 0) looked.push(...recent.newest(1));
    }
    assert.deepEqual(
      looked.map(({ frame }) => Number(new TextDecoder().decode(frame.data).replaceAll("-", ""))),
      [0, 300, 600, 900, 1200, 1500, 1800],
    );
    assert.deepEqual(large, message("z".repeat(1024 * 1024 - message("").length)));
    const last = recent.all().map(({ frame }) => new TextDecoder().decode(frame.data).slice(-4));
    assert.deepEqual(
      last,
      Array.from({ length: 30 }, (_, index) => String(1970 + index)),
    );
  });

  it("keep what they were decoded to, for as long as they are remembered", () => {
    const recent = filled({ events: 2, bytes: 1e6 }, 2);
    recent.keepDecoded(1, { text: "one" });
    recent.keepDecoded(9, { text: "unknown" });
    assert.deepEqual([recent.get(1)?.decoded, recent.decodedOf(9)], [{ text: "one" }, undefined]);
    recent.add(30, arrival, message("3"));
    assert.equal(recent.decodedOf(1), undefined);
  });

  it("are fewer when what they were decoded to is long", () => {
    const recent = filled({ events: 10, bytes: 2000 }, 5);
    assert.equal(recent.size, 5);
    recent.keepDecoded(4, { text: "d".repeat(900) });
    assert.deepEqual(contents(recent.all()).at(-1), "5");
    assert.ok(recent.size < 5 && recent.decodedOf(4), `${recent.size}`);
    recent.keepDecoded(5, { problem: "p".repeat(1000) });
    assert.deepEqual(contents(recent.all()), ["5"]);
    recent.keepDecoded(5, { text: "5" });
    recent.add(60, arrival, message("6"));
    assert.deepEqual(contents(recent.all()), ["5", "6"], "what is forgotten counts no more");
  });

  it("stay, the newest of them, when the limit changes", () => {
    const recent = filled({ events: 4, bytes: 1e6 }, 6);
    recent.limit({ events: 2, bytes: 1e6 });
    assert.deepEqual([contents(recent.all()), recent.total], [["5", "6"], 6]);
    recent.limit({ events: 3, bytes: 1e6 });
    for (const each of [7, 8]) recent.add(each * 10, arrival, message(String(each)));
    assert.deepEqual(contents(recent.all()), ["6", "7", "8"]);
    assert.deepEqual(
      recent.all().map(({ at }) => at),
      [60, 70, 80],
    );
  });

  it("of mixed lengths are kept whole while others are forgotten", () => {
    const recent = new RecentEvents({ events: 40, bytes: 1e9 });
    const lengths = Array.from({ length: 200 }, (_, index) =>
      index % 7 === 0 ? 70_000 : index % 3 === 0 ? 30_000 : 10,
    );
    for (const [index, length] of lengths.entries()) recent.add(0, arrival, message(String(index % 10).repeat(length)));
    assert.deepEqual(
      recent.all().map(({ frame: { data } }) => [data.length, data[0], data.at(-1)]),
      lengths.slice(-40).map((length, at) => [length, 48 + ((160 + at) % 10), 48 + ((160 + at) % 10)]),
    );
  });

  it("are found after ten thousand others", () => {
    const recent = filled({ events: 5000, bytes: 1e9 }, 12_345);
    assert.deepEqual([recent.size, contents(recent.newest(1))], [5000, ["12345"]]);
    assert.equal(contents([recent.get(7346)!])[0], "7346");
    assert.equal(recent.get(7345), undefined);
  });
});

/** Events 1, 2, 3 … at ten times their number. */
function filled(limits: { events: number; bytes: number }, count: number): RecentEvents {
  const recent = new RecentEvents(limits);
  for (let number = 1; number <= count; number++) {
    assert.equal(recent.add(number * 10, arrival, message(String(number))), number);
  }
  return recent;
}

function message(data: string): Uint8Array {
  return eventMessage({ component: "blocks", topic: "accepted" }, Buffer.from(data));
}

function contents(events: readonly ReceivedEvent[]): string[] {
  return events.map(({ frame }) => Buffer.from(frame.data).toString());
}
