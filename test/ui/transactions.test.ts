import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { Workbench } from "../support/workbench";

/** A node of the interface's document, and one like deployed ones, which is for production. */
describe("a transaction, from its bytes to finality", function () {
  this.timeout(180_000);
  this.bail(true);
  let folder: string;
  let plain: Sandbox;
  let deployed: Sandbox;
  let vscode: Workbench;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-transactions-"));
    const args = ["--history", "5", "--txs-per-block", "0"];
    [plain, deployed] = await Promise.all([
      startSandbox({ blockMs: 0, args }),
      startSandbox({ blockMs: 0, args: [...args, "--like", "1.4", "--prefix", "Rusk"] }),
    ]);
    const { accounts } = (await plain.control("state")) as { accounts: string[] };
    const pay = (await plain.control("transaction", {
      value: "1500000000",
      memo: "rent",
      receiver: accounts[1],
    })) as Made;
    const stray = (await deployed.control("transaction", { value: 7, chainId: 9 })) as Made;
    await writeFile(join(folder, "pay.tx.hex"), `0x${pay.hex}\n`);
    await writeFile(join(folder, "stray.tx.hex"), stray.hex);
    await writeFile(join(folder, "odd.tx.hex"), "0xabc");
    vscode = await Workbench.open({
      ...{ host: "oldest", name: "transactions", folder, extensionDevelopmentPath: resolve(__dirname, "../..") },
      settings: {
        "chainscope.connections": [
          { name: "Local", url: plain.url, role: "development" },
          { name: "Main", url: deployed.url, role: "production" },
        ],
      },
      size: { width: 1500, height: 900 },
    });
    await vscode.useTheme("dark");
    await vscode.sideBar.open("Chainscope");
  });
  after(async () => {
    await vscode?.close();
    await Promise.all([plain?.stop(), deployed?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  const tree = () => vscode.sideBar.tree("Connections");
  const shows = (what: string, pattern: RegExp, tab: string) =>
    vscode.editor.untilText(what, (text) => pattern.test(text), tab);
  const tabOf = (connection: string) =>
    vscode.screen.eventually(
      `the document of ${connection}`,
      async () => (await vscode.editor.tabs()).find((tab) => tab.startsWith(`${connection} sent `)) ?? "",
      (tab) => tab !== "",
    );
  const check = async (file: string) => {
    await vscode.editor.openFile(file);
    await vscode.editor.focus(file);
    await vscode.page.keyboard.press("Control+a");
    await vscode.runCommand("Chainscope: Check Transaction…");
    await vscode.quickInput.pick("Selection");
  };
  const pressed = async (lens: string) => {
    await vscode.screen.eventually(
      "the lens",
      () => vscode.editor.lenses(),
      (all) => all.includes(lens),
    );
    await vscode.editor.pressLens(lens);
  };

  it("is checked by the node's rules and a trial run, and says what it would cost", async () => {
    await check("pay.tx.hex");
    const tab = await tabOf("Local");
    const text = await shows("what was found", /✔ trial run: works, gas /, tab);
    assert.match(text, /^# Transaction on Local \(development, chain \d+\)$/m);
    assert.match(text, /^state: ["']?checked, not sent/m);
    assert.match(text, /✔ rules: nothing speaks against it/);
    assert.match(text, /· fee: 0\.\d+ coins/);
  });

  it("is sent after one question, and followed until it is final, in its document and in the tree", async () => {
    const tab = await tabOf("Local");
    await vscode.editor.focus(tab);
    await pressed("Send…");
    const { text, buttons } = await vscode.notifications.dialog("on Local?");
    assert.match(text, /To: Local \(development, chain \d+\)/);
    assert.ok(buttons.includes("Send"));
    await vscode.screenshot("transaction-question-dark");
    await vscode.notifications.pressInDialog("Send");
    const waiting = await shows("it in the mempool", /^state: in the mempool$/m, tab);
    assert.match(waiting, /^value: "1\.5 coins · 1500000000 units"$[^]*^memo: rent$/m);
    await tree().expand("Local", "Transactions");
    await tree().until("its row", (rows) =>
      rows.some(({ description }) => description === "in the mempool · 1.5 coins"),
    );
    await plain.control("block");
    await shows("its block", /executed in #\d+, gas [\d ]+ of [^]*block #\d+ is accepted/, tab);
    await plain.control("block", { count: 4 });
    await shows("its finality", /^state: "final · #\d+"$/m, tab);
    await tree().until("its row", (rows) =>
      rows.some(({ description }) => /^final · #\d+ · 1\.5 coins$/.test(description)),
    );
    for (const theme of ["dark", "light", "high-contrast"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`transaction-final-${theme}`);
    }
    await vscode.useTheme("dark");
  });

  it("is remembered after a reload of the window, without being sent again", async () => {
    const { requests } = (await plain.control("state")) as { requests: Record<string, number> };
    await vscode.reload();
    await vscode.sideBar.open("Chainscope");
    await tree().expand("Local", "Transactions");
    await tree().until("its row", (rows) =>
      rows.some(({ description }) => /^final · #\d+ · 1\.5 coins$/.test(description)),
    );
    const after = (await plain.control("state")) as { requests: Record<string, number> };
    const path = "/on/transactions/propagate";
    assert.equal(after.requests[path], requests[path]);
    assert.equal(requests[path], 1);
  });

  it("of another chain is sent on a production node only against its warning and by the node's name, and vanishes", async () => {
    await tree().expand("Main");
    await vscode.runCommand("Chainscope: Switch Connection…");
    await vscode.quickInput.pick("Main");
    await check("stray.tx.hex");
    const tab = await tabOf("Main");
    await shows("what was found", /✘ trial run: it is for another chain/, tab);
    await vscode.editor.focus(tab);
    await pressed("Send…");
    const { text } = await vscode.notifications.dialog("on Main?");
    assert.match(text, /Main \(production, chain \d+\)[^]*Against it: it is for another chain\./);
    await vscode.notifications.pressInDialog("Send All the Same");
    await vscode.quickInput.shows("Type the connection's name");
    await vscode.quickInput.type("Mai");
    await vscode.quickInput.message("This is not “Main” yet.");
    await vscode.quickInput.enter("Main");
    await shows("it in the mempool", /^state: in the mempool$/m, tab);
    await deployed.control("block", { count: 12 });
    await shows("that it has vanished", /^state: vanished$[^]*usually\s+it\s+was\s+for\s+another\s+chain/m, tab);
    await vscode.screenshot("transaction-vanished-dark");
  });

  it("that is none is refused with the place of the mistake", async () => {
    await vscode.editor.openFile("odd.tx.hex");
    await vscode.editor.focus("odd.tx.hex");
    await vscode.page.keyboard.press("Control+a");
    await vscode.runCommand("Chainscope: Check Transaction…");
    await vscode.quickInput.pick("Selection");
    await vscode.notifications.until("Odd number of hex digits (3): a byte takes two.");
  });
});

interface Made {
  hash: string;
  hex: string;
}
