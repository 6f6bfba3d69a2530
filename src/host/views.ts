import * as vscode from "vscode";
import { limits } from "../wire/limits";
import { shortWords } from "../wire/shortWords";
import { columnFor } from "./documentTabs";

/** A view of ours; its rows say what they have to say, and it has no message, title or description of its own. */
export function createTreeView<T>(
  id: string,
  options: vscode.TreeViewOptions<T>,
): Omit<vscode.TreeView<T>, "message" | "title" | "description" | "badge"> {
  return vscode.window.createTreeView(id, options);
}

/** The log that a person reads in the Output panel. */
export function createLog(name: string): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel(name, { log: true });
}

/** A channel of the Output panel whose text has a language. */
export function createOutputChannel(name: string, language: string): vscode.OutputChannel {
  return vscode.window.createOutputChannel(name, language);
}

/** A tab with a page of ours, in the active group. */
export function createPageTab(type: string, title: string): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(type, shortWords(title, limits.titleCharacters), vscode.ViewColumn.Active, {
    enableScripts: true,
    enableFindWidget: true,
  });
}

/** Names a tab again. A tab draws no icons and no links, so that its title is the words themselves. */
export function nameTab(panel: vscode.WebviewPanel, title: string): void {
  panel.title = shortWords(title, limits.titleCharacters);
}

/** Shows two documents beside one another in one tab, which is never that of the document a person is at. */
export async function showDifference(before: vscode.Uri, after: vscode.Uri, title: string): Promise<void> {
  const options = { viewColumn: columnFor(after) };
  await vscode.commands.executeCommand(
    "vscode.diff",
    before,
    after,
    shortWords(title, limits.titleCharacters),
    options,
  );
}
