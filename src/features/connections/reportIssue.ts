import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connections } from "../../client/connections";
import { extensionId } from "../../host/contributionIds";
import { showInformationMessage } from "../../host/messages";
import { changedSettings } from "../../host/settings";
import { issueReport } from "./model/issueReport";

const questions = "## What I did\n\n\n## What I expected\n\n\n## What happened instead\n\n";

/** What package.json says of the extension. */
interface Manifest {
  version: string;
  bugs?: unknown;
}

/**
 * Has a fault reported with what those who maintain Chainscope need to know (`issueReport`): by the editor's own form where
 * the extension says where issues go, else as a text that a person sends wherever that is.
 */
export async function reportIssue(connections: Connections, failures: ReadonlyMap<string, number>): Promise<void> {
  const extension = vscode.extensions.getExtension(extensionId);
  const manifest = extension?.packageJSON as Manifest;
  const data = issueReport({
    ...windowFacts(manifest, extension?.extensionKind),
    connections: connections.all,
    failures,
  });
  if (manifest.bugs !== undefined) {
    const report = { extensionId, issueBody: questions, data };
    await vscode.commands.executeCommand("workbench.action.openIssueReporter", report);
    return;
  }
  const content = `${questions}\n## About this window\n\n${data}`;
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content });
  await vscode.window.showTextDocument(document);
  const copy = t`Copy Report`;
  const pressed = await showInformationMessage(
    t`Chainscope names no address for issues yet. Fill this in and send it to the people you got Chainscope from. It holds no names, addresses or secrets.`,
    copy,
  );
  if (pressed === copy) await vscode.env.clipboard.writeText(document.getText());
}

function windowFacts({ version }: Manifest, kind: vscode.ExtensionKind | undefined) {
  const { appName, appHost, language, remoteName } = vscode.env;
  const { isTrusted, workspaceFolders = [] } = vscode.workspace;
  const { platform, arch, versions } = process;
  return {
    chainscope: version,
    editor: { name: appName, version: vscode.version, host: appHost, language },
    extension: {
      side: kind === vscode.ExtensionKind.UI ? ("ui" as const) : ("workspace" as const),
      remote: remoteName,
      ...{ platform, arch, node: versions.node },
    },
    workspace: { trusted: isTrusted, folderSchemes: workspaceFolders.map(({ uri }) => uri.scheme) },
    settings: changedSettings(),
  };
}
