// @ts-check
// npm run bench: every bench/*.bench.ts in plain Node.js, then every bench/*.host.ts in the extension host.
// Names on the command line choose some: npm run bench -- roundTrip
import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bootstrap } from "./bootstrap.mjs";
import { runHosted } from "./hostedRun.mjs";
import { StepError, exitWith, run, step } from "./step.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

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
  if (hosted.length > 0) await inHost(hosted);
}

/** @param {string} file */
function inNode(file) {
  console.log(`\n== ${file}`);
  const args = ["--expose-gc", "--require", "tsx/cjs", join(root, "bench", file)];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new StepError(`${file} ended with ${status}`, { remedy: "see its output above" });
}

/** @param {string[]} files */
async function inHost(files) {
  console.log(`\n== in the extension host: ${files.join(", ")}`);
  const code = await runHosted({ root, files });
  if (code !== 0) throw new StepError("A benchmark failed in the extension host", { remedy: "see its output above" });
}
