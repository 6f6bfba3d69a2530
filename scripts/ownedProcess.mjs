// @ts-check
// Child processes that never outlive this one, whether it ends by itself, by Ctrl-C or by a signal.
import { spawn } from "node:child_process";

/** @type {Set<import("node:child_process").ChildProcess>} */
const owned = new Set();
const graceMs = 5_000;
/** The same where nothing can be waited for any more. */
const lastGraceMs = 300;
/** Windows has no process groups and no signals: there a process is ended, and asked nothing. */
const hasGroups = process.platform !== "win32";

/**
 * Starts a command as a process group of its own, so that what it starts in turn can be ended with it.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 */
export function spawnOwned(command, args, options) {
  endOnSignals();
  const child = spawn(command, args, { ...options, detached: hasGroups });
  owned.add(child);
  child.once("close", () => owned.delete(child));
  child.once("error", () => owned.delete(child));
  return child;
}

/**
 * Ends the process and all it started: asks first, insists after five seconds.
 * @param {import("node:child_process").ChildProcess} child
 */
export async function endOwned(child) {
  if (owned.has(child)) {
    const closed = new Promise((resolve) => child.once("close", resolve));
    signalGroup(child, "SIGTERM");
    const timer = setTimeout(() => signalGroup(child, "SIGKILL"), graceMs);
    await closed;
    clearTimeout(timer);
  }
  signalGroup(child, "SIGKILL");
}

process.once("exit", () => {
  if (owned.size === 0) return;
  for (const child of owned) signalGroup(child, "SIGTERM");
  // What they have started themselves, as groups of their own, only they can end.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lastGraceMs);
  for (const child of owned) signalGroup(child, "SIGKILL");
});

let handled = false;

function endOnSignals() {
  if (handled) return;
  handled = true;
  // A signal's default end runs no exit listener; one that someone else already handles is theirs to end by.
  for (const [signal, number] of /** @type {const} */ ([
    ["SIGINT", 2],
    ["SIGTERM", 15],
    ["SIGHUP", 1],
  ])) {
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(128 + number));
  }
}

/** @param {import("node:child_process").ChildProcess} child @param {NodeJS.Signals} signal */
function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  if (!hasGroups) return void child.kill(signal);
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
