import assert from "node:assert/strict";
import type { ReceivedEvent } from "../../../src/client/session/recentEvents";
import { BlockJoin, type JoinedBlock, type JoinLimits } from "../../../src/features/eventTail/model/blocks/blockJoin";
import { ContractNames } from "../../../src/features/eventTail/model/decode/contractNames";
import { finalNotice, revertedNotices } from "../../../src/features/eventTail/model/blocks/finalityNotices";
import { limits } from "../../../src/wire/limits";
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
  let unexplained: (readonly string[])[];
  const joinOf = (change: Partial<JoinLimits> = {}) => {
    const notify = (what: string) => (block: JoinedBlock) =>
      void told.push([what, block.hash, [...block.own, ...block.events]]);
    const owner = {
      finalized: notify("final"),
      reverted: notify("reverted"),
      forgotten: (count: number) => (forgotten += count),
      unexplained: (causes: readonly string[]) => void unexplained.push(causes),
    };
    return new BlockJoin(owner, clock, { ...limits.joined, ...change });
  };
  beforeEach(() => {
    clock = new FakeClock();
    told = [];
    unexplained = [];
    forgotten = 0;
    join = joinOf();
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
    take(receivedEvent({ component: "blocks", entity: blockB, topic: "statechange" }, '{"state":7}'));
    take(receivedEvent({ component: "blocks", topic: "accepted" }, "{}"));
    assert.deepEqual(told, []);
  });

  it("forgets the oldest events when there are too many, and says how many", () => {
    join = joinOf({ events: 1000 });
    for (let count = 0; count < 1010; count++) join.take(counted(String(count)));
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

  it("forgets the oldest blocks when they hold too many transactions together, but never the newest", () => {
    join = joinOf({ transactions: 100 });
    const hashes = (block: number) => Array.from({ length: 45 }, (_, at) => `${block}/${at}`);
    const events = [1, 2, 3].map((block) => counted(`${block}/7`));
    for (const block of [1, 2, 3]) take(accepted(String(block), block, ...hashes(block)), events[block - 1]!);
    assert.deepEqual(
      events.map((event) => join.find(event)?.height),
      [undefined, 2n, 3n],
    );
    assert.equal(forgotten, 1);
    const many = Array.from({ length: 120 }, (_, at) => `large/${at}`);
    take(accepted("large", 4, ...many));
    assert.deepEqual(
      [...events, counted("large/119")].map((event) => join.find(event)?.height),
      [undefined, undefined, undefined, 4n],
    );
  });

  it("keeps no transaction whose id is none, and joins no event to it", () => {
    const long = "7".repeat(1000);
    const event = counted(long);
    take(accepted(blockA, 7, long, one), event, counted(one), state(blockA, "finalized"));
    assert.equal(join.find(event), undefined);
    assert.equal(told[0]?.[2].length, 1);
  });

  it("counts a block's own events among those that are remembered", () => {
    join = joinOf({ events: 100 });
    for (let count = 1; count <= 110; count++) take({ ...accepted(blockA, 7), number: count });
    take(state(blockA, "finalized"));
    assert.ok((told[0]?.[2].length ?? 0) <= 100);
  });

  it("bounds the blocks that it knows by their reverting alone", () => {
    for (let height = 0; height < 300; height++) take(reverted(`r${height}`, height));
    const known = Array.from({ length: 300 }, (_, height) => join.find(accepted(`r${height}`, height)));
    assert.equal(known.filter(Boolean).length, 256);
    assert.equal(told.length, 300);
  });

  it("makes a node that sends large blocks faster than they are read wait, and loses none", () => {
    const filler = "f".repeat(1000);
    join = joinOf({ waitingBytes: 5000 });
    const blocks = Array.from({ length: 10 }, (_, height) => {
      const data = JSON.stringify({ header: { height, filler }, transactions: [] });
      return receivedEvent({ component: "blocks", entity: `b${height}`, topic: "accepted" }, data, { number: 0 });
    });
    for (const block of blocks) join.take(block);
    const known = () => blocks.filter((block) => join.find(block)).length;
    assert.ok(known() >= 2 && known() < 10, `${known()} read at once`);
    drain();
    assert.equal(known(), 10);
  });

  it("tells once of a final block for all that comes late in a moment", () => {
    const late = [counted(one), counted(other), counted(one)];
    take(accepted(blockA, 7, one, other), state(blockA, "finalized"), ...late);
    const withEvents = told.filter(([, , events]) => events.length > 0);
    assert.deepEqual(withEvents, [["final", blockA, late.map(({ number }) => number)]]);
  });

  it("begins again with a block that was final and is accepted again, as on a chain that was reset", () => {
    take(accepted(blockA, 7, one), counted(one), state(blockA, "finalized"));
    told = [];
    const again = [counted(one), counted(one)];
    take(accepted(blockA, 7, one), ...again);
    assert.deepEqual(told, []);
    take(state(blockA, "finalized"));
    assert.deepEqual(told, [["final", blockA, again.map(({ number }) => number)]]);
  });

  it("joins an event to the block that is its cause, whichever of the two comes first", () => {
    const [before, after] = [counted(blockA), counted(blockA)];
    take(before, accepted(blockA, 7, one), after, state(blockA, "finalized"));
    assert.deepEqual(told, [["final", blockA, [before.number, after.number]]]);
    assert.deepEqual([join.find(before)?.height, join.find(after)?.hash], [7n, blockA]);
  });

  it("knows of a block what became of it although its acceptance comes after that", () => {
    const event = counted(one);
    const settled = ["finalized", "confirmed"].map((each, at) => ({ ...state(blockA, each), number: 9001 + at }));
    take(event, ...settled, accepted(blockA, 7, one));
    assert.equal(join.find(event)?.state, "finalized");
    const numbers = told.flatMap(([, , events]) => events);
    assert.deepEqual(numbers.sort(), [event, ...settled].map(({ number }) => number).sort());
  });

  it("takes a block that was left, and is accepted again after that, as one that begins again", () => {
    const again = counted(one);
    take(accepted(blockA, 7, one), reverted(blockA, 7), accepted(blockA, 7, one), again);
    assert.equal(join.find(again)?.state, "accepted");
    told = [];
    take(state(blockA, "finalized"));
    assert.deepEqual(told, [["final", blockA, [again.number]]]);
  });

  it("learns of a block from the node what no event told, and releases what waits for it", () => {
    const event = counted(one);
    take(event);
    join.learn({ hash: blockA, height: 7n, transactions: [one] }, "finalized");
    assert.deepEqual(told, [["final", blockA, [event.number]]]);
  });

  it("asks once for the block of what has waited for long, and not of what is explained in time", () => {
    take(counted(one), counted(other), accepted(blockA, 7, other));
    clock.advance(60_000);
    assert.deepEqual(unexplained, [[one]]);
  });

  it("forgets another chain with what came before this one's first block, and keeps what came with that", () => {
    const [old, lost, fresh] = [counted(one), counted(other), counted(other)];
    take(old, accepted(blockA, 7, one), lost);
    join.sessionLost();
    take(fresh, accepted(blockB, 1, other));
    join.keepOnly((hash) => hash === blockB);
    assert.equal(join.find(old), undefined);
    take(state(blockA, "finalized"), state(blockB, "finalized"));
    const ofB = told.filter(([, hash]) => hash === blockB).flatMap(([, , events]) => events);
    assert.ok(ofB.includes(fresh.number));
    assert.equal(
      told.some(([, hash, events]) => hash === blockA && events.includes(old.number)),
      false,
    );
  });

  it("words what is void and what is final", () => {
    const at = new Date(2030, 0, 1, 10, 20, 30, 456).getTime();
    const event = { ...counted(one), at };
    const recall = (number: number) => (number < 100 ? { ...event, number } : undefined);
    const block = { hash: blockA, height: 7n, state: "reverted" as const, events: [1], own: [2], transactions: [] };
    assert.deepEqual(revertedNotices(block, recall, names), [
      "⚠ block 7 (aaaaaaaa…aaaa) was reverted: 1 event of it did not happen",
      "✗ struck out: 10:20:30.456  Counter  counted  transaction 11111111…1111",
    ]);
    const entity = "4".repeat(64);
    const executed = receivedEvent({ component: "transactions", entity, topic: "executed" }, "{}", { at });
    assert.deepEqual(revertedNotices(block, () => executed, names).slice(1), [
      "✗ struck out: 10:20:30.456  tx 44444444…4444  executed",
    ]);
    assert.equal(finalNotice(block), "✓ block 7 (aaaaaaaa…aaaa) is final: 1 event");
    const own = { ...block, events: [] };
    assert.deepEqual([revertedNotices(own, recall, names), finalNotice(own)], [[], undefined]);
    const many = { ...block, events: Array.from({ length: 60 }, (_, index) => index + 1) };
    const text = revertedNotices(many, recall, names);
    assert.deepEqual([text.length, text.at(-1)], [52, "✗ struck out: 10 more events of this block"]);
    const forgotten = revertedNotices({ ...block, events: [100] }, recall, names);
    assert.deepEqual(forgotten.slice(1), ["✗ struck out: 1 more events of this block"]);
  });

  function take(...events: ReceivedEvent[]): void {
    for (const event of events) join.take(event);
    drain();
  }

  function drain(): void {
    // What waits for longer looks for events that nothing explains.
    while (clock.pending.some((delay) => delay < 1000)) clock.advance(1);
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
  return receivedEvent({ component: "blocks", entity: hash, topic: "statechange" }, data, { number: 0 });
}

function reverted(hash: string, atHeight: number): ReceivedEvent {
  const data = JSON.stringify({ atHeight });
  return receivedEvent({ component: "blocks", entity: hash, topic: "reverted" }, data, { number: 0 });
}
