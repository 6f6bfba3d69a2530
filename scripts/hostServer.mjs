// @ts-check
// Starts a provisioned VS Code server, with data of its own that goes when it stops.
import { randomBytes } from "node:crypto";
import { rmSync, symlinkSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { URLSearchParams } from "node:url";
import { provisionHost } from "./hosts.mjs";
import { endOwned, spawnOwned } from "./ownedProcess.mjs";
import { StepError, run } from "./step.mjs";
import { tempFolder } from "./tempFolder.mjs";

/** @typedef {import("./hosts.mjs").HostName} HostName */
/**
 * @typedef {object} HostServerOptions
 * @property {HostName} host
 * @property {Record<string, unknown>} [settings] the user's settings, beside those that keep a fresh window quiet
 * @property {string[]} [vsix] files of packaged extensions to install first
 * @property {Record<string, string>} [env] added to the environment of the server and its extension host
 */
/**
 * @typedef {object} WindowOptions
 * @property {string} folder absolute path of the workspace folder, or of a .code-workspace file with several
 * @property {string} [extensionDevelopmentPath] absolute; honoured by host "oldest" only
 * @property {string} [extensionTestsPath] absolute path of a module whose `run()` the extension host calls
 */

/** What keeps a fresh window free of modals, welcome pages and side bars that a picture should not show. */
const quietSettings = {
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.tips.enabled": false,
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.ignoreRecommendations": true,
  "extensions.autoCheckUpdates": false,
  "files.autoSave": "off",
  "git.enabled": false,
};

/** No extension gallery: tests and demo ask no server on the internet. */
const quietEnvironment = { EXTENSIONS_GALLERY: "{}" };

/**
 * Provisions the host if need be, installs the packages given and starts the server on a free port of the loopback
 * interface. Anyone who starts it calls `stop`; it also ends with this process.
 * @param {HostServerOptions} options
 */
export async function startHostServer({ host: name, settings = {}, vsix = [], env = {} }) {
  const host = await provisionHost(name);
  const data = await tempFolder(`host-${name}`);
  const dataFolder = data.path;
  const extensionsFolder = join(dataFolder, "extensions");
  await writeSettings(dataFolder, settings);
  const folders = ["--server-data-dir", dataFolder, "--extensions-dir", extensionsFolder];
  const entry = join(host.server, "out", "server-main.js");
  // Anyone who has a window runs commands as this person; without the token any page in any browser here had one.
  const token = randomBytes(32).toString("hex");
  const tokenFile = join(dataFolder, "token");
  try {
    await writeFile(tokenFile, token, { mode: 0o600 });
    for (const file of vsix) {
      await run(host.node, [entry, "--install-extension", file, "--force", ...folders], {
        cwd: host.server,
        failed: `VS Code ${host.vscode} did not install ${file}`,
        remedy: "read the output above: the package's manifest may not fit this version",
      });
    }
    const child = spawnOwned(
      host.node,
      [
        entry,
        ...["--host", "127.0.0.1", "--port", "0", "--connection-token-file", tokenFile],
        ...["--accept-server-license-terms", "--telemetry-level", "off", ...folders],
      ],
      {
        cwd: host.server,
        env: { ...process.env, ...quietEnvironment, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    return await listening(host, child, data, token);
  } catch (error) {
    data.remove();
    throw error;
  }
}

/** @typedef {Awaited<ReturnType<typeof startHostServer>>} HostServer */

/**
 * @param {import("./hosts.mjs").Host} host
 * @param {import("node:child_process").ChildProcess} child
 * @param {Awaited<ReturnType<typeof tempFolder>>} data
 * @param {string} token
 */
async function listening(host, child, data, token) {
  let log = "";
  const port = await new Promise((resolve, reject) => {
    const collect = (/** @type {Buffer} */ chunk) => {
      log += chunk;
      const found = /listening on (\d+)/.exec(log)?.[1];
      if (found) resolve(Number(found));
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("error", reject);
    child.once("close", () =>
      reject(
        new StepError(`The server of VS Code ${host.vscode} ended before it listened`, {
          output: log,
          remedy: `delete .vscode-test/${host.name} and run the same command again`,
        }),
      ),
    );
  });

  return {
    host,
    dataFolder: data.path,
    origin: `http://localhost:${port}`,
    /** Everything the server has printed so far. */
    log: () => log,
    /** The address of a window. `localhost`, because webviews need a secure context. */
    windowUrl: (/** @type {WindowOptions} */ window) => windowUrl(port, token, developedFrom(window, data.path)),
    /** Changes the user's settings, an undefined value takes one back; an open window takes them over at once. */
    writeSettings: (/** @type {Record<string, unknown>} */ settings) => writeSettings(data.path, settings),
    /** Ends the server and its extension hosts and removes their data. */
    async stop() {
      await endOwned(child);
      data.remove();
    },
  };
}

/** @param {string} dataFolder @param {Record<string, unknown>} settings */
async function writeSettings(dataFolder, settings) {
  for (const scope of ["User", "Machine"]) {
    const folder = join(dataFolder, "data", scope);
    const file = join(folder, "settings.json");
    await mkdir(folder, { recursive: true });
    const text = JSON.stringify({ ...quietSettings, ...(await settingsIn(file)), ...settings }, null, 2);
    // In one step: the window may read it at any moment, and would believe half a file.
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  }
}

/** What the window itself may have written there; nothing yet at first. @param {string} file @returns {Promise<object>} */
async function settingsIn(file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return {};
  }
}

/**
 * VS Code shows a theme that lies within the extension under development. Ours holds the whole cache, built-in themes
 * and all, so the window gets to know it under another path.
 * @param {WindowOptions} window @param {string} dataFolder @returns {WindowOptions}
 */
function developedFrom(window, dataFolder) {
  const { extensionDevelopmentPath } = window;
  if (!extensionDevelopmentPath) return window;
  const link = join(dataFolder, "development");
  rmSync(link, { force: true });
  symlinkSync(resolve(extensionDevelopmentPath), link);
  return { ...window, extensionDevelopmentPath: link };
}

/** @param {number} port @param {string} token @param {WindowOptions} window */
function windowUrl(port, token, { folder, extensionDevelopmentPath, extensionTestsPath }) {
  const remote = (/** @type {string} */ path) => `vscode-remote://localhost:${port}${path}`;
  const payload = [["skipWelcome", "true"]];
  if (extensionDevelopmentPath) payload.push(["extensionDevelopmentPath", remote(extensionDevelopmentPath)]);
  if (extensionTestsPath) payload.push(["extensionTestsPath", remote(extensionTestsPath)]);
  const opened = folder.endsWith(".code-workspace") ? "workspace" : "folder";
  const query = new URLSearchParams({ [opened]: folder, payload: JSON.stringify(payload), tkn: token });
  return `http://localhost:${port}/?${query}`;
}
