import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { inTurn, mochaJobs, scriptJob, type RunOutcome } from "../../../scripts/tier.mjs";

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

describe("a file of tests", () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), "chainscope-tier-"));
    await mkdir(join(root, "test"));
    for (const folder of ["node_modules", "test/support"])
      await symlink(resolve(__dirname, "../../..", folder), join(root, folder), "junction");
    await mkdir(join(root, "of"));
    const tests = 'it("one", () => {}); it("two", () => { throw new Error("no"); }); it("three", () => {});';
    await writeFile(join(root, "of", "window.test.ts"), tests);
  });
  after(() => rm(root, { recursive: true, force: true }));

  for (const mayRepeat of [true, false]) {
    const end = mayRepeat ? "first failure, and to its end when it is run again" : "end where it is run once";
    it(`is run to its ${end}`, async () => {
      const [job] = mochaJobs(root, "of", { timeoutMs: 1000, mayRepeat });
      const counts = ({ passed, failed, named }: RunOutcome) => [passed, failed, named.map((each) => basename(each))];
      const named = ["window.test.ts: two"];
      const first = await job!.run();
      assert.deepEqual(counts(first), [mayRepeat ? 1 : 2, 1, named]);
      if (mayRepeat) assert.deepEqual(counts(await job!.run(first)), [2, 1, named]);
    });
  }
});

describe("a script that runs tests somewhere else", () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), "chainscope-tier-"));
    // Of three tests in two files, one fails unless only its file is run.
    const script = `
      import { writeFileSync } from "node:fs";
      const { CHAINSCOPE_RESULTS: results, CHAINSCOPE_TEST_FILES: only, STILL: still } = process.env;
      const isGreen = only === "/out/b.test.js" && still !== "failing";
      const failed = isGreen ? [] : ["out/b.test.js: one"];
      const files = isGreen ? [] : ["/out/b.test.js"];
      writeFileSync(results, JSON.stringify({ passes: (only ? 1 : 3) - failed.length, failures: failed.length, pending: 0, failed, files }));
      process.exitCode = failed.length;
    `;
    await writeFile(join(root, "run.mjs"), script);
  });
  after(() => rm(root, { recursive: true, force: true }));

  it("runs in its second run only the files that failed, and counts what passed in the first", async () => {
    const job = scriptJob(root, "run.mjs", {});
    const first = await job.run();
    assert.deepEqual(
      [first.passed, first.failed, first.named, first.files],
      [2, 1, ["out/b.test.js: one"], ["/out/b.test.js"]],
    );
    const second = await job.run(first);
    assert.deepEqual([second.passed, second.failed, second.named], [3, 0, []]);
  });

  it("still fails where they fail again", async () => {
    const job = scriptJob(root, "run.mjs", { STILL: "failing" });
    const second = await job.run(await job.run());
    assert.deepEqual([second.passed, second.failed, second.named], [2, 1, ["out/b.test.js: one"]]);
  });
});
