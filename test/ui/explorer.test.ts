import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { inWindow } from "../support/inWindow";
import type { Sandbox } from "../support/startSandbox";
import type { TreeRow } from "../support/treeRows";
import type { Workbench } from "../support/workbench";

const { counter } = contractIds;

describe("the explorer as a person reads it", function () {
  this.timeout(180_000);
  this.bail(true);
  let folder: string;
  let sandbox: Sandbox;
  let vscode: Workbench;

  inWindow(
    {
      name: "explorer",
      sandbox: { blockMs: 0 },
      settings: ({ sandbox: { url } }) => ({
        "chainscope.connections": [
          {
            ...{ name: "Local", url },
            contracts: [
              { id: counter, name: "Counter" },
              { id: contractIds.vault, name: "Vault" },
            ],
          },
        ],
      }),
      size: { width: 1500, height: 900 },
    },
    (opened) => ({ vscode, sandbox, folder } = opened),
  );

  before(async () => {
    await vscode.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await vscode.sideBar.open("Chainscope");
    await tree().collapse("Local", "Node");
  });

  const tree = () => vscode.sideBar.tree("Connections");
  const clipboard = () => vscode.page.evaluate<string>("navigator.clipboard.readText()");
  const copied = (what: string, accept: (text: string) => boolean) =>
    vscode.screen.eventually(`${what} in the clipboard`, clipboard, accept);

  it("shows the chain growing by itself, while what is open and selected stays", async () => {
    await tree().expand("Local", "Chain");
    const isBlock = ({ label }: TreeRow) => label.startsWith("#");
    const block = (await tree().until("blocks", (rows) => rows.some(isBlock))).find(isBlock) as TreeRow;
    await tree().click("Local", "Chain", block.label);
    await tree().expand("Local", "Chain", block.label);
    const height = Number(block.label.slice(1));
    await sandbox.control("block", { count: 2 });
    await tree().until("two more blocks", (rows) => rows.some(({ label }) => label === `#${height + 2}`));
    const rows = await tree().rows();
    assert.equal(rows.find(({ label }) => label === block.label)?.open, true);
    const selected = await vscode.page.locator(".part.sidebar .monaco-list-row.selected .label-name").allTextContents();
    assert.deepEqual(
      selected.map((label) => label.trim()),
      [block.label],
    );
    await vscode.screenshot("explorer-chain-dark");
    await tree().collapse("Local", "Chain", block.label);
  });

  it("opens a transaction as a readable document with its decoded call, and its block by a link", async () => {
    await tree().collapse("Local", "Chain");
    await tree().expand("Local", "Mempool");
    const calls = await tree().until("a call in the mempool", (rows) => rows.some(isCall));
    await vscode.screenshot("explorer-mempool-dark");
    const row = calls.find(isCall) as TreeRow;
    const tab = `Local transaction ${row.label}.yaml`;
    const isOpen = async () => (await vscode.editor.tabs()).includes(tab);
    await tree().clickUntil("the transaction's tab", isOpen, "Local", "Mempool", row.label);
    const text = await vscode.editor.untilText("the transaction", (shown) => /^ {2}arguments:/m.test(shown), tab);
    assert.match(text, /^call:$/m);
    assert.match(text, /^state: waiting in the mempool$/m);
    await vscode.screenshot("explorer-transaction-dark");
    await vscode.runCommand("Chainscope: Open Block…");
    await vscode.quickInput.shows("Height or hash");
    await vscode.quickInput.enter("4000000000");
    await vscode.quickInput.message("has no such block");
    assert.equal((await vscode.quickInput.read()).value, "4000000000");
    await vscode.screenshot("explorer-try-again-dark");
    await vscode.quickInput.enter("12");
    await vscode.editor.untilText("the block", (shown) => shown.includes("# Block 12 on Local"), "Local block 12.yaml");
    await vscode.screenshot("explorer-block-dark");
    await vscode.runCommand("Chainscope: Open Contract…");
    await vscode.quickInput.shows("Name of the contract");
    await vscode.quickInput.enter("ab".repeat(32));
    await vscode.quickInput.message("No contract with this id on Local.");
    await vscode.screenshot("explorer-no-contract-dark");
    await vscode.quickInput.enter("counter");
    const contract = "Local contract c0047e2a…4d62.json";
    await vscode.editor.untilText("the contract", (shown) => /"balance": "\d+ units/.test(shown), contract);
    const { accounts } = (await sandbox.control("state")) as { accounts: string[] };
    await sandbox.control("answer", { path: "/account", status: 503, text: "Out of order" });
    await vscode.runCommand("Chainscope: Open Account…");
    await vscode.quickInput.shows("Public key");
    await vscode.quickInput.enter(accounts[0]!);
    await vscode.quickInput.message("Out of order");
    await vscode.quickInput.accept();
    await vscode.editor.untilText("the account", (shown) => shown.includes("# Account on Local"));
    await tree().collapse("Local", "Mempool");
  });

  it("shows what is new in a section that was collapsed and opened again", async () => {
    await tree().expand("Local", "Mempool");
    await tree().until("a transaction", (rows) => rows.some(isCall));
    await tree().collapse("Local", "Mempool");
    const { hash } = (await sandbox.control("transaction", { propagate: true })) as { hash: string };
    await tree().expand("Local", "Mempool");
    await tree().row("Local", "Mempool", new RegExp(`^${hash.slice(0, 6)}`));
    await tree().collapse("Local", "Mempool");
    await tree().expand("Local", "Statistics");
    const { description: before } = await tree().row("Statistics", "transactions");
    await tree().collapse("Local", "Statistics");
    await sandbox.control("block", { count: 3 });
    await tree().expand("Local", "Statistics");
    const counted = ({ label, description }: TreeRow) => label === "transactions" && description !== before;
    await tree().until("another count", (rows) => rows.some(counted));
    await tree().collapse("Local", "Statistics");
  });

  it("sorts, filters and copies provisioners", async () => {
    await tree().expand("Local", "Provisioners");
    await tree().until("the count", (rows) => rows.some(({ description }) => description === "64 by stake"));
    await tree().pressInline(["Local", "Provisioners"], "Sort Provisioners");
    await vscode.quickInput.pick("reward");
    await tree().until("the order", (rows) => rows.some(({ description }) => description === "64 by reward"));
    const [first] = await tree()
      .until("provisioners", (rows) => rows.some(isProvisioner))
      .then((rows) => rows.filter(isProvisioner));
    await tree().pressInline(["Local", "Provisioners"], "Filter Provisioners");
    await vscode.quickInput.shows("Part of a key");
    await vscode.quickInput.enter(first!.label.slice(0, 8));
    await tree().until("one provisioner", (rows) => rows.filter(isProvisioner).length === 1);
    await tree().chooseFromMenu(["Local", "Provisioners"], "Copy Provisioners as CSV");
    const csv = await copied("the provisioner as CSV", (text) => text.startsWith("key,amount,"));
    assert.equal(csv.trim().split("\r\n").length, 2);
    await vscode.screenshot("explorer-provisioners-dark");
    assert.match((await tree().row("Local", "Provisioners")).description, /^1 of 64 by reward, with “/);
    await tree().pressInline(["Local", "Provisioners"], "Clear Filter of Provisioners");
    await tree().until("all again", (rows) => rows.filter(isProvisioner).length > 10);
    await tree().collapse("Local", "Provisioners");
  });

  it("opens a contract into functions and events and calls one from its row", async () => {
    await tree().expand("Local", "Contracts");
    await tree().expand("Local", "Contracts", "Counter");
    assert.match((await tree().row("Counter", "Balance")).description, /^[\d .]+ coins · \d+ units$/);
    await tree().expand("Counter", "Functions");
    assert.equal((await tree().row("Functions", "set_value")).description, "(SetValue)");
    await tree().expand("Counter", "Driver");
    assert.equal((await tree().row("Driver", "version")).description, "0.3.1");
    await vscode.screenshot("explorer-contract-dark");
    const menu = await tree().menu("Functions", "set_value");
    for (const entry of ["Call Contract…", "Copy Value", "Copy Id", "Copy as curl"])
      assert.ok(menu.includes(entry), menu.join());
    await tree().chooseFromMenu(["Functions", "set_value"], "Copy as curl");
    await copied("the call as curl", (text) => text.includes(`/on/contracts:${counter}/set_value`));
    await tree().collapse("Counter", "Functions");
    await tree().collapse("Counter", "Driver");
  });

  it("downloads a contract's driver into a file", async () => {
    await tree().chooseFromMenu(["Contracts", "Counter"], "Download Driver…");
    await vscode.quickInput.shows("Download the Driver of Counter");
    const file = join(folder, "driver.wasm");
    await vscode.quickInput.enterPath(file);
    const { text } = await vscode.notifications.until("Saved the driver of Counter");
    const bytes = await readFile(file);
    assert.equal(bytes.subarray(0, 4).toString("latin1"), "\0asm");
    assert.ok(text.includes(`${bytes.length} bytes`) && text.includes(file), text);
    await vscode.notifications.close("Saved the driver of Counter");
  });

  it("says that there is no driver before it asks for a place, and does not offer one that is known to be missing", async () => {
    await tree().chooseFromMenu(["Contracts", "Vault"], "Download Driver…");
    await vscode.notifications.until("Vault has no driver on Local.");
    await vscode.notifications.close("Vault has no driver on Local.");
    await tree().expand("Contracts", "Vault");
    await tree().until("what it has", (rows) =>
      rows.some(({ label, description }) => label === "Driver" && description === "none"),
    );
    await vscode.screen.eventually(
      "a menu without it",
      async () => (await tree().menu("Contracts", "Vault")).join(),
      (menu) => !menu.includes("Download Driver"),
    );
    await tree().collapse("Contracts", "Vault");
  });

  it("says so when a driver is longer than any may be, and leaves nothing of it in a file", async () => {
    const before = await readdir(folder);
    const most = 2 * 1024 * 1024;
    await sandbox.control("answer", { path: "download_driver", text: "x".repeat(most + 1) });
    await tree().chooseFromMenu(["Contracts", "Counter"], "Download Driver…");
    await vscode.quickInput.shows("Download the Driver of Counter");
    await vscode.quickInput.enterPath(join(folder, "long.wasm"));
    await vscode.notifications.until(`longer than ${most} bytes`);
    await vscode.notifications.close(`longer than ${most} bytes`);
    assert.deepEqual(await readdir(folder), before);
  });

  it("offers contracts met in transactions, and gives one a name", async () => {
    await tree().collapse("Local", "Contracts", "Counter");
    await tree().expand("Local", "Contracts", "Seen on the chain");
    const seen = await tree().until("a contract without a name", (rows) =>
      rows.some(({ description }) => description === "no name"),
    );
    const row = seen.find(({ description }) => description === "no name") as TreeRow;
    await tree().chooseFromMenu(["Contracts", row.label], "Name Contract…");
    await vscode.quickInput.shows("Nickname");
    await vscode.quickInput.enter("My token");
    await tree().row("Contracts", "My token");
    await vscode.screenshot("explorer-named-dark");
    await tree().collapse("Local", "Contracts");
  });

  it("lists the subscriptions of the one session, and statistics of an archive node", async () => {
    await tree().expand("Local", "Subscriptions");
    await tree().row("Subscriptions", "blocks/accepted");
    await tree().expand("Local", "Statistics");
    assert.match((await tree().row("Statistics", "public accounts")).description, /^\d+$/);
    await tree().expand("Local", "Network");
    await tree().expand("Network", "Peers");
    await tree().row("Peers", /^198\.51\.100\.\d+:90\d\d$/);
    for (const theme of ["light", "high-contrast", "dark"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`explorer-sections-${theme}`);
    }
  });

  it("writes a query of a field of the schema, for the connection of its row", async () => {
    await tree().collapse("Local", "Network");
    await tree().expand("Local", "Schema");
    await tree().row("Schema", "checkBlock");
    for (const theme of ["light", "high-contrast", "dark"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`explorer-schema-${theme}`);
    }
    await tree().pressInline(["Schema", "checkBlock"], "Insert Query");
    await vscode.editor.untilText("the query", (shown) => shown.includes("checkBlock("));
    await vscode.page.locator(".part.editor").hover();
    await vscode.screen.eventually(
      "the lens that runs it",
      async () => {
        // It may have come above the line that is the first in sight.
        await vscode.page.mouse.wheel(0, -1000);
        return vscode.editor.lenses();
      },
      (shown) => shown.some((title) => title.includes("Run on Local")),
    );
    await vscode.screenshot("explorer-query-dark");
    assert.ok((await tree().menu("Local", "Schema")).includes("Open GraphQL Schema"));
    await tree().collapse("Local", "Schema");
  });

  it("says the useful part first where there is little room", async () => {
    await tree().collapse("Local", "Statistics");
    const bar = vscode.page.locator(".part.sidebar");
    const width = async () => (await bar.boundingBox())?.width ?? 0;
    const { mouse } = vscode.page;
    const drag = async (to: number) => {
      const { x, y, width: before } = (await bar.boundingBox())!;
      await mouse.move(x + before, y + 300);
      await mouse.down();
      await mouse.move(x + to, y + 300, { steps: 5 });
      await mouse.up();
    };
    const usual = await width();
    await drag(250);
    await vscode.screen.eventually("a narrow side bar", width, (now) => now < 260);
    await tree().expand("Local", "Chain");
    const isBlock = ({ label }: TreeRow) => /^#\d+$/.test(label);
    const block = (await tree().until("blocks", (rows) => rows.some(isBlock))).find(isBlock);
    assert.match(block?.description ?? "", /^\d{4}-\d\d-\d\d \d\d:\d\d · \d+ tx · /);
    for (const theme of ["light", "high-contrast", "dark"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`explorer-narrow-${theme}`);
    }
    await vscode.page.setViewportSize({ width: 640, height: 400 });
    await vscode.screenshot("explorer-small-dark");
    await vscode.page.setViewportSize({ width: 1280, height: 800 });
    await vscode.screenshot("explorer-usual-dark");
    await vscode.page.setViewportSize({ width: 1500, height: 900 });
    await drag(usual);
    await tree().collapse("Local", "Chain");
    await tree().expand("Local", "Statistics");
  });

  it("is reached by keyboard alone: open a section, copy a value", async () => {
    await tree().click("Local", "Statistics", "public accounts");
    const { keyboard } = vscode.page;
    await keyboard.press("ArrowDown");
    const wanted = await tree().row("Statistics", "transactions");
    await keyboard.press("Shift+F10");
    await vscode.screen.appears(".monaco-menu .action-label", "the context menu");
    await keyboard.press("End");
    await keyboard.press("Enter");
    await copied("the count", (text) => wanted.description.startsWith(`${text} = `));
    await keyboard.press("ArrowLeft");
    await keyboard.press("ArrowLeft");
    await tree().until("the section to close", (rows) =>
      rows.some(({ label, open }) => label === "Statistics" && !open),
    );
  });
});

function isCall({ description }: TreeRow): boolean {
  return /^Counter\.\w+ · gas price/.test(description);
}

function isProvisioner({ description }: TreeRow): boolean {
  return /^[\d .]+ coins · \d+ units$/.test(description);
}
