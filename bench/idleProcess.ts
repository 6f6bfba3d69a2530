import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

const script = `
  const delay = require("node:perf_hooks").monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  process.stdin.on("end", () => console.log(delay.percentile(99) / 1e6)).resume();`;

/**
 * Starts a process with nothing to do: how late its event loop is, is what the machine does to every process. `delay` ends
 * it and gives the 99th percentile in milliseconds.
 */
export function idleProcess(): { delay(): Promise<number> } {
  const child = spawn(process.execPath, ["-e", script], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  return {
    async delay() {
      child.stdin.end();
      const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
      return Number(said);
    },
  };
}
