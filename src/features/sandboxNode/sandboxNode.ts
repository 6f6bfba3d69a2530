import * as vscode from "vscode";
import type { Connections } from "../../client/connections";
import { NodeError } from "../../client/failures/nodeError";
import { command, type ReportError } from "../../host/commands";
import { setContextKey } from "../../host/contextKeys";
import { SandboxConnection } from "./sandboxConnection";

interface SandboxNeeds {
  connections: Connections;
  report: ReportError;
  /** Where the sandbox's bundle is. */
  bundle: vscode.Uri;
}

/** A node of its own process for anyone who has none at hand: one at a time, ended with the window. */
export function registerSandboxNode({ connections, report, bundle }: SandboxNeeds): vscode.Disposable {
  const sandbox = new SandboxConnection(connections, bundle.fsPath, {
    running: (isRunning) => setContextKey("chainscope.sandboxRunning", isRunning),
    ended: (code) =>
      report(
        new NodeError("unreachable", `The sandbox node ended unexpectedly (code ${code}).`, {
          remedies: ["start-sandbox"],
        }),
      ),
  });
  return vscode.Disposable.from(
    command(
      "chainscope.startSandbox",
      async () => {
        const isThere = await sandbox.start();
        connections.tellMade(sandbox.id);
        return isThere;
      },
      report,
    ),
    command("chainscope.stopSandbox", () => sandbox.stop(), report),
    sandbox,
  );
}
