import assert from "node:assert/strict";
import { inTurn, type RunOutcome } from "../../../scripts/tier.mjs";

describe("jobs that are done in turn", () => {
  const passed = { passed: 2, failed: 0, named: [], output: "" };
  const failed = { passed: 1, failed: 1, named: ["a.test.ts: one"], output: "" };

  /** Does jobs whose runs end so one after the other, and returns what was told of each. */
  async function told(runs: Record<string, RunOutcome[]>, mayRepeat = true) {
    const order: string[] = [];
    let endBeside = () => undefined as void;
    const beside = new Promise<void>((resolve) => (endBeside = resolve)).then(() => order.push("beside ended"));
    const jobs = Object.entries(runs).map(([title, outcomes]) => ({
      ...{ title, mayRepeat },
      async run() {
        order.push(`${title} runs`);
        if (title === "last") endBeside();
        return outcomes.shift() ?? assert.fail(`${title} has run too often`);
      },
    }));
    const ends: [string, RunOutcome][] = [];
    await inTurn(jobs, beside, ({ title }, outcome) => ends.push([title, outcome]));
    return { order, ends };
  }

  it("are repeated where they failed, after all others, and the second run knows who failed in the first", async () => {
    const { order, ends } = await told({ flaky: [failed, passed], last: [passed] });
    assert.deepEqual(order, ["flaky runs", "last runs", "beside ended", "flaky runs"]);
    assert.deepEqual(ends, [
      ["flaky", { ...failed, toRepeat: true }],
      ["last", passed],
      ["flaky", { ...passed, failedBefore: failed.named }],
    ]);
  });

  it("are not repeated more than once", async () => {
    const { ends } = await told({ broken: [failed, failed], last: [passed] });
    assert.deepEqual(ends.at(-1), ["broken", { ...failed, failedBefore: failed.named }]);
  });

  it("have one run only where a failure of any counts", async () => {
    const { ends } = await told({ broken: [failed], last: [passed] }, false);
    assert.deepEqual(ends, [
      ["broken", failed],
      ["last", passed],
    ]);
  });
});
