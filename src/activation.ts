// First, since what is loaded after it, whatever file that is in, has constants that hold texts.
import "./displayLanguage";
import * as vscode from "vscode";
import { BegunOnce } from "./base/begunOnce";
import { t } from "./base/translate";
import { messageOf } from "./base/words";
import { documentScheme, languageIds, viewIds } from "./host/contributionIds";
import { showErrorMessage } from "./host/messages";

/*
 * What every window of everybody loads. All of Chainscope comes at once where it is used, and else with the first
 * command, view, file, setting or link that is meant for it.
 */

interface Whole {
  end(): Promise<void> | undefined;
  openLink(uri: vscode.Uri): Promise<void>;
}

let whole: BegunOnce<Whole> | undefined;
/** What stands in for it until something asks for it. */
const waiting: vscode.Disposable[] = [];
let view: vscode.Disposable | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const once = (whole = new BegunOnce(() => load(context), notifyFailed));
  const handler = { handleUri: async (uri: vscode.Uri) => (await once.get()).openLink(uri) };
  context.subscriptions.push(vscode.window.registerUriHandler(handler));
  if (isUsed(context)) await once.get();
  else waitForUse(context, once);
}

/** VS Code waits for this when the window closes. */
export async function deactivate(): Promise<void> {
  await (await whole?.soFar)?.end();
}

/** All of it, in the place of what stands in for it. */
async function load(context: vscode.ExtensionContext): Promise<Whole> {
  // The editor takes a view's rows away a moment later than it is told to, and from the one that has the view by then.
  await (view?.dispose() as unknown);
  for (const each of waiting.splice(0)) each.dispose();
  const { activate: begin, deactivate: end, openLink } = await import("./extension");
  begin(context);
  return { end, openLink };
}

/** Such as a file of it that is gone since an update: only reloading the window helps. */
function notifyFailed(error: unknown): void {
  const again = t`Reload Window`;
  const reason = messageOf(error);
  showErrorMessage(t`Chainscope could not be loaded: ${reason}.`, again).then(
    (pressed) => pressed === again && vscode.commands.executeCommand("workbench.action.reloadWindow"),
    () => undefined, // the window closes
  );
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

/** Has the whole loaded by whatever is meant for it. */
function waitForUse(context: vscode.ExtensionContext, once: BegunOnce<Whole>): void {
  const { contributes } = context.extension.packageJSON as { contributes: { commands: { command: string }[] } };
  const files = vscode.workspace.createFileSystemWatcher(callFiles, false, true, true);
  // Asked for its rows when the view is in sight.
  view = vscode.window.registerTreeDataProvider(viewIds.explorer, {
    getChildren: () => once.get().then(() => []),
    getTreeItem: (row: vscode.TreeItem) => row,
  });
  waiting.push(
    ...contributes.commands.map(({ command }) =>
      vscode.commands.registerCommand(command, async (...given: unknown[]) => {
        await once.get();
        return vscode.commands.executeCommand<unknown>(command, ...given);
      }),
    ),
    vscode.workspace.onDidOpenTextDocument((document) => isMeant(document) && once.begin()),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("chainscope") && once.begin()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => hasConnections() && once.begin()),
    files,
    files.onDidCreate(() => once.begin()),
  );
  context.subscriptions.push(new vscode.Disposable(() => [view, ...waiting].forEach((each) => void each?.dispose())));
  once.beginIfAny(vscode.workspace.findFiles(callFiles, "**/node_modules/**", 1));
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
