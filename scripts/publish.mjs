// @ts-check
// npm run publish:all: packages once and gives the same file to both registries. With -- --dry-run it says what would be
// done and what is missing, and does nothing.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { missing, publishCommands } from "./listing.mjs";
import { StepError, exitWith, step } from "./step.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const file = join("out", "chainscope.vsix");

try {
  const { values } = parseArgs({ options: { "dry-run": { type: "boolean" } } });
  const read = (/** @type {string} */ name) => readFileSync(join(root, name), "utf8");
  const manifest = JSON.parse(read("package.json"));
  const gaps = missing({ manifest, changelog: read("CHANGELOG.md"), env: process.env });
  const commands = publishCommands(manifest.version, file);
  if (values["dry-run"]) tell(commands);
  if (gaps.length > 0)
    throw new StepError("It cannot be published yet:", { output: gaps.join("\n"), remedy: "CONTRIBUTING.md says how" });
  if (!values["dry-run"]) await publish(commands);
} catch (error) {
  exitWith(error);
}

/** @param {ReturnType<typeof publishCommands>} commands */
function tell(commands) {
  console.log("Would run:\n  npm run package");
  for (const { name, command, token } of commands) console.log(`  ${command.join(" ")}   (${name}, with ${token})`);
}

/** @param {ReturnType<typeof publishCommands>} commands */
async function publish(commands) {
  const all = [{ name: "Package", command: ["npm", "run", "package"] }, ...commands];
  for (const { name, command } of all) {
    const [program = "", ...args] = command;
    await step(name, () => {
      const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
      if (status !== 0)
        throw new StepError(`${name} ended with ${status}`, {
          remedy: "see its output above; what is published already can be left out",
        });
    });
  }
}
