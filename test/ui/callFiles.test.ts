import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { CallPage } from "../support/callPage";
import { inWindow } from "../support/inWindow";
import type { Sandbox } from "../support/startSandbox";
import type { Workbench } from "../support/workbench";

const contracts = [
  { name: "Counter", id: contractIds.counter },
  { name: "Ledger", id: contractIds.ledger },
];

describe("call files", function () {
  this.timeout(120_000);
  let folder: string;
  let sandbox: Sandbox;
  let vscode: Workbench;

  const sum = { contract: "Counter", function: "add_many", input: ["1", "18446744073709551614"] };
  const names = {
    contract: "Ledger",
    function: "names",
    expected: [
      ["云主机", "9007199254740993"],
      ["🦀", "0"],
    ],
  };
  inWindow(
    {
      name: "call-files",
      sandbox: { blockMs: 0 },
      files: () => ({
        "sum.call.json": JSON.stringify({ ...sum, expected: "18446744073709551615" }, undefined, 2),
        "wrong.call.json": JSON.stringify({ ...sum, expected: "7" }, undefined, 2),
        "calls/deep/fails.call.json": { ...sum, input: ["-1"] },
        "typed.call.json": {},
        "names.call.json": names,
      }),
      settings: ({ sandbox: { url } }) => ({ "chainscope.connections": [{ name: "Local", url, contracts }] }),
    },
    (opened) => ({ vscode, sandbox, folder } = opened),
  );

  it("can be called, compared and opened by the lines above their text", async () => {
    await vscode.editor.openFile("sum.call.json");
    await vscode.screen.eventually(
      "the lenses",
      () => vscode.editor.lenses(),
      (lenses) => ["Call on Local", "Call and compare", "Open in panel"].every((title) => lenses.includes(title)),
    );
    await vscode.editor.pressLens("Call and compare");
    await vscode.notifications.until("exactly the expected one");
    await vscode.screenshot("call-file-dark");
    await vscode.editor.pressLens("Call on Local");
    await vscode.editor.untilActive("Local Counter.add_many.json");
    await vscode.editor.untilText(
      "the output",
      (text) => text.includes('"18446744073709551615"'),
      "Local Counter.add_many.json",
    );
  });

  it("stay in their tab: outputs and what differs open beside, where long values wrap", async () => {
    const { editor } = vscode;
    await vscode.runCommand("View: Close All Editors");
    await vscode.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "wrong.call.json" }).click();
    await editor.untilActive("wrong.call.json");
    await vscode.screen.eventually(
      "the lenses",
      () => editor.lenses(),
      (lenses) => lenses.includes("Call and compare"),
    );
    await editor.pressLens("Call and compare");
    const difference = "Counter.add_many: expected ↔ actual";
    await editor.untilActive(difference);
    await vscode.page.locator(".monaco-diff-editor .line-insert").first().waitFor();
    assert.deepEqual(await editor.tabs(), ["wrong.call.json", difference]);
    await vscode.screenshot("call-file-difference-dark");
    const path = `/on/contracts:${contractIds.counter}/add_many`;
    const text = JSON.stringify(contractIds.counter.repeat(8));
    await sandbox.control("answer", { path, headers: { "content-type": "application/json" }, text, count: 1 });
    await vscode.page.locator(".tab", { hasText: "wrong.call.json" }).click();
    const active = ".editor-group-container.active .editor-actions";
    await vscode.page.locator(`${active} .action-label[aria-label^="Run Call File"]`).click();
    const output = "Local Counter.add_many.json";
    await editor.untilActive(output);
    const lines = vscode.page.locator(".editor-group-container").last().locator(".editor-instance .view-line");
    await vscode.screen.eventually(
      "all of the value in sight, on several lines",
      async () => [(await lines.count()) > 1, (await lines.allInnerTexts()).join("")],
      ([wraps, shown]) => wraps === true && shown === text,
    );
    assert.deepEqual(await editor.tabs(), ["wrong.call.json", output], "what is clicked through shares a tab");
    await vscode.screenshot("call-output-wrapped-dark");
  });

  it("are completed and checked as one writes them, by what the contract's schema says", async () => {
    await vscode.editor.openFile("typed.call.json");
    await vscode.editor.replaceAll('{ "contract"');
    await vscode.editor.type(": ");
    await vscode.editor.acceptSuggestion("Counter");
    await vscode.editor.untilText(
      "the contract, apart from the colon",
      (text) => text.includes('"contract": "Counter"'),
      "typed.call.json",
    );
    await vscode.editor.replaceAll('{ "contract": "Counter", "function": ');
    await vscode.editor.type('"ad');
    await vscode.editor.suggestions((labels) => labels.includes("add_many"));
    await vscode.screenshot("call-file-completion-dark");
    await vscode.editor.acceptSuggestion("add_many");
    await vscode.editor.untilText("the function", (text) => text.includes('"function": "add_many"'), "typed.call.json");
    await vscode.runCommand("File: Revert File");
    await vscode.editor.untilText("the file as it was", (text) => text.trim() === "{}", "typed.call.json");
    // Written as another program does: an editor closes brackets that are typed.
    const written = (text: string) => writeFile(join(folder, "typed.call.json"), text);
    await written('{\n"contract": "Counter",\n"function": "ad_many",\n"inputs": [] }');
    await vscode.screen.appears(".squiggly-error", "a mark under the unknown field");
    await written('{\n"contract": "Counter",\n"function": "ad_many",\n"input": [] }');
    await vscode.screen.appears(".squiggly-warning", "a mark under the unknown function");
    await vscode.editor.goTo(3, 16);
    await vscode.editor.untilFocused("typed.call.json");
    await vscode.page.keyboard.press("ControlOrMeta+.");
    await vscode.page.locator(".action-widget").getByText("Change to add_many").waitFor();
    await vscode.page.keyboard.press("Enter");
    await vscode.editor.untilText("the fix", (text) => text.includes('"add_many"'), "typed.call.json");
    assert.match(await vscode.editor.hover("add_many"), /add_many\(Vec<u64>\) → u64[^]*Sums a list/);
    await vscode.screenshot("call-file-hover-dark");
    await vscode.runCommand("File: Revert File");
  });

  it("run in the Test Explorer, which shows what differs", async () => {
    await vscode.runCommand("Test: Run All Tests");
    await vscode.runCommand("Testing: Focus on Test Explorer View");
    const row = (name: string, state: string) =>
      vscode.page
        .locator(".test-explorer .monaco-list-row")
        .filter({ hasText: name })
        .filter({ has: vscode.page.locator(`.codicon-testing-${state}-icon`) });
    await vscode.screen.eventually(
      "one test passed and one failed",
      async () => [await row("sum", "passed").count(), await row("wrong", "failed").count()],
      (seen) => seen.every((count) => count === 1),
    );
    await row("calls", "error").waitFor();
    // A function that turns out to stream is called as one, and judged by all that it gave.
    await row("names", "passed").waitFor();
    for (const name of ["calls", "deep"]) {
      await row(name, "error").click();
      await vscode.page.keyboard.press("ArrowRight");
    }
    await row("fails", "error").waitFor();
    await vscode.screenshot("call-tests-dark");
  });

  it("are listed in the panel, filled in there, and saved from there", async () => {
    await vscode.runCommand("Chainscope: Open Contract Panel");
    const page = await CallPage.shown(vscode);
    await page.option("Call files", "sum.call.json").click();
    await page.until("the function", page.head, (text) => text.includes("Counter.add_many"));
    await page.untilCount("two items", page.boxes("Item"), 2);
    assert.equal(await page.boxes("Item").nth(1).inputValue(), "18446744073709551614");
    await page.boxes("Item").nth(1).fill("1");
    await page.until("the bytes", page.frame.locator(".bytes .check"), (text) => text.includes("gives back the same"));
    await page.send.click();
    await page.output((text) => text.trim() === '"2"');
    await page.button("Save as call file…").click();
    await vscode.quickInput.shows("Save as Call File");
    await vscode.quickInput.enterPath(join(folder, "two.call.json"));
    const text = await vscode.screen.eventually(
      "the file",
      () => readFile(join(folder, "two.call.json"), "utf8"),
      (written) => written.includes("expected"),
    );
    assert.deepEqual(JSON.parse(text), {
      ...{ connection: "Local", contract: "Counter", function: "add_many", input: ["1", "1"], expected: "2" },
    });
    await page.option("Call files", "two.call.json").waitFor();
  });

  it("expect no output of another input, and replace no file without a question", async () => {
    const two = await readFile(join(folder, "two.call.json"), "utf8");
    const save = async (name: string) => {
      const page = await CallPage.shown(vscode);
      await page.button("Save as call file…").click();
      await vscode.quickInput.shows("Save as Call File");
      await vscode.quickInput.enterPath(join(folder, name));
    };
    await vscode.page.locator(".tab", { hasText: "Counter.add_many · Local" }).first().click();
    const page = await CallPage.shown(vscode);
    await page.boxes("Item").nth(1).fill("5");
    await page.until("the bytes", page.frame.locator(".bytes .check"), (text) => text.includes("gives back the same"));
    await save("two.json");
    await vscode.notifications.dialog("two.call.json exists already. Replace it?");
    await vscode.notifications.pressInDialog("Cancel");
    assert.equal(await readFile(join(folder, "two.call.json"), "utf8"), two);
    await save("three.json");
    const text = await vscode.screen.eventually(
      "the file",
      () => readFile(join(folder, "three.call.json"), "utf8"),
      (written) => written.includes('"5"'),
    );
    assert.doesNotMatch(text, /expected/);
    assert.equal(await readFile(join(folder, "two.call.json"), "utf8"), two);
  });
});
