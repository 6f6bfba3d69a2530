import assert from "node:assert/strict";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import type { EventFrame } from "../../../src/wire/eventFrame";
import { eventually } from "../../support/eventually";
import { recordedPrefix, RecordedNode } from "../../support/recordedNode";
import { scenarios, type RecordedFrame } from "../../support/recordings";
import { sessionAt, subscriptionAt } from "../../support/sessionStates";
import { connectTo } from "../../support/sharedSandbox";

const transfer = `01${"00".repeat(31)}`;
const stake = `02${"00".repeat(31)}`;
const targets = [
  ...["accepted", "statechange"].map((topic) => ({ component: "blocks", topic })),
  ...["included", "executed", "removed"].map((topic) => ({ component: "transactions", topic })),
  ...["moonlight", "deposit"].map((topic) => ({ component: "contracts", entity: transfer, topic })),
  { component: "contracts", entity: stake, topic: "reward" },
];

describe("events as a node of version 1.4.5 was heard to send them", () => {
  let recorded: RecordedNode;
  let node: NodeConnection;
  let received: EventFrame[];
  beforeEach(async () => {
    recorded = await RecordedNode.start();
    node = connectTo(recorded, {}, recordedPrefix);
    received = [];
    node.events.session.start();
    await sessionAt(node.events.session, "open");
    for (const target of targets) {
      await subscriptionAt(
        node.events.subscribe(target, (frame) => received.push(frame)),
        "active",
      );
    }
  });
  afterEach(async () => {
    await node.dispose();
    await recorded.stop();
  });

  const locationOf = ({ header }: RecordedFrame) =>
    (JSON.parse(header) as { "Content-Location": string })["Content-Location"];
  const wanted = (frames: RecordedFrame[]) =>
    frames.map(locationOf).filter((each) => !each.startsWith("/on/contracts") || /:0[12]0+\//.test(each));
  const arrived = (count: number) =>
    eventually(
      `${count} events`,
      () => received.length,
      (length) => length >= count,
    );

  for (const { scenario, frames } of scenarios()) {
    it(`${scenario}: all arrive, in their order, with their data`, async () => {
      recorded.play(scenario);
      const locations = wanted(frames);
      await arrived(locations.length);
      assert.deepEqual(
        received.map(({ location }) => location),
        locations,
      );
      const last = received.at(-1);
      assert.equal(Buffer.from(last?.data ?? []).toString("utf8"), frames.at(-1)?.text);
    });
  }

  it("arrive in whatever order a block's are sent, the mempool's before them", async () => {
    const [{ scenario, frames }] = scenarios() as [{ scenario: string; frames: RecordedFrame[] }];
    recorded.play(scenario, (block) => [...block].reverse());
    const [included, ...block] = wanted(frames);
    await arrived(1 + block.length);
    assert.deepEqual(
      received.map(({ location }) => location),
      [included, ...block.reverse()],
    );
  });

  it("tell from which transaction they come, and the reward from which block", async () => {
    recorded.play("transfer with memo");
    await arrived(8);
    const origins = received.flatMap(({ origin, target }) => (origin === undefined ? [] : [[target.topic, origin]]));
    const block = received.at(-1)?.target.entity;
    const transaction = received[0]?.target.entity;
    assert.deepEqual(origins, [
      ["moonlight", transaction],
      ["reward", block],
    ]);
  });
});
