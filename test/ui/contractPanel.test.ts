import assert from "node:assert/strict";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import type { Locator } from "playwright-core";
import { CallPage } from "../support/callPage";
import { contrasts } from "../support/contrast";
import { inWindow } from "../support/inWindow";
import type { Sandbox } from "../support/startSandbox";
import type { Workbench } from "../support/workbench";

const named = ["counter", "token", "mixedCase", "ledger", "vault", "silent"] as const;
const contracts = named.map((name) => ({ name: `${name[0]?.toUpperCase()}${name.slice(1)}`, id: contractIds[name] }));

describe("the contract panel", function () {
  this.timeout(120_000);
  let folder: string;
  let sandbox: Sandbox;
  let vscode: Workbench;
  let page: CallPage;

  inWindow(
    {
      name: "contract-panel",
      sandbox: { blockMs: 0 },
      settings: ({ sandbox: { url } }) => ({ "chainscope.connections": [{ name: "Local", url, contracts }] }),
      size: { width: 1280, height: 1000 },
    },
    (opened) => ({ vscode, sandbox, folder } = opened),
  );

  const callsOf = async (contract: string, fn: string) => {
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    return requests[`/on/contracts:${contract}/${fn}`] ?? 0;
  };

  it("goes from the palette to a result with the keyboard alone", async () => {
    await vscode.runCommand("Chainscope: Open Contract Panel");
    page = await CallPage.shown(vscode);
    const { keyboard } = vscode.page;
    await page.untilFocused("Filter, or paste a contract id");
    await keyboard.type("Counter");
    await keyboard.press("Enter");
    await page.until("the contract", page.head, (text) => text.includes("Pick a function"));
    await page.tabTo("Filter, or name a function");
    await keyboard.type("increment");
    await keyboard.press("Enter");
    await page.until("the function", page.head, (text) => text.includes("increment_by(u32) → u64"));
    await page.untilFocused("Input u32");
    await keyboard.type("35");
    await page.until("the bytes", page.frame.locator(".bytes .check"), (text) => text.includes("gives back the same"));
    assert.equal(await page.box("Bytes").inputValue(), "23000000");
    await keyboard.press("Control+Enter");
    await page.output((text) => /^"\d+"$/.test(text.trim()));
    await vscode.screenshot("panel-result-dark");
  });

  it("names its connection with the chain id, and says that a call only reads", async () => {
    const text = await page.until("the chain id", page.connection, (shown) => shown.includes("chain id 250"));
    assert.match(text, /Local/);
    assert.match(text, /as seen from/);
    assert.match(await page.frame.locator("main").innerText(), /A call only reads/);
  });

  it("marks the one field that is wrong, says why there, and keeps Send from sending", async () => {
    await page.openFunction("Counter", "increment_by");
    const before = await callsOf(contractIds.counter, "increment_by");
    await page.box("Input").fill("12x");
    await page.problemAt("Input", (text) => text.includes('"12x" is not a whole number'));
    assert.equal(await page.box("Input").getAttribute("aria-invalid"), "true");
    assert.equal(await page.send.getAttribute("aria-disabled"), "true");
    await page.send.click({ force: true });
    await page.untilFocused("Input u32");
    await page.box("Input").fill("4294967296");
    await page.problemAt("Input", (text) => text.includes("0 to 4294967295"));
    assert.equal(await callsOf(contractIds.counter, "increment_by"), before);
    await page.box("Input").fill("7");
  });

  it("begins a structure with what recent transactions sent, and marks nothing of it as wrong", async () => {
    await page.openFunction("Token", "transfer");
    await page.until("where it is from", page.frame.locator(".input .start"), (text) =>
      text.includes("from a recent transaction"),
    );
    await page.until("the bytes", page.frame.locator(".bytes .check"), (text) => text.includes("gives back the same"));
    assert.equal(await page.frame.locator('[aria-invalid="true"], .problem:visible').count(), 0);
    await vscode.screenshot("panel-skeleton-dark");
    await page.openFunction("Ledger", "entries");
    await page.until("where it is from", page.frame.locator(".input .start"), (text) => text.includes("zero bytes"));
    assert.deepEqual(JSON.parse(await page.box("Input as JSON").inputValue()), { count: 0, from: "0" });
  });

  it("holds Send back while the bytes that are shown are not those of the input", async () => {
    await page.openFunction("Counter", "increment_by");
    await page.box("Input").fill("5");
    const check = page.frame.locator(".bytes .check");
    await page.until("the bytes", check, (text) => text.includes("gives back the same"));
    await page.box("Bytes").fill("0xffff");
    await page.until("why not", page.frame.locator(".bytes"), (text) => text.includes("cannot decode these bytes"));
    assert.equal((await check.innerText()).trim(), "");
    assert.equal(await page.send.getAttribute("aria-disabled"), "true");
    await vscode.screenshot("panel-bytes-differ-dark");
    await page.box("Bytes").fill("07 00 00 00");
    await page.until("the bytes", check, (text) => text.includes("gives back the same"));
    assert.equal(await page.box("Input").inputValue(), "7");
  });

  it("sends once however often it is pressed", async () => {
    const before = await callsOf(contractIds.counter, "increment_by");
    await sandbox.control("latency", { ms: 800, path: "/on/contracts", count: 1 });
    await page.send.dblclick();
    await page.until("the waiting", page.result, (text) => text.includes("Waiting for the node"));
    await page.output((text) => /^"\d+"$/.test(text.trim()));
    assert.equal(await callsOf(contractIds.counter, "increment_by"), before + 1);
  });

  it("draws fields for a list of tuples with structures in them, and blocks sending until each is right", async () => {
    await sandbox.control("schema", { contract: contractIds.token, schema: JSON.stringify(spelledOut) });
    await page.option("Contracts", /^Token/).click();
    await page.until("the contract", page.head, (text) => text.includes("Token"));
    await page.button("Reload schema").click();
    await page.untilCount("the new schema", page.option("Functions", /./), 1);
    await page.openFunction("Token", "batch_transfer");
    await page.button("Add an item to Input").click();
    await page.button("Add an item to Input").click();
    const ids = page.boxes("Contract");
    const amounts = page.boxes("Item 2");
    await ids.nth(0).fill(contractIds.vault);
    await amounts.nth(0).fill("18446744073709551616");
    await ids.nth(1).fill(contractIds.counter);
    await amounts.nth(1).fill("0");
    const wrong = page.frame.locator('[aria-invalid="true"]');
    await page.untilCount("only the field out of range is marked", wrong, 1);
    await vscode.screenshot("panel-nested-dark");
    await amounts.nth(0).fill("0");
    await page.untilCount("nothing is marked", wrong, 0);
    await page.until("the bytes", page.frame.locator(".bytes .check"), (text) => text.includes("gives back the same"));
    await page.send.click();
    await page.output((text) => text.trim() === '"0"');
    await amounts.nth(0).fill("9007199254740993");
  });

  it("shows the same value as JSON and as a form, and loses nothing on the way", async () => {
    await page.tab("JSON").click();
    const json = page.box("Input as JSON");
    assert.match(await json.inputValue(), /"9007199254740993"/);
    await page.tab("Form").click();
    assert.equal(
      await page.frame
        .getByRole("textbox", { name: /^Item 2/ })
        .nth(0)
        .inputValue(),
      "9007199254740993",
    );
    await page.tab("JSON").click();
    await json.fill('[[{"Contract": "zz"}, 5]]');
    await page.until("a problem with its place", page.frame.locator("main"), (text) =>
      text.includes("not a hex digit"),
    );
    await page.frame.locator(".problems button").first().click();
    assert.equal(await json.evaluate((area: { selectionStart: number }) => area.selectionStart), 15);
    await json.fill(`[[{"Contract": "${contractIds.vault}"}, 5]]`);
    await page.tab("Form").click();
    await page.untilCount("one item", page.boxes("Contract"), 1);
  });

  it("fills the form from pasted hex", async () => {
    await page.openFunction("Counter", "add_many");
    await page.box("Bytes").fill("02000000 0100000000000000 ffffffffffffffff".replaceAll(" ", ""));
    await page.until("the second item", page.frame.locator(".rows"), (text) => text.includes("Item 2"));
    const items = page.boxes("Item");
    assert.deepEqual(await items.evaluateAll((all: { value: string }[]) => all.map(({ value }) => value)), [
      "1",
      "18446744073709551615",
    ]);
  });

  it("keeps inputs, and a result that arrives meanwhile, while the page is hidden", async () => {
    await page.openFunction("Counter", "increment_by");
    await page.box("Input").fill("41");
    await sandbox.control("latency", { ms: 1500, path: "/on/contracts", count: 1 });
    await page.send.click();
    await vscode.runCommand("File: New Untitled Text File");
    await vscode.editor.untilActive(/^Untitled/);
    await vscode.page.locator(".tab", { hasText: "Counter.increment_by" }).first().click();
    page = await CallPage.shown(vscode);
    await page.output((text) => /^"\d+"$/.test(text.trim()), "the result that came meanwhile");
    assert.equal(await page.box("Input").inputValue(), "41");
  });

  it("comes back with input and result after the window was reloaded", async () => {
    await page.box("Input").fill("42");
    await page.until("the bytes", page.frame.locator(".bytes .check"), (text) => text.includes("gives back the same"));
    await page.send.click();
    await page.until("the call", page.result, (text) => text.includes("Sent: increment_by 42"));
    const before = await page.output((text) => /^"\d+"$/.test(text.trim()));
    await vscode.untilStored("the call to be written down", (text) => text.includes('"input":{"json":"42"}'));
    await vscode.reloadByCommand();
    page = await CallPage.shown(vscode);
    await page.until("the function", page.head, (text) => text.includes("Counter.increment_by"));
    assert.equal(await page.box("Input").inputValue(), "42");
    assert.equal(await page.output((text) => text !== ""), before);
  });

  it("comes back with the whole of a long result after the window was reloaded", async () => {
    const text = JSON.stringify(`${"long ".repeat(20_000)}end`);
    await sandbox.control("answer", { path: "/increment_by", headers: { "content-type": "application/json" }, text });
    await page.send.click();
    await page.output((shown) => shown.trim() === text);
    await vscode.untilStored("the call to be written down", (stored) => stored.includes('"only":"beginning"'));
    await vscode.reloadByCommand();
    page = await CallPage.shown(vscode);
    await page.output((shown) => shown.trim() === text, "the whole result");
    await vscode.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.button("Copy").click();
    await vscode.screen.eventually(
      "the copy",
      () => vscode.page.evaluate<string>("navigator.clipboard.readText()"),
      (copied) => copied === text,
    );
  });

  it("says of a result whose rest is gone that it is the beginning, and copies nothing", async () => {
    for (const file of await readdir(vscode.server.dataFolder, { recursive: true }))
      if (/results\W[^\\/]+\.json$/.test(file)) await rm(join(vscode.server.dataFolder, file));
    await vscode.reloadByCommand();
    page = await CallPage.shown(vscode);
    await page.until("what it is", page.result, (text) => text.includes("Only the beginning of this result was kept"));
    await page.button("Copy").click();
    await page.until("why not", page.frame.locator("main"), (text) => text.includes("cannot be copied as a whole"));
    await vscode.screenshot("panel-beginning-dark");
    await page.send.click();
    await page.output((text) => /^"\d+"$/.test(text.trim()));
  });

  it("shows the last of a long stream, and saves all of it", async () => {
    await page.openFunction("Ledger", "entries");
    await page.until("an example", page.frame.locator(".input .start"), (text) => /zero bytes/.test(text));
    await page.box("Input as JSON").fill('{"count": 2200, "from": "0"}');
    await page.until("the bytes", page.frame.locator(".bytes .check"), (text) => text.includes("gives back the same"));
    await page.send.click();
    await page.until("all of them", page.result, (text) => text.includes("✓ Complete · 2200 items"), 60_000);
    await vscode.screenshot("panel-long-stream-dark");
    await page.button("Save…").click();
    await vscode.quickInput.shows("Save the Result");
    await vscode.quickInput.enterPath(join(folder, "entries.json"));
    const saved = await vscode.screen.eventually(
      "the file",
      () => readFile(join(folder, "entries.json"), "utf8"),
      (text) => text.endsWith("]"),
    );
    assert.equal((JSON.parse(saved) as unknown[]).length, 2200);
  });

  it("takes a stream as it arrives, and stops it", async () => {
    await page.openFunction("Ledger", "endless");
    await page.send.click();
    await page.until("that it streams", page.result, (text) => text.includes("called once more as a stream"));
    await page.until("some items", page.result, (text) => /Receiving: \d\d items/.test(text));
    await vscode.screenshot("panel-stream-dark");
    await page.button("Stop").click();
    const text = await page.until("the end", page.result, (shown) => shown.includes("Stopped by you"));
    assert.match(text, /Stopped by you · \d+ items/);
  });

  it("shows what came of a stream that ends in the middle, and says so", async () => {
    await page.openFunction("Ledger", "broken");
    await page.frame.getByRole("checkbox", { name: /^Stream/ }).check();
    await page.send.click();
    const text = await page.until("the end", page.result, (shown) => shown.includes("Ended early"));
    assert.match(text, /2 items/);
    assert.match(text, /The node stopped after/);
  });

  it("calls a contract without a driver with hex, and says why", async () => {
    await page.nameFunction("Vault", "echo");
    await page.until("why", page.head, (text) => text.includes("has no driver"));
    assert.equal(await page.tab("JSON").getAttribute("aria-disabled"), "true");
    await page.box("Input as hex").fill("0xabc");
    await page.until("odd digits", page.frame.locator("main"), (text) => text.includes("Odd number of hex digits"));
    await page.box("Input as hex").fill("0x0010a5d4e8000000");
    await page.send.click();
    await page.until("the bytes", page.result, (text) => text.includes("undecoded bytes (8 bytes)"));
    assert.match(await page.result.innerText(), /0x0010a5d4e8000000/);
  });

  it("has a button for what can be done about a failure, and calls again once it is done", async () => {
    await page.openFunction("Counter", "get_value");
    await sandbox.control("answer", { path: "/get_value", status: 401, text: "who are you", count: 1 });
    await page.send.click();
    const text = await page.until("the refusal", page.result, (shown) => shown.includes("Access is refused"));
    assert.match(text, /Access is refused \(status 401\)\. It says: who are you/);
    await page.tab("Headers").click();
    await page.until("what was asked", page.result, (shown) =>
      /request\s+POST \/on\/contracts:[0-9a-f]{64}\/get_value/.test(shown),
    );
    await page.tab("Decoded").click();
    await page.button("Set Secret Header…").click();
    await vscode.quickInput.shows("Name of the header");
    await vscode.quickInput.enter("X-Key");
    await vscode.quickInput.shows("Value of the header X-Key");
    await vscode.quickInput.enter("abc");
    await page.output((shown) => /^"\d+"$/.test(shown.trim()));
  });

  it("goes on with a contract whose schema request is dropped", async () => {
    await page.nameFunction("Silent", "double");
    await page.until("why", page.head, (text) => text.includes("No schema: "));
    await page.until("still up", page.connection, (text) => text.includes("up"));
    await page.box("Input as JSON").fill("21");
    await page.send.click();
    await page.output((text) => text.trim() === '"42"');
  });

  it("explains a function whose name no request can reach", async () => {
    await page.openFunction("MixedCase", "totalSupply");
    await page.until("the warning", page.head, (text) => text.includes('looks for "totalsupply" and cannot call it'));
    await vscode.screenshot("panel-mixed-case-dark");
  });

  it("shows a failure of the driver with the node's whole text, and keeps the input", async () => {
    await page.openFunction("Counter", "fail");
    await page.send.click();
    const text = await page.until("the failure", page.result, (shown) => shown.includes("Failed"));
    assert.match(text, /VM error: Panic: the counter was asked to fail/);
    assert.match(text, /Sent: fail\(\)/);
  });

  it("watches a call: runs it on each accepted block and shows what changed", async () => {
    await page.openFunction("Counter", "get_value");
    await page.button("Watch").click();
    await page.until("the first run", page.result, (text) => /Watching\. ✓/.test(text));
    await sandbox.control("block", { count: 1 });
    await page.tab("Changes").click();
    await page.until("the block", page.result, (text) => /Last run at block 24\d/.test(text));
    for (let block = 0; block < 6; block++) await sandbox.control("block", { count: 1 });
    await page.until("a change", page.result, (text) => /Block \d+\s+\$: "\d+" → "\d+"/.test(text));
    await vscode.screenshot("panel-watch-dark");
    await page.button("Stop").click();
    await page.until(
      "Send to be there again",
      page.frame.locator(".send"),
      (text) => !text.includes("stop it to send"),
    );
  });

  it("has its input and Send in sight in a small window, and two buttons to pick by", async () => {
    await page.openFunction("Counter", "increment_by");
    await vscode.page.setViewportSize({ width: 640, height: 400 });
    const isInSight = async (control: Locator) => {
      const box = await control.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 400 && box.x + box.width <= 640;
    };
    const opener = page.frame.getByRole("button", { name: /^Functions: / });
    await opener.click();
    await vscode.page.keyboard.type("add_");
    await vscode.page.keyboard.press("Enter");
    await page.until("the function", page.head, (text) => text.includes("add_many"));
    await opener.click();
    await vscode.page.keyboard.press("Escape");
    await page.openSmall("increment_by");
    await page.untilFocused("Input");
    await vscode.page.keyboard.type("6");
    for (const control of [page.box("Input"), page.send]) assert.ok(await isInSight(control));
    for (const theme of ["light", "high-contrast", "dark"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`panel-small-${theme}`);
    }
    await vscode.page.setViewportSize({ width: 1280, height: 1000 });
  });

  for (const theme of ["light", "high-contrast", "high-contrast-light", "dark"] as const) {
    it(`is readable in ${theme}`, async () => {
      await vscode.useTheme(theme);
      await page.openFunction("Token", "batch_transfer");
      await vscode.screenshot(`panel-form-${theme}`);
      const texts = await contrasts(page.frame, "h1, label, .hint, .type, .muted");
      assert.ok(texts.length > 5, "texts are there");
      assert.deepEqual(
        texts.filter(({ contrast }) => contrast < 4.5),
        [],
      );
    });
  }

  it("wrote no error to the console", () => {
    const ours = vscode.consoleErrors.filter((text) => /contractPanel|Content Security Policy/.test(text));
    assert.deepEqual(ours, []);
  });
});

/** The sandbox's own schema of the token says only the names of its types; this one spells them out. */
const spelledOut = {
  name: "Token",
  functions: [
    {
      name: "batch_transfer",
      doc: "Pays many accounts at once.",
      input: {
        type: "list",
        of: { type: "tuple", items: [{ type: "struct", fields: [{ name: "Contract", type: "ContractId" }] }, "u64"] },
      },
      output: "u64",
    },
  ],
  events: [],
};
