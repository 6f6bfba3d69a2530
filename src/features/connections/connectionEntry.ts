import { t } from "../../base/translate";
import type { ConnectionConfig, ConnectionLevel, ConnectionRole } from "../../client/connectionConfig";
import type { ProxySettings } from "../../client/http/proxySettings";
import { headerNameProblem } from "../../client/http/requestHeaders";
import type { ConnectionSetting } from "../../host/settings";
import { checkContractId } from "../../wire/ids";
import { limits } from "../../wire/limits";

/** What an entry of the settings needs from the window to become a configuration. */
export interface EntryContext {
  level: ConnectionLevel;
  /** Milliseconds, for entries that name no limit of their own. */
  timeoutMs: number;
  /** Makes a path absolute that is written relative to where the entry stands. */
  pathOf(path: string): string;
  proxyFor(url: string): ProxySettings | undefined;
}

/** The highest value of `maxEventMiB`. */
export const mostEventMiB = limits.mostEventBytes / 1024 ** 2;

export const roles: readonly ConnectionRole[] = ["development", "test", "production"];

const kinds = {
  name: "string",
  url: "string",
  prefix: "string",
  proverUrl: "string",
  version: "string",
  strictVersion: "boolean",
  caFile: "string",
  insecureTls: "boolean",
  timeoutSeconds: "number",
  maxEventMiB: "number",
  role: "string",
  secretHeaders: "object",
  signer: "object",
  contracts: "object",
} as const satisfies Record<keyof ConnectionSetting, string>;

/**
 * Reads one entry as a person may have written it: fields of the wrong kind are left out and named in `problems`; an
 * entry without a name or an address is none.
 */
export function readEntry(value: unknown, place: string): { entry?: ConnectionSetting; problems: string[] } {
  const fields = { ...(typeof value === "object" && value !== null ? value : {}) } as Record<string, unknown>;
  if (!isText(fields["name"]) || !isText(fields["url"])) return { problems: [t`${place} needs a name and a url.`] };
  const problems: string[] = [];
  for (const [key, field] of Object.entries(fields)) {
    const kind = Object.hasOwn(kinds, key) ? kinds[key as keyof ConnectionSetting] : undefined;
    if (kind !== undefined && typeof field === kind && fits(key, field)) continue;
    delete fields[key];
    problems.push(`${place}: ${kind === undefined ? t`there is no field "${key}"` : t`"${key}" has a wrong value`}.`);
  }
  const contracts = readContracts(fields["contracts"], place, problems);
  const secretHeaders = readSecretHeaders(fields["secretHeaders"], place, problems);
  const entry = {
    ...(fields as unknown as ConnectionSetting),
    ...(contracts && { contracts }),
    ...(secretHeaders && { secretHeaders }),
  };
  return { entry, problems };
}

/** The entry as the client wants it. */
export function configOf(entry: ConnectionSetting, context: EntryContext): ConnectionConfig {
  const { name, url, prefix, proverUrl, version, strictVersion, caFile, insecureTls, role, secretHeaders, signer } =
    entry;
  const proxy = context.proxyFor(url);
  return {
    name,
    url: url.trim(),
    ...(prefix && { prefix }),
    ...(proverUrl && { proverUrl }),
    ...(version && { version: { requirement: version, ...(strictVersion && { strict: true }) } }),
    ...(caFile && { caFile: context.pathOf(caFile) }),
    ...(insecureTls && { insecureTls }),
    ...(secretHeaders?.length && { secretHeaders }),
    ...(proxy && { proxy }),
    ...(role && { role }),
    ...(signer && { signer: { ...signer, ...(signer.cwd && { cwd: context.pathOf(signer.cwd) }) } }),
    ...(entry.maxEventMiB && { maxEventBytes: entry.maxEventMiB * 1024 * 1024 }),
    timeoutMs: entry.timeoutSeconds ? entry.timeoutSeconds * 1000 : context.timeoutMs,
    level: context.level,
    contracts: entry.contracts ?? [],
    origin: "settings",
  };
}

function readContracts(value: unknown, place: string, problems: string[]): ConnectionSetting["contracts"] {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((each: unknown, index) => {
    const { id, name } = (each ?? {}) as Record<string, unknown>;
    const checked = checkContractId(typeof id === "string" ? id : "");
    if (checked.ok && isText(name)) return { id: checked.value, name };
    problems.push(
      t`${place}: contract ${index + 1} ${checked.ok ? t`has no name` : t`is left out: ${checked.problem}`}.`,
    );
    return [];
  });
}

/** Names that can be sent and are not written by the transport itself; the others are named in `problems`. */
function readSecretHeaders(value: unknown, place: string, problems: string[]): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return (value as string[]).filter((name) => {
    const problem = headerNameProblem(name);
    if (problem) problems.push(t`${place}: a secret header is left out. ${problem}`);
    return problem === undefined;
  });
}

function fits(key: string, value: unknown): boolean {
  switch (key) {
    case "role":
      return roles.some((role) => role === value);
    case "timeoutSeconds":
      return (value as number) >= 1 && (value as number) <= 3600;
    case "maxEventMiB":
      return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= mostEventMiB;
    case "secretHeaders":
      return Array.isArray(value) && value.every(isText);
    case "signer":
      return isSigner(value);
    case "contracts":
      return Array.isArray(value);
    default:
      return true;
  }
}

function isSigner(value: unknown): boolean {
  const { command, args = [], cwd = ".", env = {}, timeoutSeconds = 1 } = (value ?? {}) as Record<string, unknown>;
  const isOfTexts = (each: unknown) => Object.values(Object(each) as object).every((one) => typeof one === "string");
  const isTime = typeof timeoutSeconds === "number" && timeoutSeconds >= 1 && timeoutSeconds <= 3600;
  return isText(command) && Array.isArray(args) && isOfTexts(args) && isText(cwd) && isOfTexts(env) && isTime;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
