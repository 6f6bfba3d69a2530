// @ts-check
// The desktop VS Code on the PATH, with the extension under development and data of its own.
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { endOwned, spawnOwned } from "./ownedProcess.mjs";
import { StepError } from "./step.mjs";
import { tempFolder } from "./tempFolder.mjs";

/**
 * Opens a window that leaves the person's own VS Code, its settings and extensions, untouched. `closed` settles when
 * the window is closed; `stop` closes it.
 * @param {{ root: string, folder: string, settings: Record<string, unknown>, env: Record<string, string> }} options
 */
export async function startDesktop({ root, folder, settings, env }) {
  const data = await tempFolder("desktop");
  const dataFolder = data.path;
  await mkdir(join(dataFolder, "User"), { recursive: true });
  const userSettings = { "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", ...settings };
  await writeFile(join(dataFolder, "User", "settings.json"), JSON.stringify(userSettings, null, 2));
  const child = spawnOwned(
    "code",
    [
      ...["--new-window", "--wait", "--skip-welcome", "--user-data-dir", dataFolder],
      ...["--extensions-dir", join(dataFolder, "extensions"), `--extensionDevelopmentPath=${root}`, folder],
    ],
    { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } },
  );
  try {
    await once(child, "spawn");
  } catch (cause) {
    data.remove();
    throw new StepError("The command `code` could not be started.", {
      remedy: "install VS Code's command line launcher, or run `npm start` without --desktop",
      cause,
    });
  }
  return {
    closed: once(child, "close"),
    async stop() {
      await endWindow(dataFolder);
      await endOwned(child);
      data.remove();
    },
  };
}

/**
 * `code` only asks another process to open the window; that one writes its id into its data folder.
 * @param {string} dataFolder
 */
async function endWindow(dataFolder) {
  const pid = Number(await readFile(join(dataFolder, "code.lock"), "utf8").catch(() => ""));
  if (!pid) return;
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
