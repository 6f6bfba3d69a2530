// @ts-check
// What is checked without running the code: types, lint, format. Each counts as one.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "./step.mjs";

/**
 * Runs every check, all at once, and prints what a failed one found.
 * @param {string} root
 * @returns {Promise<import("./test.mjs").Counts>}
 */
export async function checks(root) {
  const tool = (/** @type {string[]} */ ...path) => join(root, "node_modules", ...path);
  const tsc = tool("typescript", "bin", "tsc");
  const page = join(root, "src", "webview", "tsconfig.json");
  const list = [
    { name: "types", args: [tsc, "-p", root] },
    ...(existsSync(page) ? [{ name: "types of the page", args: [tsc, "-p", page] }] : []),
    { name: "lint", args: [tool("eslint", "bin", "eslint.js"), "--max-warnings", "0", root] },
    { name: "format", args: [tool("prettier", "bin", "prettier.cjs"), "--check", root] },
  ];
  const passed = await Promise.all(list.map(({ name, args }) => check(root, name, args)));
  const failed = passed.filter((ok) => !ok).length;
  return { passed: passed.length - failed, failed };
}

/** @param {string} root @param {string} name @param {string[]} args */
async function check(root, name, args) {
  const started = Date.now();
  try {
    await run(process.execPath, args, {
      cwd: root,
      tailLines: 200,
      failed: `${name}: failed`,
      remedy: "correct what the output names",
    });
    console.log(`  ✔ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}
