import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { CallPage } from "../support/callPage";
import { echoCode, oddDriver } from "../support/oddDriver";
import { sandboxProgram, startSandbox, type Sandbox } from "../support/startSandbox";
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
    await writeFile(join(folder, "new.wasm"), Buffer.from("0061736d01000000", "hex"));
    await writeFile(join(folder, "old.wasm"), "no module");
    const contracts = [{ name: "Counter", id: contractIds.counter }];
    const schema = '{"functions":[{"name":"init","input":"u64","output":"()"}]}';
    await writeFile(join(folder, "init.wasm"), oddDriver({ schema, encodeInput: echoCode }));
    // The sandbox's own, which keeps what it was last given.
    const script = `const { spawnSync } = require("node:child_process");
      const { readFileSync, writeFileSync } = require("node:fs");
      const input = readFileSync(0);
      writeFileSync(${JSON.stringify(join(folder, "asked.json"))}, input);
      const { stdout, stderr } = spawnSync(process.execPath, ${JSON.stringify([...sandboxProgram(), "sign"])}, { input });
      process.stderr.write(stderr);
      process.stdout.write(stdout);`;
    await writeFile(join(folder, "signer.cjs"), script);
    const signer = { command: process.execPath, args: [join(folder, "signer.cjs")] };
    vscode = await Workbench.open({
      ...{ host: "oldest", name: "transactions", folder, extensionDevelopmentPath: resolve(__dirname, "../..") },
      settings: {
        "chainscope.connections": [
          { name: "Local", url: plain.url, role: "development", contracts, signer },
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
  /** The document that comes when `deed` is done, beside those that are there. */
  const made = async (deed: () => Promise<unknown>) => {
    const known = await vscode.editor.tabs();
    await deed();
    return vscode.screen.eventually(
      "another document",
      async () =>
        (await vscode.editor.tabs()).find((tab) => tab.startsWith("Local sent ") && !known.includes(tab)) ?? "",
      (tab) => tab !== "",
    );
  };
  /** Takes what a box proposes, which says this of it. */
  const takes = async (words: string) => {
    await vscode.quickInput.shows(words);
    await vscode.quickInput.accept();
  };
  /** Brings a document to the front, its beginning in sight. */
  const bringsUp = async (tab: string) => {
    await vscode.page.locator(".tabs-container .tab", { hasText: tab }).first().click();
    await vscode.editor.focus(tab);
    await vscode.page.keyboard.press("Control+Home");
  };
  const sends = async (tab: string) => {
    await vscode.editor.focus(tab);
    await pressed("Send…");
    await vscode.notifications.dialog("on Local?");
    await vscode.notifications.pressInDialog("Send");
  };
  const sent = async () => {
    const { requests } = (await plain.control("state")) as { requests: Record<string, number> };
    return requests["/on/transactions/propagate"];
  };
  const pictures = async (name: string) => {
    for (const theme of ["light", "high-contrast", "dark"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`${name}-${theme}`);
    }
  };
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
    await vscode.editor.focus(tab);
    await pressed("Check Rules");
    await shows("the rules' word alone", /^timeline: [^]*✔ rules: nothing speaks against it$/m, tab);
    await pressed("Trial Run");
    await shows("the trial run alone", /^timeline: [^]*✔ rules: [^]*✔ trial run: works, gas /m, tab);
    assert.equal(await sent(), undefined);
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

  it("is made on the contract page by the person's signer, with figures proposed, and asked for once", async () => {
    await vscode.runCommand("Chainscope: Open Contract Panel");
    const page = await CallPage.shown(vscode);
    await page.openFunction("Counter", "increment_by");
    await page.box("Input").fill("5");
    await page.until("the bytes", page.frame.locator(".bytes .check"), (text) => text.includes("gives back the same"));
    await pictures("transact-page");
    const tab = await made(async () => {
      await page.button("Transact…").click();
      await takes("Deposit in coins");
      await takes("Gas price: units for one unit of gas (of the 100 that wait");
      await vscode.quickInput.shows("Gas limit (the trial run used ");
      await vscode.screenshot("transact-gas-dark");
      await vscode.quickInput.accept();
    });
    await shows("that it would work", /✔ rules: [^]*✔ trial run: works, gas /, tab);
    const before = (await sent()) ?? 0;
    await vscode.editor.focus(tab);
    await vscode.screen.eventually(
      "the lens",
      () => vscode.editor.lenses(),
      (all) => all.includes("Send…"),
    );
    await vscode.page.locator(".codelens-decoration > a", { hasText: "Send…" }).first().dblclick();
    await vscode.notifications.dialog("on Local?");
    await vscode.notifications.pressInDialog("Send");
    await shows("it in the mempool", /^state: in the mempool$[^]*^calls: Counter\.increment_by$/m, tab);
    await vscode.screen.eventually(
      "the lenses of what waits",
      () => vscode.editor.lenses(),
      (all) => all.includes("Replace with a Higher Price…") && !all.includes("Send…"),
    );
    assert.equal(await vscode.page.locator(".monaco-dialog-box").count(), 0);
    assert.equal(await sent(), before + 1);
  });

  it("is replaced at a higher price while it waits, which both documents tell, and its replacement is final", async () => {
    const first = await vscode.editor.untilActive(/^Local sent /);
    const second = await made(async () => {
      await pressed("Replace with a Higher Price…");
      await vscode.quickInput.shows("above 1, which the first one offers");
      await vscode.quickInput.type("1");
      await vscode.quickInput.message("Write a whole number from 2 to 18446744073709551615.");
      await vscode.quickInput.enter("7");
    });
    await sends(second);
    await shows("what it replaced", /in\s+the\s+place\s+of\s+\S+,\s+which\s+offered\s+gas\s+price\s+1/, second);
    await bringsUp(first);
    await shows("what replaced it", /^state: replaced$[^]*replaced\s+by\s+\S+,\s+at\s+gas\s+price\s+7/m, first);
    await vscode.screenshot("transaction-replaced-dark");
    await plain.control("block", { count: 5 });
    await bringsUp(second);
    await shows("its finality", /^state: "final · #\d+"$[^]*counted\s+of\s+Counter:\s+"\d+"/m, second);
    await tree().until("its row", (rows) =>
      rows.some(({ description }) => /^final · #\d+ · Counter\.increment_by$/.test(description)),
    );
    await pictures("transact-final");
    await vscode.screenshot("readme-transaction");
  });

  it("deploys a contract with init arguments by its driver, whose id is named in the tree and whose driver is next; what is no module is refused", async () => {
    const deploy = async (module: string) => {
      await tree().chooseFromMenu(["Local", "Transactions"], "Deploy Contract…");
      await vscode.quickInput.shows("Deploy Contract");
      await vscode.quickInput.enterPath(join(folder, module));
    };
    await deploy("old.wasm");
    await vscode.notifications.until("old.wasm is no WebAssembly module.");
    await vscode.notifications.close("old.wasm is no WebAssembly module.");
    await deploy("new.wasm");
    await vscode.quickInput.pick("Hex…");
    await vscode.quickInput.shows("in hex; empty for none");
    await vscode.quickInput.type("0xabc");
    await vscode.quickInput.message("Odd number of hex digits");
    await vscode.page.keyboard.press("Escape");
    const tab = await made(async () => {
      await deploy("new.wasm");
      await vscode.quickInput.shows("Init arguments");
      await vscode.screenshot("deploy-init-dark");
      await vscode.quickInput.pick("Typed…");
      await vscode.quickInput.shows("Driver of the Contract");
      await vscode.quickInput.enterPath(join(folder, "init.wasm"));
      await vscode.quickInput.shows("u64");
      await vscode.quickInput.type("-1");
      await vscode.quickInput.message("u64 takes 0 to 18446744073709551615");
      await vscode.quickInput.enter("18446744073709551615");
      await takes("Owner's public key; empty for the account that signs");
      await takes("deployments offer at least 2 000");
      await vscode.quickInput.shows("8 bytes × 100 = 800, at least 5 000 000");
      await vscode.screenshot("deploy-gas-dark");
      await vscode.quickInput.accept();
    });
    const asked = JSON.parse((await readFile(join(folder, "asked.json"), "utf8")).trim()) as { init?: string };
    // The driver of this test encodes an input as its JSON.
    assert.equal(Buffer.from(asked.init ?? "", "hex").toString(), '"18446744073709551615"');
    await shows("that it would work", /✔ rules: [^]*✔ trial run: works, gas /, tab);
    await sends(tab);
    await shows("it in the mempool", /^state: in the mempool$/m, tab);
    await plain.control("block");
    await shows("the contract", /^deploys:\s+["']?(?:[0-9a-f]\s*){64}/m, tab);
    await vscode.screen.eventually(
      "what is next",
      () => vscode.editor.lenses(),
      (all) => all.includes("Upload Driver…") && all.includes("Name Contract…"),
    );
    await tree().until("its row", (rows) =>
      rows.some(({ description }) => /accepted · #\d+ · contract [0-9a-f]{8}/.test(description)),
    );
    await pictures("deployed");
  });

  it("of another chain is sent on a production node only against its warning and by the node's name, and vanishes", async () => {
    await tree().expand("Main");
    await vscode.runCommand("Chainscope: Switch Connection…");
    await vscode.quickInput.pick("Main");
    await vscode.runCommand("Chainscope: Transact…");
    const { buttons } = await vscode.notifications.until("Main has no signer.");
    assert.ok(buttons.includes("Edit Connection…"), buttons.join());
    await vscode.notifications.close("Main has no signer.");
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
