import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { ConnectionConfig, ConnectionLevel } from "../../client/connectionConfig";
import { type ConnectionSetting, readSetting, settingsSection } from "../../host/settings";
import { configOf, readEntry } from "./connectionEntry";
import { nodeProxy } from "./nodeProxy";

/** The entries of one level of the settings. */
interface LevelEntries {
  level: ConnectionLevel;
  entries: readonly unknown[];
  /** Relative paths in the entries begin here. */
  base: string;
}

/**
 * The connections written in the settings of all levels, as the client wants them: of two with one name, the one
 * nearer to the files counts. What cannot be used is left out and named in `problems`.
 */
export function readConnections(): { configs: ConnectionConfig[]; problems: string[] } {
  const timeoutMs = readSetting("requestTimeoutSeconds") * 1000;
  const problems: string[] = [];
  const configs = new Map<string, ConnectionConfig>();
  for (const { level, entries, base } of levels()) {
    const names = new Set<string>();
    for (const [index, value] of entries.entries()) {
      const read = readEntry(value, t`Connection ${index + 1} in the ${wordsOf(level)}`);
      problems.push(...read.problems);
      if (!read.entry) continue;
      const { name } = read.entry;
      if (names.has(name)) {
        problems.push(t`The ${wordsOf(level)} have two connections named "${name}"; the first one counts.`);
        continue;
      }
      names.add(name);
      const pathOf = (path: string) => absolute(path, base);
      configs.set(name, configOf(read.entry, { level, timeoutMs, pathOf, proxyFor: nodeProxy }));
    }
  }
  return { configs: [...configs.values()], problems };
}

/** The entry that a connection was made from, as it is written. */
export function entryOf({ name, level }: ConnectionConfig): ConnectionSetting | undefined {
  return level && entriesAt(level).find((entry) => entry?.name === name);
}

/** Where an entry stands among those of its level. */
export function placeOf(level: ConnectionLevel, name: string): number {
  return entriesAt(level).findIndex((entry) => entry?.name === name);
}

/** Writes an entry into a level where it stood before, or at its end if there are fewer by now. */
export async function restoreEntry(level: ConnectionLevel, entry: ConnectionSetting, index: number): Promise<void> {
  const others = entriesAt(level).filter((each) => each?.name !== entry.name);
  await update(level, others.toSpliced(index, 0, entry));
}

/** Writes an entry at a level, in the place of the one named `replaces`, or else of the one with its own name. */
export async function writeEntry(level: ConnectionLevel, entry: ConnectionSetting, replaces = entry.name) {
  const before = entriesAt(level).filter((each) => each?.name !== entry.name || each.name === replaces);
  const at = before.findIndex((each) => each?.name === replaces);
  const after = at < 0 ? [...before, entry] : before.with(at, entry);
  await update(level, after);
}

/** Takes an entry out of a level. */
export async function deleteEntry(level: ConnectionLevel, name: string): Promise<void> {
  await update(
    level,
    entriesAt(level).filter((entry) => entry?.name !== name),
  );
}

/** A level in words, such as `user settings`. */
function wordsOf(level: ConnectionLevel): string {
  if (level.kind !== "folder") return level.kind === "user" ? t`user settings` : t`workspace settings`;
  return t`settings of the folder ${vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(level.folder))?.name ?? level.folder}`;
}

function levels(): LevelEntries[] {
  const { workspaceFolders = [], isTrusted } = vscode.workspace;
  const user: LevelEntries = { level: { kind: "user" }, entries: entriesAt({ kind: "user" }), base: homedir() };
  // The editor hides restricted settings of an untrusted workspace by itself; this does not rest on that alone.
  if (!isTrusted) return [user];
  const first = workspaceFolders[0]?.uri.fsPath ?? homedir();
  const workspace: LevelEntries = {
    level: { kind: "workspace" },
    entries: entriesAt({ kind: "workspace" }),
    base: first,
  };
  // In a window of one folder, that folder's settings are the workspace's.
  const folders = vscode.workspace.workspaceFile ? workspaceFolders : [];
  return [
    user,
    workspace,
    ...folders.map(({ uri }): LevelEntries => {
      const level: ConnectionLevel = { kind: "folder", folder: uri.toString() };
      return { level, entries: entriesAt(level), base: uri.fsPath };
    }),
  ];
}

function entriesAt(level: ConnectionLevel): ConnectionSetting[] {
  const found = section(level).inspect<ConnectionSetting[]>("connections");
  const value = {
    user: found?.globalValue,
    workspace: found?.workspaceValue,
    folder: found?.workspaceFolderValue,
  }[level.kind];
  return Array.isArray(value) ? value : [];
}

async function update(level: ConnectionLevel, entries: ConnectionSetting[]): Promise<void> {
  const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
  const target = { user: Global, workspace: Workspace, folder: WorkspaceFolder }[level.kind];
  await section(level).update("connections", entries.length ? entries : undefined, target);
}

function section(level: ConnectionLevel): vscode.WorkspaceConfiguration {
  const folder = level.kind === "folder" ? vscode.Uri.parse(level.folder) : undefined;
  return vscode.workspace.getConfiguration(settingsSection, folder);
}

function absolute(path: string, base: string): string {
  const home = path.replace(/^~(?=[/\\])/, homedir()).replace(/^\$\{workspaceFolder\}/, base);
  return isAbsolute(home) ? home : join(base, home);
}
