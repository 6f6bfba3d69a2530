// @ts-check
// npm test: every tier, or those named, and one closing line: node scripts/test.mjs [checks] [unit] [extension] [ui]
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bootstrap } from "./bootstrap.mjs";
import { provisionBrowser } from "./browser.mjs";
import { checkJobs } from "./checks.mjs";
import { hostNames, provisionHost } from "./hosts.mjs";
import { StepError, run, step } from "./step.mjs";
import { inLanes, inTurn, mochaJobs, scriptJob } from "./tier.mjs";

/** @typedef {{ name: string, hosted: boolean, mayRepeat?: boolean, jobs: () => import("./tier.mjs").Job[] }} Tier */

const root = fileURLToPath(new URL("../", import.meta.url));
const vsix = join(root, "out", "chainscope.vsix");
/** What the tiers that run a built extension find in their environment. */
const env = { CHAINSCOPE_SANDBOX: join(root, "dist", "sandbox.js"), CHAINSCOPE_VSIX: vsix };

/**
 * Jobs that run beside each other. One lane is for windows: two that share a processor take the focus late, and wait for
 * each other.
 */
const lanes = Math.max(2, Math.min(4, availableParallelism()));

/** In the order they begin. `hosted` ones need the provisioned hosts. Jobs that `mayRepeat` get a second run. @type {Tier[]} */
const tiers = [
  { name: "checks", hosted: false, jobs: () => checkJobs(root) },
  { name: "unit", hosted: false, jobs: () => mochaJobs(root, "test/unit", { timeoutMs: 10_000, processes: 8, env }) },
  { name: "extension", hosted: true, mayRepeat: true, jobs: () => [scriptJob(root, "scripts/testExtension.mjs", env)] },
  {
    name: "ui",
    hosted: true,
    mayRepeat: true,
    jobs: () => mochaJobs(root, "test/ui", { timeoutMs: 120_000, slowest: "typing.test.ts", mayRepeat: true, env }),
  },
];

try {
  const total = await test(process.argv.slice(2));
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  // Provisioning that no one waits for any more ends here too.
  process.exit(total.failed > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof StepError ? error.message : error);
  console.log("\n0 passed, 1 failed");
  process.exit(1);
}

/** @param {string[]} names */
async function test(names) {
  const unknown = names.find((name) => !tiers.some((tier) => tier.name === name));
  if (unknown) {
    const remedy = `name some of: ${tiers.map(({ name }) => name).join(", ")}`;
    throw new StepError(`There is no tier "${unknown}".`, { remedy });
  }
  const wanted = tiers.filter(({ name }) => names.length === 0 || names.includes(name));
  const hosted = wanted.some((tier) => tier.hosted);
  await bootstrap();
  const hosts = hosted ? provisionBeside() : undefined;
  const unbuilt = await build(hosted).catch((error) => error);
  const total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const summary = [];
  if (unbuilt) {
    console.error(unbuilt instanceof StepError ? unbuilt.message : unbuilt);
    total.failed = 1;
    summary.push("build: failed, and with it what runs in VS Code");
  }
  for (const counts of await inAll(
    wanted.filter((tier) => !tier.hosted || !unbuilt),
    hosts,
  )) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    const seconds = Math.round((counts.endedAt - counts.begunAt) / 1000);
    summary.push(`${counts.name}: ${counts.passed} ok, ${counts.failed} not, ${seconds} s`, ...counts.named);
  }
  console.log(`\n${summary.join("\n")}`);
  return total;
}

/**
 * Runs the jobs of all tiers, those with windows one after another, and counts them by tier. A job
 * that cannot run, or in which nothing ran, is a failure like any other; the rest still run.
 * @param {Tier[]} tiers @param {ReturnType<typeof provisionBeside> | undefined} hosts
 */
async function inAll(tiers, hosts) {
  const all = tiers.map(({ name, hosted, mayRepeat = false, jobs }) => {
    const counts = { name, passed: 0, failed: 0, begunAt: 0, endedAt: 0, named: /** @type {string[]} */ ([]) };
    const own = jobs().map(({ title, run }) => ({
      title,
      counts,
      mayRepeat,
      async run(/** @type {import("./tier.mjs").Outcome | undefined} */ before) {
        try {
          if (hosted) await hosts?.ready();
          counts.begunAt ||= Date.now();
          console.log(`${name}: ${title} …`);
          const outcome = await run(before);
          if (outcome.passed + outcome.failed > 0) return outcome;
          return { ...outcome, failed: 1, named: [`${title}: nothing ran`] };
        } catch (error) {
          const output = error instanceof StepError ? error.message : String(error);
          return { passed: 0, failed: 1, named: [`${title}: it could not run`], output };
        }
      },
    }));
    return { counts, hosted, own };
  });
  const jobsOf = (/** @type {boolean} */ wanted) => all.flatMap(({ hosted, own }) => (hosted === wanted ? own : []));
  const others = inLanes(jobsOf(false), lanes - 1, count);
  await Promise.all([others, inTurn(jobsOf(true), others, count)]);
  return all.map(({ counts }) => counts);
}

/**
 * Prints how a job ended and adds it to what its tier has, unless it is done once more.
 * @param {{ title: string, counts: { name: string, passed: number, failed: number, endedAt: number, named: string[] } }} job
 * @param {import("./tier.mjs").RunOutcome} outcome
 */
function count({ title, counts }, { passed, failed, named, output, toRepeat, failedBefore }) {
  console.log(`\n== ${counts.name}: ${title}\n${output.trimEnd()}`);
  if (toRepeat) return console.log(`${title} runs once more when all else has ended.`);
  counts.passed += passed;
  counts.failed += failed;
  counts.named.push(...named.map((name) => `  ✖ ${name}`));
  if (failedBefore && failed === 0)
    counts.named.push(`${counts.name}: ${title} passed in its second run; first: ${failedBefore.join("; ")}`);
  counts.endedAt = Date.now();
}

/** The package first, because it fills dist with what ships; then what the other tiers debug more easily. */
async function build(/** @type {boolean} */ packaged) {
  const words = { cwd: root, tailLines: 60, remedy: "correct what the output names" };
  if (packaged) {
    await step("Package: build", () =>
      run("npm", ["run", "--silent", "package"], { ...words, failed: "The extension could not be packaged" }),
    );
  }
  await step("Extension: build", () =>
    run(process.execPath, [join(root, "esbuild.mjs")], { ...words, failed: "The extension could not be built" }),
  );
}

/** Provisions while the first tiers run, at a lower priority; what it reports is shown when a tier waits for it. */
function provisionBeside() {
  /** @type {string[]} */
  const lines = [];
  let show = (/** @type {string} */ line) => {
    lines.push(line);
  };
  const options = { report: (/** @type {string} */ line) => show(line), niceness: 10 };
  const provisioned = (async () => {
    await provisionBrowser(options);
    for (const host of hostNames) await provisionHost(host, options);
  })();
  provisioned.catch(() => undefined);
  return {
    async ready() {
      for (const line of lines.splice(0)) console.log(line);
      show = console.log;
      await provisioned;
    },
  };
}
