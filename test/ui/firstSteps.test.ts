import assert from "node:assert/strict";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { FaultServer } from "../support/faultServer";
import { inWindow } from "../support/inWindow";
import type { Workbench } from "../support/workbench";

describe("first steps in an empty VS Code", function () {
  this.timeout(180_000);
  let vscode: Workbench;

  inWindow(
    {
      name: "first-steps",
      samples: ".",
      files: () => ({ "count.call.json": { contract: contractIds.counter, function: "get_value" } }),
    },
    (opened) => ({ vscode } = opened),
  );

  it("offers two ways in while there is no connection", async () => {
    await vscode.sideBar.open("Chainscope");
    const { buttons } = await vscode.screen.eventually(
      "what to do first",
      () => vscode.sideBar.welcome("Connections"),
      ({ text }) => text.includes("Not connected to a node yet"),
    );
    assert.deepEqual(buttons, ["Start the Sandbox Node", "Connect to a Node…"]);
    await vscode.screenshot("welcome-dark");
  });

  it("leads to six first steps at the first press, of which each is ticked off when it is done", async () => {
    await vscode.sideBar.pressWelcome("Connections", "First steps");
    const steps = vscode.page.locator(".getting-started-step:visible");
    await vscode.screen.eventually(
      "six steps",
      () => steps.locator(".step-title").allTextContents(),
      (titles) => titles.length === 6,
    );
    assert.deepEqual(await vscode.editor.tabs(), ["Walkthrough: Chainscope"]);
    for (const theme of ["light", "high-contrast", "dark"] as const) {
      await vscode.useTheme(theme);
      await vscode.webview("svg");
      await vscode.screenshot(`walkthrough-${theme}`);
    }
    const ticked = ".getting-started-step:visible .codicon.complete";
    assert.equal(await vscode.page.locator(ticked).count(), 0);
    await vscode.page
      .locator(".getting-started-step.expanded .monaco-button", { hasText: "Start the Sandbox Node" })
      .click();
    await vscode.screen.appears(ticked, "the first step to be done");
    assert.equal(await vscode.page.locator(ticked).count(), 1);
    await vscode.screenshot("walkthrough-done-dark");
    await vscode.runCommand("Chainscope: Stop the Sandbox Node");
    await vscode.runCommand("View: Close All Editors");
  });

  it("names the failure when no node answers at the address that was typed, and keeps the text", async () => {
    await vscode.sideBar.pressWelcome("Connections", "Connect to a Node…");
    await vscode.quickInput.shows("Address of the node");
    await vscode.quickInput.enter("http://127.0.0.1:1");
    await vscode.quickInput.message("127.0.0.1:1");
    const { value, problem } = await vscode.quickInput.read();
    assert.equal(value, "http://127.0.0.1:1");
    assert.equal(problem, true);
    await vscode.screenshot("connect-failure-dark");
    await vscode.quickInput.cancel();
  });

  it("believes the status of a gateway, whatever page comes with it", async () => {
    const page = "<html><head><title>502 Bad Gateway</title></head></html>";
    const gateway = await FaultServer.start((_, reply) => reply.answer(502, { "content-type": "text/html" }, page));
    await vscode.sideBar.pressWelcome("Connections", "Connect to a Node…");
    await vscode.quickInput.shows("Address of the node");
    await vscode.quickInput.enter(gateway.url);
    await vscode.quickInput.message("A gateway could not reach the node (status 502)");
    await vscode.quickInput.cancel();
    await gateway.stop();
  });

  it("offers both ways to a node where a call file is run and there is none, and goes on with it", async () => {
    await vscode.editor.openFile("count.call.json");
    await vscode.page.locator(`.editor-actions .action-label[aria-label^="Run Call File"]`).click();
    const { text, buttons } = await vscode.notifications.until("There is no connection yet");
    assert.match(text, /Connect to a node, or start the sandbox node\./);
    assert.deepEqual(buttons, ["Connect to a Node…", "Start the Sandbox Node", "Show Log"]);
    await vscode.screenshot("no-connection-dark");
    await vscode.notifications.press("There is no connection yet", "Start the Sandbox Node");
    await vscode.editor.untilActive("Sandbox Counter.get_value.json");
    await vscode.runCommand("Chainscope: Stop the Sandbox Node");
    await vscode.runCommand("View: Close All Editors");
  });

  it("starts the sandbox node from the welcome and shows its info and exact provisioner amounts", async () => {
    await vscode.sideBar.pressWelcome("Connections", "Start the Sandbox Node");
    const tree = vscode.sideBar.tree("Connections");
    await tree.until("the sandbox to be up", (rows) =>
      rows.some(({ label, description }) => label === "Sandbox" && /^active · up · chain/.test(description)),
    );
    assert.match((await tree.row("Sandbox", "Node", "chain_id")).description, /^\d+$/);
    await tree.expand("Sandbox", "Provisioners");
    const row = await tree.reveal(({ description }) => description.startsWith("9 007 199.254740993 "));
    assert.equal(row.description, "9 007 199.254740993 coins · 9007199254740993 units");
    await vscode.screenshot("explorer-dark");
    await tree.reveal("Provisioners");
    await tree.collapse("Sandbox", "Provisioners");
  });

  it("calls a contract from the palette and shows the decoded result beside", async () => {
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.pick("Counter");
    await vscode.quickInput.shows("Which function");
    await vscode.screenshot("call-functions-dark");
    await vscode.quickInput.pick("increment_by");
    await vscode.quickInput.shows("u32");
    await vscode.quickInput.type("12x");
    await vscode.quickInput.message("12x");
    await vscode.quickInput.enter("35");
    await vscode.editor.untilActive(/Counter\.increment_by\.json/);
    const text = await vscode.editor.untilText(
      "the decoded result",
      (shown) => /^"\d+"$/.test(shown.trim()),
      "Sandbox Counter.increment_by.json",
    );
    assert.ok(BigInt(text.trim().slice(1, -1)) >= 42n);
    await vscode.screenshot("call-result-dark");
  });

  it("streams decoded events of a contract into the output channel", async () => {
    await vscode.runCommand("Chainscope: Tail Events…");
    await vscode.quickInput.pick("Counter");
    await vscode.quickInput.pick("All events");
    await vscode.output.untilChannel("Chainscope Events");
    const text = await vscode.output.untilText("a decoded event", (shown) => /Counter {2}counted {2}"\d+"/.test(shown));
    assert.match(text, /^\d\d:\d\d:\d\d\.\d{3} {2}Sandbox {2}Counter {2}counted {2}"\d+"$/m);
    await vscode.screenshot("events-dark");
  });

  it("completes fields in a .gql file from the node's own schema", async () => {
    await vscode.editor.openFile("block.gql");
    await vscode.editor.replaceAll("{ block(height: -1) {  } }");
    await vscode.editor.goTo(1, 23);
    const labels = await vscode.editor.suggestions((shown) => shown.includes("header"));
    assert.ok(
      ["header", "status", "transactions", "reward"].every((field) => labels.includes(field)),
      labels.join(),
    );
    await vscode.screenshot("completion-dark");
    await vscode.page.keyboard.press("Escape");
  });

  it("is as clear in light and in high contrast", async () => {
    await vscode.sideBar.tree("Connections").expand("Sandbox", "Provisioners");
    for (const theme of ["light", "high-contrast"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`overview-${theme}`);
    }
  });
});

describe("the window that `npm start` opens", function () {
  this.timeout(120_000);
  let vscode: Workbench;

  inWindow(
    {
      ...{ name: "introduced", sandbox: {}, samples: ".", env: { CHAINSCOPE_INTRODUCE: "1" } },
      settings: ({ sandbox }) => ({
        "chainscope.connections": [{ name: "Sandbox", url: sandbox.url }],
      }),
    },
    (opened) => ({ vscode } = opened),
  );

  it("has the view in front, and the walkthrough beside the README of the sample", async () => {
    await vscode.screen.eventually(
      "both pages",
      () => vscode.editor.tabs(),
      (tabs) => tabs.some((tab) => tab.includes("README.md")) && tabs.includes("Walkthrough: Chainscope"),
      30_000,
    );
    await vscode.sideBar
      .tree("Connections")
      .until("the sandbox to be up", (rows) =>
        rows.some(({ label, description }) => label === "Sandbox" && / up · chain/.test(description)),
      );
    assert.equal(await vscode.page.locator(".getting-started-step:visible").count(), 6);
    await vscode.webview("h1");
    await vscode.screenshot("introduced-dark");
  });
});
