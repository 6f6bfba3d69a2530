// @ts-check
// What is checked without running the code: types, unused code, lint, format. Each counts as one.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "./step.mjs";

/**
 * Runs every check and prints what a failed one found. The lint takes longer than all others together, which take turns
 * beside it; it reads types by the TypeScript in JavaScript, since the native one has no interface for it yet.
 * @param {string} root
 * @returns {Promise<import("./test.mjs").Counts>}
 */
export async function checks(root) {
  const tool = (/** @type {string[]} */ ...path) => join(root, "node_modules", ...path);
  const tsc = tool("typescript-native", "bin", "tsc");
  const page = join(root, "src", "webview", "tsconfig.json");
  const lint = { name: "lint", args: [tool("eslint", "bin", "eslint.js"), "--max-warnings", "0", root] };
  const others = [
    { name: "types", args: [tsc, "-p", root] },
    ...(existsSync(page) ? [{ name: "types of the page", args: [tsc, "-p", page] }] : []),
    { name: "unused code", args: [tool("knip", "bin", "knip.js"), "--no-progress", "--treat-config-hints-as-errors"] },
    { name: "format", args: [tool("prettier", "bin", "prettier.cjs"), "--check", root] },
  ];
  const passed = (await Promise.all([inTurn(root, [lint]), inTurn(root, others)])).flat();
  const failed = passed.filter((ok) => !ok).length;
  return { passed: passed.length - failed, failed };
}

/** @typedef {{ name: string, args: string[] }} Check */

/** @param {string} root @param {Check[]} checks */
async function inTurn(root, checks) {
  const passed = [];
  for (const each of checks) passed.push(await check(root, each));
  return passed;
}

/** @param {string} root @param {Check} check */
async function check(root, { name, args }) {
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
