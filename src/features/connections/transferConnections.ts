import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { ConnectionSetting } from "../../host/settings";
import { freeName } from "../../client/connectionConfig";
import { showOpenDialog } from "../../host/dialogs";
import { showWarningMessage } from "../../host/messages";
import { showCheckList } from "../../host/quickPicks";
import { readText } from "../../host/readText";
import { connectionFileText, readConnectionFile, trustOf } from "./connectionFile";

/**
 * Reads connections from a JSON file and adds those that the person picks, who sees which get another name. Resolves to
 * the names of those that were added.
 */
export async function importConnections(
  taken: readonly string[],
  add: (entry: ConnectionSetting) => Promise<void>,
): Promise<string[]> {
  const file = await showOpenDialog({ title: t`Import Connections`, filters: { JSON: ["json"] } });
  if (!file) return [];
  const { entries, problems } = readConnectionFile(await readText(file));
  if (entries.length === 0) throw new Error(problems.join(" ") || t`The file holds no connection.`);
  if (problems.length) void showWarningMessage(problems.join(" "));
  const items = renamed(entries, taken).map((entry, index) => {
    const trust = trustOf(entry);
    const before = entries[index]?.name;
    const name = before !== entry.name && t`there is another ${before}`;
    const detail = [name, trust].filter(Boolean).join("; ");
    // Whom to trust is for the person to decide, so such an entry is not taken along unseen.
    return {
      label: entry.name,
      description: entry.url,
      picked: trust === undefined,
      entry,
      ...(detail && { detail }),
    };
  });
  const picked = await showCheckList(items, { title: t`Import Connections` });
  for (const { entry } of picked ?? []) await add(entry);
  return (picked ?? []).map(({ entry }) => entry.name);
}

/** The entries by the names that they get here: each with a number if its own is taken. */
function renamed(entries: readonly ConnectionSetting[], taken: readonly string[]): ConnectionSetting[] {
  const names = [...taken];
  return entries.map((entry) => {
    const name = freeName(entry.name, names);
    names.push(name);
    return { ...entry, name };
  });
}

/** Shows the connections as a JSON document to save wherever one likes. Secrets are not in it. */
export async function exportConnections(entries: readonly ConnectionSetting[]): Promise<void> {
  if (entries.length === 0) throw new Error(t`There is no connection in the settings to export.`);
  const problems: string[] = [];
  const content = connectionFileText(entries, problems);
  const document = await vscode.workspace.openTextDocument({ language: "json", content });
  await vscode.window.showTextDocument(document);
  if (problems.length) void showWarningMessage(problems.join(" "));
}
