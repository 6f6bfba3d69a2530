import { t } from "../../base/translate";
import { splitCredentials } from "../../client/http/credentials";
import { parseEndpoint } from "../../client/http/endpoint";
import { failureLine } from "../../client/failures/failureWords";
import type { ConnectionSetting } from "../../host/settings";
import { checkVersionRequirement } from "../../client/http/nodeVersion";
import { readEntry } from "./connectionEntry";

/** What a file of connections holds that can be used, and what of it cannot. */
export interface ImportedConnections {
  entries: ConnectionSetting[];
  problems: string[];
}

/**
 * Reads connections from JSON: a list of them, or an object whose `connections` or `chainscope.connections` is one, as
 * in a settings file. Credentials in addresses, and signers, are dropped and named: neither secrets nor programs to run
 * travel in files.
 */
export function readConnectionFile(text: string): ImportedConnections {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    return { entries: [], problems: [t`The file is not JSON: ${error instanceof Error ? error.message : ""}`] };
  }
  const list = listOf(value);
  if (!list) return { entries: [], problems: [t`The file holds no list of connections.`] };
  const problems: string[] = [];
  const entries = list.flatMap((each, index) => {
    const place = t`Connection ${index + 1}`;
    const read = readEntry(each, place);
    problems.push(...read.problems);
    return (read.entry ? withoutCredentials(read.entry, place, problems) : []).filter((entry) => {
      const reason = refusal(entry);
      if (reason) problems.push(t`${place}, ${entry.name}, is left out: ${reason}`);
      return reason === undefined;
    });
  });
  return { entries, problems };
}

/**
 * The text of a file of connections. Header names are in it, their secret values never are; what is left out of it is
 * added to `problems`.
 */
export function connectionFileText(entries: readonly ConnectionSetting[], problems: string[] = []): string {
  const harmless = entries.flatMap((entry) => withoutCredentials(entry, entry.name, problems));
  return `${JSON.stringify({ connections: harmless }, undefined, 2)}\n`;
}

/** What a connection trusts besides the usual certificates, in words; undefined when it is nothing. */
export function trustOf({ insecureTls, caFile }: ConnectionSetting): string | undefined {
  if (insecureTls) return t`accepts any certificate of the node`;
  return caFile ? t`trusts the certificates in ${caFile}` : undefined;
}

/** Why an entry cannot be used, as anyone who types it is told; undefined when it can. */
function refusal({ url, prefix, proverUrl, version }: ConnectionSetting): string | undefined {
  try {
    parseEndpoint(url, prefix);
    if (proverUrl !== undefined) parseEndpoint(proverUrl);
    if (version !== undefined) checkVersionRequirement(version);
    return undefined;
  } catch (error) {
    return failureLine(error);
  }
}

function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value !== "object" || value === null) return undefined;
  const { connections, "chainscope.connections": inSettings } = value as Record<string, unknown>;
  const list = connections ?? inSettings;
  return Array.isArray(list) ? (list as unknown[]) : undefined;
}

/** The entry, or nothing when it cannot be told where in its address credentials may stand. */
function withoutCredentials(entry: ConnectionSetting, place: string, problems: string[]): ConnectionSetting[] {
  const { signer, ...cleaned } = entry;
  // A program is for anyone who names it to run, and its arguments and environment are of that machine.
  if (signer) problems.push(t`${place}: the signer is left out.`);
  for (const field of ["url", "proverUrl"] as const) {
    const text = entry[field];
    if (text === undefined) continue;
    const { address, authorization } = splitCredentials(text);
    cleaned[field] = address;
    if (authorization) problems.push(t`${place}: the user name and password in "${field}" are left out.`);
    if (!mayHoldCredentials(address)) continue;
    const isNeeded = field === "url";
    problems.push(
      t`${place}${isNeeded ? "" : `: "${field}"`} is left out: its address cannot be read and may hold a password.`,
    );
    if (isNeeded) return [];
    delete cleaned[field];
  }
  return [cleaned];
}

function mayHoldCredentials(address: string): boolean {
  if (!/@|%40/.test(address)) return false;
  try {
    parseEndpoint(address);
    return false;
  } catch {
    return true;
  }
}
