import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { Workbench } from "../support/workbench";

describe("a window whose settings name a node", function () {
  this.timeout(120_000);
  let folder: string;
  let sandbox: Sandbox;
  let vscode: Workbench;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-ui-"));
    sandbox = await startSandbox();
    vscode = await Workbench.open({
      host: "oldest",
      name: "configured",
      folder,
      extensionDevelopmentPath: resolve(__dirname, "../.."),
      settings: { "chainscope.connections": [{ name: "Local", url: sandbox.url }] },
    });
  });
  after(async () => {
    await vscode?.close();
    await sandbox?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("shows what the node says as soon as the view is opened, without a complaint", async () => {
    await vscode.sideBar.open("Chainscope");
    const tree = vscode.sideBar.tree("Connections");
    assert.match((await tree.row("Local", "Node", "version")).description, /^\d+\.\d+\.\d+/);
    await tree.row("Local", "Contracts");
    assert.deepEqual(await vscode.notifications.texts(), []);
  });
});
