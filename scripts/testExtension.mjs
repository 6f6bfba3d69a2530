// @ts-check
// Runs test/extension inside VS Code: node scripts/testExtension.mjs [--host oldest|electron] [--file <one
// of them>] [--grep <words of a test's name>]
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bootstrap } from "./bootstrap.mjs";
import { StepError, exitWith } from "./step.mjs";
import { tempFolder } from "./tempFolder.mjs";
import { runInDesktop } from "./testInDesktop.mjs";
import { runInServer } from "./testInServer.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const bundleFolder = join(root, "out", "test", "extension");

/** Everything the run needs to know, whichever VS Code runs it. */
/** @typedef {{ root: string, entry: string, folder: string, env: Record<string, string> }} ExtensionTests */

try {
  const { values } = parseArgs({
    options: {
      host: { type: "string", default: "oldest" },
      file: { type: "string", default: "test/extension/**/*.test.ts" },
      grep: { type: "string", default: "" },
    },
  });
  await bootstrap();
  process.exitCode = await testExtension(values);
} catch (error) {
  exitWith(error);
}

/**
 * Runs the tests of the file, or of the pattern, whose full name holds `grep`; all when that is empty.
 * @param {{ host: string, file: string, grep: string }} options
 */
async function testExtension({ host, file, grep }) {
  const run = { oldest: runInServer, electron: runInDesktop }[host];
  if (!run) throw new StepError(`There is no host "${host}" for these tests.`, { remedy: "use oldest or electron" });
  await buildTests(file);
  const results = process.env.CHAINSCOPE_RESULTS ?? join(bundleFolder, "results.json");
  await rm(results, { force: true });
  const workspace = await tempFolder("workspace");
  try {
    await cp(join(root, "samples", "workspace"), workspace.path, { recursive: true });
    const exitCode = await run({
      root,
      entry: join(bundleFolder, "index.js"),
      folder: workspace.path,
      env: {
        CHAINSCOPE_RESULTS: results,
        CHAINSCOPE_SANDBOX: join(root, "dist", "sandbox.js"),
        CHAINSCOPE_TESTS_NAMED: grep,
      },
    });
    const { passes, failures } = JSON.parse(await readFile(results, "utf8"));
    console.log(`In VS Code (${host}): ${passes} passed, ${failures} failed, exit code ${exitCode}`);
    return exitCode;
  } finally {
    workspace.remove();
  }
}

/** One bundle per test file, so that a new one needs no list; `vscode` and mocha are there at run time. */
async function buildTests(/** @type {string} */ file) {
  const { build } = await import("esbuild");
  await rm(bundleFolder, { recursive: true, force: true });
  await mkdir(bundleFolder, { recursive: true });
  await build({
    entryPoints: ["test/extension/index.ts", file],
    absWorkingDir: root,
    outdir: bundleFolder,
    // All in one folder, whatever folder a test is in: the entry looks in its own.
    entryNames: "[name]",
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    mainFields: ["module", "main"],
    external: ["vscode", "mocha"],
    sourcemap: "inline",
    logLevel: "warning",
  });
}
