import { t } from "../../base/translate";
import { parseEndpoint } from "../http/endpoint";
import type { NodeError } from "./nodeError";
import { isLoopback } from "../http/proxySettings";

/** The machine on which requests are made. */
export interface Machine {
  hostName: string;
  /** The kind of remote window, in the editor's word for it (`wsl`, `ssh-remote`, `dev-container`, `codespaces`, …). */
  remote: string | undefined;
}

/**
 * Which machine an address of this machine means, for anyone who looks at a window that runs elsewhere, and what to write
 * instead; undefined when there is nothing to confuse.
 */
export function loopbackNote(address: string, { hostName, remote }: Machine): string | undefined {
  if (remote === undefined) return undefined;
  const { hostname, port } = new URL(address);
  if (!isLoopback(hostname)) return undefined;
  const host = hostname.replace(/^\[|\]$/g, "");
  const elsewhere = hostForms[remote] ?? t`the name or address of that machine`;
  return t`${host} here is ${kinds[remote] ?? t`the remote machine`} ${hostName}, where this window's extensions run. A node on another machine, also your own, is reached by ${elsewhere}${port ? t`, port ${port}` : ""}.`;
}

/** A failure to reach an address, with that note if there is one: in a remote window it may mean another machine. */
export function withLoopbackNote(error: NodeError, address: string, machine: Machine | undefined): NodeError {
  if (!machine || error.reason !== "unreachable") return error;
  const note = loopbackNote(parseEndpoint(address).address, machine);
  return note === undefined ? error : error.reworded(error.message, { remedy: note });
}

const kinds: Readonly<Record<string, string>> = {
  wsl: t`the WSL machine`,
  "ssh-remote": t`the SSH host`,
  "dev-container": t`the container`,
  "attached-container": t`the container`,
  codespaces: t`the codespace`,
  tunnel: t`the machine behind the tunnel`,
};

const hostForms: Readonly<Record<string, string>> = {
  wsl: t`its own address, such as the gateway that \`ip route show default\` names`,
  "dev-container": t`a name such as host.docker.internal`,
  "attached-container": t`a name such as host.docker.internal`,
  codespaces: t`a forwarded or public address`,
};
