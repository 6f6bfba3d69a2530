// @ts-check
// One tier of tests as a process of its own that leaves its counts in a file.
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { clearInterval, setInterval } from "node:timers";
import { endOwned, spawnOwned } from "./ownedProcess.mjs";
import { tempFolder } from "./tempFolder.mjs";

/** @typedef {import("./test.mjs").Counts} Counts */

const limitMs = 30 * 60_000;
/** A run that has reported its end may take this long to close what it opened. */
const leakMs = 20_000;
const pollMs = 500;

/**
 * The tests that match the pattern, in mocha.
 * @param {string} root @param {string} pattern @param {{ timeoutMs: number, env?: Record<string, string> }} options
 * @returns {Promise<Counts>}
 */
export async function mochaTier(root, pattern, { timeoutMs, env = {} }) {
  const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
  const reporter = join(root, "test", "support", "tierReporter.cjs");
  return countedRun(root, [mocha, "--reporter", reporter, "--timeout", String(timeoutMs), pattern], env);
}

/**
 * A script of ours that runs mocha somewhere else.
 * @param {string} root @param {string} script @param {Record<string, string>} env
 * @returns {Promise<Counts>}
 */
export async function scriptTier(root, script, env) {
  return countedRun(root, [join(root, script)], env);
}

/** @param {string} root @param {string[]} args @param {Record<string, string>} env @returns {Promise<Counts>} */
async function countedRun(root, args, env) {
  const folder = await tempFolder("tier");
  const results = join(folder.path, "results.json");
  try {
    const child = spawnOwned(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env, CHAINSCOPE_RESULTS: results },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const exitCode = await exitOf(child, results);
    if (!existsSync(results)) {
      console.error(`The tier ended with ${exitCode} before it reported any result.`);
      return { passed: 0, failed: 1 };
    }
    const { passes, failures, pending } = JSON.parse(await readFile(results, "utf8"));
    const failed = failures + pending;
    // Something went wrong outside every test when the process fails although its tests passed.
    return { passed: passes, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
  } finally {
    folder.remove();
  }
}

/**
 * The exit code, or a word for why it was ended: too slow, or kept alive by something that its tests left open.
 * @param {import("node:child_process").ChildProcess} child @param {string} results
 */
async function exitOf(child, results) {
  const started = Date.now();
  let reportedAt = 0;
  /** @type {string | undefined} */
  let ended;
  const timer = setInterval(() => {
    if (!reportedAt && existsSync(results)) reportedAt = Date.now();
    if (reportedAt && Date.now() - reportedAt > leakMs) ended = "a process that its tests kept alive";
    else if (Date.now() - started > limitMs) ended = `nothing after ${limitMs / 60_000} minutes`;
    else return;
    clearInterval(timer);
    console.error(`The tier was ended: ${ended}.`);
    void endOwned(child);
  }, pollMs);
  try {
    const [code, signal] = await once(child, "close");
    return ended ?? code ?? signal;
  } finally {
    clearInterval(timer);
  }
}
