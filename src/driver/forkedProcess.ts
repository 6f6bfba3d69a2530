import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { limits } from "../wire/limits";
import { stopReason, type FromProcess, type ProcessBounds, type ToProcess, type TurnAnswer } from "./processMessages";

/** What a process tells its owner. */
export interface ForkedProcessOwner {
  ready(): void;
  answered(answer: TurnAnswer): void;
  /** It is gone, for this reason, and no one asked it to. */
  ended(why: string): void;
}

/** The process in which drivers run, seen from ours. It ends when its channel to us closes, so it cannot outlive us. */
export class ForkedProcess {
  isReady = false;
  private readonly child: ChildProcess;
  /** The end of what it wrote to its standard error. */
  private said = "";
  private isOver = false;

  /** `entry`: the file that it runs. */
  constructor(
    entry: string,
    bounds: ProcessBounds,
    private readonly owner: ForkedProcessOwner,
  ) {
    this.child = fork(entry, [JSON.stringify(bounds)], {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      execArgv: [`--max-old-space-size=${limits.driver.heapBytes / 2 ** 20}`, "--expose-gc"],
      // Of this process's own options and secrets nothing is of use there; what finds the editor's libraries may be.
      env: { ELECTRON_RUN_AS_NODE: "1", LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH },
    });
    const { child } = this;
    child.stderr
      ?.setEncoding("utf8")
      .on("data", (text: string) => (this.said = (this.said + text).slice(-limits.driver.lastCharacters)));
    child.on("message", (message) => this.heard(message as FromProcess));
    child.on("error", ({ message }) => this.over(message));
    child.on("close", (code, signal) => this.over(this.reasonOf(signal ?? `with ${code}`)));
    // Anyone who wants to end does not wait for it.
    child.unref();
    child.channel?.unref();
    (child.stderr as Socket | null)?.unref();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  send(message: ToProcess): void {
    // A channel that is closed is heard of as the end.
    this.child.send(message, () => undefined);
  }

  end(): void {
    this.isOver = true;
    this.child.kill("SIGKILL");
  }

  private heard(message: FromProcess): void {
    if (this.isOver) return;
    if ("ready" in message) {
      this.isReady = true;
      this.owner.ready();
    } else this.owner.answered(message);
  }

  private over(why: string): void {
    if (this.isOver) return;
    this.end();
    this.owner.ended(why);
  }

  private reasonOf(how: string): string {
    const own = Object.values(stopReason).find((reason) => this.said.includes(reason));
    if (own !== undefined) return own;
    return this.said.includes("out of memory") ? stopReason.memory : `its process ended ${how}`;
  }
}
