import assert from "node:assert/strict";
import { inWindow } from "../support/inWindow";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import type { Workbench } from "../support/workbench";

describe("writing and running GraphQL", function () {
  this.timeout(240_000);
  let local: Sandbox;
  let other: Sandbox;
  let vscode: Workbench;

  before(async () => (other = await startSandbox({ blockMs: 0, seed: 2, args: ["--history", "120"] })));
  after(() => other.stop());
  inWindow(
    {
      name: "graphql",
      sandbox: { blockMs: 0 },
      samples: ".",
      files: () => ({ "scratch.gql": "", "page.ts": "" }),
      settings: ({ sandbox }) => ({
        "chainscope.connections": [
          { name: "Local", url: sandbox.url },
          { name: "Other", url: other.url },
        ],
      }),
      size: { width: 1500, height: 860 },
    },
    (opened) => ({ vscode, sandbox: local } = opened),
  );

  it("writes a whole query from nothing by completion alone", async () => {
    await vscode.editor.openFile("scratch.gql");
    await accept("query");
    await vscode.editor.type("Tip");
    await vscode.page.keyboard.press("Tab");
    await accept("block");
    await accept("header");
    await accept("height");
    await vscode.page.keyboard.press("ArrowDown");
    await vscode.page.keyboard.press("End");
    await vscode.page.keyboard.press("Enter");
    await vscode.editor.suggestions((labels) => labels.includes("reward"));
    await vscode.screenshot("graphql-completion-dark");
    await vscode.editor.acceptSuggestion("reward");
    const text = await vscode.editor.untilText("the query", (shown) => shown.includes("reward"));
    assert.equal(text.replace(/\s+/g, " ").trim(), "query Tip { block { header { height } reward } }");
  });

  it("runs it by its lens and shows the result beside", async () => {
    await vscode.editor.goTo(2, 10);
    await vscode.editor.type("(height: -1)");
    await lens("Run on Local");
    const text = await vscode.editor.untilText("the result", (shown) => /"height": \d+/.test(shown), "scratch result");
    assert.match(text, /"data"/);
    await vscode.statusBar.until("Tip · ");
    await vscode.screenshot("graphql-result-dark");
    await vscode.editor.untilActive("scratch.gql");
  });

  it("keeps it live: two blocks, two updates, what changed marked, until its lens stops it", async () => {
    await lens("Live");
    await vscode.statusBar.until("Tip: live");
    await lens("Stop Live", false);
    const first = height(await vscode.editor.text("scratch result"));
    for (const more of [1, 2]) {
      await local.control("block");
      await vscode.editor.untilText(`update ${more}`, (shown) => height(shown) === first + more, "scratch result");
    }
    await vscode.statusBar.until("3 updates");
    await vscode.screenshot("graphql-live-dark");
    for (const theme of ["light", "high-contrast", "dark"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`graphql-live-${theme}`);
    }
    await lens("Stop Live");
    await lens("Live");
    await lens("Stop Live", false);
    await lens("Run on Local");
    await lens("Live", false);
  });

  it("shows where the node's error belongs", async () => {
    await vscode.editor.focus("scratch.gql");
    await vscode.editor.replaceAll("query Many { blocks(range: [0, 200]) { reward } }");
    await lens("Run on Local");
    await vscode.editor.untilText("the error", (shown) => shown.includes('"errors"'), "scratch result");
    await vscode.runCommand("View: Toggle Problems");
    await vscode.screenshot("graphql-error-dark");
    await vscode.runCommand("View: Toggle Problems");
  });

  it("asks for all variables in one editor, with completion from their types, and runs with them", async () => {
    await vscode.editor.focus("scratch.gql");
    await vscode.editor.replaceAll(
      "query Some($last: Int!, $range: [Int!]) { blocks(last: $last, range: $range) { reward } }",
    );
    await lens("Run on Local");
    await vscode.editor.untilActive("scratch.variables.json");
    await vscode.editor.untilText("the draft", (shown) => shown.includes('"last": 0'), "scratch.variables");
    await vscode.statusBar.until("1 selected");
    await vscode.editor.type("3,");
    await vscode.page.keyboard.press("Enter");
    await vscode.editor.suggestions((labels) => labels.includes("range"));
    await vscode.screenshot("graphql-variables-dark");
    await vscode.page.keyboard.press("Escape");
    for (const key of ["Shift+Home", "Shift+Home", "Backspace", "Backspace", "Backspace"]) {
      await vscode.page.keyboard.press(key);
    }
    await vscode.notifications.until("Some was not run");
    await lens("Run Some on Local", false);
    await vscode.page.keyboard.press("Control+Enter");
    await vscode.editor.untilText("three blocks", (shown) => shown.split("reward").length === 4, "scratch result");
    const unsaved = vscode.page.locator(".tab.active.dirty", { hasText: "scratch.variables.json" });
    await vscode.screen.eventually(
      "the values kept",
      () => unsaved.count(),
      (count) => count === 0,
    );
    await vscode.page.keyboard.press("ControlOrMeta+w");
    assert.equal(await vscode.page.locator(".monaco-dialog-box").count(), 0);
    await vscode.notifications.press("Some was not run", "Run");
  });

  it("lists what fits at each stop of what it inserted", async () => {
    await vscode.editor.focus("scratch.gql");
    await vscode.editor.replaceAll("");
    await vscode.editor.type("{ tx");
    await accept("tx");
    await vscode.editor.type("ab");
    await vscode.page.keyboard.press("Tab");
    const list = vscode.page.locator(".suggest-widget.visible .label-name", { hasText: "gasSpent" });
    await list.first().waitFor();
    await vscode.screenshot("graphql-stops-dark");
    await vscode.page.keyboard.press("Escape");
    await vscode.editor.replaceAll("{ lastBlockPair { json } }");
  });

  it("says of a result that it is pinned, or not the answer to the last run", async () => {
    await lens("Run on Local");
    await vscode.editor.untilText("the result", (shown) => shown.includes("json"), "scratch result");
    await local.control("answer", { path: "/graphql", status: 500, text: "VM error: out of order", count: 1 });
    await lens("Run on Local");
    await vscode.statusBar.until("· failed");
    for (const theme of ["dark", "light", "high-contrast"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`graphql-result-outdated-${theme}`);
    }
    await vscode.useTheme("dark");
  });

  it("is written in a template of a program as in a file, at any speed, and run there", async () => {
    await vscode.editor.openFile("page.ts");
    for (const delay of [15, 80, 300]) {
      await vscode.editor.replaceAll("");
      await vscode.page.keyboard.type("gql`{ block(height: 1) { rew", { delay });
      await vscode.editor.untilSuggested("reward");
      await vscode.page.keyboard.press("Tab");
      await vscode.editor.untilText(`the field after ${delay} ms a key`, (shown) => shown.includes("{ reward"));
    }
    await vscode.editor.replaceAll("");
    await vscode.page.keyboard.press("Delete");
    const program = [
      "export const tip = gql`",
      "  query Tip { block(height: 1) { reward } }",
      "`;",
      "const bits = /* GraphQL */ `",
      "  query Bits($last: Int!) {",
      "    blocks(last: $last) { ${fields} }",
      "  }",
      "`;",
      "const page = `<p>${of(gql`{ lastBlockPair ${json} }`)}</p>`;",
    ];
    await vscode.editor.paste(program.join("\n"));
    await vscode.page.keyboard.press("ControlOrMeta+Home");
    for (const theme of ["light", "high-contrast", "dark"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`graphql-template-${theme}`);
    }
    await lens("Run on Local");
    await vscode.editor.untilText("the reward", (shown) => /"reward": \d/.test(shown), "page.ts result");
    await vscode.editor.openFile("scratch.gql");
  });

  it("compares two nodes", async () => {
    await vscode.editor.focus("scratch.gql");
    await vscode.editor.openFile("block.gql");
    await vscode.runCommand("Chainscope: Compare GraphQL Operation on Two Connections…");
    await vscode.quickInput.shows("with…");
    await vscode.screenshot("graphql-compare-pick-dark");
    await vscode.quickInput.pick("Other");
    await vscode.editor.untilActive(/LatestBlock: Local ↔ Other/);
    await vscode.screen.eventually(
      "the two results",
      async () => (await vscode.page.locator(".monaco-diff-editor").allInnerTexts()).join("\n"),
      (shown) => /"height":\s24\d[^]*"height":\s119/.test(shown),
    );
    await vscode.screenshot("graphql-compare-dark");
    for (const theme of ["light", "high-contrast"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`graphql-compare-${theme}`);
    }
    await vscode.useTheme("dark");
  });

  async function accept(label: string): Promise<void> {
    await vscode.editor.suggestions((labels) => labels.includes(label));
    await vscode.editor.acceptSuggestion(label);
  }

  function height(text: string): number {
    return Number(/"height": (\d+)/.exec(text)?.[1]);
  }

  /** Waits for a lens above the active editor's operation, and presses it. */
  async function lens(title: string, press = true): Promise<void> {
    await vscode.screen.eventually(
      `the lens ${title}`,
      () => vscode.editor.lenses(),
      (shown) => shown.includes(title),
    );
    if (press) await vscode.editor.pressLens(title);
  }
});
