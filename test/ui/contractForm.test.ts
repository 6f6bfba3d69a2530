import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { CallPage } from "../support/callPage";
import { inWindow } from "../support/inWindow";
import type { Sandbox } from "../support/startSandbox";
import type { Workbench } from "../support/workbench";

const markup = "<img src=x onerror=alert(1)>";
const contracts = [
  { name: "Counter", id: contractIds.counter },
  { name: "Vault", id: contractIds.vault },
];

describe("the form of a call", function () {
  this.timeout(120_000);
  let folder: string;
  let sandbox: Sandbox;
  let vscode: Workbench;
  let page: CallPage;

  inWindow(
    {
      name: "contract-form",
      sandbox: { blockMs: 0 },
      settings: ({ sandbox: { url } }) => ({
        "chainscope.connections": [
          { name: "Local", url, contracts },
          { name: "Other", url, contracts, role: "production" },
        ],
      }),
      size: { width: 1280, height: 1000 },
    },
    (opened) => ({ vscode, sandbox, folder } = opened),
  );

  before(async () => {
    await sandbox.control("schema", { contract: contractIds.counter, schema: JSON.stringify(schema) });
    await vscode.runCommand("Chainscope: Open Contract Panel");
    page = await CallPage.shown(vscode);
  });

  /** What the page would send, as it shows it in the JSON view. */
  const json = async () => {
    await page.tab("JSON").click();
    const text = await page.box("Input as JSON").inputValue();
    await page.tab("Form").click();
    return JSON.parse(text) as unknown;
  };
  const choose = (group: string, value: string) =>
    page.frame
      .getByRole("radiogroup", { name: new RegExp(`^${group}`) })
      .getByRole("radio", { name: value })
      .check();

  it("tells no value, empty text and the word None apart", async () => {
    await page.openFunction("Counter", "set_value");
    await page.box("value").fill("5");
    assert.deepEqual(await json(), { value: "5", note: null });
    await choose("note", "some");
    assert.deepEqual(await json(), { value: "5", note: "" });
    for (const text of [" ", "None", "null"]) {
      await page.box("Value").fill(text);
      assert.deepEqual(await json(), { value: "5", note: text });
    }
    await choose("note", "none");
    assert.deepEqual(await json(), { value: "5", note: null });
  });

  it("takes an amount in coins, exactly, and refuses what could be read in two ways", async () => {
    await page.openFunction("Counter", "set_value");
    await page.box("value").fill("9007199254740993");
    await page.until("the amount in coins", page.frame.locator(".form"), (text) =>
      text.includes("= 9007199.254740993 coins"),
    );
    await page.button("Coins").click();
    assert.equal(await page.box("value").inputValue(), "9007199.254740993");
    for (const text of ["0,001", "1.000,5", "1 200", "１２", ".5", "5.", "1e3", "0x10", "+1", "1.0000000001"]) {
      await page.box("value").fill(text);
      assert.equal(await page.box("value").getAttribute("aria-invalid"), "true", text);
      assert.equal(await page.send.getAttribute("aria-disabled"), "true", text);
    }
    await page.box("value").fill("0,001");
    await page.problemAt("value", (text) => text.includes("commas are not accepted"));
    await vscode.screenshot("form-coins-dark");
    await page.box("value").fill("9007199.254740993");
    assert.deepEqual(await json(), { value: "9007199254740993", note: null });
  });

  it("shows a refusal of the driver at the field that it names, and only there", async () => {
    await page.openFunction("Counter", "set_value");
    const text = "Data driver error: encode_input_fn failed with: $.value: the value is taken";
    await sandbox.control("answer", { path: "encode_input_fn", status: 500, text, count: 1 });
    await page.box("value").fill("12");
    await page.problemAt("value", (shown) => shown.includes("the value is taken"));
    await page.untilCount("one field is marked", page.frame.locator('[aria-invalid="true"]'), 1);
    await vscode.screenshot("form-driver-problem-dark");
    await page.box("value").fill("13");
    await page.untilCount("nothing is marked", page.frame.locator('[aria-invalid="true"]'), 0);
  });

  it("says a refusal of the driver that names no field for the whole input", async () => {
    const text = "Data driver error: encode_input_fn failed with: 5";
    await sandbox.control("answer", { path: "encode_input_fn", status: 500, text, count: 1 });
    await page.box("value").fill("14");
    const said = await page.until("the refusal", page.frame.locator(".input"), (shown) => shown.includes("refuses"));
    assert.match(said, /The driver refuses this: 5 \(Data driver error\)/);
    await page.untilCount("no box is marked", page.frame.locator('[aria-invalid="true"]'), 0);
    await page.box("value").fill("15");
  });

  it("counts the bytes of a bytes field, and takes them as hex, as text or from a file", async () => {
    await page.openFunction("Counter", "memo");
    await page.box("Input").fill("0xdeadbeef");
    await page.until("the size", page.frame.locator(".form"), (text) => text.includes("4 bytes"));
    assert.equal(await json(), "deadbeef");
    await page.frame.getByLabel("How the bytes are written").selectOption("text");
    await page.until("that it is no text", page.frame.locator(".form"), (text) =>
      text.includes("are not text in UTF-8"),
    );
    await page.box("Input").fill("e4ba91f09fa680");
    await page.frame.getByLabel("How the bytes are written").selectOption("text");
    assert.equal(await page.box("Input").inputValue(), "云🦀");
    await page.box("Input").fill("云🦀!");
    assert.equal(await json(), "e4ba91f09fa68021");
    const file = join(folder, "raw.bin");
    await writeFile(file, Buffer.from("2453545782b92053d401", "hex"));
    await page.button("File…").click();
    await vscode.quickInput.shows("Take the Bytes of a File");
    await vscode.quickInput.enterPath(file);
    await page.until("the file's size", page.frame.locator(".form"), (text) => text.includes("10 bytes"));
    assert.equal(await json(), "2453545782b92053d401");
  });

  it("guesses no choice for true or false", async () => {
    await page.openFunction("Counter", "flag");
    await page.untilCount("no choice is made", page.frame.locator("input[type=radio]:checked"), 0);
    assert.equal(await page.send.getAttribute("aria-disabled"), "true");
    await choose("Input", "false");
    assert.equal(await page.send.getAttribute("aria-disabled"), null);
    assert.equal(await json(), false);
    await page.tab("JSON").click();
    await page.box("Input as JSON").fill('"false"');
    await page.until("the refusal", page.frame.locator(".input"), (text) => text.includes("Expected true or false"));
    await page.box("Input as JSON").fill("true");
    await page.tab("Form").click();
  });

  it("draws every level of a deep input, marks a leaf five levels down, and ends a type that contains itself with JSON", async () => {
    await page.openFunction("Counter", "claim");
    await page.button("Add an item to items").click();
    await choose("tag", "some");
    await choose("parts", "some");
    await page.button("Add an item to Value").click();
    await page.box("Item 1").fill("18446744073709551616");
    await page.problemAt("Item 1", (text) => text.includes("out of range"));
    await page.until("JSON for the inner one", page.frame.locator(".form"), (text) =>
      text.includes("The type contains itself"),
    );
    await vscode.screenshot("form-deep-dark");
    assert.equal(await page.send.getAttribute("aria-disabled"), "true");
    await page.button("Remove item 1").last().click();
    await page.untilCount("no item is left", page.boxes("Item 1"), 0);
  });

  it("shows markup of a node as text", async () => {
    let alerted = false;
    vscode.page.on("dialog", (dialog) => {
      alerted = true;
      void dialog.dismiss();
    });
    await page.frame
      .getByRole("listbox", { name: "Functions" })
      .getByRole("option")
      .filter({ hasText: "<img" })
      .click();
    const head = await page.until("the function", page.head, (text) => text.includes(markup));
    assert.match(head, /<\/script><script>alert\(2\)<\/script>/);
    await sandbox.control("answer", { path: "/on/contracts", status: 500, text: `VM error: ${markup}`, count: 1 });
    await page.box("Input").fill("1");
    await page.send.click();
    await page.until("the node's text", page.result, (text) => text.includes(`VM error: ${markup}`));
    assert.equal(await page.frame.locator("img").count(), 0);
    assert.equal(alerted, false);
    await vscode.screenshot("form-markup-dark");
  });

  it("sends as bytes on request, and then has the output's bytes as well", async () => {
    await page.openFunction("Counter", "increment_by");
    await page.box("Input").fill("1");
    await page.send.click();
    await page.output((text) => /^"\d+"$/.test(text.trim()));
    await page.tab("Raw hex").last().click();
    await page.button("Call again as bytes").click();
    await page.until("8 bytes", page.result, (text) => /8 bytes\s+0x[0-9a-f]{16}/.test(text));
    await page.tab("Headers").click();
    await page.until("the headers", page.result, (text) => text.includes("node-version"));
    await page.tab("Decoded").click();
    await page.output((text) => /^"\d+"$/.test(text.trim()));
  });

  it("shows bytes as text only when asked to, and only when they are text", async () => {
    await page.nameFunction("Vault", "echo");
    await page.box("Input as hex").fill("68692120001b5b33".slice(0, 16));
    await page.send.click();
    await page.until("the bytes", page.result, (text) => text.includes("0x68692120001b5b33"));
    await page.tab("Raw hex").last().click();
    await page.button("Show as text").click();
    await page.until("the text, its controls visible", page.result, (text) => text.includes("hi! \\x00\\x1b[3"));
    await page.button("Show as text").click();
    await page.tab("Decoded").click();
  });

  it("sends extra headers, and does not keep their values over a reload", async () => {
    await page.openFunction("Counter", "increment_by");
    await page.box("Input").fill("2");
    await page.frame.getByText("Extra headers").click();
    await page.button("Add header").click();
    await page.box("Name").fill("X-Label");
    await page.box("Value").fill("añadir");
    await page.send.click();
    await page.until("the refusal", page.result, (text) => text.includes("not ASCII"));
    await page.box("Value").fill("hush-hush");
    await page.send.click();
    await page.tab("Headers").click();
    await page.until("the echo", page.result, (text) => text.includes("hush-hush"));
    await page.tab("Decoded").click();
    // Of the same record: those of earlier calls follow.
    const stored = await vscode.untilStored("the call to be written down", (text) =>
      /"X-Label"(?:(?!"contractId").)*"status":200/.test(text),
    );
    assert.doesNotMatch(stored, /hush/);
    await vscode.reloadByCommand();
    page = await CallPage.shown(vscode);
    await page.until("the result of before", page.result, (text) => text.includes("Status 200"));
    assert.equal(await page.box("Name").inputValue(), "X-Label");
    assert.equal(await page.box("Value").inputValue(), "");
    await page.until("why not", page.frame.locator(".send"), (text) => text.includes("X-Label has no value"));
    await page.button("Remove header 1").click();
  });

  it("opens the result as a document, exactly", async () => {
    await page.send.click();
    const shown = await page.output((text) => /^"\d+"$/.test(text.trim()));
    await page.button("Open as document").click();
    await vscode.editor.untilActive("Local increment_by.json");
    const text = await vscode.editor.untilText("the result", (seen) => seen.includes('"'), "Local increment_by.json");
    assert.equal(text.trim(), shown.trim());
    await page.button("Pin").click();
    const pinned = await vscode.editor.untilActive(/^Local increment_by \d\d\.\d\d\.\d\d\.json$/);
    await page.button("Open as document").click();
    await vscode.editor.untilActive("Local increment_by.json");
    assert.ok((await vscode.editor.tabs()).includes(pinned), "what is pinned keeps its tab");
    await vscode.screenshot("panel-pinned-dark");
  });

  it("stays with its connection when another one becomes active, whose own panel says what it is for", async () => {
    await vscode.runCommand("Chainscope: Switch Connection…");
    await vscode.quickInput.pick("Other");
    await vscode.statusBar.until("Other");
    assert.match(await page.connection.innerText(), /^Local/);
    await vscode.runCommand("Chainscope: Open Contract Panel");
    const other = await CallPage.shown(vscode, "Other");
    assert.match(await other.until("the role", other.connection, (text) => text.includes("production")), /Other/);
    await vscode.screenshot("panel-production-dark");
    await vscode.screen.eventually(
      "the page to have the focus, which it would take from a box",
      () => vscode.page.evaluate<string>("document.activeElement?.tagName ?? ''"),
      (tag) => tag === "IFRAME",
    );
    await vscode.quickInput.runCommandUntil("Chainscope: Call Contract…", "Call Contract on Other (production)");
    await vscode.quickInput.pick("Counter");
    await vscode.quickInput.shows("Counter on Other (production)");
    await vscode.quickInput.pick("increment_by");
    await vscode.quickInput.shows("Counter.increment_by on Other (production)");
    await vscode.screenshot("palette-production-dark");
    await vscode.quickInput.cancel();
    await vscode.runCommand("View: Close Editor");
    page = await CallPage.shown(vscode);
    assert.match(await page.connection.innerText(), /^Local/);
  });

  it("copies the call as code", async () => {
    await page.button("Copy as…").click();
    await vscode.quickInput.shows("Copy");
    assert.deepEqual(
      (await vscode.quickInput.items()).map(({ label }) => label),
      ["curl", "fetch", "undici (TypeScript)"],
    );
    await vscode.quickInput.pick("curl");
    await vscode.statusBar.until("Copied as curl");
  });
});

const schema = {
  name: "Counter",
  functions: [
    {
      name: "set_value",
      input: {
        type: "struct",
        fields: [
          { name: "value", type: "u64" },
          { name: "note", type: "option", of: "String" },
        ],
      },
      output: "()",
    },
    { name: "increment_by", input: "u32", output: "u64" },
    { name: "memo", input: "Vec<u8>", output: "()" },
    { name: "flag", input: "bool", output: "()" },
    { name: markup, doc: "</script><script>alert(2)</script>", input: "u32", output: "()" },
    {
      name: "claim",
      input: {
        type: "struct",
        fields: [
          {
            name: "items",
            type: "list",
            of: {
              type: "struct",
              fields: [
                {
                  name: "who",
                  type: "struct",
                  fields: [
                    { name: "id", type: "bytes32" },
                    { name: "tag", type: "option<string>" },
                  ],
                },
                { name: "parts", type: "option", of: { type: "list", of: "u64" } },
              ],
            },
          },
          { name: "self", type: "ref", ref: "claim" },
        ],
      },
      output: "()",
    },
  ],
  events: [],
};
