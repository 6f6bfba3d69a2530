import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { CallEnd, ToClient } from "./hostileClientProcess";

/** Calls methods of a node's clients in a process of its own. */
export class HostileClient {
  private constructor(private readonly child: ChildProcess) {}

  static async start(url: string): Promise<HostileClient> {
    const child = fork(join(__dirname, "hostileClientProcess.ts"), [url], { execArgv: ["--require", "tsx/cjs"] });
    await once(child, "message");
    return new HostileClient(child);
  }

  /** Rejects when the process ended meanwhile. */
  async call(names: readonly string[], atOnce = false): Promise<CallEnd[]> {
    const ended = new AbortController();
    const { signal } = ended;
    const exited = once(this.child, "exit", { signal }).then(([code]) => {
      throw new Error(`The client ended with ${code}`);
    });
    const answered = once(this.child, "message", { signal }) as Promise<[CallEnd[]]>;
    this.child.send({ names, atOnce } satisfies ToClient);
    try {
      return (await Promise.race([answered, exited]))[0];
    } finally {
      ended.abort();
      exited.catch(() => undefined);
      answered.catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, "exit");
    this.child.disconnect();
    await exited;
  }
}
