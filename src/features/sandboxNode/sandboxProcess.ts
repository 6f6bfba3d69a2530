import { type ChildProcess, fork } from "node:child_process";
import { t } from "../../base/translate";
import { NodeError } from "../../client/failures/nodeError";
import { parseExactJson, type Json } from "../../wire/json/exactJson";

/** What the sandbox says when it is ready. */
export interface SandboxReady {
  /** Its base address on this machine. */
  listening: string;
  /** The sample contracts it runs, to be offered by name. */
  contracts: { id: string; name: string }[];
}

/** What it says of a control that it was asked for. */
interface Answer {
  id: number;
  /** JSON. */
  answer?: string;
  refused?: string;
}

const readyWithinMs = 10_000;

/**
 * The sandbox node as a child process. It ends when its channel to us closes, so it cannot outlive the window even
 * when no one calls `stop`.
 */
export class SandboxProcess {
  private readonly waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  private readonly ending = new AbortController();
  private asked = 0;

  private constructor(
    private readonly child: ChildProcess,
    readonly ready: SandboxReady,
  ) {
    child.on("message", (message: Answer) => this.waiting.get(message.id)?.resolve(message));
    this.ended.addEventListener("abort", () => {
      for (const { reject } of this.waiting.values()) reject(this.ended.reason as Error);
    });
    child.once("exit", () => this.ending.abort());
  }

  /** Starts the bundle at `file` on a free port, like nodes of this profile, and waits until it listens. */
  static async start(file: string, like: string): Promise<SandboxProcess> {
    const child = fork(file, ["--port", "0", "--like", like], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      execArgv: [],
      // In a desktop window this process is the editor's own program, which has to be told that it is to run a script.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    });
    try {
      return new SandboxProcess(child, await readiness(child));
    } catch (error) {
      child.kill();
      throw error;
    }
  }

  /** Aborted when the process ends, however it does. */
  get ended(): AbortSignal {
    return this.ending.signal;
  }

  /** Makes something happen in the node (`sandbox/controls`); rejects with what speaks against it, or when the node ends. */
  async ask(control: string, body: object = {}): Promise<Json> {
    this.ended.throwIfAborted();
    const id = this.asked++;
    const { answer, refused } = await new Promise<Answer>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.child.send({ id, control, body: JSON.stringify(body) }, (error) => error && reject(error));
    }).finally(() => this.waiting.delete(id));
    if (answer !== undefined) return parseExactJson(answer);
    throw new NodeError("refused", t`The sandbox node did not do it: ${refused ?? t`no word why`}.`);
  }

  onExit(listener: (code: number | null) => void): void {
    this.child.once("exit", listener);
  }

  stop(): void {
    this.ending.abort();
    this.child.removeAllListeners("exit");
    this.child.kill();
  }
}

function readiness(child: ChildProcess): Promise<SandboxReady> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2000)));
    const fail = (why: string) => {
      const problem = t`The sandbox node did not start: ${why}. ${said}`.trim();
      reject(new NodeError("unreachable", problem, { remedies: ["retry"] }));
    };
    const timer = setTimeout(() => fail(t`it was not ready within ${readyWithinMs / 1000} s`), readyWithinMs);
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code) => fail(t`it ended with code ${code}`));
    child.once("message", (message) => {
      clearTimeout(timer);
      child.removeAllListeners("exit");
      resolve(message as SandboxReady);
    });
    child.once("exit", () => clearTimeout(timer));
  });
}
