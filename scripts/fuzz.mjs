// @ts-check
// npm run fuzz: the properties of every reader of foreign text, and of what follows a chain or transactions, each for so many seconds:
// npm run fuzz -- 60
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bootstrap } from "./bootstrap.mjs";
import { StepError, exitWith } from "./step.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

try {
  const seconds = Number(process.argv[2] ?? 20);
  if (!(seconds > 0)) throw new StepError("That is no number of seconds.", { remedy: "npm run fuzz -- 60" });
  await bootstrap();
  const env = { ...process.env, CHAINSCOPE_FUZZ_MS: String(seconds * 1000) };
  const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
  const files = [
    "test/unit/readers.test.ts",
    "test/unit/features/chainHistories.test.ts",
    "test/unit/client/transactions/schedules.test.ts",
  ];
  const args = [mocha, "--file", "test/support/longFuzz.ts", ...files];
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" }).status ?? 1;
} catch (error) {
  exitWith(error);
}
