// @ts-check
// Bundles files of bench/ and runs them in the extension host of a window.
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tempFolder } from "./tempFolder.mjs";
import { runInServer } from "./testInServer.mjs";

/**
 * @typedef {object} HostedRun
 * @property {string} root
 * @property {string[]} files in bench/, each with a `bench` to call
 * @property {Record<string, string>} [env]
 * @property {object} [manifest] of an extension to develop in place of this one
 * @property {number} [limitMs]
 * @property {(text: string) => void} [onConsole] told what the window's own console is told
 * @property {string} [script] runs in the window besides
 * @property {number} [height] of the window, in pixels
 * @property {Record<string, unknown>} [settings] of the window
 */

/**
 * Returns the exit code.
 * @param {HostedRun} run
 */
export async function runHosted({ root, files, env = {}, manifest, ...options }) {
  const { build } = await import("esbuild");
  const out = join(root, "out", "bench");
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await build({
    entryPoints: ["hostEntry.ts", ...files].map((file) => join(root, "bench", file)),
    absWorkingDir: root,
    outdir: out,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    mainFields: ["module", "main"],
    external: ["vscode", "tsx"],
    logLevel: "warning",
  });
  if (manifest) {
    await writeFile(join(out, "package.json"), JSON.stringify(manifest));
    await copyFile(join(root, "package.nls.json"), join(out, "package.nls.json"));
  }
  const workspace = await tempFolder("bench");
  try {
    return await runInServer({
      root: manifest ? out : root,
      entry: join(out, "hostEntry.js"),
      folder: workspace.path,
      env: { CHAINSCOPE_SANDBOX: join(root, "dist", "sandbox.js"), ...env },
      ...options,
    });
  } finally {
    workspace.remove();
  }
}
