import assert from "node:assert/strict";
import { CallPage } from "../support/callPage";
import { inWindow } from "../support/inWindow";
import type { Sandbox } from "../support/startSandbox";
import type { Workbench } from "../support/workbench";

describe("the sandbox node beside a connection of its name", function () {
  this.timeout(120_000);
  this.bail(true);
  let configured: Sandbox;
  let vscode: Workbench;
  let page: CallPage;

  inWindow(
    {
      name: "sandbox-node",
      sandbox: {},
      settings: ({ sandbox }) => ({
        "chainscope.connections": [
          { name: "Main", url: "http://127.0.0.1:9", role: "production" },
          { name: "Sandbox", url: sandbox.url },
        ],
      }),
    },
    (opened) => ({ vscode, sandbox: configured } = opened),
  );

  before(() => vscode.sideBar.open("Chainscope"));

  const tree = () => vscode.sideBar.tree("Connections");
  const connectionsShown = async () =>
    (await tree().rows()).filter(({ level }) => level === 1).map(({ label }) => label);
  const untilShown = (...names: string[]) =>
    vscode.screen.eventually(
      `the connections ${names.join(", ")}`,
      connectionsShown,
      (shown) => shown.join() === names.join(),
    );

  it("gets a name of its own, and leaves what is pinned to the other where it is", async () => {
    await vscode.runCommand("Chainscope: Open Contract Panel");
    page = await CallPage.shown(vscode, "Sandbox");
    await page.until("the address", page.connection, (text) => text.includes(configured.url));
    await vscode.runCommand("Chainscope: Start the Sandbox Node");
    await untilShown("Main", "Sandbox", "Sandbox 2");
    await vscode.statusBar.until("Sandbox 2");
    assert.ok((await page.connection.innerText()).includes(configured.url));
  });

  it("leaves the other as it was when it stops, and none for production active", async () => {
    await vscode.runCommand("Chainscope: Stop the Sandbox Node");
    await untilShown("Main", "Sandbox");
    assert.ok((await page.connection.innerText()).includes(configured.url));
    const text = await vscode.statusBar.until("Sandbox");
    assert.ok(!text.includes("Sandbox 2") && !text.includes("production"), text);
  });

  it("is stopped from its row, which offers no settings to edit, and can be started again", async () => {
    await vscode.runCommand("Chainscope: Start the Sandbox Node");
    await untilShown("Main", "Sandbox", "Sandbox 2");
    const menu = await tree().menu("Sandbox 2");
    for (const entry of ["Edit Connection…", "Remove Connection", "Disconnect", "Retry Connection"])
      assert.ok(!menu.includes(entry), menu.join());
    await tree().chooseFromMenu(["Sandbox 2"], "Stop the Sandbox Node");
    await untilShown("Main", "Sandbox");
    await vscode.runCommand("Chainscope: Start the Sandbox Node");
    await untilShown("Main", "Sandbox", "Sandbox 2");
  });

  it("plays from its row what can happen to a transaction, which a document tells", async () => {
    await tree().chooseFromMenu(["Sandbox 2"], "Try What Happens to a Transaction…");
    await vscode.quickInput.shows("Try What Happens to a Transaction");
    await vscode.screenshot("sandbox-stories-dark");
    await vscode.quickInput.pick("Replacement");
    const tab = await vscode.editor.untilActive(/^Sandbox 2 sent /);
    await vscode.editor.untilText(
      "its end",
      (text) => /^state: replaced$[^]* replaced by [0-9a-f]{8}…/m.test(text),
      tab,
    );
    for (const theme of ["light", "high-contrast", "dark"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`sandbox-story-${theme}`);
    }
    await vscode.runCommand("Chainscope: Stop the Sandbox Node");
  });

  it("has no part in it when the other is renamed, whose panel stays with it", async () => {
    await tree().chooseFromMenu(["Sandbox"], "Edit Connection…");
    await vscode.quickInput.pick("Name");
    await vscode.quickInput.shows("Name of the connection");
    await vscode.quickInput.enter("Renamed");
    await vscode.quickInput.shows("What to change");
    await vscode.quickInput.cancel();
    await untilShown("Main", "Renamed");
    const isPinned = (text: string) => text.includes("Renamed") && text.includes(configured.url);
    await page.until("the connection by its new name", page.connection, isPinned);
    await vscode.runCommand("Chainscope: Start the Sandbox Node");
    await untilShown("Main", "Renamed", "Sandbox");
    assert.ok(isPinned(await page.connection.innerText()));
    assert.ok((await vscode.editor.tabs()).includes("Contracts · Renamed"));
    await vscode.screenshot("sandbox-beside-renamed");
    assert.deepEqual(await vscode.notifications.texts(), [], "no one has asked for a message");
  });
});
