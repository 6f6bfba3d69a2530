import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallRequest } from "../../../../src/bridge/callRequest";
import type { CallState } from "../../../../src/bridge/contractPage";
import { Connection } from "../../../../src/client/connection";
import type { CallContext } from "../../../../src/features/contractPanel/callContext";
import { CallHistory } from "../../../../src/features/contractPanel/callHistory";
import { ContractSchemas } from "../../../../src/features/contractPanel/model/contractSchemas";
import { LearnedTypes } from "../../../../src/features/contractPanel/learnedTypes";
import { ResultFiles } from "../../../../src/features/contractPanel/resultFiles";
import { PanelCall } from "../../../../src/features/contractPanel/panelCall";
import { compareOutput } from "../../../../src/features/contractPanel/callFiles/callFileRequest";
import { resultText } from "../../../../src/features/contractPanel/model/resultText";
import { requireWhole } from "../../../../src/features/contractPanel/model/wholeOutcome";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { Memory } from "../../../support/memory";
import { startSandbox, type Sandbox } from "../../../support/startSandbox";

const folder = mkdtempSync(join(tmpdir(), "chainscope-results-"));

describe("the call of a panel", () => {
  let sandbox: Sandbox;
  let connection: Connection;
  let context: CallContext;
  let call: PanelCall;
  let states: CallState[];
  let streamed: number;
  let next: (() => void) | undefined;

  before(async () => (sandbox = await startSandbox({ blockMs: 0 })));
  after(async () => {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    const config = { name: "Local", url: sandbox.url, timeoutMs: 5000, contracts: [], origin: "window" } as const;
    connection = new Connection(config);
    context = contextFor();
    states = [];
    streamed = 0;
    call = new PanelCall(context, "panel-1", {
      changed: (state) => {
        states.push(state);
        next?.();
      },
      streamed: ({ items }) => {
        streamed += items.length;
        next?.();
      },
    });
  });
  afterEach(() => {
    call.dispose();
    connection.dispose();
  });

  const until = async (accept: () => boolean) => {
    while (!accept()) await new Promise<void>((resolve) => (next = resolve));
  };
  const ended = () => until(() => states.at(-1)?.state === "done");
  const callsOf = async (fn: string) => {
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    return requests[`/on/contracts:${contractIds.counter}/${fn}`] ?? 0;
  };

  it("sends once, however often it is started while it runs", async () => {
    const before = await callsOf("get_value");
    await sandbox.control("latency", { ms: 100, path: "get_value", count: 1 });
    call.start(connection, request("get_value"));
    assert.throws(() => call.start(connection, request("get_value")), /under way/);
    await ended();
    assert.equal(await callsOf("get_value"), before + 1);
    call.start(connection, request("get_value"));
    await ended();
  });

  it("knows its result when the page comes back after it was told to no one", async () => {
    call.start(connection, request("get_value"));
    await ended();
    const state = call.snapshot();
    assert.ok(state.state === "done" && state.outcome.kind === "json");
  });

  it("is in the history, under the panel that made it, and what it taught is learned", async () => {
    call.start(connection, { ...request("set_value"), input: { json: '{"value":"5","note":null}' } });
    await ended();
    const [record] = context.history.records;
    assert.equal(record?.panel, "panel-1");
    assert.equal(record.connection, "Local");
    await context.schemas.describe(connection, contractIds.counter);
    call.start(connection, { ...request("set_value"), input: { json: '{"value":"5","note":null}' } });
    await ended();
    assert.ok(context.learned.of(contractIds.counter)["SetValue"]);
  });

  it("can be stopped, and is then free for the next one", async () => {
    await sandbox.control("latency", { ms: 3000, path: "bounds", count: 1 });
    call.start(connection, request("bounds"));
    call.stop();
    await ended();
    const state = call.snapshot();
    assert.ok(state.state === "done" && state.outcome.kind === "failed");
    assert.match(state.outcome.message, /stopped the call/);
    call.start(connection, request("get_value"));
    await until(() => call.snapshot().state === "done");
  });

  it("tells the items of a stream as they come, and all of them to a page that comes later", async () => {
    call.start(connection, { ...request("endless"), contractId: contractIds.ledger, stream: true });
    await until(() => streamed >= 3);
    const state = call.snapshot();
    assert.ok(state.state === "running" && (state.stream?.items.length ?? 0) >= 3);
    call.stop();
    await ended();
    const last = call.snapshot();
    assert.ok(last.state === "done" && last.outcome.kind === "stream" && last.outcome.ended === "stopped");
  });

  it("has all of a stream that is longer than a page is shown, for copying, saving and comparing", async () => {
    const input = { json: '{"from":"0","count":3000}' };
    call.start(connection, { ...request("entries"), contractId: contractIds.ledger, input, stream: true });
    await ended();
    const { outcome } = call;
    assert.ok(outcome?.kind === "stream" && outcome.ended === "complete");
    const written = JSON.parse(resultText(requireWhole(outcome, "saved"), "decoded").text) as { value: string }[];
    assert.deepEqual([written.length, written[0]?.value, written[2999]?.value], [3000, "0", "2999"]);
    const expected = outcome.items.map((item) => item);
    assert.deepEqual(compareOutput({ json: `[${expected.join()}]` }, outcome).differences, []);
    assert.notDeepEqual(compareOutput({ json: `[${expected.slice(1000).join()}]` }, outcome).differences, []);
    const page = call.snapshot();
    assert.ok(page.state === "done" && page.outcome.kind === "stream");
    assert.deepEqual(page.outcome.items, expected.slice(-2000));
    assert.equal(page.outcome.count, 3000);
  });

  it("comes back from an earlier window, unless a call was made since", async () => {
    const failed = { kind: "failed", message: "No." } as const;
    call.restore(request("bounds"), failed, 7);
    assert.deepEqual(states.at(-1), { state: "done", request: request("bounds"), outcome: failed, endedAt: 7 });
    call.start(connection, request("get_value"));
    call.restore(request("bounds"), failed, 7);
    await ended();
    assert.equal(call.outcome?.kind, "json");
  });

  it("watches until it is stopped, and keeps what changed", async () => {
    await call.startWatch(connection, request("get_value"));
    await until(() => states.some((state) => state.state === "watching" && state.outcome !== undefined));
    assert.throws(() => call.start(connection, request("get_value")), /under way/);
    call.stop();
    const state = call.snapshot();
    assert.ok(state.state === "done" && state.changes?.length === 0);
  });

  it("fails with what is wrong when the node is gone", async () => {
    const config = {
      name: "Gone",
      url: "http://127.0.0.1:1",
      timeoutMs: 2000,
      contracts: [],
      origin: "window",
    } as const;
    const gone = new Connection(config);
    call.start(gone, request("get_value"));
    await ended();
    const state = call.snapshot();
    assert.ok(state.state === "done" && state.outcome.kind === "failed");
    assert.match(state.outcome.message, /127\.0\.0\.1:1/);
    gone.dispose();
  });
});

function request(fn: string): CallRequest {
  return { contractId: contractIds.counter, fn, input: { json: "null" }, sendAs: "json", stream: false, headers: [] };
}

function contextFor(): CallContext {
  const memory = new Memory();
  const results = new ResultFiles(folder);
  const report = (error: unknown) => assert.fail(String(error));
  const parts = {
    schemas: new ContractSchemas(),
    learned: new LearnedTypes(memory),
    history: new CallHistory(memory, results),
  };
  return { ...parts, report } as unknown as CallContext;
}
