import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { limits } from "../../src/wire/limits";
import { inWindow } from "../support/inWindow";
import type { Sandbox } from "../support/startSandbox";
import type { Workbench } from "../support/workbench";

const root = resolve(__dirname, "../..");
const counter = "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62";

describe("around GraphQL operations", function () {
  this.timeout(240_000);
  let folder: string;
  let sandbox: Sandbox;
  let vscode: Workbench;

  inWindow(
    {
      name: "graphql-tools",
      sandbox: { blockMs: 0 },
      samples: "workspace",
      files: () => ({
        "workspace/events.gql": `query Events($c: String) {\n  finalizedEvents(contractId: "${counter}", cursor: $c) {\n    json\n  }\n}\n`,
        "workspace/empty.gql": "",
        "workspace/governed/.graphqlrc.yml": "schema: schema.graphql\n",
        "workspace/governed/governed.gql": "query Governed { nope }\n",
      }),
      opens: "workspace",
      vsix: async (opened) => [await otherGraphqlExtension(opened.folder)],
      settings: ({ sandbox: { url } }) => ({ "chainscope.connections": [{ name: "Local", url }] }),
      size: { width: 1500, height: 860 },
    },
    (opened) => ({ vscode, sandbox, folder } = opened),
  );

  it("inserts a query of what the node offers", async () => {
    await vscode.editor.openFile("empty.gql");
    await vscode.statusBar.until("Local");
    await vscode.runCommand("Chainscope: Insert Query…");
    await vscode.quickInput.shows("Which field");
    await vscode.screenshot("graphql-insert-dark");
    await vscode.quickInput.type("checkB");
    await vscode.quickInput.pick("checkBlock");
    const text = await vscode.editor.untilText("the query", (shown) => shown.includes("checkBlock("));
    assert.match(text.replace(/\s+/g, " "), /query CheckBlock\(\$height: Int!, \$hash: String!\)/);
  });

  it("offers the next page above a long list, in the result", async () => {
    await vscode.editor.openFile("events.gql");
    await lens("Run on Local");
    await vscode.editor.untilText("the events", (shown) => shown.includes("finalizedEvents"), "events result");
    await vscode.editor.focus("events result");
    await lens("50 shown, more available · Next Page");
    await vscode.editor.untilText("the events", (shown) => shown.includes("finalizedEvents"), "events result");
    await vscode.screen.eventually(
      "the lens of the second page",
      () => vscode.editor.lenses(),
      (shown) => shown.some((title) => title.startsWith("Page 2: 50 shown")),
    );
    await vscode.screenshot("graphql-next-page-dark");
  });

  it("keeps a pinned result, and opens the next one in a document of its own", async () => {
    await vscode.editor.focus("events result");
    await vscode.page
      .locator(".editor-group-container.active .editor-actions .action-label[aria-label^='Pin Result']")
      .click();
    await vscode.editor.focus("events.gql");
    await vscode.page.keyboard.press("Control+Enter");
    await vscode.editor.untilActive(/events result 2/);
  });

  it("saves a result beside the query", async () => {
    await vscode.editor.focus("events result 2");
    await vscode.page
      .locator(".editor-group-container.active .editor-actions .action-label[aria-label^='Save Result']")
      .click();
    await vscode.quickInput.shows("Save Result");
    const { value } = await vscode.quickInput.read();
    assert.match(value, /events\.result\.json$/);
    await vscode.quickInput.accept();
    await vscode.statusBar.until("Saved as events.result.json");
    const saved = await readFile(join(folder, "workspace", "events.result.json"), "utf8");
    assert.match(saved, /^{\n {2}"data"/);
  });

  it("offers to save the whole of a result that an editor does not take", async () => {
    const value = "x".repeat(limits.documentCharacters);
    const headers = { "content-type": "application/json" };
    await sandbox.control("answer", { path: "/graphql", headers, text: JSON.stringify({ data: { value } }) });
    await vscode.editor.focus("events.gql");
    await vscode.runCommand("Chainscope: Run GraphQL Operation");
    const { text } = await vscode.notifications.until("million characters");
    assert.match(text, /This has 21\.0 million characters; an editor shows at most 20\.9 million\./);
    await vscode.screenshot("graphql-too-long-dark");
    await vscode.notifications.press("million characters", "Save Result…");
    await vscode.quickInput.shows("Save Result");
    // The dialog fills in a name of its own a moment after it has opened.
    const { value: file } = await vscode.screen.eventually(
      "a name for the file",
      () => vscode.quickInput.read(),
      ({ value: name }) => name.endsWith(".json"),
    );
    await vscode.quickInput.accept();
    await vscode.statusBar.until(`Saved as ${basename(file)}`);
    assert.ok(JSON.stringify(JSON.parse(await readFile(file, "utf8"))) === JSON.stringify({ data: { value } }));
  });

  it("copies an operation as curl", async () => {
    await vscode.editor.focus("events.gql");
    await vscode.runCommand("Chainscope: Copy GraphQL Operation as…");
    await vscode.quickInput.pick("curl");
    await vscode.statusBar.until("Copied as curl");
  });

  it("runs by the keyboard, says what is going on when it takes a while, and can be cancelled", async () => {
    await sandbox.control("latency", { path: "/graphql", ms: 60_000 });
    await vscode.editor.openFile("block.gql");
    await vscode.editor.goTo(2, 3);
    await vscode.page.keyboard.press("Control+Enter");
    const { buttons } = await vscode.notifications.until("Running LatestBlock on Local");
    assert.deepEqual(buttons, ["Cancel"]);
    await vscode.screenshot("graphql-progress-dark");
    await vscode.notifications.press("Running LatestBlock on Local", "Cancel");
    await vscode.screen.eventually(
      "the notification to go",
      () => vscode.notifications.texts(),
      (texts) => !texts.some((text) => text.includes("Running LatestBlock")),
    );
    await vscode.page.keyboard.press("Control+Enter");
    await vscode.editor.untilActive(/block result/);
  });

  it("says which node a document is for, and how old its schema is", async () => {
    await vscode.editor.focus("block.gql");
    await vscode.page.locator("#status\\.languageStatus").hover();
    const shown = await vscode.screen.eventually(
      "the language status",
      async () => (await vscode.page.locator(".hover-language-status").allInnerTexts()).join("\n"),
      (text) => text.includes("Schema of Local"),
    );
    assert.match(shown, /loaded (just now|\d+ min ago)/);
    await vscode.screenshot("graphql-status-dark");
    const before = await schemaRequests();
    await vscode.page.locator(".hover-language-status a", { hasText: "Reload" }).click();
    await vscode.screen.eventually("another request", schemaRequests, (count) => count > before);
  });

  it("says there what is wrong with a schema, and that one which cannot be used was refused", async () => {
    const reload = async (sdl: string) => {
      await sandbox.control("schema", { sdl });
      await vscode.runCommand("Chainscope: Reload GraphQL Schema");
    };
    await reload("schema { query: Query }\ntype Query { block: Int }\ntype Odd { x: }\n");
    await languageStatus(/Schema of Local\s+Left out .*"type Odd".*…\s+Reload/);
    await vscode.screenshot("graphql-status-damaged-dark");
    await reload("not one word of a schema");
    await languageStatus(/Schema of Local\s+The .*…\s+Reload/);
    await vscode.screenshot("graphql-status-refused-dark");
  });

  it("stands down once where another extension is in charge, and takes over when told to", async () => {
    await vscode.editor.openFile("governed.gql");
    const { text } = await vscode.notifications.until("leaves completion and checks of GraphQL to it");
    assert.match(text, /Another GraphQL is configured/);
    await lens("Run on Local", false);
    await vscode.screenshot("graphql-stands-down-dark");
    await vscode.notifications.press("leaves completion", "Use Chainscope");
    const settings = () => readFile(join(folder, "workspace", ".vscode", "settings.json"), "utf8").catch(() => "");
    const written = await vscode.screen.eventually("the setting", settings, (text) => text.includes("graphql.enabled"));
    assert.match(written, /"chainscope.graphql.enabled": "on"/);
  });

  async function schemaRequests(): Promise<number> {
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    return requests["/on/graphql/query"] ?? 0;
  }

  /** Waits until the language status says so; the pointer comes again, since a hover stays as it was when it opened. */
  async function languageStatus(wanted: RegExp): Promise<void> {
    const hover = vscode.page.locator(".hover-language-status");
    await vscode.screen.eventually(
      `the language status ${wanted}`,
      async () => {
        await vscode.page.mouse.move(0, 0);
        await hover.first().waitFor({ state: "hidden", timeout: 2000 });
        await vscode.page.locator("#status\\.languageStatus").hover();
        await hover.first().waitFor({ timeout: 2000 });
        return (await hover.allInnerTexts()).join("\n");
      },
      (shown) => wanted.test(shown),
    );
  }

  async function lens(title: string, press = true): Promise<void> {
    await vscode.screen.eventually(
      `the lens ${title}`,
      () => vscode.editor.lenses(),
      (shown) => shown.includes(title),
    );
    if (press) await vscode.editor.pressLens(title);
  }
});

/** An installable extension with the id of a well-known one that does nothing. */
async function otherGraphqlExtension(folder: string): Promise<string> {
  const source = join(folder, "other");
  const file = join(folder, "other.vsix");
  await mkdir(source);
  const manifest = {
    ...{ name: "vscode-graphql", publisher: "GraphQL", displayName: "Another GraphQL", version: "1.0.0" },
    ...{ engines: { vscode: "^1.100.0" }, license: "MIT", repository: "https://localhost/other" },
  };
  await writeFile(join(source, "package.json"), JSON.stringify(manifest));
  await writeFile(join(source, "README.md"), "Stands in for another extension.\n");
  await writeFile(join(source, "LICENSE"), "MIT\n");
  const vsce = join(root, "node_modules/@vscode/vsce/vsce");
  await promisify(execFile)(process.execPath, [vsce, "package", "--no-dependencies", "--out", file], { cwd: source });
  return file;
}
