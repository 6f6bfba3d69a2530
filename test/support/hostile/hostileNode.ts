import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ToHostileNode } from "./hostileNodeProcess";

/** A node that answers every route with the worst of its kind. Only kinds that say so send what a sound one would. */
export class HostileNode {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<HostileNode> {
    const child = fork(join(__dirname, "hostileNodeProcess.ts"), { execArgv: ["--require", "tsx/cjs"] });
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    return new HostileNode(`http://127.0.0.1:${port}`, child);
  }

  /** From now on the routes answer so: by the end of their path, "" for every other one. */
  async setAnswers(chosen: ToHostileNode): Promise<void> {
    const taken = once(this.child, "message");
    this.child.send(chosen);
    await taken;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, "exit");
    this.child.disconnect();
    await exited;
  }
}
