// @ts-check
// npm run test:one -- <file> [-g "words of a test's name"]: one test file of any tier, on what is built from the source now.
import { spawnSync } from "node:child_process";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bootstrap } from "./bootstrap.mjs";
import { StepError, exitWith, run } from "./step.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const example = 'npm run test:one -- test/ui/explorer.test.ts -g "words of a test\'s name"';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { grep: { type: "string", short: "g", default: "" } },
  });
  const file = relative(root, resolve(positionals[0] ?? ""));
  const args = argsOf(file, values.grep);
  if (!args) throw new StepError("That is no test file.", { remedy: example });
  await bootstrap();
  await run(process.execPath, [join(root, "esbuild.mjs")], {
    ...{ cwd: root, failed: "The extension could not be built", remedy: "correct what the output names" },
  });
  const env = { ...process.env, CHAINSCOPE_SANDBOX: join(root, "dist", "sandbox.js") };
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" }).status ?? 1;
} catch (error) {
  exitWith(error);
}

/**
 * How its tier runs it; nothing for a file that is no test.
 * @param {string} file @param {string} grep
 */
function argsOf(file, grep) {
  const [, tier] = /^test[\\/](unit|extension|ui)[\\/].*\.test\.ts$/.exec(file) ?? [];
  const named = grep ? ["--grep", grep] : [];
  if (tier === "extension") return [join(root, "scripts", "testExtension.mjs"), "--file", file, ...named];
  const timeout = tier === "ui" ? ["--timeout", "120000"] : [];
  return tier && [join(root, "node_modules", "mocha", "bin", "mocha.js"), ...timeout, ...named, file];
}
