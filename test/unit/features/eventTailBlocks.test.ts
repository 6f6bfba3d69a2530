import assert from "node:assert/strict";
import type { ReceivedEvent } from "../../../src/client/recentEvents";
import { BlockJoin, type JoinedBlock } from "../../../src/features/eventTail/blockJoin";
import { ContractNames } from "../../../src/features/eventTail/contractNames";
import { finalNotice, revertedNotices } from "../../../src/features/eventTail/finalityNotices";
import { FakeClock } from "../../support/fakeClock";
import { receivedEvent } from "../../support/receivedEvent";

const contract = "a1b2c3d4".repeat(8);
const names = new ContractNames([{ id: contract, name: "Counter" }]);
const [one, other, blockA, blockB] = ["11", "22", "aa", "bb"].map((byte) => byte.repeat(32)) as [
  string,
  string,
  string,
  string,
];

describe("joining events to blocks", () => {
  let clock: FakeClock;
  let join: BlockJoin;
  let told: [what: string, hash: string, events: number[]][];
  let forgotten: number;
  beforeEach(() => {
    clock = new FakeClock();
    told = [];
    forgotten = 0;
    const tell = (what: string) => (block: JoinedBlock) =>
      void told.push([what, block.hash, [...block.own, ...block.events]]);
    join = new BlockJoin(
      {
        accepted: () => undefined,
        finalized: tell("final"),
        reverted: tell("reverted"),
        forgotten: (count) => (forgotten += count),
      },
      clock,
    );
  });

  it("confirms an event when its block is final, whichever came first", () => {
    const before = counted(one);
    const after = counted(other);
    take(before, accepted(blockA, 7, one, other), after, state(blockA, "confirmed"));
    assert.deepEqual([told, join.find(before)?.state, join.find(after)?.height], [[], "confirmed", 7n]);
    take(state(blockA, "finalized"));
    assert.deepEqual(told, [["final", blockA, [before.number, after.number]]]);
  });

  it("joins a transaction's execution, but not its life in the mempool", () => {
    const executed = receivedEvent({ component: "transactions", entity: one, topic: "executed" }, "{}");
    const included = receivedEvent({ component: "transactions", entity: one, topic: "included" }, "{}");
    take(included, accepted(blockA, 7, one), executed, state(blockA, "finalized"));
    assert.deepEqual(told, [["final", blockA, [executed.number]]]);
    assert.equal(join.find(included), undefined);
  });

  it("strikes out the events of a reverted block, and joins the same transaction to the block that replaces it", () => {
    const first = counted(one);
    const again = counted(one);
    take(accepted(blockA, 7, one), first, reverted(blockA, 7), accepted(blockB, 7, one), again);
    assert.deepEqual(told, [["reverted", blockA, [first.number]]]);
    take(state(blockB, "finalized"));
    assert.deepEqual(told[1], ["final", blockB, [again.number]]);
  });

  it("tells once of a block that is told of twice", () => {
    const event = counted(one);
    take(accepted(blockA, 7, one), accepted(blockA, 7, one), event, reverted(blockA, 7), reverted(blockA, 7));
    assert.deepEqual(told, [["reverted", blockA, [event.number]]]);
  });

  it("confirms at once what comes after its block is final", () => {
    const late = counted(one);
    take(accepted(blockA, 7, one), state(blockA, "finalized"), late);
    assert.deepEqual(told.at(-1), ["final", blockA, [late.number]]);
  });

  it("confirms a block's own event with it, if that is tailed", () => {
    const own = { ...accepted(blockA, 7), number: 77 };
    take(own, state(blockA, "finalized"));
    assert.deepEqual(told, [["final", blockA, [own.number]]]);
  });

  it("takes block events that are odd as telling nothing", () => {
    for (const data of ["", "{", "[]", '{"header":null}', '{"transactions":[1,null]}']) {
      take(receivedEvent({ component: "blocks", entity: blockA, topic: "accepted" }, data));
    }
    take(state(blockB, "finalized"), receivedEvent({ component: "blocks", topic: "accepted" }, "{}"));
    assert.deepEqual(told, []);
  });

  it("forgets the oldest events when there are too many, and says how many", () => {
    for (let count = 0; count < 100_010; count++) join.take(counted(String(count)));
    drain();
    assert.equal(forgotten, 10);
  });

  it("forgets a block that never became final, with its events", () => {
    take(accepted(blockA, 0, one), counted(one));
    for (let height = 1; height <= 256; height++) join.take(accepted(String(height).padStart(64, "0"), height));
    drain();
    assert.equal(forgotten, 1);
    assert.equal(join.find(counted(one)), undefined);
  });

  it("words what is void and what is final", () => {
    const at = new Date(2030, 0, 1, 10, 20, 30, 456).getTime();
    const event = { ...counted(one), at };
    const recall = (number: number) => (number < 100 ? { ...event, number } : undefined);
    const block = { hash: blockA, height: 7n, state: "reverted" as const, events: [1], own: [2] };
    assert.deepEqual(revertedNotices(block, recall, names), [
      "block 7 (aaaaaaaa…aaaa) was reverted: 1 event of it did not happen",
      "✗ struck out: 10:20:30.456  Counter  counted  transaction 11111111…1111",
    ]);
    assert.equal(finalNotice(block), "✓ block 7 (aaaaaaaa…aaaa) is final: 1 event");
    const own = { ...block, events: [] };
    assert.deepEqual([revertedNotices(own, recall, names), finalNotice(own)], [[], undefined]);
    const many = { ...block, events: Array.from({ length: 60 }, (_, index) => index + 1) };
    const words = revertedNotices(many, recall, names);
    assert.deepEqual([words.length, words.at(-1)], [52, "✗ struck out: 10 more events of this block"]);
    const forgotten = revertedNotices({ ...block, events: [100] }, recall, names);
    assert.deepEqual(forgotten.slice(1), ["✗ struck out: 1 more events of this block"]);
  });

  function take(...events: ReceivedEvent[]): void {
    for (const event of events) join.take(event);
    drain();
  }

  function drain(): void {
    while (clock.pending.length > 0) clock.advance(1);
  }
});

function counted(origin: string): ReceivedEvent {
  return receivedEvent({ component: "contracts", entity: contract, topic: "counted" }, "1", { origin });
}

function accepted(hash: string, height: number, ...transactions: string[]): ReceivedEvent {
  const data = JSON.stringify({ header: { height }, transactions });
  return receivedEvent({ component: "blocks", entity: hash, topic: "accepted" }, data, { number: 0 });
}

function state(hash: string, name: string): ReceivedEvent {
  const data = JSON.stringify({ state: name, atHeight: 9 });
  return receivedEvent({ component: "blocks", entity: hash, topic: "statechange" }, data);
}

function reverted(hash: string, atHeight: number): ReceivedEvent {
  return receivedEvent({ component: "blocks", entity: hash, topic: "reverted" }, JSON.stringify({ atHeight }));
}
