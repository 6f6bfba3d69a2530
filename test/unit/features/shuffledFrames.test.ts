import assert from "node:assert/strict";
import fc from "fast-check";
import type { ReceivedEvent } from "../../../src/client/session/recentEvents";
import { BlockJoin, type JoinedBlock } from "../../../src/features/eventTail/model/blocks/blockJoin";
import { ContractNames } from "../../../src/features/eventTail/model/decode/contractNames";
import { EventDecoder, type Decoded } from "../../../src/features/eventTail/model/decode/eventDecoder";
import { eventTable } from "../../../src/features/eventTail/model/lines/eventTable";
import { fillGap } from "../../../src/features/eventTail/model/gaps/gapFill";
import { groupByTransaction } from "../../../src/features/eventTail/model/blocks/transactionGroups";
import { decodeEventFrame } from "../../../src/wire/eventFrame";
import { parseExactJson, type Json } from "../../../src/wire/json/exactJson";
import { FakeClock } from "../../support/fakeClock";
import { scenarios, type RecordedFrame } from "../../support/recordings";
import { eventMessage } from "../../support/socketFaultServer";

const names = new ContractNames([]);
const targets = [
  { component: "blocks", topic: "accepted" },
  { component: "transactions", topic: "executed" },
];

/** The scenarios with a whole block: what happens in the mempool before it, and the block's frames. */
const recorded = scenarios().flatMap(({ frames }) => {
  const first = frames.findIndex(({ header }) => header.includes("/on/contracts:"));
  const block = frames.slice(first);
  const isOneBlock = block.filter(({ header }) => header.includes("/accepted")).length === 1;
  return first >= 0 && isOneBlock ? [{ before: frames.slice(0, first), block }] : [];
});

function frameOf({ header, text = "", hex }: RecordedFrame) {
  const data = hex === undefined ? text : Buffer.from(hex.split("…")[0] ?? "", "hex");
  const frame = decodeEventFrame(eventMessage(JSON.parse(header) as object, data));
  if ("problem" in frame) assert.fail(frame.problem);
  return frame;
}

