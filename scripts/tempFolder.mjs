// @ts-check
// Temporary folders that go with this process, however it ends.
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import "./ownedProcess.mjs"; // Its exit listener comes first: what still writes into a folder ends before the folder goes.

/**
 * Makes a fresh folder whose name begins with `chainscope-` and this purpose.
 * @param {string} purpose
 */
export async function tempFolder(purpose) {
  const path = await mkdtemp(join(tmpdir(), `chainscope-${purpose}-`));
  const removeNow = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", removeNow);
  return {
    path,
    remove() {
      process.removeListener("exit", removeNow);
      removeNow();
    },
  };
}
