import assert from "node:assert/strict";
import { inWindow } from "../support/inWindow";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import type { Workbench } from "../support/workbench";

const query = 'query History {\n  fullMoonlightHistory(address: "x") {\n    json\n  }\n}\n';

describe("GraphQL in two folders with a node each", function () {
  this.timeout(180_000);
  let plain: Sandbox;
  let archive: Sandbox;
  let vscode: Workbench;

  before(async () => {
    [plain, archive] = await Promise.all([
      startSandbox({ blockMs: 0, roles: ["plain"] }),
      startSandbox({ blockMs: 0, roles: ["archive"] }),
    ]);
  });
  after(() => Promise.all([plain.stop(), archive.stop()]));
  inWindow(
    {
      name: "graphql-folders",
      files: () => ({
        "two.code-workspace": { folders: [{ path: "first" }, { path: "second" }] },
        "first/first.gql": query,
        "first/.vscode/settings.json": { "chainscope.connections": [{ name: "Plain", url: plain.url }] },
        "second/second.gql": query,
        "second/.vscode/settings.json": { "chainscope.connections": [{ name: "Archive", url: archive.url }] },
      }),
      opens: "two.code-workspace",
      size: { width: 1400, height: 800 },
    },
    (opened) => ({ vscode } = opened),
  );

  it("checks the same query by the node of its own folder", async () => {
    await vscode.runCommand("Problems: Focus on Problems View");
    await vscode.editor.openFile("second.gql");
    await lens("Run on Archive");
    assert.deepEqual(await problems(), []);
    await vscode.editor.openFile("first.gql");
    await lens("Run on Plain");
    const found = await vscode.screen.eventually(
      "the problem in the first folder",
      problems,
      ({ length }) => length > 0,
    );
    assert.match(found.join("\n"), /not offered by node "Plain".*It is offered by "Archive"/);
    await vscode.screenshot("graphql-folders-dark");
  });

  it("runs it on the node of its own folder", async () => {
    await vscode.editor.openFile("second.gql");
    await lens("Run on Archive");
    await vscode.editor.pressLens("Run on Archive");
    await vscode.editor.untilText("the result", (shown) => shown.includes('"fullMoonlightHistory"'), "second result");
  });

  it("lets a person choose another connection for one document", async () => {
    await vscode.editor.openFile("first.gql");
    await vscode.runCommand("Chainscope: Choose Connection for This Document…");
    await vscode.quickInput.shows("Which node");
    await vscode.screenshot("graphql-folders-choose-dark");
    await vscode.quickInput.pick("Archive");
    await lens("Run on Archive");
    await vscode.screen.eventually("no problem", problems, ({ length }) => length === 0);
  });

  /** What the Problems panel says, with plain spaces. */
  async function problems(): Promise<string[]> {
    const rows = await vscode.page.locator(".markers-panel .monaco-list-row").allInnerTexts();
    return rows.map((row) => row.replace(/\s+/g, " ")).filter((row) => row.includes("offered"));
  }

  async function lens(title: string): Promise<void> {
    await vscode.screen.eventually(
      `the lens ${title}`,
      () => vscode.editor.lenses(),
      (shown) => shown.includes(title),
    );
  }
});
