import { ChainHead } from "../../src/client/chain/chainHead";
import { systemClock } from "../../src/base/clock";
import type { ConnectionConfig } from "../../src/client/connection";
import { parseEndpoint } from "../../src/client/http/endpoint";
import { NodeConnection, type NodeConnectionOptions } from "../../src/client/nodeConnection";
import { describedTopics } from "../../src/contract/schema/describedContract";
import { RecentEvents } from "../../src/client/session/recentEvents";
import { LocalDrivers } from "../../src/features/eventTail/model/decode/localDrivers";
import { Tails, type TailsNeeds } from "../../src/features/eventTail/model/tails/tails";
import type { TailedConnection } from "../../src/features/eventTail/model/tails/tail";
import type { DriverProcess } from "../../src/driver/driverProcess";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import type { Sandbox } from "./startSandbox";

/** The tails of a window on one sandbox, and the lines they showed. */
export interface TailedSandbox {
  tails: Tails;
  recent: RecentEvents;
  connection: TailedConnection;
  node: NodeConnection;
  lines: string[];
  /** Waits until the lines shown, joined by line breaks, match. */
  shows(lines: RegExp): Promise<string>;
  dispose(): Promise<void>;
}

/** The drivers of a node, run in their process; for `localDrivers` of a window's tails. */
export function localDriversIn(runner: DriverProcess): NonNullable<TailsNeeds["localDrivers"]> {
  return ({ contracts }, stopped) =>
    new LocalDrivers({
      ...{ contracts, stopped, run: (module) => runner.load(module), allowed: () => true, clock: systemClock },
    });
}

/** Connects a window's tails to a sandbox, without an editor. The caller disposes them. */
export function tailedSandbox(
  sandbox: Pick<Sandbox, "url">,
  {
    session,
    prefix,
    ...needs
  }: Partial<TailsNeeds> & { session?: NodeConnectionOptions["session"]; prefix?: string } = {},
): TailedSandbox {
  const lines: string[] = [];
  const recent = new RecentEvents({ events: 100_000, bytes: 1e9 });
  const node = new NodeConnection({
    endpoint: parseEndpoint(sandbox.url, prefix),
    timeoutMs: 5000,
    describedTopics,
    session: { backoff: { firstMs: 20, maxMs: 50, jitter: 0 }, ...session },
  });
  const config: ConnectionConfig = {
    name: "Local",
    url: sandbox.url,
    timeoutMs: 5000,
    contracts: Object.entries(contractIds).map(([name, id]) => ({ id, name })),
    origin: "settings",
  };
  const chain = new ChainHead();
  let isFollowed = false;
  const connection: TailedConnection = {
    id: "settings/Local",
    name: config.name,
    config,
    chain,
    node: () => Promise.resolve(node),
    connect: () => {
      if (!isFollowed) chain.follow(node, () => undefined);
      isFollowed = true;
      return Promise.resolve({ state: "idle" });
    },
  };
  const tails = new Tails({
    recent,
    clock: systemClock,
    isSummary: () => true,
    mostCharacters: () => 200,
    mostLinesPerSecond: () => 100_000,
    write: (written) => lines.push(...written),
    times: { batchMs: 5 },
    ...needs,
  });
  return {
    ...{ tails, recent, connection, node, lines },
    async shows(wanted) {
      const end = Date.now() + 30_000;
      while (!wanted.test(lines.join("\n"))) {
        if (Date.now() > end) throw new Error(`Never shown: ${String(wanted)}. Shown:\n${lines.join("\n")}`);
        await new Promise((done) => setTimeout(done, 10));
      }
      return lines.join("\n");
    },
    async dispose() {
      tails.dispose();
      chain.dispose();
      await node.dispose();
    },
  };
}
