import * as vscode from "vscode";

/** One entry of `chainscope.connections`, as a person writes it. */
export interface ConnectionSetting {
  name: string;
  url: string;
  prefix?: string;
  contracts?: { id: string; name: string }[];
}

/** Setting → its type. Defaults stand in package.json only. */
export interface Settings {
  connections: ConnectionSetting[];
  requestTimeoutSeconds: number;
  "events.maxPayloadCharacters": number;
}

export const settingsSection = "chainscope";

/** Reads a setting at the moment it is needed. */
export function readSetting<K extends keyof Settings>(key: K): Settings[K] {
  return vscode.workspace.getConfiguration(settingsSection).get(key) as Settings[K];
}

/** Calls back when any of the named settings changed. */
export function onSettingChange(keys: readonly (keyof Settings)[], changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (keys.some((key) => event.affectsConfiguration(`${settingsSection}.${key}`))) changed();
  });
}
