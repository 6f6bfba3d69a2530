import * as vscode from "vscode";

/** One entry of `chainscope.connections`, as a person writes it. */
export interface ConnectionSetting {
  name: string;
  url: string;
  prefix?: string;
  proverUrl?: string;
  version?: string;
  strictVersion?: boolean;
  caFile?: string;
  insecureTls?: boolean;
  timeoutSeconds?: number;
  maxEventMiB?: number;
  role?: "development" | "test" | "production";
  secretHeaders?: string[];
  contracts?: { id: string; name: string }[];
}

/** Setting → its type. Defaults stand in package.json only. */
export interface Settings {
  connections: ConnectionSetting[];
  requestTimeoutSeconds: number;
  "callFiles.lens": boolean;
  "events.maxPayloadCharacters": number;
  "graphql.enabled": "auto" | "on" | "off";
  "graphql.lens.enabled": boolean;
  "graphql.lens.run": boolean;
  "graphql.lens.variables": boolean;
  "graphql.lens.live": boolean;
  "events.maxLinesPerSecond": number;
  "events.followBlocks": boolean;
  "events.lens": boolean;
  /** Whether a contract's driver may be run here. */
  "events.localDrivers": boolean;
  /** Events remembered. */
  "events.keep": number;
  "events.resumeTails": "ask" | "always" | "never";
}

export const settingsSection = "chainscope";

/** Reads a setting at the moment it is needed. */
export function readSetting<K extends keyof Settings>(key: K): Settings[K] {
  return vscode.workspace.getConfiguration(settingsSection).get(key) as Settings[K];
}

/** Settings that are needed for each event: VS Code makes an object of them all whenever one is read. */
export class KeptSettings implements vscode.Disposable {
  private readonly values = new Map<keyof Settings, unknown>();
  private readonly subscription: vscode.Disposable;

  constructor(keys: readonly (keyof Settings)[]) {
    this.subscription = onSettingChange(keys, () => this.values.clear());
  }

  /** One of the keys' value, as `readSetting` would say it. */
  get<K extends keyof Settings>(key: K): Settings[K] {
    if (!this.values.has(key)) this.values.set(key, readSetting(key));
    return this.values.get(key) as Settings[K];
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

/** Calls back when any of the named settings changed. */
export function onSettingChange(keys: readonly (keyof Settings)[], changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (keys.some((key) => event.affectsConfiguration(`${settingsSection}.${key}`))) changed();
  });
}
