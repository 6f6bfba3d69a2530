import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { extensionId } from "./contributionIds";
import { settingKind, settingProblem, settingRules, settingSentence } from "./settingRule";

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
  signer?: { command: string; args?: string[]; cwd?: string; env?: Record<string, string>; timeoutSeconds?: number };
  contracts?: { id: string; name: string }[];
}

/** Setting → its type. Defaults stand in package.json only. */
export interface Settings {
  connections: ConnectionSetting[];
  requestTimeoutSeconds: number;
  /** Which nodes the sandbox is like. */
  "sandbox.like": "document" | "1.4";
  "callFiles.lens": boolean;
  /** What a line tells of its event. */
  "events.lines": "summary" | "json";
  "events.maxPayloadCharacters": number;
  "graphql.enabled": "auto" | "on" | "off";
  "graphql.templates": boolean;
  "graphql.lens.enabled": boolean;
  "graphql.lens.run": boolean;
  "graphql.lens.variables": boolean;
  "graphql.lens.live": boolean;
  "graphql.lens.compare": boolean;
  "graphql.lens.results": boolean;
  "events.maxLinesPerSecond": number;
  "events.lens": boolean;
  /** Whether a contract's driver may be run here. */
  "events.localDrivers": boolean;
  /** Events remembered. */
  "events.keep": number;
  "events.resumeTails": "ask" | "always" | "never";
}

export const settingsSection = "chainscope";

/**
 * Reads a setting at the moment it is needed. The editor keeps no value from a setting that the manifest does not allow,
 * so such a one is not believed: the default is given instead. Folders may set some otherwise: `scope` is a file in one.
 */
export function readSetting<K extends keyof Settings>(key: K, scope?: vscode.Uri): Settings[K] {
  const value: unknown = vscode.workspace.getConfiguration(settingsSection, scope).get(key);
  const rule = rules().get(`${settingsSection}.${key}`);
  return (rule && settingProblem(rule, value) !== undefined ? rule.default : value) as Settings[K];
}

/** Says of each setting whose value is not allowed what is wrong with it: at once, and when one becomes so. */
export function watchSettings(report: (error: Error) => void): vscode.Disposable {
  let said = new Set<string>();
  const look = () => {
    const found = new Set<string>();
    for (const [name, rule] of rules()) {
      const value: unknown = vscode.workspace.getConfiguration().get(name);
      const problem = settingProblem(rule, value);
      if (problem !== undefined) found.add(settingSentence(name, value, problem, rule));
    }
    const news = [...found].filter((sentence) => !said.has(sentence));
    said = found;
    if (news.length > 0) report(new Error(news.join(" ")));
  };
  look();
  return vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(settingsSection) && look());
}

/** Those of our settings that are not at their default, and what they are. */
export function changedSettings(): { name: string; value: string }[] {
  return [...rules()].flatMap(([name, rule]) => {
    const value: unknown = vscode.workspace.getConfiguration().get(name);
    return isDeepStrictEqual(value, rule.default) ? [] : [{ name, value: settingKind(rule, value) }];
  });
}

let known: ReturnType<typeof settingRules> | undefined;

/** What our own manifest says; it does not change while the window is open. */
function rules(): ReturnType<typeof settingRules> {
  return (known ??= settingRules(vscode.extensions.getExtension(extensionId)?.packageJSON));
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
