import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { inWindow } from "../support/inWindow";
import type { PageElement } from "../support/pageElement";
import { manifestTexts } from "../support/manifestTexts";
import { notPseudo, pseudo, pseudoExtension } from "../support/pseudoTexts";
import type { Workbench } from "../support/workbench";

describe("a window in another language", function () {
  this.timeout(180_000);
  let vscode: Workbench;
  const extension = mkdtempSync(join(tmpdir(), "chainscope-language-"));
  before(() => pseudoExtension(extension, "de"));
  after(() => rmSync(extension, { recursive: true, force: true }));

  inWindow(
    {
      ...{ name: "display-language", sandbox: { blockMs: 500 }, samples: ".", language: "de" },
      extensionDevelopmentPath: extension,
      settings: ({ sandbox }) => ({
        "chainscope.connections": [
          { name: "Local", url: sandbox.url, contracts: [{ name: "Counter", id: contractIds.counter }] },
        ],
      }),
    },
    (opened) => ({ vscode } = opened),
  );

  /** What is shown and spoken of these elements. */
  const said = (selector: string) =>
    vscode.page
      .locator(selector)
      .evaluateAll((all: PageElement[]) =>
        all.flatMap((each) => [each.textContent ?? "", each.getAttribute("aria-label") ?? ""]),
      );
  /** Waits until elements say this, and returns what all of them say that no one translated. */
  const untranslated = async (selector: string, words: string, others: RegExp) => {
    const shown = await vscode.screen.eventually(
      `${words} in ${selector}`,
      () => said(selector),
      (all) => all.some((text) => text.includes(pseudo(words))),
    );
    return notPseudo(shown, others);
  };
  const rows = ".part.sidebar .monaco-list-row";

  it("translates the rows of the view, and its buttons", async () => {
    await vscode.sideBar.open("Chainscope");
    const tree = vscode.sideBar.tree(pseudo("Connections"));
    await tree.until("the connection to be up", (all) =>
      all.some(({ description }) => description.includes(pseudo("up"))),
    );
    if (!(await tree.row("Local")).open) await tree.expand("Local");
    if ((await tree.row("Local", pseudo("Node"))).open) await tree.collapse("Local", pseudo("Node"));
    assert.deepEqual(await untranslated(rows, "Statistics", /Local/g), []);
    for (const section of ["Statistics", "Subscriptions", "Network"]) {
      await tree.expand("Local", pseudo(section));
      await tree.until(`what is in ${section}`, (all) => all.some(({ level }) => level === 3));
      assert.deepEqual(
        await untranslated(rows, section, /Local|blocks\/\w+|public accounts|transactions/g),
        [],
        section,
      );
      await tree.collapse("Local", pseudo(section));
    }
    await tree.expand("Local", pseudo("Contracts"));
    await tree.row("Local", pseudo("Contracts"), "Counter");
    const names = /Local|Counter|Transfer contract|Stake contract|[\da-f]{8}…[\da-f]{4}/g;
    assert.deepEqual(await untranslated(rows, "Contracts", names), []);
    const buttons = `${rows} .action-label, .part.sidebar > .title .action-label`;
    const editorsOwn = /Collapse All|Views and More Actions\.\.\.|More Actions\.\.\./g;
    assert.deepEqual(await untranslated(buttons, "Refresh", editorsOwn), []);
  });

  it("translates the page of a contract", async () => {
    const tree = vscode.sideBar.tree(pseudo("Connections"));
    await tree.expand("Local", pseudo("Contracts"));
    await tree.chooseFromMenu(["Local", pseudo("Contracts"), "Counter"], pseudo("Open Contract Panel"));
    const page = await vscode.webview("header.connection strong:not(:empty)");
    await vscode.screen.eventually(
      "what the page asks for",
      () => page.locator(".head").innerText(),
      (text) => text.includes(pseudo("Pick a function, or name one.")),
    );
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    const shown = await page.locator("header.connection, .picker h2, .head > p[role]").allInnerTexts();
    assert.deepEqual(notPseudo(shown, new RegExp(`Local|http\\S+|${hostname()}`, "g")), []);
    await vscode.runCommand("View: Close All Editors");
  });

  it("translates what is asked and said of events, and the buttons above them", async () => {
    await vscode.runCommand(`Chainscope: ${pseudo("Tail Events…")}`);
    await vscode.quickInput.pick("Counter");
    await vscode.quickInput.pick(pseudo("All events"));
    await vscode.output.untilChannel("Chainscope Events");
    const buttons = await vscode.screen.eventually(
      "buttons above the events",
      () => said(".part.panel .action-label"),
      (all) => all.some((text) => text.startsWith(pseudo("Pause"))),
    );
    // The editor has buttons of its own there.
    const titles = Object.entries(manifestTexts()).flatMap(([key, title]) =>
      key.startsWith("command.") ? [title] : [],
    );
    assert.deepEqual(
      buttons.filter((text) => titles.includes(text.replace(/ \([^)]*\)$/, ""))),
      [],
    );
    const items = '.statusbar-item[id^="chainscope."] a';
    assert.deepEqual(await untranslated(items, "Connection", /Local|Counter/g), []);
    await vscode.runCommand("View: Toggle Panel Visibility");
  });

  it("translates the walkthrough and the settings", async () => {
    await vscode.runCommand("Welcome: Open Walkthrough...");
    await vscode.quickInput.pick(pseudo("First Steps with Chainscope"));
    const editorsOwn = /Inspect this in the accessible view \([^)]*\)\.|`[^`]*`/g;
    assert.deepEqual(await untranslated(".getting-started-step:visible", "sandbox node", editorsOwn), []);
    await vscode.runCommand("Preferences: Open Settings (UI)");
    await vscode.page.keyboard.type("@ext:chainscope.chainscope");
    const descriptions = ".settings-editor .setting-item-description";
    assert.deepEqual(await untranslated(descriptions, "nodes that", /`[^`]*`/g), []);
    const sections = await vscode.screen.eventually(
      "its sections alone",
      () => said(".settings-editor .settings-toc-entry"),
      (all) => all.includes(pseudo("Call Files")) && !all.some((text) => text.startsWith("Features")),
    );
    assert.deepEqual(notPseudo(sections, /Extensions/g), []);
  });
});
