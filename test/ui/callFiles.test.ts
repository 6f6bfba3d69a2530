import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { CallPage } from "../support/callPage";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { Workbench } from "../support/workbench";

const root = resolve(__dirname, "../..");
const contracts = [{ name: "Counter", id: contractIds.counter }];

describe("call files", function () {
  this.timeout(120_000);
  let folder: string;
  let sandbox: Sandbox;
  let vscode: Workbench;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-files-"));
    const sum = { contract: "Counter", function: "add_many", input: ["1", "18446744073709551614"] };
    await writeFile(
      join(folder, "sum.call.json"),
      JSON.stringify({ ...sum, expected: "18446744073709551615" }, undefined, 2),
    );
    await writeFile(join(folder, "wrong.call.json"), JSON.stringify({ ...sum, expected: "7" }, undefined, 2));
    await mkdir(join(folder, "calls", "deep"), { recursive: true });
    await writeFile(join(folder, "calls", "deep", "fails.call.json"), JSON.stringify({ ...sum, input: ["-1"] }));
    await writeFile(join(folder, "typed.call.json"), "{}");
    sandbox = await startSandbox({ blockMs: 0 });
    vscode = await Workbench.open({
      ...{ host: "oldest", name: "call-files", folder, extensionDevelopmentPath: root },
      settings: { "chainscope.connections": [{ name: "Local", url: sandbox.url, contracts }] },
    });
    await vscode.useTheme("dark");
  });
  after(async () => {
    await vscode?.close();
    await sandbox?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("can be called, compared and opened by the lines above their text", async () => {
    await vscode.editor.openFile("sum.call.json");
    await vscode.screen.eventually(
      "the lenses",
      () => vscode.editor.lenses(),
      (lenses) => ["Call", "Call and compare", "Open in panel"].every((title) => lenses.includes(title)),
    );
    await vscode.editor.pressLens("Call and compare");
    await vscode.notifications.until("exactly the expected one");
    await vscode.screenshot("call-file-dark");
    await vscode.editor.pressLens("Call");
    await vscode.editor.untilActive("Local Counter.add_many.json");
    await vscode.editor.untilText(
      "the output",
      (text) => text.includes('"18446744073709551615"'),
      "Local Counter.add_many.json",
    );
  });

  it("are completed and checked as one writes them, by what the contract's schema says", async () => {
    await vscode.editor.openFile("typed.call.json");
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
    await written('{ "contract": "Counter", "function": "ad_many", "inputs": [] }');
    await vscode.screen.appears(".squiggly-error", "a mark under the unknown field");
    await written('{ "contract": "Counter", "function": "ad_many", "input": [] }');
    await vscode.screen.appears(".squiggly-warning", "a mark under the unknown function");
    await vscode.editor.goTo(1, 42);
    await vscode.editor.untilFocused("typed.call.json");
    await vscode.page.keyboard.press("ControlOrMeta+.");
    await vscode.page.locator(".action-widget").getByText("Change to add_many").waitFor();
    await vscode.page.keyboard.press("Enter");
    await vscode.editor.untilText("the fix", (text) => text.includes('"add_many"'), "typed.call.json");
    for (const theme of ["light", "high-contrast", "dark"] as const) {
      await vscode.useTheme(theme);
      await vscode.editor.hover("add_many");
      await vscode.screenshot(`call-file-hover-${theme}`);
      await vscode.page.keyboard.press("Escape");
    }
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
      40_000,
    );
    await row("calls", "error").waitFor();
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
    await vscode.quickInput.enter(join(folder, "two.call.json"));
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
});
