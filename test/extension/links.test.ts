import assert from "node:assert/strict";
import * as vscode from "vscode";
import { extensionId } from "../../src/host/contributionIds";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { eventually } from "../support/eventually";
import { startSandbox, type Sandbox } from "../support/startSandbox";

describe("links into the editor", () => {
  const settings = () => vscode.workspace.getConfiguration("chainscope");
  const { Global } = vscode.ConfigurationTarget;
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
    await vscode.extensions.getExtension(extensionId)?.activate();
    const contracts = [{ id: contractIds.counter, name: "Counter" }];
    await settings().update("connections", [{ name: "Linked", url: sandbox.url, contracts }], Global);
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await settings().update("connections", undefined, Global);
    await sandbox.stop();
  });

  /** Paths of the requests so far that run something. */
  const runs = async () => {
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    return Object.keys(requests).filter((path) => /\/on\/contracts:/.test(path) || path === "/graphql");
  };

  it("open a contract's page with the function and its input, and call nothing", async () => {
    await open(`/call?node=${encodeURIComponent(sandbox.url)}&contract=Counter&function=increment_by&input=35`);
    const { activeTabGroup } = vscode.window.tabGroups;
    await eventually(
      "the page",
      () => activeTabGroup.activeTab?.label ?? "",
      (label) => label.includes("Counter"),
    );
    assert.deepEqual(
      (await runs()).filter((path) => path.includes("increment_by")),
      [],
    );
  });

  it("open a query as a document of the connection, and run nothing", async () => {
    const text = "query FromLink {\n  blocks(last: 1) { reward }\n}\n";
    const before = await runs();
    await open(`/query?node=Linked&text=${encodeURIComponent(text)}`);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.getText(), text);
    assert.equal(document?.languageId, "graphql");
    assert.deepEqual(
      (await runs()).filter((path) => !before.includes(path)),
      [],
    );
  });

  it("are copied from a query, and lead to the same", async () => {
    const text = vscode.window.activeTextEditor?.document.getText();
    await vscode.commands.executeCommand("chainscope.copyLink");
    const copied = vscode.Uri.parse(await vscode.env.clipboard.readText());
    assert.equal(`${copied.scheme}://${copied.authority}`, `${vscode.env.uriScheme}://${extensionId}`);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await open(`${copied.path}?${copied.query.replaceAll("%", "%25")}`);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), text);
  });
});

/** Hands a link over as the editor does, which itself takes them from outside only, after asking. */
async function open(link: string): Promise<void> {
  const uri = vscode.Uri.parse(`${vscode.env.uriScheme}://${extensionId}${link}`);
  const modules = Object.values(require.cache).map((module) => module?.exports as { openLink?: unknown } | undefined);
  const extension = modules.find((each) => typeof each?.openLink === "function");
  await (extension as { openLink(uri: vscode.Uri): Promise<void> }).openLink(uri);
}
