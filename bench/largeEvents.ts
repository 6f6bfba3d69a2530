import { spawn, type ChildProcess } from "node:child_process";

/** A process of its own that makes a sandbox node emit twenty events of 1 MiB a second, until it is killed. */
export function sendLargeEvents(url: string): ChildProcess {
  const script = `
    const body = JSON.stringify({ component: "transactions", entity: "${"ab".repeat(32)}", topic: "included",
      json: { memo: "x".repeat(1 << 20) } });
    const send = () => fetch("${url}/sandbox/emit", { method: "POST", body }).catch(() => undefined);
    setInterval(send, 50);`;
  return spawn(process.execPath, ["-e", script], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    stdio: "ignore",
  });
}
