import { type ChildProcess, fork } from "node:child_process";
import { NodeError } from "../../client/failures/nodeError";

/** What the sandbox says when it is ready. */
export interface SandboxReady {
  /** Its base address on this machine. */
  listening: string;
  /** The sample contracts it runs, to be offered by name. */
  contracts: { id: string; name: string }[];
}

const readyWithinMs = 10_000;

/**
 * The sandbox node as a child process. It ends when its channel to us closes, so it cannot outlive the window even
 * when no one calls `stop`.
 */
export class SandboxProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly ready: SandboxReady,
  ) {}

  /** Starts the bundle at `file` on a free port, like nodes of this profile, and waits until it listens. */
  static async start(file: string, like: string): Promise<SandboxProcess> {
    const child = fork(file, ["--port", "0", "--like", like], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      execArgv: [],
    });
    try {
      return new SandboxProcess(child, await readiness(child));
    } catch (error) {
      child.kill();
      throw error;
    }
  }

  onExit(listener: (code: number | null) => void): void {
    this.child.once("exit", listener);
  }

  stop(): void {
    this.child.removeAllListeners("exit");
    this.child.kill();
  }
}

function readiness(child: ChildProcess): Promise<SandboxReady> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2000)));
    const fail = (why: string) => {
      const problem = `The sandbox node did not start: ${why}. ${said}`.trim();
      reject(new NodeError("unreachable", problem, { remedies: ["retry"] }));
    };
    const timer = setTimeout(() => fail(`it was not ready within ${readyWithinMs / 1000} s`), readyWithinMs);
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code) => fail(`it ended with code ${code}`));
    child.once("message", (message) => {
      clearTimeout(timer);
      child.removeAllListeners("exit");
      resolve(message as SandboxReady);
    });
    child.once("exit", () => clearTimeout(timer));
  });
}
