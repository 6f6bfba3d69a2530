// @ts-check
// A long job in named steps: one progress line per step, and a failure that says what to do next.
import { setPriority } from "node:os";
import { spawnOwned } from "./ownedProcess.mjs";

/** @typedef {(line: string) => void} Report */

/** A failure worth one sentence: what failed, the command with the end of its output, and what to do. */
export class StepError extends Error {
  /**
   * @param {string} failed
   * @param {{ command?: string, output?: string, tailLines?: number, remedy?: string, cause?: unknown }} [details]
   */
  constructor(failed, { command, output, tailLines = 15, remedy, cause } = {}) {
    const tail = output?.trim().split("\n").slice(-tailLines).join("\n    ");
    const lines = [
      failed,
      command && `  command: ${command}`,
      tail && `  output:\n    ${tail}`,
      remedy && `  to do: ${remedy}`,
    ];
    super(lines.filter(Boolean).join("\n"), { cause });
    this.name = "StepError";
  }
}

/**
 * Runs one step and reports its title with the seconds it took.
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} work
 * @param {Report} [report]
 * @returns {Promise<T>}
 */
export async function step(title, work, report = console.log) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  report(`${title} …`);
  try {
    const result = await work();
    report(`${title}: done in ${seconds()}`);
    return result;
  } catch (error) {
    report(`${title}: failed after ${seconds()}`);
    throw error;
  }
}

/**
 * Runs a command to its end with its output collected; a `StepError` when it cannot start or fails.
 * `niceness` above 0 lets tests that run beside it go first.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, niceness?: number, tailLines?: number, failed: string, remedy: string }} options
 * @returns {Promise<string>} what the command printed
 */
export function run(command, args, { cwd, env = process.env, niceness = 0, tailLines, failed, remedy }) {
  return new Promise((resolve, reject) => {
    const child = spawnOwned(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    if (child.pid && niceness) setPriority(child.pid, niceness);
    let output = "";
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk);
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    const line = `${[command, ...args].join(" ")}${cwd ? ` (in ${cwd})` : ""}`;
    child.on("error", (cause) =>
      reject(new StepError(failed, { command: line, output: cause.message, remedy, cause })),
    );
    child.on("close", (code, signal) => {
      if (code === 0) resolve(output);
      else
        reject(
          new StepError(`${failed} (${signal ?? `exit code ${code}`})`, {
            command: line,
            output,
            ...(tailLines && { tailLines }),
            remedy,
          }),
        );
    });
  });
}

/**
 * The command of npm: the one that runs this script, as a program of Node.js, since what is called `npm` is a script of a
 * shell on Windows.
 * @param {string[]} args
 * @returns {[command: string, args: string[]]}
 */
export function npm(args) {
  const { npm_execpath: file } = process.env;
  return file?.endsWith("npm-cli.js") ? [process.execPath, [file, ...args]] : ["npm", args];
}

/**
 * Ends a script: a `StepError` prints without its stack, anything else with it.
 * @param {unknown} error
 * @returns {never}
 */
export function exitWith(error) {
  console.error(error instanceof StepError ? error.message : error);
  process.exit(1);
}
