import { t } from "../base/translate";
import { momentText } from "../base/moment";
import type { VersionRequirement } from "./http/nodeVersion";
import type { ProxySettings } from "./http/proxySettings";

/** A contract that a person gave a name. */
export interface NamedContract {
  /** 64 lower-case hex digits. */
  id: string;
  name: string;
}

/** What a node is used for; a `production` node is marked wherever a person might mistake it for another. */
export type ConnectionRole = "development" | "test" | "production";

/** Where something is done, for the end of a title: a production node is always marked. */
export function onNode({ name, role }: Pick<ConnectionConfig, "name" | "role">): string {
  return t` on ${name}${role === "production" ? " (production)" : ""}`;
}

/** Whom something was asked of, and when: what shows it stays open while the chain goes on, or begins again. */
export function askedOf({ name }: Pick<ConnectionConfig, "name">): string {
  return t`${name}, asked at ${momentText(Date.now())}`;
}

/** Where a connection is written down. A `folder` is named by its URI. */
export type ConnectionLevel = { kind: "user" } | { kind: "workspace" } | { kind: "folder"; folder: string };

/** A person's own program that signs transactions (docs/signer.md). */
export interface SignerConfig {
  command: string;
  args?: readonly string[];
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  timeoutSeconds?: number;
}

/** The key of the sandbox node's connection, which is a window's own. */
export const sandboxKey = "sandbox";

/** Whether what a connection reaches is there to be tried out. */
export function isForDevelopment({ role, key }: Pick<ConnectionConfig, "role" | "key">): boolean {
  return role === "development" || key === sandboxKey;
}

/** How to reach one node, and what to call it. Secrets are no part of it. */
export interface ConnectionConfig {
  name: string;
  /** Base address, with a path prefix if the node has one. */
  url: string;
  /** What the node's header names begin with; `Node` unless set. */
  prefix?: string;
  /** Address of the prover, when it is not the node itself (§4.11). */
  proverUrl?: string;
  version?: VersionRequirement;
  /** Path of a file with certificates in PEM, trusted besides the usual ones. */
  caFile?: string;
  /** Accepts any certificate of the node. */
  insecureTls?: boolean;
  /** Names of the headers whose values are secrets, to be asked for when the node is first spoken to. */
  secretHeaders?: readonly string[];
  proxy?: ProxySettings;
  timeoutMs: number;
  /** Longest event that is accepted; `limits.eventBytes` unless set. */
  maxEventBytes?: number;
  role?: ConnectionRole;
  signer?: SignerConfig;
  level?: ConnectionLevel;
  contracts: readonly NamedContract[];
  /** `settings` connections are written down; a `window` connection, such as the sandbox, ends with the window. */
  origin: "settings" | "window";
  /** Tells a `window` connection from others, and one of the settings that was renamed, whatever it is called. */
  key?: string;
}

/**
 * What a connection is known by beyond its name: whatever is pinned to it holds this. A connection of the settings is
 * its name there, or the first one that it had; one of the window is its key, since its name gives way to one of the
 * settings.
 */
export function connectionId({ origin, name, key }: Pick<ConnectionConfig, "origin" | "name" | "key">): string {
  return `${origin}/${key ?? name}`;
}

/** The name, or key, that an id was made of: for saying which connection is not there. */
export function nameInId(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}

/** A name that no connection has yet: the one wanted, or else with a number. */
export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  for (let number = 2; ; number++) if (!taken.includes(`${wanted} ${number}`)) return `${wanted} ${number}`;
}

/** Whether two configurations of one id reach the same node in the same way: they differ in nothing but what is shown. */
export function reachesTheSame(one: ConnectionConfig, other: ConnectionConfig): boolean {
  return JSON.stringify(wayOf(one)) === JSON.stringify(wayOf(other));
}

function wayOf({
  name: _name,
  key: _key,
  role: _role,
  signer: _signer,
  level: _level,
  contracts: _contracts,
  ...reach
}: ConnectionConfig) {
  return Object.entries(reach).sort(([one], [other]) => (one < other ? -1 : 1));
}
