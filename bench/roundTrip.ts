import { Pool } from "undici";
import { parseEndpoint } from "../src/client/http/endpoint";
import { NodeConnection } from "../src/client/nodeConnection";
import { startSandbox } from "../test/support/startSandbox";
import { beside, medians, report, throughputs } from "./measure";

/** The sandbox's counter, whose `get_value` takes nothing and answers one integer. */
const counter = "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62";
const path = `/on/contracts:${counter}/get_value`;
const headers = { "content-type": "application/json" };

/** A contract call by our client beside the same bytes by bare undici and by the `fetch` other extensions get. */
export async function roundTrip(where: string, fetchGoal?: string): Promise<void> {
  const sandbox = await startSandbox({ blockMs: 0 });
  const node = new NodeConnection({ endpoint: parseEndpoint(sandbox.url), timeoutMs: 10_000 });
  const pool = new Pool(sandbox.url);
  const contenders = {
    ours: () => node.contracts.call(counter, "get_value", { json: "null" }),
    pool: async () => {
      const { body } = await pool.request({ method: "POST", path, headers, body: "null" });
      return JSON.parse(await body.text()) as unknown;
    },
    fetch: async () => {
      const answer = await fetch(sandbox.url + path, { method: "POST", headers, body: "null" });
      return answer.json();
    },
  };
  try {
    const times = await medians(contenders);
    report(`contract call, ${where}: time relative to bare pool.request`, times.ours / times.pool, "≤ 1.15×");
    report(`contract call, ${where}: time of fetch relative to ours`, times.fetch / times.ours);
    const { ours, pool: bare, fetch: others } = await throughputs(contenders);
    const what = `contract call, ${where}, 32 in flight: throughput`;
    report(`${what} relative to bare pool.request`, beside(ours.byClock, bare.byClock), "≥ 0.85×");
    report("  of this process's processor time alone", beside(ours.byProcessor, bare.byProcessor), "≥ 0.85×");
    report(`${what} relative to fetch`, beside(ours.byClock, others.byClock), fetchGoal);
  } finally {
    await Promise.all([node.dispose(), pool.destroy()]);
    await sandbox.stop();
  }
}
