// First, since what is loaded after it, whatever file that is in, has constants that hold texts.
import "./displayLanguage";
import * as vscode from "vscode";
import { documentScheme, languageIds, viewIds } from "./host/contributionIds";

/*
 * What every window of everybody loads. All of Chainscope comes at once where it is used, and else with the first
 * command, view, file, setting or link that is meant for it.
 */

interface Whole {
  activate(context: vscode.ExtensionContext): void;
  deactivate(): Promise<void> | undefined;
}

let whole: Promise<Whole> | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  if (isUsed(context)) await loaded(context);
  else waitForUse(context);
}

/** VS Code waits for this when the window closes. */
export async function deactivate(): Promise<void> {
  await (await whole)?.deactivate();
}

function loaded(context: vscode.ExtensionContext): Promise<Whole> {
  whole ??= import("./extension").then((extension) => {
    extension.activate(context);
    return extension;
  });
  return whole;
}

/** Whether there are connections, something remembered of this workspace, or a document or a page of ours is open. */
function isUsed({ workspaceState }: vscode.ExtensionContext): boolean {
  return (
    hasConnections() ||
    workspaceState.keys().length > 0 ||
    vscode.workspace.textDocuments.some(isMeant) ||
    vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isOurTab))
  );
}

/** What stands in for the whole until something asks for it. Each part goes before the whole puts its own there. */
function waitForUse(context: vscode.ExtensionContext): void {
  let waiting: vscode.Disposable[] = [];
  const use = async () => {
    for (const each of waiting) each.dispose();
    waiting = [];
    await loaded(context);
  };
  const { contributes } = context.extension.packageJSON as { contributes: { commands: { command: string }[] } };
  const files = vscode.workspace.createFileSystemWatcher(callFiles, false, true, true);
  waiting = [
    ...contributes.commands.map(({ command }) =>
      vscode.commands.registerCommand(command, async (...given: unknown[]) => {
        await use();
        return vscode.commands.executeCommand<unknown>(command, ...given);
      }),
    ),
    // Asked for its rows when the view is in sight.
    vscode.window.registerTreeDataProvider(viewIds.explorer, {
      getChildren: () => use().then(() => []),
      getTreeItem: (row: vscode.TreeItem) => row,
    }),
    vscode.workspace.onDidOpenTextDocument((document) => isMeant(document) && use()),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("chainscope") && use()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => hasConnections() && use()),
    files,
    files.onDidCreate(use),
  ];
  context.subscriptions.push(new vscode.Disposable(() => waiting.forEach((each) => void each.dispose())));
  void vscode.workspace
    .findFiles(callFiles, "**/node_modules/**", 1)
    .then(({ length }) => (length > 0 ? use() : undefined));
}

/** Call files are tests, and tests are listed before one is opened. */
const callFiles = "**/*.call.json";

function hasConnections(): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return [undefined, ...folders].some((folder) => {
    const value: unknown = vscode.workspace.getConfiguration("chainscope", folder).get("connections");
    return !Array.isArray(value) || value.length > 0;
  });
}

function isMeant({ languageId, uri }: vscode.TextDocument): boolean {
  return (Object.values(languageIds) as string[]).includes(languageId) || isOurs(uri);
}

function isOurs({ scheme, path }: vscode.Uri): boolean {
  return scheme.startsWith(documentScheme) || /\.(?:(?:call|request|variables)\.json|tx|gql|graphqls?)$/.test(path);
}

function isOurTab({ input }: vscode.Tab): boolean {
  if (input instanceof vscode.TabInputText) return isOurs(input.uri);
  if (input instanceof vscode.TabInputTextDiff) return isOurs(input.original) || isOurs(input.modified);
  return input instanceof vscode.TabInputWebview && input.viewType.includes("chainscope.");
}
