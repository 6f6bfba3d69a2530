import assert from "node:assert/strict";
import * as vscode from "vscode";
import { extensionId } from "../../src/host/contributionIds";
import { toolNames, type ToolName } from "../../src/features/agentTools/model/tool";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { eventually } from "../support/eventually";
import { startSandbox, type Sandbox } from "../support/startSandbox";

describe("the tools for language models, in the editor", () => {
  const settings = () => vscode.workspace.getConfiguration("chainscope");
  const { Global } = vscode.ConfigurationTarget;
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox();
    await vscode.extensions.getExtension(extensionId)?.activate();
  });
  after(async () => {
    await settings().update("connections", undefined, Global);
    await sandbox.stop();
  });

  const offered = () => vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith("chainscope_"));
  const ask = async (name: ToolName, input: object, token?: vscode.CancellationToken) => {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join();
  };

  it("come with the first connection, and answer with what the node says", async () => {
    await settings().update("connections", undefined, Global);
    await eventually("no tools", offered, (names) => names.length === 0);
    const contracts = [{ id: contractIds.counter, name: "Counter" }];
    await settings().update("connections", [{ name: "Asked", url: sandbox.url, contracts }], Global);
    await eventually("the tools", offered, (names) => names.length === toolNames.length);
    assert.match(await ask("chainscope_listConnections", {}), /^Asked: active, development/m);
    const input = { contract: "Counter", function: "add_many", input: '["18446744073709551615"]', connection: "Asked" };
    assert.match(await ask("chainscope_callFunction", input), /\nCounter\.add_many on Asked\n"18446744073709551615"\n/);
    assert.match(await ask("chainscope_runQuery", { query: "mutation { a }" }), /Only queries are run/);
  });

  it("end when they are cancelled", async () => {
    const cancelling = new vscode.CancellationTokenSource();
    cancelling.cancel();
    await assert.rejects(
      ask("chainscope_callFunction", { contract: "Counter", function: "get_value" }, cancelling.token),
    );
  });
});
