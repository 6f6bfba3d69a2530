// @ts-check
// What is checked without running the code: types, unused code, lint, format. Each counts as one.
import { join } from "node:path";
import { run } from "./step.mjs";

/**
 * The lint takes longer than all others together, which take turns beside it. It reads types by the TypeScript in
 * JavaScript, since the native one has no interface for it yet.
 * @param {string} root
 * @returns {import("./tier.mjs").Job[]}
 */
export function checkJobs(root) {
  const tool = (/** @type {string[]} */ ...path) => join(root, "node_modules", ...path);
  const tsc = tool("typescript-native", "bin", "tsc");
  return [
    job(root, "lint", [{ name: "lint", args: [tool("eslint", "bin", "eslint.js"), "--max-warnings", "0", root] }]),
    job(root, "types, unused code, format", [
      { name: "types", args: [tsc, "-p", root] },
      { name: "types of the page", args: [tsc, "-p", join(root, "src", "webview")] },
      {
        name: "unused code",
        args: [tool("knip", "bin", "knip.js"), "--no-progress", "--treat-config-hints-as-errors"],
      },
      { name: "format", args: [tool("prettier", "bin", "prettier.cjs"), "--check", root] },
    ]),
  ];
}

/**
 * @param {string} root @param {string} title @param {{ name: string, args: string[] }[]} checks
 * @returns {import("./tier.mjs").Job}
 */
function job(root, title, checks) {
  return {
    title,
    async run() {
      /** @type {import("./tier.mjs").Outcome} */
      const outcome = { passed: 0, failed: 0, named: [], output: "" };
      for (const { name, args } of checks) {
        const started = Date.now();
        try {
          await run(process.execPath, args, {
            ...{ cwd: root, tailLines: 200, failed: `${name}: failed`, remedy: "correct what the output names" },
          });
          outcome.passed++;
          outcome.output += `  ✔ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`;
        } catch (error) {
          outcome.failed++;
          outcome.named.push(name);
          outcome.output += `${error instanceof Error ? error.message : String(error)}\n`;
        }
      }
      return outcome;
    },
  };
}
