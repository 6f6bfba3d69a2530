import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { signDriver } from "../../src/sandbox/driver/driverKey";

export interface SandboxOptions {
  seed?: number | string;
  blockMs?: number;
  roles?: ("plain" | "archive" | "prover")[];
  rate?: number;
  port?: number;
  /** Further flags of the sandbox's command line. */
  args?: string[];
}

export interface Sandbox {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
  /** Ends the process and starts a fresh one on the same port. */
  restart(): Promise<void>;
  /** Posts to `/sandbox/<path>` and answers the JSON; throws when the control refuses. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read whatever shape the control answers
  control(path: string, body?: object): Promise<any>;
  /** The signature with which the node takes a driver's module. */
  signature(module: Uint8Array): string;
}

/** Starts a sandbox node as a child process; ready when it resolves. The caller stops it. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  let child = await launch(flags(options));
  const port = Number(new URL(child.url).port);
  return {
    port,
    get url() {
      return child.url;
    },
    get process() {
      return child.process;
    },
    signature: (module) => signDriver(module, child.driverKey),
    stop: () => end(child.process),
    async restart() {
      await end(child.process);
      child = await launch(flags({ ...options, port }));
    },
    async control(path, body = {}) {
      const response = await fetch(new URL(`/sandbox/${path}`, child.url), {
        method: "POST",
        headers: { "Sandbox-Token": child.token },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`/sandbox/${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
  };
}

function flags({ seed = 1, blockMs = 2000, roles, rate = 0, port = 0, args = [] }: SandboxOptions): string[] {
  const values = { seed, "block-ms": blockMs, rate, port };
  const named = Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return ["--controls", ...named, ...(roles ?? []).flatMap((role) => ["--role", role]), ...args];
}

/** What the sandbox says when it listens. */
interface Ready {
  listening: string;
  controlToken: string;
  driverKey: string;
}

/** What Node.js runs for the sandbox: its bundle where there is one, else its source. */
export function sandboxProgram(): string[] {
  const built = process.env.CHAINSCOPE_SANDBOX;
  return built ? [built] : ["--require", "tsx/cjs", join(__dirname, "../../src/sandbox/main.ts")];
}

async function launch(
  args: string[],
): Promise<{ process: ChildProcess; url: string; token: string; driverKey: string }> {
  const child = spawn(process.execPath, [...sandboxProgram(), ...args], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
  });
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`The sandbox ended with ${code} before it was ready`);
  });
  const [message] = (await Promise.race([once(child, "message"), failed])) as [Ready];
  failed.catch(() => undefined);
  const { listening: url, controlToken: token, driverKey } = message;
  return { process: child, url, token, driverKey };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill();
  await exited;
}
