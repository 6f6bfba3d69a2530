import assert from "node:assert/strict";
import type { CallOutcome } from "../../../../src/bridge/callOutcome";
import type { WatchedChange } from "../../../../src/bridge/contractPage";
import type { NodeConnection } from "../../../../src/client/nodeConnection";
import { CallWatch } from "../../../../src/features/contractPanel/model/callWatch";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { connectTo } from "../../../support/sharedSandbox";
import { startSandbox, type Sandbox } from "../../../support/startSandbox";

interface Run {
  height: bigint;
  outcome: CallOutcome;
  change: WatchedChange | undefined;
}

describe("a watched call", () => {
  let sandbox: Sandbox;
  let node: NodeConnection;
  let watch: CallWatch;
  let runs: Run[];
  let next: (() => void) | undefined;

  beforeEach(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
    node = connectTo(sandbox);
    node.events.session.start();
    runs = [];
    const request = { contractId: contractIds.counter, fn: "get_value", input: { json: "null" } } as const;
    watch = new CallWatch(
      node,
      { ...request, sendAs: "json", stream: false, headers: [] },
      {
        ran: (height, outcome, change) => {
          runs.push({ height, outcome, change });
          next?.();
        },
        failed: (error) => assert.fail(error.message),
      },
    );
  });
  afterEach(async () => {
    watch.dispose();
    await node.dispose();
    await sandbox.stop();
  });

  const run = async (accept: (run: Run) => boolean): Promise<Run> => {
    for (;;) {
      const found = runs.find(accept);
      if (found) return found;
      await new Promise<void>((resolve) => (next = resolve));
    }
  };
  const subscribed = async () => {
    const subscription = node.events.all[0];
    if (subscription?.state.kind === "active") return;
    await new Promise<void>((resolve) => subscription?.onState(({ kind: at }) => at === "active" && resolve()));
  };

  it("runs at once, and again on each accepted block with what changed", async () => {
    const first = await run(() => true);
    assert.equal(first.height, 0n);
    assert.equal(first.outcome.kind, "json");
    assert.equal(first.change, undefined);
    await subscribed();
    const { height } = (await sandbox.control("state")) as { height: number };
    for (let block = 1; block <= 5; block++) {
      await sandbox.control("block");
      await run((each) => each.height >= BigInt(height + block));
    }
    const changed = await run(({ change }) => change !== undefined);
    const [place] = changed.change?.changes ?? [];
    assert.deepEqual(place?.path, []);
    assert.match(place?.before ?? "", /^"\d+"$/);
    assert.notEqual(place?.before, place?.after);
    assert.equal(changed.change?.height, changed.height.toString());
  });

  it("runs no more once it is disposed, and cancels its subscription", async () => {
    await run(() => true);
    await subscribed();
    watch.dispose();
    const { length } = runs;
    await sandbox.control("block");
    assert.deepEqual(node.events.all, []);
    await node.node.info();
    assert.equal(runs.length, length);
  });

  it("fails with the node that is gone, and succeeds when that is back, without waiting for a block", async () => {
    await run(() => true);
    await subscribed();
    await sandbox.stop();
    await run(({ outcome }) => outcome.kind === "failed");
    const before = runs.length;
    await sandbox.restart();
    await run((each) => runs.indexOf(each) >= before && each.outcome.kind === "json");
  }).timeout(60_000);

  it("tells of a run that failed and goes on with the next block", async () => {
    await run(() => true);
    await subscribed();
    await sandbox.control("answer", { path: "get_value", status: 500, text: "VM error: busy", count: 1 });
    await sandbox.control("block");
    const failed = await run(({ outcome }) => outcome.kind === "failed");
    assert.match(failed.outcome.kind === "failed" ? failed.outcome.message : "", /^busy \(VM error\)$/);
    await sandbox.control("block");
    await run(({ outcome, height }) => outcome.kind === "json" && height > failed.height);
  });
});
