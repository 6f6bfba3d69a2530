import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { eventually } from "../../support/eventually";

const owner = pathToFileURL(resolve(__dirname, "../../../scripts/ownedProcess.mjs")).href;

/** A program that owns another one, which is a process of its own that says its id. */
function owning(program: string): string {
  const child = `spawnOwned(process.execPath, ["--input-type=module", "-e", ${JSON.stringify(program)}], { stdio: "inherit" })`;
  return `import { spawnOwned } from ${JSON.stringify(owner)}; ${child};`;
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

describe("processes that a script starts", () => {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    it(`end with it by ${signal}, and so do those that they start themselves`, async () => {
      const innermost = "console.log(process.pid); setInterval(() => undefined, 1000);";
      const script = spawn(process.execPath, ["--input-type=module", "-e", owning(owning(innermost))], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [line] = (await once(createInterface(script.stdout), "line")) as [string];
      const id = Number(line);
      assert.ok(isRunning(id));
      try {
        script.kill(signal);
        await once(script, "exit");
        await eventually(
          "its end",
          () => isRunning(id),
          (runs) => !runs,
        );
      } finally {
        if (isRunning(id)) process.kill(id, "SIGKILL");
      }
    }).timeout(30_000);
});
