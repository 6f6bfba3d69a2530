import assert from "node:assert/strict";
import { RecentEvents } from "../../../src/client/recentEvents";
import { receivedEvent } from "../../support/receivedEvent";

const accepted = { component: "blocks", topic: "accepted" };

describe("recent events", () => {
  it("are the newest ones, in order, and all are counted", () => {
    const recent = new RecentEvents({ events: 3, bytes: 1e6 });
    for (let number = 1; number <= 5; number++) recent.add(receivedEvent(accepted, "", { number }));
    assert.deepEqual(numbers(recent.all()), [3, 4, 5]);
    assert.deepEqual([recent.total, recent.size], [5, 3]);
  });

  it("are found by number until they are forgotten", () => {
    const recent = new RecentEvents({ events: 2, bytes: 1e6 });
    for (let number = 1; number <= 3; number++) recent.add(receivedEvent(accepted, "", { number }));
    assert.deepEqual([recent.get(1)?.number, recent.get(2)?.number, recent.get(3)?.number], [undefined, 2, 3]);
  });

  it("are listed newest first as far as they are wanted", () => {
    const recent = new RecentEvents({ events: 10, bytes: 1e6 });
    for (let number = 1; number <= 6; number++) recent.add(receivedEvent(accepted, "", { number }));
    assert.deepEqual(numbers(recent.newest(2, ({ number }) => number % 2 === 0)), [6, 4]);
  });

  it("are fewer when they are long, but one is always remembered", () => {
    const recent = new RecentEvents({ events: 10, bytes: 1000 });
    for (let number = 1; number <= 3; number++) recent.add(receivedEvent(accepted, "x".repeat(300), { number }));
    assert.deepEqual(numbers(recent.all()), [2, 3]);
    recent.add(receivedEvent(accepted, "x".repeat(5000), { number: 4 }));
    assert.deepEqual(numbers(recent.all()), [4]);
  });

  it("stay, the newest of them, when the limit changes", () => {
    const recent = new RecentEvents({ events: 4, bytes: 1e6 });
    for (let number = 1; number <= 6; number++) recent.add(receivedEvent(accepted, "", { number }));
    recent.limit({ events: 2, bytes: 1e6 });
    assert.deepEqual([numbers(recent.all()), recent.total], [[5, 6], 6]);
    recent.limit({ events: 3, bytes: 1e6 });
    for (let number = 7; number <= 8; number++) recent.add(receivedEvent(accepted, "", { number }));
    assert.deepEqual(numbers(recent.all()), [6, 7, 8]);
    recent.clear();
    assert.deepEqual([recent.all(), recent.total], [[], 8]);
  });
});

function numbers(events: readonly { number: number }[]): number[] {
  return events.map(({ number }) => number);
}
