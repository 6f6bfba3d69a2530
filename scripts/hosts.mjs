// @ts-check
// Real VS Codes, as servers that come from npm alone, provisioned into .vscode-test/.
import { existsSync, readFileSync } from "node:fs";
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";
import { StepError, run, step } from "./step.mjs";

/** @typedef {"oldest" | "current"} HostName */
/** @typedef {{ name: HostName, vscode: string, server: string, node: string }} Host where `server` is a folder and `node` a binary */

export const cacheFolder = fileURLToPath(new URL("../.vscode-test/", import.meta.url));

const platform = `${process.platform}-${process.arch}`;

/** The oldest VS Code that the manifest's `engines` admits, and a current one; each with the Node.js it was made for. */
const recipes = {
  oldest: {
    vscode: "1.100.3",
    packages: {
      "code-server": "4.100.3",
      [`node-${platform}`]: "20.20.2",
      [`@vscode/ripgrep-${platform}`]: "1.18.0",
    },
    native: ["@vscode/spdlog", "native-watchdog"],
  },
  current: {
    vscode: "1.139.1",
    packages: { "code-server": "4.139.1", [`node-${platform}`]: "24.21.0" },
    native: ["@vscode/spdlog", "@vscode/native-watchdog"],
  },
};

export const hostNames = /** @type {HostName[]} */ (Object.keys(recipes));

/**
 * Makes the named host ready to start and tells where it is. Idempotent and safe beside other runs; with everything
 * in place it only reads one file. Fails with a `StepError`.
 * @param {HostName} name
 * @param {{ report?: (line: string) => void, niceness?: number }} [options]
 * @returns {Promise<Host>}
 */
export async function provisionHost(name, { report = console.log, niceness = 0 } = {}) {
  const ready = readStamp(name);
  if (ready) return ready;
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) {
    throw new StepError(`The VS Code server host exists for Linux on x64 and arm64, not for ${platform}.`, {
      remedy: "use `npm start -- --desktop` and `npm run test:electron` here",
    });
  }
  await mkdir(cacheFolder, { recursive: true });
  return withLock(
    join(cacheFolder, `${name}.lock`),
    async () => readStamp(name) ?? (await install(name, report, niceness)),
    report,
  );
}

/** @param {HostName} name @param {(line: string) => void} report @param {number} niceness @returns {Promise<Host>} */
async function install(name, report, niceness) {
  const recipe = recipes[name];
  const host = hostOf(name);
  const folder = join(cacheFolder, name);
  const nodeFolder = join(folder, "node_modules", `node-${platform}`);
  const env = { ...process.env, PATH: `${join(nodeFolder, "bin")}${delimiter}${process.env.PATH}`, JOBS: "max" };
  const npm = (
    /** @type {string} */ cwd,
    /** @type {string[]} */ args,
    /** @type {{ failed: string, remedy: string }} */ words,
  ) => run("npm", [...args, "--no-audit", "--no-fund"], { cwd, env, niceness, ...words });
  const title = (/** @type {string} */ what) => `VS Code ${recipe.vscode} (${name}): ${what}`;
  const offline = "check that the npm registry can be reached, then run the same command again";

  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: recipe.packages }, null, 2),
  );
  await step(
    title("fetch the server"),
    () =>
      npm(folder, ["install", "--ignore-scripts"], {
        failed: `code-server could not be installed for host "${name}"`,
        remedy: offline,
      }),
    report,
  );
  await step(
    title("fetch the server's dependencies"),
    () =>
      npm(host.server, ["install", "--omit=dev", "--ignore-scripts"], {
        failed: `The dependencies of host "${name}" could not be installed`,
        remedy: offline,
      }),
    report,
  );
  await allowScripts(host.server, recipe.native);
  await step(
    title("compile native modules"),
    () =>
      npm(host.server, ["rebuild", ...recipe.native, `--nodedir=${nodeFolder}`], {
        failed: `The native modules of host "${name}" could not be compiled`,
        remedy: "install a C++ compiler (g++ and make) and python3, then run the same command again",
      }),
    report,
  );
  await placeRipgrep(folder, host.server);
  await writeFile(stampFile(name), JSON.stringify({ recipe, host }, null, 2));
  return host;
}

/**
 * Newer npm versions run only install scripts that the project lists; older ones ignore the list.
 * @param {string} server @param {string[]} packages
 */
async function allowScripts(server, packages) {
  const file = join(server, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8"));
  manifest.allowScripts = Object.fromEntries(packages.map((name) => [name, true]));
  await writeFile(file, JSON.stringify(manifest, null, 2));
}

/**
 * The older server expects the binary that a download script would have brought; `findFiles` needs it.
 * @param {string} folder @param {string} server
 */
async function placeRipgrep(folder, server) {
  const shipped = join(folder, "node_modules", "@vscode", `ripgrep-${platform}`, "bin", "rg");
  if (!existsSync(shipped)) return;
  const expected = join(server, "node_modules", "@vscode", "ripgrep", "bin");
  await mkdir(expected, { recursive: true });
  await copyFile(shipped, join(expected, "rg"));
  await chmod(join(expected, "rg"), 0o755);
}

/** @param {HostName} name @returns {Host} */
function hostOf(name) {
  const modules = join(cacheFolder, name, "node_modules");
  return {
    name,
    vscode: recipes[name].vscode,
    server: join(modules, "code-server", "lib", "vscode"),
    node: join(modules, `node-${platform}`, "bin", "node"),
  };
}

/** @param {HostName} name */
function stampFile(name) {
  return join(cacheFolder, name, `ready-${recipes[name].vscode}.json`);
}

/**
 * The stamp holds the recipe it was made by, so a changed pin makes the host again; absolute paths, so a moved clone does too.
 * @param {HostName} name
 * @returns {Host | undefined}
 */
function readStamp(name) {
  const expected = JSON.stringify({ recipe: recipes[name], host: hostOf(name) }, null, 2);
  const file = stampFile(name);
  return existsSync(file) && readFileSync(file, "utf8") === expected ? hostOf(name) : undefined;
}
