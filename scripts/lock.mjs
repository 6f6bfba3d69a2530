// @ts-check
// A lock between processes: a folder that one of them makes, with a file in it named for that process's id.
import { mkdir, readdir, rmdir, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const pollMs = 250;
const ownerlessMs = 10_000;

/**
 * Runs `work` while no other process holds `folder`; waits for a living holder, takes over from a dead one.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @param {(line: string) => void} [report]
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, report = console.log) {
  const ownerFile = join(folder, String(process.pid));
  let told = false;
  while (!(await take(folder, ownerFile))) {
    if (await breakStale(folder)) continue;
    if (!told) report(`waiting for another run (it holds ${folder}) …`);
    told = true;
    await pause(pollMs);
  }
  try {
    return await work();
  } finally {
    await unlink(ownerFile);
    await removeEmpty(folder);
  }
}

/** @param {string} folder @param {string} ownerFile */
async function take(folder, ownerFile) {
  try {
    await mkdir(folder);
    // Only this file makes the lock ours: anyone who broke the still empty folder meanwhile makes it fail with ENOENT.
    await writeFile(ownerFile, "");
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST", "ENOENT")) return false;
    throw error;
  }
}

/**
 * Removing the dead owner's file succeeds for one process only, so two that see the same stale lock cannot both break it.
 * @param {string} folder
 */
async function breakStale(folder) {
  try {
    const [owner] = await readdir(folder);
    if (owner === undefined) {
      const { mtimeMs } = await stat(folder);
      return Date.now() - mtimeMs > ownerlessMs ? await removeEmpty(folder) : false;
    }
    if (isAlive(Number(owner))) return false;
    await unlink(join(folder, owner));
    return await removeEmpty(folder);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return true;
    throw error;
  }
}

/** @param {string} folder */
async function removeEmpty(folder) {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTEMPTY")) return false;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

/** @param {unknown} error @param {string[]} codes */
function hasCode(error, ...codes) {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
