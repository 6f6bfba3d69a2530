import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connections } from "../../client/connections";
import { NodeError } from "../../client/failures/nodeError";
import { commands, runCommand, type ReportError } from "../../host/commands";
import { setContextKey } from "../../host/contextKeys";
import { showQuickPick } from "../../host/quickPicks";
import { stories } from "./model/transactionStories";
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
        new NodeError("unreachable", t`The sandbox node ended unexpectedly (code ${code}).`, {
          remedies: ["start-sandbox"],
        }),
      ),
  });
  return vscode.Disposable.from(
    commands(report, {
      "chainscope.startSandbox": async () => {
        const isThere = await sandbox.start();
        connections.notifyMade(sandbox.id);
        return isThere;
      },
      "chainscope.stopSandbox": () => sandbox.stop(),
      "chainscope.playStory": (_row, name) => play(sandbox, name),
    }),
    sandbox,
  );
}

/** Plays one of the stories: that of this name, or one that the person chooses. */
async function play(sandbox: SandboxConnection, name: unknown): Promise<void> {
  const named = stories.find((story) => story.name === name);
  const title = t`Try What Happens to a Transaction`;
  const story =
    named ?? (await showQuickPick(stories, { title, placeHolder: t`A transaction of the sandbox's own account` }));
  if (story) {
    await sandbox.play(
      story,
      ({ key }) => runCommand("chainscope.openFollowed", { connectionId: sandbox.id, key }) as Promise<unknown>,
    );
  }
}
