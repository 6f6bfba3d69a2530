import type { Capabilities } from "../../../client/capabilities";
import { isForDevelopment, type ConnectionConfig } from "../../../client/connectionConfig";
import { healthOf, type ConnectionStatus } from "../../../client/connectionStatus";
import { NodeError } from "../../../client/failures/nodeError";

/** What a window knows of itself, to be told to those who maintain Chainscope. */
export interface IssueFacts {
  chainscope: string;
  editor: { name: string; version: string; host: string; language: string };
  /** Where the extension runs: its side of the window, the kind of remote, the system. */
  extension: { side: "ui" | "workspace"; remote: string | undefined; platform: string; arch: string; node: string };
  workspace: { trusted: boolean; folderSchemes: readonly string[] };
  connections: readonly { config: ConnectionConfig; status: ConnectionStatus }[];
  /** Kind of failure → how often it was shown. */
  failures: ReadonlyMap<string, number>;
  /** Our settings that have another value than their default. */
  settings: readonly { name: string; value: string }[];
}

/**
 * The facts as Markdown, in English. It is read by strangers, so nothing gets in that a person or a node has written: no
 * name, address, path, header, id, sentence or secret. Only numbers, words of closed lists, and versions of a plain form.
 */
export function issueReport(facts: IssueFacts): string {
  const { chainscope, editor, extension, workspace, connections, failures, settings } = facts;
  const virtual = workspace.folderSchemes.filter((scheme) => scheme !== "file").length;
  const kinds = [...failures].map(([kind, count]) => `${kind}: ${count}`);
  return [
    `- Chainscope ${plain(chainscope)}, ${named(editor.name)} ${plain(editor.version)} (${oneOf(hosts, editor.host)}), display language ${language(editor.language)}`,
    `- Runs on the ${extension.side} side, ${remoteWords(extension.remote)}, ${oneOf(platforms, extension.platform)} ${oneOf(architectures, extension.arch)}, Node.js ${plain(extension.node)}`,
    `- Workspace: ${workspace.trusted ? "trusted" : "not trusted"}, folders: ${workspace.folderSchemes.length}, of these not on disk: ${virtual}`,
    ...section(`Connections: ${connections.length}`, connections.map(connectionLine)),
    ...section(`Failures shown in this window: ${kinds.length === 0 ? "none" : ""}`.trim(), kinds),
    ...section(
      `Settings: ${settings.length === 0 ? "all defaults" : ""}`.trim(),
      settings.map(({ name, value }) => `${name}: ${value}`),
    ),
    "",
  ].join("\n");
}

/** What kind of failure this is, in words of ours: a closed list, and a status. */
export function failureKind(error: unknown): string {
  if (error instanceof NodeError) {
    const { reason, status = 0 } = error;
    return Number.isInteger(status) && status >= 100 && status < 600 ? `${reason} ${status}` : reason;
  }
  return isFault(error) ? (error as Error).name : "other";
}

/** Whether it is a mistake of the program itself, which only those who maintain it can mend. */
export function isFault(error: unknown): boolean {
  return faults.some((kind) => error instanceof kind) && faults.some(({ name }) => name === (error as Error).name);
}

const faults = [TypeError, RangeError, ReferenceError];
const hosts = ["desktop", "web", "server-distro", "codespaces", "github.dev"];
const remotes = ["ssh-remote", "wsl", "dev-container", "attached-container", "tunnel", "codespaces"];
const platforms = ["linux", "darwin", "win32"];
const architectures = ["x64", "arm64", "ia32", "arm"];
const editors = [
  "Visual Studio Code",
  "Visual Studio Code - Insiders",
  "VSCodium",
  "Cursor",
  "Windsurf",
  "code-server",
];

function section(title: string, lines: readonly string[]): string[] {
  return ["", title, ...(lines.length === 0 ? [] : ["", ...lines.map((line) => `- ${line}`)])];
}

function connectionLine({ config, status }: IssueFacts["connections"][number]): string {
  const { origin, role, url, prefix, version, caFile, insecureTls, secretHeaders = [], proxy, proverUrl } = config;
  const parts = [
    origin,
    role && oneOf(["development", "test", "production"], role),
    isForDevelopment(config) && role !== "development" && "sandbox",
    /^https:/i.test(url.trim()) ? "https" : "http",
    prefix !== undefined && "prefix given",
    version !== undefined && "version required",
    caFile !== undefined && "certificate file",
    insecureTls && "certificate not checked",
    secretHeaders.length > 0 && `secret headers: ${secretHeaders.length}`,
    proxy !== undefined && "proxy",
    proverUrl !== undefined && "prover elsewhere",
    config.signer !== undefined && "signer",
    `named contracts: ${config.contracts.length}`,
  ];
  return `${parts.filter(Boolean).join(", ")}; ${statusParts(status).join(", ")}`;
}

function statusParts(status: ConnectionStatus): string[] {
  const health = healthOf(status);
  if (status.state === "failed") return [health, failureKind(status.error)];
  if (status.state !== "up") return [health];
  const { info, events, capabilities, failing } = status;
  const kinds = [...new Set(failing.map(({ error }) => failureKind(error)))];
  return [
    health,
    `node ${typeof info["version"] === "string" ? plain(info["version"]) : "without a version"}`,
    `events ${events.kind}`,
    ...offered.map((name) => `${name} ${capabilities[name].offered}`),
    ...(kinds.length > 0 ? [`failing: ${kinds.join(" and ")}`] : []),
  ];
}

const offered = ["graphql", "archive", "prover", "drivers"] as const satisfies readonly (keyof Capabilities)[];

/** A version of three numbers, if that is what it is: four are an address. */
function plain(version: string): string {
  const isPlain = /^\d{1,4}(?:\.\d{1,4}){2}(?:-(?:alpha|beta|rc|dev|insider)(?:\.\d{1,4})?)?$/.test(version);
  return isPlain ? version : "of another form";
}

function named(name: string): string {
  return editors.includes(name) ? name : "another editor";
}

function language(tag: string): string {
  return /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i.test(tag) ? tag : "other";
}

function oneOf(known: readonly string[], word: string): string {
  return known.includes(word) ? word : "other";
}

function remoteWords(remote: string | undefined): string {
  return remote === undefined ? "no remote" : `remote ${oneOf(remotes, remote)}`;
}
