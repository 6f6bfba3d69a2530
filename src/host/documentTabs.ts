import * as vscode from "vscode";
import { documentScheme } from "./contributionIds";

/**
 * The column for a document that no one is to be disturbed by: that of its own tab; the active group when that is empty
 * or shows a document of ours already; else a group beside, which is made only when there is no other. A document's own
 * tab counts unless it is behind the one in front of the active group, in which a person may be typing. What it was made
 * of is not covered by it.
 */
export function columnFor(uri?: vscode.Uri, madeOf?: vscode.Uri): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const shows = (tab: vscode.Tab | undefined, what: vscode.Uri | undefined) =>
    tab !== undefined && what !== undefined && uriOf(tab)?.toString() === what.toString();
  const isOf = (tab: vscode.Tab) => shows(tab, uri);
  const isFree = ({ isActive, activeTab }: vscode.TabGroup) =>
    !shows(activeTab, madeOf) && (!isActive || !activeTab || isOf(activeTab));
  const own = uri && all.find((group) => isFree(group) && group.tabs.some(isOf));
  if (own) return own.viewColumn;
  const { activeTab, viewColumn } = activeTabGroup;
  if (!activeTab || isOurs(activeTab)) return viewColumn;
  const others = all.filter((group) => group !== activeTabGroup && !shows(group.activeTab, madeOf));
  const beside =
    others.find((group) => group.activeTab && isOurs(group.activeTab)) ??
    others.find((group) => group.viewColumn > viewColumn) ??
    others.at(-1);
  return beside?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** The column for what a person is to edit about `source`: beside it, or in front of it where else a document of ours is. */
export function columnToEdit(source: vscode.Uri): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const shown = all.filter(({ activeTab }) => activeTab && uriOf(activeTab)?.toString() === source.toString());
  const own = shown.find(({ isActive }) => isActive) ?? shown[0] ?? activeTabGroup;
  const wouldCover = all.some((group) => group !== own && group.activeTab && isOurs(group.activeTab));
  return wouldCover ? own.viewColumn : vscode.ViewColumn.Beside;
}

function isOurs(tab: vscode.Tab): boolean {
  return uriOf(tab)?.scheme === documentScheme;
}

/** What a tab shows; of two that are compared, the later one. */
function uriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
