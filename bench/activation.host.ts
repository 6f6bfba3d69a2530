import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { median, report } from "./measure";

/** What every window of everybody pays for, in milliseconds beyond an extension that does nothing. */
const goalMs = 10;
const rounds = 15;

interface Extension {
  activate(context: vscode.ExtensionContext): Promise<void>;
  deactivate(): Promise<void>;
}

/**
 * Loading and activating, beyond an extension that does nothing, in the same host: in a window that never used
 * Chainscope, and in one that did. The first round reads and compiles as a new window does; later ones find compiled
 * what the engine has kept. Runs where Chainscope itself is not active.
 */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "chainscope-activation-"));
  const empty = join(folder, "empty.js");
  writeFileSync(empty, 'require("vscode"); exports.activate = () => undefined; exports.deactivate = () => undefined;');
  try {
    const unused = await measured("a window that never used it", empty, folder, []);
    await measured("a window that did", empty, folder, ["used"]);
    report(`activation beyond an empty extension, of ${goalMs} ms`, unused / goalMs, "≤ 1×");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Prints what activation takes where this is remembered of the workspace, and returns the milliseconds at first. */
async function measured(where: string, empty: string, folder: string, remembered: readonly string[]): Promise<number> {
  const dist = dirname(process.env.CHAINSCOPE_SANDBOX ?? "");
  const main = join(dist, "activation.js");
  const first = { empty: await round(empty, folder, []), ours: await round(main, folder, remembered) };
  const loaded = readdirSync(dist).filter((name) => require.cache[join(dist, name)]);
  const bytes = loaded.reduce((sum, name) => sum + statSync(join(dist, name)).size, 0);
  const later = { load: [] as number[], activate: [] as number[] };
  for (let left = rounds; left > 0; left--) {
    const none = await round(empty, folder, []);
    const ours = await round(main, folder, remembered);
    later.load.push(ours.load - none.load);
    later.activate.push(ours.activate - none.activate);
  }
  const load = first.ours.load - first.empty.load;
  const activate = first.ours.activate - first.empty.activate;
  console.log(`activation in ${where}: ${bytes} bytes are read, of ${loaded.length} files`);
  console.log(`  first: load ${load.toFixed(1)} ms, activate ${activate.toFixed(1)} ms`);
  console.log(`  later: load ${median(later.load).toFixed(1)} ms, activate ${median(later.activate).toFixed(1)} ms`);
  return load + activate;
}

/** Loads a file again, activates what it exports, and takes all of it back. */
async function round(
  file: string,
  folder: string,
  remembered: readonly string[],
): Promise<{ load: number; activate: number }> {
  const own = dirname(file);
  for (const path of Object.keys(require.cache)) if (path.startsWith(own)) delete require.cache[path];
  const context = contextIn(folder, own, remembered);
  const started = performance.now();
  const extension = load(file);
  const loaded = performance.now();
  await extension.activate(context);
  const activated = performance.now();
  await extension.deactivate();
  for (const each of context.subscriptions) each.dispose();
  return { load: loaded - started, activate: activated - loaded };
}

function load(file: string): Extension {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- named only when it runs
  return require(file) as Extension;
}

/** What activation asks of its context. */
function contextIn(folder: string, dist: string, remembered: readonly string[]): vscode.ExtensionContext {
  const memory = new Map<string, unknown>();
  const memento = { get: (key: string) => memory.get(key), update: async () => undefined, keys: () => remembered };
  const manifest: unknown = existsSync(join(dirname(dist), "package.json"))
    ? JSON.parse(readFileSync(join(dirname(dist), "package.json"), "utf8"))
    : {};
  const silent = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  const context = {
    subscriptions: [] as vscode.Disposable[],
    ...{ workspaceState: memento, globalState: memento },
    secrets: { get: async () => undefined, store: async () => undefined, onDidChange: silent.event },
    extension: { packageJSON: manifest },
    extensionUri: vscode.Uri.file(dirname(dist)),
    ...{ storageUri: vscode.Uri.file(folder), globalStorageUri: vscode.Uri.file(folder) },
    asAbsolutePath: (path: string) => join(dirname(dist), path),
  };
  return context as unknown as vscode.ExtensionContext;
}
