// @ts-check
// npm run bench: every bench/*.bench.ts in plain Node.js, then every bench/*.host.ts in the extension host.
// Names on the command line choose some: npm run bench -- roundTrip
import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bootstrap } from "./bootstrap.mjs";
import { runHosted } from "./hostedRun.mjs";
import { StepError, exitWith, run, step } from "./step.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Runs in a window in which no one else has activated Chainscope. */
const activation = "activation.host.ts";

try {
  await bench(process.argv.slice(2));
} catch (error) {
  exitWith(error);
}

/** @param {string[]} names */
async function bench(names) {
  await bootstrap();
  await step("Extension: build", () =>
    run(process.execPath, [join(root, "esbuild.mjs"), "--production"], {
      cwd: root,
      failed: "The extension could not be built",
      remedy: "correct what the output names",
    }),
  );
  process.env.CHAINSCOPE_SANDBOX = join(root, "dist", "sandbox.js");
  const wanted = (await readdir(join(root, "bench"))).filter(
    (file) => names.length === 0 || names.includes(file.split(".")[0] ?? ""),
  );
  for (const file of wanted.filter((name) => name.endsWith(".bench.ts"))) inNode(file);
  const hosted = wanted.filter((name) => name.endsWith(".host.ts"));
  const beside = hosted.filter((name) => name !== activation);
  if (beside.length > 0) await inHost(beside);
  if (hosted.includes(activation)) await inHost([activation], await declaredOnly());
}

/** @param {string} file */
function inNode(file) {
  console.log(`\n== ${file}`);
  const args = ["--expose-gc", "--require", "tsx/cjs", join(root, "bench", file)];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new StepError(`${file} ended with ${status}`, { remedy: "see its output above" });
}

/** The manifest without a program: the benchmark of activation is the one that activates. */
async function declaredOnly() {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return { ...manifest, main: undefined, activationEvents: undefined };
}

/** @param {string[]} files @param {object} [manifest] */
async function inHost(files, manifest) {
  console.log(`\n== in the extension host: ${files.join(", ")}`);
  const code = await runHosted({ root, files, ...(manifest && { manifest }) });
  if (code !== 0) throw new StepError("A benchmark failed in the extension host", { remedy: "see its output above" });
}
