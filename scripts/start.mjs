// @ts-check
// npm start: VS Code with Chainscope, a sample workspace and a sandbox node. Options: --open, --desktop
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bootstrap } from "./bootstrap.mjs";
import { startHostServer } from "./hostServer.mjs";
import { openInBrowser } from "./openInBrowser.mjs";
import { endOwned, spawnOwned } from "./ownedProcess.mjs";
import { startDesktop } from "./startDesktop.mjs";
import { StepError, exitWith, run, step } from "./step.mjs";
import { tempFolder } from "./tempFolder.mjs";

/** @typedef {{ listening: string, contracts: { id: string, name: string }[] }} SandboxReady */

const root = fileURLToPath(new URL("../", import.meta.url));
/** Has the view, the sample's README and the walkthrough in front. */
const env = { CHAINSCOPE_INTRODUCE: "1" };

/** Undone in reverse order at the end. @type {(() => Promise<unknown>)[]} */
const undo = [];
const stopped = new Promise((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => resolve(signal));
});

try {
  const { values } = parseArgs({ options: { open: { type: "boolean" }, desktop: { type: "boolean" } } });
  await Promise.race([start(values), stopped]);
} catch (error) {
  await end();
  exitWith(error);
}
await end();
process.exit(0);

/** @param {{ open?: boolean, desktop?: boolean }} options */
async function start({ open, desktop }) {
  console.log(
    "The first start fetches and unpacks what is missing, which takes some minutes; later ones take seconds.",
  );
  await bootstrap();
  await step("Extension: build", () =>
    run(process.execPath, [join(root, "esbuild.mjs")], {
      cwd: root,
      tailLines: 60,
      failed: "The extension could not be built",
      remedy: "correct what the output names",
    }),
  );
  const sample = await tempFolder("sample");
  undo.push(async () => sample.remove());
  const folder = sample.path;
  await cp(join(root, "samples", "workspace"), folder, { recursive: true });

  const node = await startSandbox();
  const { listening: url, contracts } = node.ready;
  console.log(`Sandbox node: ${url}`);
  const settings = {
    "chainscope.connections": [{ name: "Sandbox", url, contracts }],
    "window.autoDetectColorScheme": true,
  };
  const window = desktop ? await openDesktop(folder, settings) : await openServer(folder, settings, open);
  await Promise.race([node.closed, window, stopped]);
}

/** @param {string} folder @param {Record<string, unknown>} settings */
async function openDesktop(folder, settings) {
  const desktop = await startDesktop({ root, folder, settings, env });
  undo.push(desktop.stop);
  console.log(`VS Code is open on ${folder}, a copy that goes when you stop. Ctrl-C ends all.`);
  return desktop.closed;
}

/** @param {string} folder @param {Record<string, unknown>} settings @param {boolean} [open] */
async function openServer(folder, settings, open) {
  const server = await startHostServer({ host: "oldest", settings, env });
  undo.push(server.stop);
  const url = server.windowUrl({ folder, extensionDevelopmentPath: root });
  console.log(
    `\nVS Code ${server.host.vscode} with Chainscope, on a copy of the sample workspace that goes when you stop:`,
  );
  console.log(`\n  ${url}\n`);
  console.log("Open it in a browser on this machine. Ctrl-C ends all.");
  if (open) await openInBrowser(url);
  return new Promise(() => {});
}

/** The node that the demo talks to; it ends with this process, however that ends. */
async function startSandbox() {
  const child = spawnOwned(process.execPath, [join(root, "dist", "sandbox.js")], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  undo.push(() => endOwned(child));
  const closed = new Promise((_, reject) => {
    child.once("close", (code) =>
      reject(new StepError(`The sandbox node ended with ${code}.`, { remedy: "see its output above" })),
    );
  });
  closed.catch(() => undefined);
  const listening = new Promise((resolve) =>
    child.once("message", (/** @type {SandboxReady} */ ready) => resolve(ready)),
  );
  return { ready: /** @type {SandboxReady} */ (await Promise.race([listening, closed])), closed };
}

async function end() {
  for (const step of undo.splice(0).reverse()) await step().catch((error) => console.error(error));
}
