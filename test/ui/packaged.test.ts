import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { inWindow } from "../support/inWindow";
import { CallPage } from "../support/callPage";
import type { PageElement } from "../support/pageElement";
import { packagedExtension } from "../support/vsix";
import type { Workbench } from "../support/workbench";
import { zipFiles } from "../support/zip";

/** What makes a zip archive a .vsix. */
const wrapping = ["extension.vsixmanifest", "[Content_Types].xml"];
/** Milliseconds from key to key, of the fastest, of usual and of the slowest writers. */
const speeds = [15, 80, 300];

describe("the packaged extension", function () {
  this.timeout(240_000);
  let vsix: string;
  before(async () => {
    vsix = await packagedExtension();
  });

  it("holds only what it needs", () => {
    const inside = [...zipFiles(vsix).keys()].filter((name) => !wrapping.includes(name));
    const expected =
      /^extension\/(dist\/[\w-]+\.js|dist\/llhttp\.wasm|media\/.+|syntaxes\/.+|l10n\/.+\.json|package(\.nls(\.de)?)?\.json|readme\.md|changelog\.md|license\.txt|third-party-notices\.txt)$/i;
    assert.deepEqual(
      inside.filter((name) => !expected.test(name)),
      [],
    );
    const names = inside.map((name) => name.toLowerCase());
    for (const needed of [
      "dist/activation.js",
      "dist/sandbox.js",
      "license.txt",
      "third-party-notices.txt",
      ...["package.nls.de.json", "l10n/bundle.l10n.de.json"],
    ])
      assert.ok(names.includes(`extension/${needed}`), needed);
  });

  it("has a README and a changelog that lead nowhere beside them, where there is nothing", () => {
    const files = zipFiles(vsix);
    for (const name of ["extension/readme.md", "extension/changelog.md"]) {
      const text = files.get(name)?.() ?? "";
      assert.match(text, /^# /);
      const targets = [...text.matchAll(/\]\(([^()\s]+)/g)].map(([, target = ""]) => target.slice(0, 80));
      assert.deepEqual(
        targets.filter((target) => !/^(?:https:\/\/|#)/.test(target)),
        [],
      );
    }
  });

  it("tells the editor nothing of how it is made", () => {
    const manifest = JSON.parse(zipFiles(vsix).get("extension/package.json")?.() ?? "{}") as Record<string, unknown>;
    assert.equal(manifest["name"], "chainscope");
    for (const field of ["scripts", "dependencies", "devDependencies", "private"])
      assert.ok(!(field in manifest), field);
  });

  it("takes the editor's API once, since each time copies all its names while a window starts", () => {
    const programs = [...zipFiles(vsix)].filter(([name]) => name.endsWith(".js")).map(([, text]) => text());
    assert.equal(programs.join("\n").split('("vscode")').length - 1, 1);
  });

  it("carries the notices of the libraries in it", () => {
    const notices = zipFiles(vsix).get("extension/THIRD-PARTY-NOTICES.txt")?.() ?? "";
    for (const library of ["undici", "ws", "graphql", "prettier", "re2js", "llhttp"])
      assert.match(notices, new RegExp(`^${library} [\\s\\S]+?Permission is hereby granted`, "m"));
  });

  it("is smaller than 700 KB", async () => {
    const { size } = await stat(vsix);
    assert.ok(size < 700_000, `${size} bytes`);
  });

  for (const [host, version] of [
    ["oldest", "1.100"],
    ["current", "1.139"],
  ] as const) {
    describe(`in VS Code ${version}`, () => {
      let vscode: Workbench;
      const asking = speeds.map((_, index) => `query Q${index}($n: Int!) { blocks(last: $n) { reward } }`);
      inWindow(
        {
          ...{ host, name: `packaged-${host}`, samples: "my-dapp", opens: "my-dapp", isPackaged: true },
          files: () => ({ "my-dapp/notes.gql": "", "my-dapp/notes.txt": "", "my-dapp/asking.gql": asking.join("\n") }),
          // Nothing stands beside what is pictured.
          settings: () => ({ "remote.autoForwardPorts": false }),
          vsix: () => [vsix],
        },
        (opened) => ({ vscode } = opened),
      );

      it("leads by six clicks at most from a fresh window to the first decoded result", async () => {
        const began = performance.now();
        const clicks: string[] = [];
        const click = async (what: string, act: () => Promise<unknown>) => {
          clicks.push(what);
          await act();
        };
        const tree = vscode.sideBar.tree("Connections");
        await click("Chainscope", () => vscode.sideBar.open("Chainscope"));
        const start = "Start the Sandbox Node";
        await click(start, () => vscode.sideBar.pressWelcome("Connections", start));
        await tree.until("the sandbox to be up", (rows) =>
          rows.some(({ description }) => / up · chain/.test(description)),
        );
        if (!(await tree.row("Sandbox")).open) await click("Sandbox", () => tree.expand("Sandbox"));
        await click("Contracts", () => tree.expand("Sandbox", "Contracts"));
        await click("Call Contract…", () => tree.pressInline(["Sandbox", "Contracts", "Counter"], "Call Contract"));
        await click("get_value", () => vscode.quickInput.pick("get_value"));
        const isNumber = (text: string) => /^"\d+"$/.test(text.trim());
        await vscode.editor.untilText("the decoded result", isNumber, "Sandbox Counter.get_value.json");
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        console.log(`      first decoded result after ${clicks.length} clicks and ${seconds} s`);
        assert.ok(clicks.length <= 6, clicks.join());
        await vscode.screenshot(`first-result-${host}`);
        await vscode.runCommand("View: Close All Editors");
        await tree.collapse("Sandbox", "Contracts");
      });

      it("installs and works", async () => {
        const up = (rows: { label: string; description: string }[]) =>
          rows.some(({ label, description }) => label === "Sandbox" && description.includes("up · chain"));
        await vscode.sideBar.tree("Connections").until("the sandbox to be up", up);
        await vscode.runCommand("Chainscope: Tail Events…");
        await vscode.quickInput.pick("Counter");
        await vscode.quickInput.pick("All events");
        await vscode.output.untilChannel("Chainscope Events");
        await vscode.output.untilText("a decoded event", (shown) => /Counter {2}counted {2}"\d+"/.test(shown));
        await vscode.screenshot(`packaged-${host}`);
        await vscode.runCommand("View: Toggle Panel Visibility");
      });

      if (host === "current")
        it("looks as in the pictures that `npm run pictures` makes for the README", () => pose(vscode));

      it("lets a person type on beside a live result, however fast", async () => {
        await vscode.editor.openFile("block.gql");
        await vscode.editor.pressLens("Live");
        await vscode.statusBar.until("LatestBlock: live");
        const items = vscode.page.locator('.statusbar-item[id^="chainscope."]:visible a');
        const spoken = await items.evaluateAll((all: PageElement[]) =>
          all.map((item) => item.getAttribute("aria-label")),
        );
        assert.ok(spoken.length >= 3, spoken.join());
        for (const words of spoken) assert.match(words ?? "", /^Chainscope [\w ]+: (?!.*\$\()/);
        await vscode.editor.focus("block result");
        await vscode.editor.openFile("notes.txt");
        for (const delay of speeds) {
          await vscode.page.keyboard.type("while", { delay });
          const before = await vscode.statusBar.until("LatestBlock: live");
          await vscode.screen.eventually(
            "another block",
            () => vscode.statusBar.until("LatestBlock: live"),
            (now) => now !== before,
          );
          await vscode.page.keyboard.type(" on ", { delay });
        }
        const written = speeds.map(() => "while on").join(" ");
        await vscode.editor.untilText("every word", (shown) => shown.trim() === written, "notes.txt");
        await vscode.editor.focus("block.gql");
        await vscode.editor.pressLens("Stop Live");
      });

      it("breaks the line by the key for running where there is nothing to run, however fast", async () => {
        await vscode.editor.openFile("notes.gql");
        const lines = speeds.map((delay) => `# ${delay}`);
        for (const [index, delay] of speeds.entries()) {
          await vscode.page.keyboard.type(lines[index]!, { delay });
          await vscode.page.keyboard.press("Control+Enter");
        }
        const text = await vscode.editor.untilText("every line", (shown) => shown.includes(lines.at(-1)!));
        assert.deepEqual(text.trim().split("\n"), lines);
      });

      it("breaks the line on Enter behind a bracket, however fast, and suggests on the new line", async () => {
        const lines = ["{", "blocks(", "range: [", "1"];
        for (const delay of speeds) {
          await vscode.editor.replaceAll("");
          await vscode.page.keyboard.type(lines.join("\n"), { delay });
          const text = await vscode.editor.untilText("what was typed", (shown) => shown.includes("1"));
          // The editor closes no bracket that is typed before it has coloured the line: closing ones prove nothing here.
          const written = text.split("\n").flatMap((line) => line.replace(/[\])}]/g, "").trim() || []);
          assert.deepEqual(written, lines, `${delay} ms a key`);
        }
        await vscode.editor.replaceAll("");
        await vscode.page.keyboard.type("{\n", { delay: 80 });
        await vscode.editor.untilSuggested("lastBlockPair");
        await vscode.page.keyboard.press("Escape");
      });

      it("runs from the variables that it asked for, by the same key, however fast", async () => {
        await vscode.editor.openFile("asking.gql");
        const lenses = () => vscode.editor.lenses();
        await vscode.screen.eventually("the lenses", lenses, (shown) => shown.includes("Run on Sandbox"));
        for (const [index, delay] of speeds.entries()) {
          await vscode.page.locator(".tab", { hasText: "asking.gql" }).first().click();
          await vscode.editor.goTo(index + 1, 5);
          await vscode.page.keyboard.press("Control+Enter");
          await vscode.editor.untilText("the draft", (shown) => shown.includes(`"Q${index}"`), "asking.variables.json");
          await vscode.editor.untilFocused("asking.variables.json");
          await vscode.statusBar.until("1 selected");
          await vscode.page.keyboard.type(`${index + 1}`, { delay });
          await vscode.page.keyboard.press("Control+Enter");
          const rewards = (shown: string) => shown.split("reward").length - 1 === index + 1;
          await vscode.editor.untilText(`${index + 1} blocks`, rewards, "asking result");
          await vscode.editor.untilActive("asking.gql");
        }
      });
    });
  }
});

/** What the README shows: a query with its result, the page of a contract, decoded events, and its own page here. */
async function pose(vscode: Workbench): Promise<void> {
  const tree = vscode.sideBar.tree("Connections");
  await vscode.editor.openFile("block.gql");
  await vscode.editor.pressLens("Run on Sandbox");
  await vscode.editor.untilText("the result", (text) => text.includes('"height"'), "block result.json");
  await vscode.runCommand("Chainscope: Show Events");
  await vscode.output.untilText("some events", (text) => text.split("counted").length > 3, 40_000);
  await vscode.screenshot("readme-overview");
  await vscode.runCommand("View: Toggle Maximized Panel");
  await vscode.output.untilText("a final block", (text) => text.includes("is final"), 40_000);
  await vscode.screenshot("readme-events");
  await vscode.runCommand("View: Toggle Panel Visibility");
  await vscode.runCommand("View: Close All Editors");
  await tree.expand("Sandbox", "Contracts");
  await tree.chooseFromMenu(["Sandbox", "Contracts", "Counter"], "Open Contract Panel");
  const page = await CallPage.shown(vscode);
  await page.openFunction("Counter", "increment_by");
  await page.box("Input").fill("35");
  await page.send.click();
  await page.output((text) => /^"\d+"$/.test(text.trim()));
  await vscode.screenshot("readme-panel");
  await vscode.runCommand("View: Close All Editors");
  await vscode.runCommand("Extensions: Show Installed Extensions");
  await vscode.page.locator(".extensions-list .monaco-list-row", { hasText: "Chainscope" }).first().click();
  const readme = await vscode.webview("h1");
  await vscode.screen.eventually(
    "no picture that is broken",
    () =>
      readme
        .locator("img")
        .evaluateAll((images: { naturalWidth: number }[]) => images.map((image) => image.naturalWidth)),
    (widths) => widths.every((width) => width > 0),
  );
  for (const theme of ["light", "high-contrast", "dark"] as const) {
    await vscode.useTheme(theme);
    await vscode.screenshot(`details-${theme}`);
  }
  await vscode.runCommand("View: Close All Editors");
  await vscode.sideBar.open("Chainscope");
}
