import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { contractIds } from "../src/sandbox/contracts/contractIds";
import { startSandbox } from "../test/support/startSandbox";
import { Workbench } from "../test/support/workbench";
import { flood } from "./flood";
import { benchTypingTargets } from "./typingTargets";
import { report } from "./measure";

const keys = { quiet: 100, flood: 300 };
/** What a person takes for at once: of almost all keys, and of the slowest. */
const limitMs = { p95: 60, longest: 150 };

/** From a key that is pressed in an editor to its letter on the screen, while the events of a flood are shown below it. */
async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "chainscope-bench-"));
  const sandbox = await startSandbox({ blockMs: 0, args: ["--txs-per-block", "0", "--history", "0"] });
  const vscode = await Workbench.open({
    ...{ host: "oldest", name: "typing", folder, extensionDevelopmentPath: resolve(__dirname, "..") },
    settings: {
      "chainscope.connections": [
        { name: "Local", url: sandbox.url, contracts: [{ id: contractIds.counter, name: "Counter" }] },
      ],
      "workbench.editor.languageDetection": false,
    },
  });
  await vscode.sideBar.open("Chainscope");
  await vscode.sideBar.tree("Connections").row("Local", "Contracts");
  await vscode.runCommand("Chainscope: Tail Events…");
  await vscode.quickInput.pick("Counter");
  await vscode.quickInput.pick("All events");
  await vscode.output.untilChannel("Chainscope Events");
  await vscode.runCommand("File: New Untitled Text File");
  await vscode.screen.appears(".part.editor .monaco-editor.focused", "an editor to type in");
  const quiet = await delays(vscode, keys.quiet);
  await sandbox.control("rate", flood);
  await pause(2000);
  const during = await delays(vscode, keys.flood);
  await vscode.close();
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
  const what = `typing while ${flood.perSecond} events/s are shown`;
  report(`${what}: p95 from the key to the screen, of ${limitMs.p95} ms`, at(during, 0.95) / limitMs.p95, "≤ 1×");
  report(`  the longest of ${during.length}, of ${limitMs.longest} ms`, at(during, 1) / limitMs.longest, "≤ 1×");
  report(`  p95 before the flood, of ${limitMs.p95} ms`, at(quiet, 0.95) / limitMs.p95);
  report(`  the longest before the flood, of ${limitMs.longest} ms`, at(quiet, 1) / limitMs.longest);
}

/** Types so many letters, ten a second, and gives the milliseconds until each of them was drawn, the shortest first. */
async function delays({ page }: Workbench, count: number): Promise<number[]> {
  await page.evaluate(watchKeys);
  for (let typed = 1; typed <= count; typed++) {
    await page.keyboard.press(typed % 60 === 0 ? "Enter" : "x");
    await pause(100);
  }
  const found = await page.evaluate<number[]>("watchedKeys.delays");
  return found.sort((one, other) => one - other);
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Runs in the window, whose clock both ends of a delay are taken from. */
const watchKeys = `
  globalThis.watchedKeys ??= (() => {
    const watched = { delays: [], pressed: undefined };
    document.addEventListener("keydown", (event) => (watched.pressed = event.timeStamp), true);
    const lines = document.querySelector(".part.editor .monaco-editor .view-lines");
    new MutationObserver(() => {
      if (watched.pressed !== undefined) watched.delays.push(performance.now() - watched.pressed);
      watched.pressed = undefined;
    }).observe(lines, { subtree: true, childList: true, characterData: true });
    return watched;
  })();
  watchedKeys.delays = [];`;

void run().then(benchTypingTargets);
