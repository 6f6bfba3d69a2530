import assert from "node:assert/strict";
import { CallPage } from "../support/callPage";
import { inWindow } from "../support/inWindow";
import { recordedPrefix, RecordedNode } from "../support/recordedNode";
import type { Workbench } from "../support/workbench";

/** A contract with a driver of its own, which answers with an empty schema. */
const id = "b06d61d9f26f37edb9d95eef8451b8f1865b2b03f60ab59ab4b248628d950764";
const unknown = "fe".repeat(32);
const noSchema = "This driver tells no schema: name the function or event yourself.";

describe("contracts of a deployed node (1.4.5): one whose driver tells no schema", function () {
  this.timeout(180_000);
  let recorded: RecordedNode;
  let vscode: Workbench;

  before(async () => (recorded = await RecordedNode.start()));
  after(() => recorded.stop());
  inWindow(
    {
      name: "deployed-node",
      settings: () => ({
        "chainscope.connections": [
          { name: "Real", url: recorded.url, prefix: recordedPrefix, contracts: [{ id, name: "Own" }] },
        ],
      }),
      size: { width: 1600, height: 900 },
    },
    (opened) => ({ vscode } = opened),
  );

  it("is called by the name of a function, and its result is decoded", async () => {
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.pick("Own");
    await vscode.quickInput.shows(noSchema);
    await vscode.quickInput.pick("Enter a function name…");
    await vscode.quickInput.shows("Name of the function");
    await vscode.quickInput.enter("get_version");
    const page = await CallPage.shown(vscode, "Real");
    await page.until("the advice", page.head, (text) => text.includes(noSchema) && text.includes("Own.get_version"));
    await page.box("Input as JSON").fill("null");
    await page.send.click();
    await page.output((text) => text.trim() === '"8"');
    await page.frame.getByRole("heading", { name: "Result of Own.get_version" }).waitFor();
    await vscode.screenshot("deployed-node-call-dark");
  });

  it("offers the function that was called from then on", async () => {
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.pick("Own");
    await vscode.quickInput.shows(noSchema);
    const items = await vscode.quickInput.items();
    await vscode.quickInput.cancel();
    assert.ok(items.every(({ label }) => label === "Enter a function name…" || label === "get_version"));
  });

  it("is tailed by the name of an event, which is decoded", async () => {
    await vscode.runCommand("Chainscope: Tail Events…");
    await vscode.quickInput.pick("Own");
    await vscode.quickInput.shows("Which events");
    await vscode.screen.eventually(
      "why there are no names",
      () => vscode.quickInput.items(),
      (items) => items.some(({ label, detail }) => label === "Enter an event name…" && detail === noSchema),
    );
    await vscode.screenshot("deployed-node-tail-dark");
    await vscode.quickInput.pick("Enter an event name…");
    await vscode.quickInput.shows("Name of the event");
    await vscode.quickInput.enter("stake");
    await vscode.output.untilChannel("Chainscope Events");
    await vscode.screen.eventually(
      "the subscription",
      () => vscode.output.text(),
      (text) => /subscribed to contracts:Own\/stake/.test(text),
    );
    recorded.play("call with a deposit that the callee takes");
    await vscode.screen.eventually(
      "the decoded event",
      () => vscode.output.text(),
      (text) => /Own {2}stake {2}keys\.account u7bwZ5…2Ne · /.test(text),
    );
  });

  it("is no tail of all events while the names are unknown, and a name is asked for", async () => {
    await vscode.runCommand("Chainscope: Tail Events…");
    await vscode.quickInput.type(`contracts:${unknown}`);
    await vscode.quickInput.pick(`Tail contracts:${unknown}`);
    await vscode.quickInput.shows("Name of the event");
    await vscode.quickInput.cancel();
    await vscode.screen.eventually(
      "why there is no tail",
      () => vscode.output.text(),
      (text) => /tail of contracts:fefefefe\S+ did not start: This node sends a contract's events by their/.test(text),
    );
  });

  it("is not confused with a contract that does not exist, which is called none", async () => {
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.pick("Enter a contract id…");
    await vscode.quickInput.shows("Contract id");
    await vscode.quickInput.enter(unknown);
    await vscode.notifications.until("No contract with this id on Real.");
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.shows("Which contract");
    const items = await vscode.quickInput.items();
    await vscode.quickInput.cancel();
    assert.ok(!items.some(({ description }) => description === unknown));
  });

  it("gives bytes as bytes, not as the digits of their hex", async () => {
    const page = await CallPage.shown(vscode, "Real");
    await page.nameFunction("Own", "get_version");
    const modes = page.frame.getByRole("tablist", { name: "How to write the input" });
    await modes.getByRole("tab", { name: "Raw hex" }).click();
    await page.box("Input as hex").fill("");
    await page.send.click();
    const text = await page.until("the bytes", page.result, (shown) => shown.includes("undecoded bytes"));
    assert.match(text, /undecoded bytes \(8 bytes\)/);
    assert.match(text, /0x0800000000000000/);
  });

  describe("a built-in one", () => {
    it("has all its events tailed by the names that are built in", async () => {
      await vscode.runCommand("Chainscope: Tail Events…");
      await vscode.quickInput.pick("Transfer contract");
      await vscode.quickInput.shows("Which events");
      await vscode.quickInput.pick("All events");
      await vscode.screen.eventually(
        "the subscription",
        () => vscode.output.text(),
        (text) => /subscribed to contracts:Transfer.contract in session [^]*: moonlight, [^]*, mint_c$/m.test(text),
      );
      recorded.play("transfer with memo, succeeds");
      await vscode.screen.eventually(
        "the event",
        () => vscode.output.text(),
        (text) => /Transfer.contract {2}moonlight {2}(sender )?\w{6}…/.test(text),
      );
    });

    it("is described without a question that closes the connection, and its streams are called as such", async () => {
      const page = await CallPage.shown(vscode, "Real");
      await page.openFunction("Transfer contract", "sync_contract_balances");
      const head = await page.until("the note", page.head, (text) => text.includes("Built into the node"));
      assert.doesNotMatch(head, /No schema/);
      assert.equal(await page.frame.getByRole("checkbox", { name: /^Stream/ }).isChecked(), true);
      await page.box("Argument 1").fill("0");
      await page.box("Argument 2").fill("10");
      assert.equal(await page.button("Coins").count(), 0, "an offset and a count are no amounts");
      await page.send.click();
      await page.until("the balances", page.result, (text) => text.includes("100000000000000"));
      assert.ok(!recorded.asked.some((path) => /:0[12]0.*\/get_schema$/.test(path)));
      await vscode.screenshot("deployed-node-stream-dark");
    });
  });
});
