// @ts-check
// Shows an address in the person's own browser.
import { spawn } from "node:child_process";
import { installedBrowser } from "./browser.mjs";

/**
 * Opens the address, or says that it could not; never a reason to fail, the address is printed anyway.
 * @param {string} url
 */
export async function openInBrowser(url) {
  if (await starts(process.platform === "darwin" ? "open" : "xdg-open", url)) return;
  const browser = await installedBrowser().catch(() => undefined);
  if (browser && (await starts(browser, url))) return;
  console.log("No browser could be opened from here: open the address yourself.");
}

/** @param {string} command @param {string} url @returns {Promise<boolean>} */
function starts(command, url) {
  return new Promise((resolve) => {
    const child = spawn(command, [url], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
