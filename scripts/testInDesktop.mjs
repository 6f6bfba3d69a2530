// @ts-check
// The extension host's tests in a desktop VS Code: the one VSCODE_EXECUTABLE names, or the oldest supported, downloaded.
import { StepError } from "./step.mjs";

const oldest = "1.100.3";

/**
 * Runs the tests in a desktop VS Code and returns their exit code.
 * @param {import("./testExtension.mjs").ExtensionTests} tests
 * @returns {Promise<number>}
 */
export async function runInDesktop({ root, entry, folder, env }) {
  if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    throw new StepError("A desktop VS Code needs a screen, and this session has none.", {
      remedy: "run `xvfb-run -a npm run test:electron`, or `npm run test:extension`, which needs no screen",
    });
  }
  const { downloadAndUnzipVSCode, runTests } = await import("@vscode/test-electron");
  const vscodeExecutablePath =
    process.env.VSCODE_EXECUTABLE ||
    (await downloadAndUnzipVSCode(oldest).catch((cause) => {
      throw new StepError(`VS Code ${oldest} could not be downloaded`, {
        output: String(cause),
        remedy: "set VSCODE_EXECUTABLE to an installed VS Code's executable, or use `npm run test:extension`",
        cause,
      });
    }));
  return runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: root,
    extensionTestsPath: entry,
    extensionTestsEnv: env,
    launchArgs: [folder, "--disable-extensions", "--disable-workspace-trust", "--skip-welcome", "--disable-telemetry"],
  });
}
