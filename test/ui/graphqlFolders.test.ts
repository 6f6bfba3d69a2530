import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { Workbench } from "../support/workbench";

const root = resolve(__dirname, "../..");
const query = 'query History {\n  fullMoonlightHistory(address: "x") {\n    json\n  }\n}\n';

describe("GraphQL in two folders with a node each", function () {
  this.timeout(180_000);
  let folder: string;
  let plain: Sandbox;
  let archive: Sandbox;
  let vscode: Workbench;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-ui-"));
    [plain, archive] = await Promise.all([
      startSandbox({ blockMs: 0, roles: ["plain"] }),
      startSandbox({ blockMs: 0, roles: ["archive"] }),
    ]);
    await writeFolder("first", "Plain", plain.url);
    await writeFolder("second", "Archive", archive.url);
    const workspace = join(folder, "two.code-workspace");
    await writeFile(workspace, JSON.stringify({ folders: [{ path: "first" }, { path: "second" }] }));
    vscode = await Workbench.open({
      host: "oldest",
      name: "graphql-folders",
      folder: workspace,
      extensionDevelopmentPath: root,
      size: { width: 1400, height: 800 },
    });
    await vscode.useTheme("dark");
  });
  after(async () => {
    await vscode?.close();
    await Promise.all([plain?.stop(), archive?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

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

  async function writeFolder(name: string, connection: string, url: string): Promise<void> {
    await mkdir(join(folder, name, ".vscode"), { recursive: true });
    const settings = { "chainscope.connections": [{ name: connection, url }] };
    await writeFile(join(folder, name, ".vscode", "settings.json"), JSON.stringify(settings));
    await writeFile(join(folder, name, `${name}.gql`), query);
  }

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
