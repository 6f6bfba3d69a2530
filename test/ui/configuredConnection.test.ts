import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inWindow } from "../support/inWindow";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import type { Workbench } from "../support/workbench";

describe("a window whose settings name a node", function () {
  this.timeout(120_000);
  let misnamed: Sandbox;
  let settingsFile: string;
  let vscode: Workbench;

  before(async () => (misnamed = await startSandbox({ args: ["--prefix", "Rusk"] })));
  after(() => misnamed.stop());
  inWindow(
    {
      name: "configured",
      sandbox: {},
      files: () => ({ ".vscode/settings.json": { "chainscope.connections": [{ name: "Other", url: misnamed.url }] } }),
      settings: ({ sandbox: { url } }) => ({ "chainscope.connections": [{ name: "Local", url }] }),
    },
    (opened) => {
      ({ vscode } = opened);
      settingsFile = join(opened.folder, ".vscode", "settings.json");
    },
  );

  it("shows what the node says as soon as the view is opened, without a complaint", async () => {
    await vscode.sideBar.open("Chainscope");
    const tree = vscode.sideBar.tree("Connections");
    assert.match((await tree.row("Local", "Node", "version")).description, /^\d+\.\d+\.\d+/);
    await tree.row("Local", "Contracts");
    assert.deepEqual(await vscode.notifications.texts(), []);
  });

  it("says that a node's headers begin with another word, and writes it down at a press, which loses nothing", async () => {
    const tree = vscode.sideBar.tree("Connections");
    await tree.expand("Other");
    const problem = "The node's headers begin with Rusk, this connection says Node.";
    await tree.row("Other", problem);
    const isUp = (rows: { label: string; description: string }[]) =>
      rows.some(({ label, description }) => label === "Other" && description.includes("up · chain"));
    await tree.until("the node of Other answers", isUp);
    await tree.click("Other", /^Use the prefix Rusk: /);
    const isGone = (rows: { label: string }[]) => !rows.some(({ label }) => label === problem);
    const rows = await tree.until("the problem is gone", isGone);
    assert.ok(isUp(rows), JSON.stringify(rows));
    assert.match(await readFile(settingsFile, "utf8"), /"name": "Other",\s*"url": "[^"]+",\s*"prefix": "Rusk"/);
    assert.deepEqual(await vscode.notifications.texts(), []);
  });
});
