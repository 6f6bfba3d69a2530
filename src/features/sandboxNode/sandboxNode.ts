import * as vscode from "vscode";
import type { Connections } from "../../client/connections";
import { command, type ReportError } from "../../host/commands";
import { setContextKey } from "../../host/contextKeys";
import { readSetting } from "../../host/settings";
import { sharedRun } from "../../host/sharedRun";
import { SandboxProcess } from "./sandboxProcess";

interface SandboxNeeds {
  connections: Connections;
  report: ReportError;
  /** Where the sandbox's bundle is. */
  bundle: vscode.Uri;
}

const sandboxName = "Sandbox";

/** A node of its own process for whoever has none at hand: one at a time, ended with the window. */
export function registerSandboxNode({ connections, report, bundle }: SandboxNeeds): vscode.Disposable {
  let running: SandboxProcess | undefined;

  const become = (sandbox: SandboxProcess | undefined) => {
    running = sandbox;
    setContextKey("chainscope.sandboxRunning", sandbox !== undefined);
  };
  const ended = (code: number | null) => {
    become(undefined);
    report(new Error(`The sandbox node ended unexpectedly (code ${code}). Start it again from the Connections view.`));
  };
  const start = sharedRun(async () => {
    if (running) return true;
    const sandbox = await SandboxProcess.start(bundle.fsPath);
    sandbox.onExit(ended);
    become(sandbox);
    const { listening: url, contracts } = sandbox.ready;
    const timeoutMs = readSetting("requestTimeoutSeconds") * 1000;
    connections.add({ name: sandboxName, url, timeoutMs, contracts: contracts ?? [], origin: "window" });
    connections.setActive(sandboxName);
    await connections.get(sandboxName)?.connect();
    return true;
  });
  const stop = () => {
    running?.stop();
    become(undefined);
    connections.remove(sandboxName);
  };

  return vscode.Disposable.from(
    command("chainscope.startSandbox", start, report),
    command("chainscope.stopSandbox", stop, report),
    { dispose: () => running?.stop() },
  );
}
