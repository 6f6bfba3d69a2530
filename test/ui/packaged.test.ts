import assert from "node:assert/strict";
import { cp, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packagedExtension } from "../support/vsix";
import { Workbench } from "../support/workbench";
import { zipFiles } from "../support/zip";

const root = resolve(__dirname, "../..");
/** What makes a zip archive a .vsix. */
const wrapping = ["extension.vsixmanifest", "[Content_Types].xml"];

describe("the packaged extension", function () {
  this.timeout(240_000);
  let vsix: string;
  before(async () => {
    vsix = await packagedExtension();
  });

  it("holds only what it needs", () => {
    const inside = [...zipFiles(vsix).keys()].filter((name) => !wrapping.includes(name));
    const expected =
      /^extension\/(dist\/\w+\.js|media\/.+|syntaxes\/.+|package\.json|readme\.md|changelog\.md|license\.txt|third-party-notices\.txt)$/i;
    assert.deepEqual(
      inside.filter((name) => !expected.test(name)),
      [],
    );
    const names = inside.map((name) => name.toLowerCase());
    for (const needed of ["dist/extension.js", "dist/sandbox.js", "license.txt", "third-party-notices.txt"])
      assert.ok(names.includes(`extension/${needed}`), needed);
  });

  it("carries the notices of the libraries in it", () => {
    const notices = zipFiles(vsix).get("extension/THIRD-PARTY-NOTICES.txt")?.() ?? "";
    for (const library of ["undici", "ws", "graphql", "prettier", "re2js", "llhttp"])
      assert.match(notices, new RegExp(`^${library} [\\s\\S]+?Permission is hereby granted`, "m"));
  });

  it("is smaller than 900 KB", async () => {
    const { size } = await stat(vsix);
    assert.ok(size < 900_000, `${size} bytes`);
  });

  for (const [host, version] of [
    ["oldest", "1.100"],
    ["current", "1.139"],
  ] as const) {
    it(`installs and works in VS Code ${version}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "chainscope-packaged-"));
      await cp(join(root, "samples", "workspace"), folder, { recursive: true });
      const vscode = await Workbench.open({ host, name: `packaged-${host}`, folder, vsix: [vsix] });
      try {
        await vscode.useTheme("dark");
        await vscode.sideBar.open("Chainscope");
        await vscode.sideBar.pressWelcome("Connections", "Start the Sandbox Node");
        const up = (rows: { label: string; description: string }[]) =>
          rows.some(({ label, description }) => label === "Sandbox" && description.includes("up · chain"));
        await vscode.sideBar.tree("Connections").until("the sandbox to be up", up, 40_000);
        await vscode.runCommand("Chainscope: Tail Events…");
        await vscode.quickInput.pick("Counter");
        await vscode.quickInput.pick("All events");
        await vscode.output.untilChannel("Chainscope Events");
        await vscode.output.untilText("a decoded event", (shown) => /Counter {2}counted {2}"\d+"/.test(shown), 40_000);
        await vscode.screenshot(`packaged-${host}`);
      } finally {
        await vscode.close();
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});
