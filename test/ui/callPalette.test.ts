import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { CallPage } from "../support/callPage";
import { inWindow } from "../support/inWindow";
import type { Sandbox } from "../support/startSandbox";
import type { Workbench } from "../support/workbench";

const named = ["counter", "token", "mixedCase", "ledger", "vault", "silent"] as const;
const contracts = named.map((name) => ({ name: `${name[0]?.toUpperCase()}${name.slice(1)}`, id: contractIds[name] }));

describe("contract calls from the palette", function () {
  this.timeout(120_000);
  let folder: string;
  let sandbox: Sandbox;
  let vscode: Workbench;

  inWindow(
    {
      name: "call-palette",
      sandbox: { blockMs: 0 },
      settings: ({ sandbox: { url } }) => ({ "chainscope.connections": [{ name: "Local", url, contracts }] }),
    },
    (opened) => ({ vscode, sandbox, folder } = opened),
  );

  before(() => sandbox.control("drop", { path: `/on/driver:${contractIds.transfer}/get_schema`, count: 1000 }));

  const pickFunction = async (command: string, contract: string, fn: string) => {
    await vscode.runCommand(`Chainscope: ${command}`);
    await vscode.quickInput.shows("Which contract");
    await vscode.quickInput.pick(contract);
    await vscode.quickInput.shows("Which function");
    await vscode.quickInput.type(fn);
    await vscode.quickInput.pick(fn);
  };

  const encode = async (contract: string, fn: string) => {
    const tree = vscode.sideBar.tree("Connections");
    await vscode.sideBar.open("Chainscope");
    await tree.collapse("Local", "Node");
    await tree.expand("Local", "Contracts");
    // So that what is opened is in sight.
    await tree.collapse("Contracts", contract === "Counter" ? "Ledger" : "Counter");
    await tree.expand("Contracts", contract);
    await tree.expand(contract, "Functions");
    await tree.chooseFromMenu([contract, "Functions", fn], "Encode Input…");
  };

  it("bring VS Code's Testing view with the first call file of the folder only", async () => {
    const testing = vscode.page.locator('.activitybar .action-label[aria-label^="Testing"]');
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.shows("Which contract");
    await vscode.quickInput.cancel();
    assert.equal(await testing.count(), 0);
    const file = join(folder, "one.call.json");
    await writeFile(file, '{"contract": "Counter", "function": "get_value"}');
    await testing.waitFor();
    await rm(file);
    await testing.waitFor({ state: "detached" });
  });

  it("asks for each argument in a step of its own, and refuses what is out of range where it is typed", async () => {
    await pickFunction("Call Contract…", "Token", "holders");
    await vscode.quickInput.shows("Token.holders on Local (1 of 2)");
    await vscode.quickInput.message("Argument 1 of 2 u32 · A page: offset and limit.");
    await vscode.quickInput.type("-1");
    await vscode.quickInput.message("out of range: u32 takes 0 to 4294967295");
    await vscode.quickInput.enter("0");
    await vscode.quickInput.shows("(2 of 2)");
    await vscode.quickInput.enter("2");
    await vscode.editor.untilActive("Local Token.holders.json");
    await vscode.editor.untilText(
      "the page of holders",
      (text) => text.includes('"holders"'),
      "Local Token.holders.json",
    );
  });

  it("offers what was called lately first", async () => {
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.shows("Which contract");
    const [first] = await vscode.quickInput.items();
    assert.equal(first?.label, "Token");
    assert.equal(first.description, contractIds.token);
    await vscode.quickInput.cancel();
  });

  it("calls a built-in contract, whose schema is not asked for, from the built-in list", async () => {
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.pick("Transfer contract");
    await vscode.quickInput.shows("Which function");
    await vscode.screenshot("call-builtin-dark");
    await vscode.quickInput.pick("contract_balance");
    await vscode.quickInput.type(`${contractIds.vault}0`);
    await vscode.quickInput.message("64 hex digits");
    await vscode.quickInput.enter(`0x${contractIds.vault.toUpperCase()}`);
    const document = "Local Transfer contract.contract_balance.json";
    await vscode.editor.untilActive(document);
    await vscode.editor.untilText("the balance", (text) => text.trim() === '"1"', document);
  });

  it("asks for hex when the contract has no driver, and shows the bytes", async () => {
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.pick("Vault");
    await vscode.quickInput.shows("This contract has no driver");
    await vscode.quickInput.pick("Enter a function name…");
    await vscode.quickInput.shows("Name of the function");
    await vscode.quickInput.enter("echo");
    await vscode.quickInput.shows("Input as hex");
    await vscode.quickInput.type("0xabc");
    await vscode.quickInput.message("Odd number of hex digits");
    await vscode.quickInput.enter("2453545782b92053");
    await vscode.editor.untilActive("Local Vault.echo.txt");
    const text = await vscode.editor.untilText("the bytes", (shown) => shown.includes("0x"), "Local Vault.echo.txt");
    assert.match(text, /undecoded bytes \(8 bytes\)\n0x2453545782b92053/);
  });

  it("goes on in the panel when the input has parts", async () => {
    await pickFunction("Call Contract…", "Counter", "set_value");
    const page = await CallPage.shown(vscode);
    await page.until("the function", page.head, (text) => text.includes("Counter.set_value"));
    // Whether a recent transaction had such an input depends on what the chain has seen.
    const begun = /Input as JSON|Filled in from a recent transaction/;
    await page.until("its input", page.frame.locator("main"), (text) => begun.test(text));
    await vscode.runCommand("View: Close Editor");
  });

  it("names a failure with what was sent and the node's own words", async () => {
    await pickFunction("Call Contract…", "Counter", "fail");
    const { text, buttons } = await vscode.notifications.until("the counter was asked to fail");
    assert.match(text, /Counter\.fail: Panic: the counter was asked to fail \(VM error\)/);
    assert.ok(buttons.includes("Show Answer"));
    await vscode.notifications.close("the counter was asked to fail");
  });

  it("encodes an input without calling", async () => {
    await encode("Counter", "increment_by");
    await vscode.quickInput.shows("u32");
    await vscode.quickInput.enter("35");
    const document = "Local Counter.increment_by input.txt";
    await vscode.editor.untilActive(document);
    const text = await vscode.editor.untilText("the bytes", (shown) => shown.includes("0x"), document);
    assert.match(text, /0x23000000\n4 bytes/);
  });

  it("decodes pasted bytes of an event, a function's input or its output", async () => {
    const decode = async (what: string, hex: string, json: string) => {
      await vscode.runCommand("Chainscope: Decode Bytes…");
      await vscode.quickInput.shows("Paste hex, base64, a dump");
      await vscode.quickInput.enter(hex);
      await vscode.quickInput.pick("Counter");
      await vscode.quickInput.shows("What the bytes are");
      await vscode.quickInput.type(what);
      await vscode.quickInput.pick(what);
      await vscode.editor.untilActive(`Local Counter.${what}.json`);
      await vscode.editor.untilText("the value", (text) => text.trim() === json, `Local Counter.${what}.json`);
    };
    await decode("counted event", "0x3132333435363738", '"4050765991979987505"');
    await decode("increment_by input", "23 00 00 00", "35");
    await decode("increment_by output", "//////////8=", '"18446744073709551615"');
  });

  it("begins an input whose type is only named with an example, and encodes that", async () => {
    await encode("Ledger", "entries");
    await vscode.quickInput.shows("Range, as JSON · A skeleton: what the driver makes of zero bytes");
    const { value } = await vscode.quickInput.read();
    assert.deepEqual(JSON.parse(value), { count: 0, from: "0" });
    await vscode.screenshot("encode-example-dark");
    await vscode.quickInput.accept();
    const document = "Local Ledger.entries input.txt";
    await vscode.editor.untilActive(document);
    await vscode.editor.untilText("the bytes", (shown) => shown.startsWith("0x"), document);
  });

  it("decodes what is selected in an editor, from the menu there, without a question", async () => {
    const header = `{"Content-Location":"/on/contracts:${contractIds.counter}/counted"}`;
    await vscode.runCommand("File: New Untitled Text File");
    await vscode.editor.untilActive(/^Untitled/);
    await vscode.editor.replaceAll(`b'\\x${header.length.toString(16)}\\x00\\x00\\x00${header}12345678'`);
    await vscode.page.keyboard.press("ControlOrMeta+a");
    const menu = vscode.page.locator(".monaco-menu");
    const entry = menu.locator('.action-label[aria-label="Decode Bytes…"]');
    await vscode.screen.eventually(
      "the entry of the menu",
      async () => {
        // A menu shows what was there when it was opened.
        if ((await menu.count()) > 0) await vscode.page.keyboard.press("Escape");
        await vscode.page.keyboard.press("Shift+F10");
        await menu.first().waitFor({ timeout: 5000 });
        return entry.count();
      },
      (count) => count === 1,
    );
    await vscode.screenshot("decode-selection-dark");
    await entry.click();
    const document = "Local Counter.counted event.json";
    await vscode.editor.untilActive(document);
    await vscode.editor.untilText("the value", (text) => text.includes('"4050765991979987505"'), document);
    await vscode.screenshot("decoded-event-dark");
    await vscode.runCommand("View: Revert and Close Editor");
  });

  it("repeats the last call", async () => {
    await pickFunction("Call Contract…", "Counter", "get_value");
    await vscode.editor.untilActive("Local Counter.get_value.json");
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    const path = `/on/contracts:${contractIds.counter}/get_value`;
    await vscode.runCommand("Chainscope: Repeat Last Call");
    await vscode.screen.eventually(
      "the second request",
      async () => ((await sandbox.control("state")) as { requests: Record<string, number> }).requests[path] ?? 0,
      (count) => count === (requests[path] ?? 0) + 1,
    );
  });

  it("keeps a history to search, to call from again and to compare in", async () => {
    await vscode.runCommand("Chainscope: Call History…");
    await vscode.quickInput.shows("press Enter to call again");
    const items = await vscode.quickInput.items();
    assert.ok(items.some(({ label, detail }) => label === "Counter.fail" && detail.includes("failed:")));
    await vscode.screenshot("call-history-dark");
    await vscode.quickInput.type("echo");
    await vscode.quickInput.accept();
    await vscode.editor.untilActive("Local Vault.echo.txt");
    await vscode.runCommand("Chainscope: Call History…");
    await vscode.quickInput.type("get_value");
    await vscode.page
      .locator('.quick-input-list [aria-label="Compare Its Result with Another…"]')
      .first()
      .click({ force: true });
    await vscode.quickInput.shows("With which call");
    await vscode.quickInput.pick("Counter.get_value");
    await vscode.editor.untilActive("Counter.get_value: results");
  });

  it("compares long results whole, and finds what differs near their end", async () => {
    for (const last of ["one", "other"]) {
      const text = JSON.stringify([...Array.from({ length: 8000 }, (_, at) => `entry ${at}`), last]);
      assert.ok(text.length > 80_000);
      await sandbox.control("answer", { path: "/get_value", headers: { "content-type": "application/json" }, text });
      await pickFunction("Call Contract…", "Counter", "get_value");
      await vscode.editor.untilText("the whole", (shown) => shown.includes("entry"), "Local Counter.get_value.json");
    }
    await vscode.runCommand("Chainscope: Call History…");
    await vscode.quickInput.type("entry 0");
    await vscode.page
      .locator('.quick-input-list [aria-label="Compare Its Result with Another…"]')
      .first()
      .click({ force: true });
    await vscode.quickInput.shows("With which call");
    await vscode.quickInput.type("entry 0");
    await vscode.quickInput.accept();
    await vscode.editor.untilActive("Counter.get_value: results");
    const shown = async () => {
      // The first press may come before it is known what differs.
      await vscode.page.keyboard.press("F7");
      return (await vscode.page.locator(".monaco-diff-editor").allInnerTexts()).join("\n");
    };
    const differs = (text: string) => text.includes('"one"') && text.includes('"other"');
    await vscode.screen.eventually("what differs", shown, differs);
  });

  it("says of a name that the schema does not have that it can be called all the same", async () => {
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.pick("Counter");
    await vscode.quickInput.shows("Counter on Local");
    await vscode.quickInput.type("Enter a");
    await vscode.quickInput.pick("Enter a function name…");
    await vscode.quickInput.shows("Name of the function");
    await vscode.quickInput.type("get_valu");
    await vscode.quickInput.message("not in the schema");
    assert.equal((await vscode.quickInput.read()).problem, false);
    await vscode.quickInput.enter("get_value");
    await vscode.editor.untilActive("Local Counter.get_value.json");
  });

  it("takes a function that turns out to stream to the panel, where it runs", async () => {
    await pickFunction("Call Contract…", "Ledger", "names");
    const page = await CallPage.shown(vscode);
    await page.until("all items", page.result, (text) => text.includes("✓ Complete"));
    await vscode.runCommand("View: Close Editor");
  });

  it("says that a name with capitals cannot be reached", async () => {
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.pick("MixedCase");
    await vscode.quickInput.shows("Which function");
    const items = await vscode.quickInput.items();
    assert.match(items.find(({ label }) => label === "totalSupply")?.detail ?? "", /cannot call it/);
    await vscode.quickInput.cancel();
  });
});
