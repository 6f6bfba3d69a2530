// @ts-check
// Installs node_modules when they are missing or older than the lock file. Uses nothing but Node.js itself.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";
import { StepError, exitWith, npm, run, step } from "./step.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const lockFile = join(root, "package-lock.json");
/** npm writes this file at the end of every install, so its time is that of the last complete one. */
const installedFile = join(root, "node_modules", ".package-lock.json");

/** Makes the dependencies ready; costs nothing when they are. Fails with a `StepError`. */
export async function bootstrap() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new StepError(`Chainscope is built with Node.js 20.19 or newer; this is ${process.version}.`, {
      remedy: "install a newer Node.js and run the same command again",
    });
  }
  if (isInstalled()) return;
  const cache = join(root, ".vscode-test");
  mkdirSync(cache, { recursive: true });
  await withLock(join(cache, "dependencies.lock"), async () => {
    if (isInstalled()) return;
    await step("Dependencies: install", () =>
      run(...npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]), {
        cwd: root,
        failed: "The project's dependencies could not be installed",
        remedy: "check that the npm registry can be reached, then run the same command again",
      }),
    );
  });
}

function isInstalled() {
  return existsSync(installedFile) && statSync(installedFile).mtimeMs >= statSync(lockFile).mtimeMs;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) bootstrap().catch(exitWith);