/** What everything that reads events says of these, in whatever order they come; free of that order. */
async function said(frames: readonly RecordedFrame[], past: Archived) {
  const clock = new FakeClock();
  const final: number[] = [];
  const join = new BlockJoin(
    {
      finalized: ({ own, events }: JoinedBlock) => void final.push(...own, ...events),
      reverted: ({ hash }) => assert.fail(`${hash} was reverted`),
      forgotten: (count) => assert.fail(`${count} events were forgotten`),
      unexplained: (causes) => assert.fail(`${causes.join(", ")} were not explained`),
    },
    clock,
  );
  const arrival = { connection: "Node", sessionId: "", source: "live" } as const;
  const events = frames.map((each, at): ReceivedEvent => ({ number: at + 1, at: 0, arrival, frame: frameOf(each) }));
  const accepted = events.find(({ frame }) => frame.target.topic === "accepted")!;
  for (const event of events) join.take(event);
  const { "Content-Location": location } = JSON.parse(
    frames.find(({ header }) => header.includes("/statechange"))!.header,
  ) as {
    "Content-Location": string;
  };
  clock.advance(10);
  const groups = groupByTransaction(events, (event) => join.find(event)).map(
    ({ hash, kind, outcome, block, events: own }) => ({
      ...{ hash, kind, outcome, height: block?.height },
      events: own.map(({ frame }) => frame.location).sort(),
    }),
  );
  const decoder = new EventDecoder(undefined);
  const rows = events.map((event) => ({
    event,
    block: join.find(event),
    decoded: decoder.decode(event.frame) as Decoded,
  }));
  // Each row with its own columns: a table has them in the order in which they come up.
  const table = rows.map((row) => eventTable([row], () => names));
  // The next block makes this one final, by the same frames that made the one before it final.
  const settled = {
    header: JSON.stringify({ "Content-Location": location.replace(/:\w+\//, `:${accepted.frame.target.entity}/`) }),
  };
  const statechange = { ...settled, text: '{"atHeight":1,"state":"finalized"}' };
  join.take({ number: 0, at: 0, arrival, frame: frameOf(statechange) });
  clock.advance(10);
  join.dispose();
  return {
    groups: groups.sort((one, other) => one.hash.localeCompare(other.hash)),
    table: table.sort(),
    final: final.map((number) => events[number - 1]!.frame.location).sort(),
    gap: await filled(events, past),
    gapWithoutOne: await filled(
      events.filter((event) => event !== accepted),
      past,
    ),
  };
}

/** How many events a gap over the block adds when these have arrived, if the node answers what it sent. */
async function filled(
  arrived: readonly ReceivedEvent[],
  [height, data]: Archived,
): Promise<[added: number, known: number]> {
  const query = () => Promise.resolve({ data, errors: [] } as never);
  const { events, known } = await fillGap(
    { query },
    { blocks: { first: height, last: height } },
    [...targets, ...contractTargets],
    arrived,
  );
  return [events.length, known];
}

type Archived = [height: bigint, data: Json];

const contractTargets = ["01", "02"].map((byte) => ({ component: "contracts", entity: byte.padEnd(64, "0") }));

/** What an archive node answers about a block whose frames these are: of its contract events the block's own come first. */
function archived(frames: readonly RecordedFrame[]): Archived {
  const all = frames.map(frameOf);
  const ofTopic = (topic: string) => all.filter(({ target }) => target.topic === topic);
  const jsonOf = (data: Uint8Array) => parseExactJson(Buffer.from(data).toString()) as { [name: string]: Json };
  const { header, transactions } = jsonOf(ofTopic("accepted")[0]!.data);
  const { height, hash } = header as { height: number; hash: string };
  const contractEvents = all
    .filter(({ target }) => target.component === "contracts")
    .map(({ target, origin = "", data }) => ({
      source: target.entity!,
      topic: target.topic!,
      origin,
      data: Buffer.from(data).toString("hex"),
    }))
    .sort((one, other) => Number(other.origin === hash) - Number(one.origin === hash));
  const blockTxs = ofTopic("executed").map(({ target, data }) => {
    const { err = null, gas_spent: gasSpent = null } = jsonOf(data);
    return { id: target.entity!, err, gasSpent, blockHeight: height, tx: { json: null } };
  });
  const blocks = [{ header: { height, hash }, transactions: (transactions as string[]).map((id) => ({ id })) }];
  return [BigInt(height), { blocks, blockTxs, [`h${height}`]: { json: contractEvents } }];
}

describe("the frames of a block as a deployed node sends them", function () {
  this.timeout(120_000);

  it("say the same in whatever order they come: groups, finality, table and gap", async () => {
    assert.ok(recorded.length >= 5);
    const expected = await Promise.all(
      recorded.map(async ({ before, block }) => {
        const past = archived(block);
        return [past, await said([...before, ...block], past)] as const;
      }),
    );
    for (const [, { groups, final, gap, gapWithoutOne }] of expected) {
      assert.deepEqual(new Set(groups.map(({ kind }) => kind)), new Set(["transaction", "block"]));
      assert.ok(final.length >= 4, "the contract's events, the reward, the execution and the acceptance");
      assert.deepEqual([gap[0], gapWithoutOne[0]], [0, 1]);
    }
    const orders = fc.integer({ min: 0, max: recorded.length - 1 }).chain((at) => {
      const { block } = recorded[at]!;
      return fc.record({ at: fc.constant(at), block: fc.shuffledSubarray(block, { minLength: block.length }) });
    });
    await fc.assert(
      fc.asyncProperty(orders, async ({ at, block }) => {
        const [past, result] = expected[at]!;
        assert.deepEqual(await said([...recorded[at]!.before, ...block], past), result);
      }),
      { numRuns: 1000 },
    );
  });
});
