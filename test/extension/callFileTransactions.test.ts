import assert from "node:assert/strict";
import { readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { Connections } from "../../src/client/connections";
import { sandboxKey, type ConnectionConfig } from "../../src/client/connectionConfig";
import type { CallContext } from "../../src/features/contractPanel/callContext";
import { CallFiles } from "../../src/features/contractPanel/callFiles/callFiles";
import { runCallFileTests } from "../../src/features/contractPanel/callFiles/callFileTestRun";
import { ContractSchemas } from "../../src/features/contractPanel/model/contractSchemas";
import { nothingKnown } from "../../src/contract/types/knownTypes";
import { signCall } from "../../src/features/transactions/transact";
import { extensionId } from "../../src/host/contributionIds";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { eventually } from "../support/eventually";
import { sandboxProgram, startSandbox, type Sandbox } from "../support/startSandbox";

const contracts = [{ name: "Counter", id: contractIds.counter }];
const nodeEnvironment = { ELECTRON_RUN_AS_NODE: "1" };

describe("transactions of call files in the editor", () => {
  const settings = () => vscode.workspace.getConfiguration("chainscope");
  const { showWarningMessage } = vscode.window;
  const written: vscode.Uri[] = [];
  let sandbox: Sandbox;
  let folder: vscode.Uri;

  before(async () => {
    sandbox = await startSandbox({ blockMs: 100, args: ["--history", "3", "--revert-every", "0"] });
    folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("these tests need a folder");
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const uri of written.splice(0)) await vscode.workspace.fs.delete(uri);
    await settings().update("connections", undefined, vscode.ConfigurationTarget.Global);
  });
  after(() => sandbox.stop());

  const sentToNode = async () => {
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    return requests["/on/transactions/propagate"] ?? 0;
  };
  const write = async (name: string, parts: object) => {
    const uri = vscode.Uri.joinPath(folder, name);
    const call = { contract: "Counter", function: "increment_by", input: 3, transact: {}, ...parts };
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(call)));
    written.push(uri);
    return uri;
  };
  const connect = (name: string, signer: object) =>
    settings().update(
      "connections",
      [{ name, url: sandbox.url, contracts, role: "development", signer }],
      vscode.ConfigurationTarget.Global,
    );
  /** Answers questions as a person does who presses the first button; what they were asked is kept. */
  const pressFirst = () => {
    const asked: string[] = [];
    const press = (said: string, _options: unknown, ...buttons: string[]) => {
      asked.push(said);
      return Promise.resolve(buttons[0]);
    };
    Object.assign(vscode.window, { showWarningMessage: press });
    return asked;
  };
  const lensOf = (uri: vscode.Uri, wanted: RegExp) =>
    eventually(
      "the lens",
      async () => {
        const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
          "vscode.executeCodeLensProvider",
          uri,
          9,
        );
        return lenses.find(({ command }) => wanted.test(command?.title ?? ""))?.command;
      },
      (command) => command !== undefined,
    ) as Promise<vscode.Command>;
  const press = async (uri: vscode.Uri, wanted: RegExp) => {
    await vscode.workspace.openTextDocument(uri);
    const { command, arguments: given = [] } = await lensOf(uri, wanted);
    await vscode.commands.executeCommand(command, ...(given as unknown[]));
  };
  const sandboxSigner = () => ({
    command: process.execPath,
    args: [...sandboxProgram(), "sign"],
    env: nodeEnvironment,
  });

  it("are asked for by the line above them, and nothing is sent while no one has answered", async () => {
    await connect("Asked", sandboxSigner());
    const uri = await write("asked.call.json", {});
    const before = await sentToNode();
    const asked: string[] = [];
    const close = (said: string) => {
      asked.push(said);
      return Promise.resolve(undefined);
    };
    for (const question of [showWarningMessage, close]) {
      Object.assign(vscode.window, { showWarningMessage: question });
      await press(uri, /^Transact on Asked…$/);
      assert.equal(await sentToNode(), before);
    }
    assert.deepEqual(asked.length, 1);
    assert.match(asked[0] ?? "", /^Send transaction \S+ on Asked\?$/);
    const answered = pressFirst();
    await press(uri, /^Transact on Asked…$/);
    assert.equal(answered.length, 1);
    assert.equal(await sentToNode(), before + 1);
  });

  /** Runs a call file as its test, on a connection of its own; resolves to its verdict and what is said of it. */
  const tested = async (uri: vscode.Uri, where: Partial<ConnectionConfig>) => {
    const usual = { name: "Tested", url: sandbox.url, timeoutMs: 20_000, contracts, origin: "window" } as const;
    const connections = new Connections();
    connections.setActive(connections.add({ ...usual, signer: sandboxSigner(), ...where }).id);
    const known = { schemas: new ContractSchemas(), learned: { known: () => nothingKnown } };
    const context = { connections, signCall, ...known } as unknown as CallContext;
    const controller = vscode.tests.createTestController("tested", "Tested");
    const files = new CallFiles((error) => assert.fail(String(error)));
    const verdicts: string[] = [];
    const told = (verdict: string) => (_item: vscode.TestItem, message?: unknown) => {
      const said = message instanceof vscode.TestMessage ? message.message : "";
      verdicts.push(said === "" ? verdict : `${verdict}: ${typeof said === "string" ? said : said.value}`);
    };
    const run = {
      ...{ passed: told("passed"), failed: told("failed"), errored: told("errored"), skipped: told("skipped") },
      ...{ enqueued: () => undefined, started: () => undefined, appendOutput: () => undefined, end: () => undefined },
    };
    try {
      const item = controller.createTestItem(uri.toString(), "tested", uri);
      const request = new vscode.TestRunRequest([item]);
      const recorded = { items: controller.items, createTestRun: () => run } as unknown as vscode.TestController;
      const { token } = new vscode.CancellationTokenSource();
      await runCallFileTests(context, files, recorded, request, token);
      return verdicts;
    } finally {
      files.dispose();
      controller.dispose();
      connections.dispose();
    }
  };

  it("are sent by their tests on no connection that is not for development, which is said", async () => {
    const uri = await write("elsewhere.call.json", {});
    const before = await sentToNode();
    const asked = pressFirst();
    for (const role of [undefined, "test", "production"] as const) {
      const [verdict, ...others] = await tested(uri, role ? { role } : {});
      assert.match(
        verdict ?? "",
        /^errored: Tests send transactions only on connections for development, and Tested is not one\. /,
      );
      assert.deepEqual(others, []);
    }
    assert.deepEqual(asked, []);
    assert.equal(await sentToNode(), before);
  });

  it("are sent by their tests once that was allowed, and judged by their events", async () => {
    const expecting = (name: string, fields: object) => {
      const input = { value: "9", note: null };
      return write(name, { function: "set_value", input, expectEvents: [{ event: "value_set", fields }] });
    };
    const right = await expecting("right.call.json", { new: "9" });
    const wrong = await expecting("wrong.call.json", { new: "8" });
    const before = await sentToNode();
    Object.assign(vscode.window, { showWarningMessage: () => Promise.resolve(undefined) });
    assert.deepEqual(await tested(right, { role: "development" }), ["skipped"]);
    assert.equal(await sentToNode(), before);
    for (const where of [{ role: "development" }, { key: sandboxKey }] as const) {
      const asked = pressFirst();
      assert.deepEqual(await tested(right, where), ["passed"]);
      assert.deepEqual(await tested(wrong, where), ['failed: value_set: $.new is "9", expected "8".']);
      assert.deepEqual(new Set(asked), new Set(["Send the transactions of call files on Tested?"]));
    }
    assert.equal(await sentToNode(), before + 4);
  });

  it("leave nothing of what the signer got, printed and was told in its environment", async () => {
    const marks = { note: "a note of 8d41", stderr: "complains 5c20", environment: "environment-77e9" };
    const kept = join(tmpdir(), `chainscope-${process.pid}-signed.txt`);
    const script = join(tmpdir(), `chainscope-${process.pid}-signer.cjs`);
    await writeFile(kept, "");
    await writeFile(
      script,
      `const { spawnSync } = require("node:child_process");
      const { appendFileSync, readFileSync } = require("node:fs");
      process.stderr.write(${JSON.stringify(marks.stderr)});
      const input = readFileSync(0);
      const { stdout } = spawnSync(process.execPath, ${JSON.stringify([...sandboxProgram(), "sign"])}, { input });
      appendFileSync(${JSON.stringify(kept)}, input + "\\n" + stdout + "\\n");
      process.stdout.write(stdout);
      if (process.argv[2] === "fails") process.exitCode = 7;`,
    );
    for (const path of [kept, script]) written.push(vscode.Uri.file(path));
    const states = keptStates();
    try {
      const env = { ...nodeEnvironment, SIGNER_MARK: marks.environment };
      await connect("Quiet", { command: process.execPath, args: [script], env });
      const input = { value: "5", note: marks.note };
      const uri = await write("quiet.call.json", { function: "set_value", input, transact: { until: "final" } });
      const before = await sentToNode();
      pressFirst();
      await press(uri, /^Transact on Quiet…$/);
      assert.equal(await sentToNode(), before + 1);
      const isSettled = (texts: string[]) => texts.some((text) => text.includes('\\"standing\\":\\"final\\"'));
      const state = await eventually("what is kept of its end", () => states.texts, isSettled);
      const given = await readFile(kept, "utf8");
      const { input: bytes, inputJson } = JSON.parse(given.split("\n")[0] ?? "") as {
        input: string;
        inputJson: string;
      };
      const { transaction } = JSON.parse(given.split("\n")[1] ?? "") as { transaction: string };
      assert.ok(inputJson.includes(marks.note) && bytes.includes(Buffer.from(marks.note).toString("hex")));
      await connect("Failing", { command: process.execPath, args: [script, "fails"], env });
      await press(uri, /^Transact on Failing…$/);
      const log = await eventually("the signer's failure", logText, (text) =>
        text.includes("The signer ended with code 7"),
      );
      for (const [what, mark] of Object.entries({ ...marks, bytes, transaction }))
        for (const [where, text] of Object.entries({ state: state.join("\n"), log }))
          assert.ok(!text.includes(mark), `the ${what} stands in the ${where}`);
    } finally {
      states.dispose();
    }
  });
});

/**
 * All that VS Code is told to keep for the extension from now on, in its workspace's state and in the global one: it goes
 * to the window as JSON of what kind of state, whose, and all of its values.
 */
function keptStates() {
  const texts: string[] = [];
  const { stringify } = JSON;
  JSON.stringify = ((value: unknown, ...more: []) => {
    const text = stringify(value, ...more);
    if (Array.isArray(value) && value.length === 3 && typeof value[0] === "boolean" && value[1] === extensionId)
      texts.push(text);
    return text;
  }) as typeof stringify;
  return { texts, dispose: () => void (JSON.stringify = stringify) };
}

/** What the extension has logged, by the file in which VS Code keeps it. */
async function logText(): Promise<string> {
  const open = await readdir("/proc/self/fd");
  const files = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  const logs = files.filter((file) => /Chainscope\.log$/.test(file));
  return (await Promise.all(logs.map((file) => readFile(file, "utf8")))).join("\n");
}
