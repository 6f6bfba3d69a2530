// @ts-check
// The extension host's tests in the provisioned VS Code server, with a page without a screen as its window.
import { format } from "node:util";
import { startHostServer } from "./hostServer.mjs";
import { StepError } from "./step.mjs";
import { openTestWindow } from "./testWindow.mjs";

const usualLimitMs = 10 * 60_000;

/** @typedef {{ limitMs?: number, onConsole?: (text: string) => void, script?: string, height?: number, settings?: Record<string, unknown> }} Watching how long they may take; what the window's own console is told; what runs in the window besides, and how high it is; its settings */

/**
 * Opens a window whose extension host runs the tests, passes on what they print, and returns their exit code.
 * @param {import("./testExtension.mjs").ExtensionTests & Watching} tests
 * @returns {Promise<number>}
 */
export async function runInServer({ root, entry, folder, env, settings = {}, ...watching }) {
  const server = await startHostServer({ host: "oldest", env, settings });
  try {
    const url = server.windowUrl({ folder, extensionDevelopmentPath: root, extensionTestsPath: entry });
    return await exitCodeOf(url, server, watching);
  } finally {
    await server.stop();
  }
}

/**
 * @param {string} url
 * @param {import("./hostServer.mjs").HostServer} server
 * @param {Watching} watching
 * @returns {Promise<number>}
 */
async function exitCodeOf(url, server, { limitMs = usualLimitMs, ...watching }) {
  const output = testOutput();
  /** @type {ReturnType<typeof openTestWindow> | undefined} */
  let window;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  try {
    return await new Promise((resolve, reject) => {
      const fail = (/** @type {string} */ what) =>
        reject(
          new StepError(what, {
            output: output.before() + server.log(),
            remedy: "read the log above; the tests never reported an end",
          }),
        );
      const late = `The tests in the extension host did not end within ${limitMs / 60_000} minutes`;
      timer = setTimeout(() => fail(late), limitMs);
      const functions = { codeAutomationLog: output.add, codeAutomationExit: resolve };
      window = openTestWindow(url, { functions, onFailure: fail, ...watching });
      window.catch(reject);
    });
  } finally {
    clearTimeout(timer);
    await window?.then(
      ({ close }) => close(),
      () => undefined,
    );
  }
}

/** Prints what the tests say; what the window says before they begin is kept for the case that they never do. */
function testOutput() {
  let before = "";
  let begun = false;
  return {
    before: () => before,
    /** @param {string} level @param {unknown[]} args */
    add(level, args) {
      const line = format(...args);
      begun ||= line.startsWith("Tests in VS Code");
      if (!begun) before += `${line}\n`;
      else if (level === "error") console.error(line);
      else console.log(line);
    },
  };
}
