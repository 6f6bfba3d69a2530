// @ts-check
// Makes the named hosts ready, or all: node scripts/provision.mjs [oldest] [current] [browser]
import { provisionBrowser } from "./browser.mjs";
import { hostNames, provisionHost } from "./hosts.mjs";
import { StepError, exitWith } from "./step.mjs";

/** @param {string} name */
async function provision(name) {
  if (name === "browser") return `browser: ${(await provisionBrowser()).executable}`;
  const known = hostNames.find((host) => host === name);
  if (!known) {
    throw new StepError(`There is no host "${name}".`, { remedy: `name some of: ${hostNames.join(", ")}, browser` });
  }
  const { vscode, server } = await provisionHost(known);
  return `${known}: VS Code ${vscode} in ${server}`;
}

try {
  const wanted = process.argv.slice(2);
  for (const name of wanted.length > 0 ? wanted : [...hostNames, "browser"]) console.log(await provision(name));
} catch (error) {
  exitWith(error);
}
