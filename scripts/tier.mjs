// @ts-check
// Tests as processes of their own that leave their counts in a file.
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { clearInterval, setInterval } from "node:timers";
import { endOwned, spawnOwned } from "./ownedProcess.mjs";
import { tempFolder } from "./tempFolder.mjs";

/**
 * What came of a job; `named` are the tests that failed, `files` those that they are in if all others were run to their
 * end, `output` what it printed.
 */
/** @typedef {{ passed: number, failed: number, named: string[], files?: string[], output: string }} Outcome */
/** One process, or several one after the other, beside which others may run; `before` is what came of its first run. */
/** @typedef {{ title: string, run: (before?: Outcome) => Promise<Outcome> }} Job */
/** One that is done once more if it `mayRepeat` and failed. @typedef {Job & { mayRepeat?: boolean }} RepeatedJob */
/** Which run of a job it was: one that counts, or one `toRepeat`; a second one knows who `failedBefore`. */
/** @typedef {Outcome & { toRepeat?: boolean, failedBefore?: string[] }} RunOutcome */

const limitMs = 15 * 60_000;
/** A run that has reported its end may take this long to close what it opened. */
const leakMs = 20_000;
const pollMs = 500;

/**
 * The test files of a folder, dealt out to so many processes of mocha.
 * @param {string} root @param {string} folder
 * @param {{ timeoutMs: number, processes?: number, slowest?: string, mayRepeat?: boolean, env?: Record<string, string> }} options
 *   each file is a process of its own unless their number is given; `slowest` is the name of the file that begins; a run
 *   that `mayRepeat` ends with its first failure, after which each test of a window would wait for what does not come
 * @returns {Job[]}
 */
export function mochaJobs(root, folder, { timeoutMs, processes, slowest, mayRepeat = false, env = {} }) {
  const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
  const reporter = join(root, "test", "support", "tierReporter.cjs");
  const found = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  const files = found.filter((name) => name.endsWith(".test.ts")).sort();
  if (slowest) files.sort((one, other) => Number(other === slowest) - Number(one === slowest));
  const count = Math.min(processes ?? files.length, files.length);
  return Array.from({ length: count }, (_, part) => {
    const own = files.filter((_, index) => index % count === part).map((name) => join(folder, name));
    const args = [mocha, "--reporter", reporter, "--timeout", String(timeoutMs), ...own];
    const title = own.length === 1 ? String(own[0]) : `${folder}, part ${part + 1} of ${count}`;
    return { title, run: (before) => countedRun(root, mayRepeat && !before ? [...args, "--bail"] : args, env) };
  });
}

/**
 * A script of ours that runs mocha somewhere else, and in a second run only the files in which a test failed.
 * @param {string} root @param {string} script @param {Record<string, string>} env
 * @returns {Job}
 */
export function scriptJob(root, script, env) {
  return {
    title: script,
    async run(before) {
      const { files } = before ?? {};
      const again = files && { CHAINSCOPE_TEST_FILES: files.join(delimiter) };
      const outcome = await countedRun(root, [join(root, script)], { ...env, ...again });
      // With what passed in the first run.
      return before && again ? { ...outcome, passed: before.passed + before.failed - outcome.failed } : outcome;
    },
  };
}

/**
 * Does jobs in so many lanes, the first ones first, and tells of each when it has ended.
 * @template {Job} T
 * @param {T[]} jobs @param {number} lanes @param {(job: T, outcome: Outcome) => void} onEnd
 */
export async function inLanes(jobs, lanes, onEnd) {
  const waiting = [...jobs];
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) onEnd(job, await job.run());
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Does jobs one after another. One that may be repeated and failed is done once more when all of them and what runs
 * beside them have ended, and counts by that run: a window shares its processors with everything else, and what fails
 * for want of them does not fail twice.
 * @template {RepeatedJob} T
 * @param {T[]} jobs @param {Promise<unknown>} beside @param {(job: T, outcome: RunOutcome) => void} onEnd
 */
export async function inTurn(jobs, beside, onEnd) {
  /** @type {[T, Outcome][]} */
  const repeated = [];
  await inLanes(jobs, 1, (job, outcome) => {
    const toRepeat = outcome.failed > 0 && job.mayRepeat === true;
    if (toRepeat) repeated.push([job, outcome]);
    onEnd(job, { ...outcome, ...(toRepeat && { toRepeat }) });
  });
  await beside;
  for (const [job, first] of repeated) onEnd(job, { ...(await job.run(first)), failedBefore: first.named });
}

/** @param {string} root @param {string[]} args @param {Record<string, string>} env @returns {Promise<Outcome>} */
async function countedRun(root, args, env) {
  const folder = await tempFolder("tier");
  const results = join(folder.path, "results.json");
  let output = "";
  try {
    const child = spawnOwned(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env, CHAINSCOPE_RESULTS: results },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const collect = (/** @type {string} */ chunk) => (output += chunk);
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", collect);
    const end = await endOf(child, results);
    if (!existsSync(results)) {
      const named = [`${runningFile(root, results)}: ended with ${end} before its end was reported`];
      return { passed: 0, failed: 1, named, output };
    }
    const { passes, failures, pending, failed, files } = JSON.parse(readFileSync(results, "utf8"));
    const named = [...failed];
    // Something went wrong outside every test when the process fails although its tests passed.
    if (failures + pending === 0 && end !== 0)
      named.push(`${runningFile(root, results)}: all tests passed, and the process ended with ${end}`);
    const counts = { passed: passes, failed: Math.max(failures + pending, named.length), named, output };
    return files.length > 0 ? { ...counts, files } : counts;
  } finally {
    folder.remove();
  }
}

/** @param {string} root @param {string} results */
function runningFile(root, results) {
  const file = `${results}.running`;
  return existsSync(file) ? relative(root, readFileSync(file, "utf8")) : "no test file begun";
}

/**
 * The exit code, or a word for why it was ended: too slow, or kept alive by something that its tests left open.
 * @param {import("node:child_process").ChildProcess} child @param {string} results
 */
async function endOf(child, results) {
  const started = Date.now();
  let reportedAt = 0;
  /** @type {string | undefined} */
  let ended;
  const timer = setInterval(() => {
    if (!reportedAt && existsSync(results)) reportedAt = Date.now();
    if (reportedAt && Date.now() - reportedAt > leakMs) ended = "something that its tests left open";
    else if (Date.now() - started > limitMs) ended = `nothing after ${limitMs / 60_000} minutes`;
    else return;
    clearInterval(timer);
    void endOwned(child);
  }, pollMs);
  try {
    const [code, signal] = await once(child, "close");
    return ended ?? code ?? signal;
  } finally {
    clearInterval(timer);
  }
}
