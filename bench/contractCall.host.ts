import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import * as vscode from "vscode";
import { Connection } from "../src/client/connection";
import { type CallContext, performCall } from "../src/features/contractPanel/callContext";
import { CallHistory } from "../src/features/contractPanel/callHistory";
import { ContractSchemas } from "../src/features/contractPanel/model/contractSchemas";
import { ResultFiles } from "../src/features/contractPanel/resultFiles";
import { LearnedTypes } from "../src/features/contractPanel/learnedTypes";
import { contractIds } from "../src/sandbox/contracts/contractIds";
import { startSandbox, type Sandbox } from "../test/support/startSandbox";
import { median, medians, report } from "./measure";

const overheadLimitMs = 5;
const interactiveLimitMs = 150;

/** What a call costs beside the bare request, and how soon the panel can be used, in the extension host. */
export async function bench(): Promise<void> {
  const sandbox = await startSandbox({ blockMs: 0 });
  try {
    await benchCall(sandbox);
    await benchPanel(sandbox);
  } finally {
    await sandbox.stop();
  }
}

/** A call with everything that is kept of it, the history full and the types known. */
async function benchCall({ url }: Sandbox): Promise<void> {
  const memory = windowMemory();
  const results = new ResultFiles(mkdtempSync(join(tmpdir(), "chainscope-results-")));
  const complain = (error: unknown) => console.error(error);
  const context = {
    ...{ schemas: new ContractSchemas(), learned: new LearnedTypes(memory), history: new CallHistory(memory, results) },
    report: complain,
  } as unknown as CallContext;
  const connection = new Connection({ name: "Local", url, timeoutMs: 10_000, contracts: [], origin: "window" });
  await context.schemas.describe(connection, contractIds.counter);
  const pool = new Pool(url);
  const path = `/on/contracts:${contractIds.counter}/get_value`;
  const request = { contractId: contractIds.counter, fn: "get_value", input: { json: "null" }, headers: [] };
  const call = (sendAs: "json" | "bytes") =>
    performCall(context, connection, { ...request, sendAs, stream: false }, new AbortController().signal);
  const times = await medians({
    call: () => call("json"),
    bytes: () => call("bytes"),
    pool: async () => {
      const headers = { "content-type": "application/json" };
      const { body } = await pool.request({ method: "POST", path, headers, body: "null" });
      return JSON.parse(await body.text()) as unknown;
    },
  });
  const beyond = times.call - times.pool;
  report(
    "contract call with history and learning, extension host: relative to bare pool.request",
    times.call / times.pool,
  );
  report(`  ${beyond.toFixed(2)} ms beyond it, relative to ${overheadLimitMs} ms`, beyond / overheadLimitMs, "≤ 1×");
  report("  sent as bytes (encode, call, decode): relative to bare pool.request", times.bytes / times.pool);
  connection.dispose();
  await pool.destroy();
}

/** From the command to a page that has drawn its starting state, beside a page that only says that it is there. */
async function benchPanel({ url }: Sandbox): Promise<void> {
  const settings = vscode.workspace.getConfiguration("chainscope");
  await settings.update("connections", [{ name: "Local", url }], vscode.ConfigurationTarget.Global);
  const opens = { ours: () => vscode.commands.executeCommand("chainscope.openContractPanel"), bare: openBarePage };
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < 9; round++) {
    for (const name of ["bare", "ours"] as const) {
      const started = performance.now();
      await opens[name]();
      times[name].push(performance.now() - started);
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
  }
  await settings.update("connections", undefined, vscode.ConfigurationTarget.Global);
  const [first = NaN, ...later] = times.ours;
  const [usual, bare] = [median(later), median(times.bare.slice(1))];
  const best = Math.min(...later);
  console.log(
    `contract panel: usable ${first.toFixed(0)} ms after the first command, then ${usual.toFixed(0)} (at best ${best.toFixed(0)})`,
  );
  report("  relative to an empty page of one line of script", usual / bare);
  report(`  relative to ${interactiveLimitMs} ms`, usual / interactiveLimitMs, "≤ 1×");
  report(
    `  beyond the empty page: ${(usual - bare).toFixed(0)} ms, relative to ${interactiveLimitMs} ms`,
    (usual - bare) / interactiveLimitMs,
  );
}

async function openBarePage(): Promise<void> {
  const panel = vscode.window.createWebviewPanel("chainscope.bare", "Bare", vscode.ViewColumn.Active, {
    enableScripts: true,
  });
  const there = new Promise((resolve) => panel.webview.onDidReceiveMessage(resolve));
  panel.webview.html = "<script>acquireVsCodeApi().postMessage(1)</script>";
  await there;
}

/** A memory that does what the editor's does on a change: keep the value, and write all of it as text. */
function windowMemory(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string) => values.get(key) as T,
    update: async (key: string, value: unknown) => {
      values.set(key, value);
      JSON.stringify([...values]);
    },
  };
}
