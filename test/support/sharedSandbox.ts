import { parseEndpoint } from "../../src/client/http/endpoint";
import { NodeConnection, type NodeConnectionOptions } from "../../src/client/nodeConnection";
import { startSandbox, type Sandbox } from "./startSandbox";

let started: Promise<Sandbox> | undefined;

/** One sandbox node of every role, without blocks of its own, for all tests of a run that leave it as they found it. */
export function sharedSandbox(): Promise<Sandbox> {
  started ??= startSandbox({ blockMs: 0, roles: ["archive", "prover"] });
  return started;
}

/** A connection to a sandbox. The caller disposes it. */
export function connectTo(
  sandbox: Pick<Sandbox, "url">,
  options: Partial<NodeConnectionOptions> = {},
  prefix?: string,
): NodeConnection {
  return new NodeConnection({ endpoint: parseEndpoint(sandbox.url, prefix), timeoutMs: 5000, ...options });
}

after(async () => {
  await (await started)?.stop();
});
