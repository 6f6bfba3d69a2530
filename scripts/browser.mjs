// @ts-check
// The browser that shows the VS Code server: an installed Chromium or Chrome, else the one that comes from npm.
import { constants, existsSync, readFileSync } from "node:fs";
import { access, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { cacheFolder } from "./hosts.mjs";
import { withLock } from "./lock.mjs";
import { StepError, npm, run, step } from "./step.mjs";

/** @typedef {{ executable: string, env: Record<string, string> }} Browser where `env` is added to the environment it starts in */

const version = "153.0.0";
const folder = join(cacheFolder, "browser");
const stampFile = join(folder, `ready-${version}.json`);
const commands = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const unpack = promisify(brotliDecompress);

/**
 * A Chromium that can be started: `CHROME_PATH`, else one on the PATH, else the pinned npm package unpacked into the
 * cache. Fails with a `StepError`.
 * @param {{ report?: (line: string) => void, niceness?: number }} [options]
 * @returns {Promise<Browser>}
 */
export async function provisionBrowser({ report = console.log, niceness = 0 } = {}) {
  const installed = await installedBrowser();
  if (installed) return { executable: installed, env: {} };
  const ready = readStamp();
  if (ready) return ready;
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new StepError("No Chromium or Chrome was found.", {
      remedy: "install one, or set CHROME_PATH to its executable",
    });
  }
  await mkdir(cacheFolder, { recursive: true });
  return withLock(
    join(cacheFolder, "browser.lock"),
    async () => readStamp() ?? (await install(report, niceness)),
    report,
  );
}

/**
 * Starts the provisioned browser without a window, for `playwright-core`.
 * @returns {Promise<import("playwright-core").Browser>}
 */
export async function launchBrowser() {
  const { executable, env } = await provisionBrowser();
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath: executable,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    env: { ...process.env, ...env },
  });
}

/**
 * What `CHROME_PATH` names, else a Chromium or Chrome on the PATH.
 * @returns {Promise<string | undefined>}
 */
export async function installedBrowser() {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (await isExecutable(named)) return named;
    throw new StepError(`CHROME_PATH names no executable file: ${named}`, { remedy: "correct it, or unset it" });
  }
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const command of commands) if (await isExecutable(join(folder, command))) return join(folder, command);
  }
  return undefined;
}

/** @param {string} file */
async function isExecutable(file) {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** @param {(line: string) => void} report @param {number} niceness @returns {Promise<Browser>} */
async function install(report, niceness) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const dependencies = { "@sparticuz/chromium": version };
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }, null, 2));
  await step(
    `Chromium ${version}: fetch`,
    () =>
      run(...npm(["install", "--ignore-scripts", "--no-audit", "--no-fund"]), {
        cwd: folder,
        niceness,
        failed: "The npm package with Chromium could not be installed",
        remedy: "check that the npm registry can be reached, or install Chromium and set CHROME_PATH to it",
      }),
    report,
  );
  await step(`Chromium ${version}: unpack`, unpackBrowser, report);
  await rm(join(folder, "node_modules"), { recursive: true, force: true });
  const browser = unpackedBrowser();
  await run(browser.executable, ["--version"], {
    env: { ...process.env, ...browser.env },
    failed: "The Chromium from npm does not start on this machine",
    remedy: "install Chromium or Chrome and set CHROME_PATH to its executable",
  });
  await writeFile(stampFile, JSON.stringify(browser));
  return browser;
}

async function unpackBrowser() {
  const packed = join(folder, "node_modules", "@sparticuz", "chromium", "bin");
  const { executable } = unpackedBrowser();
  await writeFile(executable, await unpack(await readFile(join(packed, "chromium.br"))), { mode: 0o755 });
  for (const name of ["al2023", "fonts"]) {
    const archive = join(folder, `${name}.tar`);
    await writeFile(archive, await unpack(await readFile(join(packed, `${name}.tar.br`))));
    await run("tar", ["-xf", archive, "-C", folder], {
      failed: `The browser's ${name} archive could not be unpacked`,
      remedy: "free some disk space and run the same command again",
    });
    await rm(archive);
  }
  const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(folder, "fonts")}</dir><cachedir>${join(folder, "fonts-cache")}</cachedir></fontconfig>\n`;
  await writeFile(join(folder, "fonts.conf"), fonts);
}

/** @returns {Browser} */
function unpackedBrowser() {
  const libraries = [join(folder, "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  // A machine without fonts shows boxes for letters; one that has fonts keeps its own.
  const fonts = existsSync("/etc/fonts/fonts.conf") ? undefined : { FONTCONFIG_FILE: join(folder, "fonts.conf") };
  return { executable: join(folder, "chromium"), env: { LD_LIBRARY_PATH: libraries, ...fonts } };
}

/** @returns {Browser | undefined} */
function readStamp() {
  if (!existsSync(stampFile)) return undefined;
  const { executable } = JSON.parse(readFileSync(stampFile, "utf8"));
  const browser = unpackedBrowser();
  return executable === browser.executable ? browser : undefined;
}
