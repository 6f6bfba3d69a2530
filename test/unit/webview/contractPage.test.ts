import assert from "node:assert/strict";
import type { ConnectionView } from "../../../src/bridge/contractPage";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { eventually } from "../../support/eventually";
import { PageOnNode } from "../../support/pageOnNode";
import type { ShownPage } from "../../support/shownPage";
import { RecordedNode, recordedPrefix } from "../../support/recordedNode";
import { startSandbox, type Sandbox } from "../../support/startSandbox";

const { counter, token, ledger, vault, silent } = contractIds;
const contracts = Object.entries({ Counter: counter, Token: token, Ledger: ledger, Vault: vault, Silent: silent }).map(
  ([name, id]) => ({ name, id }),
);

/** A page that shares its machine with many others is slow. */
const waitMs = 20_000;

describe("the contract page in a browser", function () {
  this.timeout(60_000);
  let sandbox: Sandbox;
  let opened: PageOnNode | undefined;

  before(async () => (sandbox = await startSandbox({ blockMs: 0 })));
  after(() => sandbox.stop());
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });

  const open = async (contractId: string, fn: string, options = {}) => {
    opened = await PageOnNode.open({ url: sandbox.url, contracts }, { contractId, fn }, options);
    return opened.shown;
  };
  const requests = async (path: string) => {
    const state = (await sandbox.control("state")) as { requests: Record<string, number> };
    return state.requests[path] ?? 0;
  };
  const text = (shown: ShownPage, selector: string, accept: (text: string) => boolean) =>
    eventually(selector, () => shown.page.locator(selector).innerText(), accept, waitMs);
  const isOn = async (shown: ShownPage) => (await shown.send.getAttribute("aria-disabled")) === null;
  const sendIs = (shown: ShownPage, on: boolean) =>
    eventually(
      `Send ${on}`,
      () => isOn(shown),
      (is) => is === on,
      waitMs,
    );

  /** An example would replace what is in the box between the two steps in which a test fills it. */
  const started = (shown: ShownPage) =>
    text(shown, ".input .start", (said) => said !== "" && !said.startsWith("Looking"));

  describe("whose boxes mirror each other", () => {
    it("sends nothing while the bytes are not those of the input, and says so", async () => {
      const shown = await open(counter, "increment_by");
      await shown.box("Input").fill("5");
      await text(shown, ".bytes .check", (said) => said.includes("gives back the same"));
      await shown.box("Bytes").fill("0xffff");
      assert.equal(await isOn(shown), false, "before the driver has answered");
      assert.equal(await shown.page.locator(".bytes .check").innerText(), "");
      await text(shown, ".bytes .problem", (said) => said.includes("The driver cannot decode these bytes"));
      await shown.box("Bytes").fill("0xzz");
      assert.equal(await isOn(shown), false);
      await text(shown, ".bytes .problem", (said) => said.includes("not a hex digit"));
      assert.match(await shown.page.locator(".send").innerText(), /bytes are not ready/);
      const before = await requests(`/on/contracts:${counter}/increment_by`);
      await shown.page.keyboard.press("Control+Enter");
      await shown.send.click({ force: true });
      assert.match(await shown.focused(), /^Bytes/);
      assert.equal(await requests(`/on/contracts:${counter}/increment_by`), before);
      await shown.box("Bytes").fill("0x07000000");
      await text(shown, ".bytes .check", (said) => said.includes("gives back the same"));
      assert.equal(await shown.box("Input").inputValue(), "7");
      assert.equal(await isOn(shown), true);
    });

    it("takes the bytes of an earlier input for no others, and the input that is typed after wrong bytes", async () => {
      const shown = await open(counter, "increment_by");
      await shown.box("Input").fill("5");
      await text(shown, ".bytes .check", (said) => said.includes("gives back the same"));
      await sandbox.control("latency", { ms: 700, path: "encode_input_fn", count: 1 });
      await shown.box("Input").fill("6");
      assert.equal(await shown.page.locator(".bytes .check").innerText(), "Encoding…");
      assert.equal(await shown.box("Bytes").getAttribute("aria-busy"), "true");
      await shown.box("Bytes").fill("0x1");
      await text(shown, ".bytes .problem", (said) => said.includes("Odd number"));
      await shown.box("Input").fill("8");
      await text(shown, ".bytes .check", (said) => said.includes("gives back the same"));
      assert.equal(await shown.box("Bytes").inputValue(), "08000000");
      assert.equal(await shown.page.locator(".bytes .problem").isVisible(), false);
      await sendIs(shown, true);
    });

    it("loses nothing of a form by way of raw hex", async () => {
      const shown = await open(counter, "increment_by");
      await shown.box("Input").fill("41");
      await shown.page.getByRole("tab", { name: "Raw hex" }).first().click();
      await shown.page.getByRole("tab", { name: "JSON" }).click();
      assert.equal(await shown.box("Input as JSON").inputValue(), "41");
      await shown.page.getByRole("tab", { name: "Raw hex" }).first().click();
      await shown.page.getByRole("tab", { name: "Form" }).click();
      assert.equal(await shown.box("Input").inputValue(), "41");
    });
  });

  describe("on a type of which only the name is known", () => {
    const begins = async (contractId: string, fn: string) => {
      const shown = await open(contractId, fn);
      const words = await started(shown);
      assert.equal(await shown.page.locator("[aria-invalid=true]").count(), 0, "nothing is wrong yet");
      assert.equal(await shown.page.locator(".input .problem:visible").count(), 0);
      return { shown, words };
    };

    it("gives its place to what is written next when an example comes in before it", async () => {
      await sandbox.control("latency", { ms: 700, path: "graphql", count: 1 });
      const shown = await open(counter, "set_value");
      await shown.box("Input as JSON").focus();
      assert.match(await started(shown), /from a recent transaction/);
      assert.match(await shown.focused(), /^note/);
      await shown.page.keyboard.type("7");
      assert.equal(await shown.box("note").inputValue(), "7");
    });

    it("stays with the way to write it that someone has chosen while an example was looked for", async () => {
      await sandbox.control("latency", { ms: 700, path: "graphql", count: 1 });
      const shown = await open(counter, "set_value");
      await shown.page.getByRole("tab", { name: "Raw hex" }).first().click();
      await shown.box("Input as hex").focus();
      assert.match(await started(shown), /from a recent transaction/);
      await shown.page.keyboard.type("07");
      assert.equal(await shown.box("Input as hex").inputValue(), "07");
    });

    for (const [contract, fn] of [
      [token, "transfer"],
      [counter, "set_value"],
    ] as const) {
      it(`draws the fields that recent transactions filled in, and has their values as JSON: ${fn}`, async () => {
        const { shown, words } = await begins(contract, fn);
        assert.match(words, /from a recent transaction/);
        const fields = shown.page.locator(".form :is(input, textarea)");
        const written = await fields.evaluateAll((all: { value: string }[]) => all.map(({ value }) => value));
        assert.ok(written.length > 0 && written.every((value) => value !== ""), written.join());
        await text(shown, ".bytes .check", (said) => said.includes("gives back the same"));
        await shown.page.getByRole("tab", { name: "JSON" }).click();
        await text(shown, ".bytes .check", (said) => said.includes("gives back the same"));
      });
    }

    it("shows what the driver makes of zero bytes where no one called the function", async () => {
      const { shown, words } = await begins(ledger, "entries");
      assert.match(words, /what the driver makes of zero bytes/);
      assert.deepEqual(JSON.parse(await shown.box("Input as JSON").inputValue()), { count: 0, from: "0" });
      await text(shown, ".bytes .check", (said) => said.includes("gives back the same"));
    });

    it("begins with an empty object where the driver takes no zeros, and asks once", async () => {
      const path = `/on/driver:${token}/decode_input_fn:approve`;
      const { shown, words } = await begins(token, "approve");
      assert.match(words, /Only the name/);
      assert.equal(await shown.box("Input as JSON").inputValue(), "{}");
      await text(shown, ".bytes .check", (said) => said.startsWith("The bytes appear when nothing is missing"));
      const asked = await requests(path);
      assert.ok(asked > 1 && asked < 130, `${asked} questions`);
      await shown.pick("total_supply");
      await shown.pick("approve");
      await text(shown, ".input .start", (said) => said.startsWith("Only the name"));
      assert.equal(await requests(path), asked);
      await shown.box("Input as JSON").fill('{"owner": null}');
      await text(shown, ".input .problem:visible", (said) => said !== "");
    });

    it("keeps what is written before an example is there", async () => {
      await sandbox.control("latency", { ms: 1500, path: "/graphql", count: 1 });
      const shown = await open(ledger, "entries");
      await text(shown, ".input .start", (said) => said.startsWith("Looking"));
      await shown.box("Input as JSON").fill('{"count": 9, "from": "1"}');
      await text(shown, ".bytes .check", (said) => said.includes("gives back the same"));
      assert.equal(await shown.page.locator(".input .start").innerText(), "");
      await shown.pick("names");
      await shown.pick("entries");
      assert.equal(await shown.box("Input as JSON").inputValue(), '{"count": 9, "from": "1"}');
    });

    it("asks no more of a driver that does not answer, and goes on", async () => {
      await sandbox.control("drop", { path: `/on/driver:${silent}/decode_input_fn`, count: 100 });
      const path = `/on/driver:${silent}/decode_input_fn:double`;
      const { shown } = await begins(silent, "double");
      assert.ok((await requests(path)) <= 2, "a dropped connection is tried once more");
      await shown.box("Input as JSON").fill("21");
      await shown.send.click();
      await text(shown, ".result pre", (said) => said.trim() === '"42"');
      await sandbox.control("drop", { path: `/on/driver:${silent}/decode_input_fn`, count: 0 });
    });
  });

  describe("on a driver that tells no schema and encodes nothing", () => {
    let recorded: RecordedNode;
    before(async () => (recorded = await RecordedNode.start()));
    after(() => recorded.stop());

    it("marks nothing as wrong before a person has typed what is", async () => {
      const own = { id: "b06d61d9f26f37edb9d95eef8451b8f1865b2b03f60ab59ab4b248628d950764", name: "Own" };
      const config = { url: recorded.url, prefix: recordedPrefix, contracts: [own] };
      opened = await PageOnNode.open(config, { contractId: own.id, fn: "get_version" });
      const { shown } = opened;
      const isFine = async () => {
        assert.equal(await shown.page.locator("[aria-invalid=true]").count(), 0);
        assert.equal(await shown.page.locator(".problem:visible").count(), 0);
      };
      await text(shown, ".input .start", (said) => said.startsWith("Only the name"));
      await isFine();
      await shown.box("Input as JSON").fill("null");
      await text(shown, ".bytes .check", (said) => /^No bytes to show: .*\(Unsupported operation\)/.test(said));
      await isFine();
      await shown.send.click();
      await eventually(
        "the result",
        () => shown.result.innerText(),
        (said) => said.includes('"8"'),
        8000,
      );
      await isFine();
      await shown.box("Input as JSON").fill("nul");
      await text(shown, ".input .problem:visible", (said) => said !== "");
      await shown.box("Input as JSON").fill("null");
      await text(shown, ".bytes .check", (said) => said.startsWith("No bytes to show"));
      await isFine();
    });
  });

  describe("on a function that streams", () => {
    it("calls it as one when an ordinary call is answered so, says it, and does so from then on", async () => {
      const path = `/on/contracts:${ledger}/names`;
      const shown = await open(ledger, "names");
      const before = await requests(path);
      await shown.send.click();
      const said = await text(shown, ".result", (seen) => seen.includes("✓ Complete"));
      assert.match(said, /This function streams: it was called once more as a stream/);
      assert.doesNotMatch(said, /Failed/);
      assert.equal(await requests(path), before + 2);
      assert.equal(await shown.page.getByRole("checkbox", { name: /^Stream/ }).isChecked(), true);
      assert.equal(opened?.context.history.records.length, 1, "the refusal is no call of its own");
      await shown.send.click();
      await text(shown, ".result", (seen) => seen.includes("✓ Complete") && !seen.includes("once more"));
    });

    it("says that outputs arrive, and stops", async () => {
      const shown = await open(ledger, "endless");
      await shown.send.click();
      await text(shown, ".send", (seen) => seen.includes("Receiving…") && seen.includes("Outputs arrive; stop it"));
      await shown.button("Stop").click();
      await text(shown, ".summary", (seen) => seen.startsWith("■ Stopped by you"));
      await sendIs(shown, true);
    });

    it("takes one that gives nothing for no success", async () => {
      const shown = await open(ledger, "entries");
      await started(shown);
      await shown.box("Input as JSON").fill('{"count": 0, "from": "0"}');
      await sendIs(shown, true);
      await shown.send.click();
      const said = await text(shown, ".summary", (seen) => seen.includes("came"));
      assert.equal(said, "No items came. A streaming call that fails inside the contract looks the same.");
      assert.equal(await shown.page.locator(".summary").getAttribute("class"), "summary");
    });
  });

  it("goes to the first field of a function that is picked, and takes no row for picked before", async () => {
    const shown = await open(counter, "get_value");
    assert.equal(await shown.page.locator(".earlier .active").count(), 0);
    await shown.pick("increment_by");
    assert.match(await shown.focused(), /^Input u32/);
    await shown.page.getByRole("combobox", { name: /name a function/ }).fill("add_m");
    await shown.page.keyboard.press("Enter");
    await text(shown, "h1", (seen) => seen === "Counter.add_many");
    assert.equal(await shown.focused(), "Add item");
  });

  it("colours the JSON of a result, and shows it as it came without a box to scroll in", async () => {
    const shown = await open(token, "holders");
    await shown.box("Argument 1").fill("0");
    await shown.box("Argument 2").fill("3");
    await shown.send.click();
    const output = shown.page.getByLabel("Decoded output");
    const seen = await eventually(
      "the output",
      () => output.innerText(),
      (said) => said.includes("holders"),
    );
    JSON.parse(seen);
    assert.equal(await shown.page.locator(".json-name").first().innerText(), '"holders"');
    assert.ok((await shown.page.locator(".json-string, .json-number").count()) > 3);
    const scrolls = `[...document.querySelectorAll("pre")].some((box) => box.scrollHeight > box.clientHeight + 1)`;
    assert.equal(await shown.page.evaluate<boolean>(scrolls), false);
    assert.match(await shown.page.locator(".sent").innerText(), /^Sent: holders \[0,3\]/);
    await shown.pick("total_supply");
    await shown.send.click();
    await text(shown, ".sent", (said) => said === "Sent: total_supply()");
  });

  it("picks from two buttons where there is little room, by keys as well", async () => {
    const shown = await open(counter, "get_value", { width: 592, height: 300 });
    const opener = shown.page.getByRole("button", { name: "Functions: get_value" });
    const list = shown.page.getByRole("listbox", { name: "Functions" });
    assert.equal(await list.isVisible(), false);
    await opener.press("Enter");
    assert.equal(await opener.getAttribute("aria-expanded"), "true");
    await shown.page.keyboard.press("Escape");
    assert.equal(await list.isVisible(), false);
    assert.equal(await opener.evaluate("document.activeElement.className"), "opener");
    await opener.click();
    await shown.page.keyboard.type("increment");
    await shown.page.keyboard.press("ArrowDown");
    await shown.page.keyboard.press("ArrowUp");
    await shown.page.keyboard.press("Enter");
    await shown.page.getByRole("button", { name: "Functions: increment_by" }).waitFor();
    assert.match(await shown.focused(), /^Input u32/);
    await shown.page.getByRole("button", { name: "Contracts: Counter" }).click();
    await shown.box("Input").click();
    assert.equal(await shown.page.getByRole("listbox", { name: "Contracts" }).isVisible(), false);
    for (const control of [shown.box("Input"), shown.send]) {
      const box = await control.boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= 300, "in sight");
    }
  });

  it("shows the focus in the theme's colour, and all of a long text in a field", async () => {
    const shown = await open(token, "transfer");
    await started(shown);
    // As an editor puts its own style before that of a page.
    const rules = ["textarea:focus { outline: 1px solid -webkit-focus-ring-color; }"];
    rules.push(":root { --vscode-focusBorder: rgb(1, 2, 3); }");
    for (const rule of rules)
      await shown.page.evaluate(`document.styleSheets[0].insertRule(${JSON.stringify(rule)}, 0)`);
    const field = shown.box("memo");
    await field.focus();
    assert.equal(await field.evaluate("getComputedStyle(document.activeElement).outlineColor"), "rgb(1, 2, 3)");
    await field.fill("word ".repeat(60));
    const hidden = "document.activeElement.scrollHeight - document.activeElement.clientHeight";
    assert.ok((await shown.page.evaluate<number>(hidden)) <= 1);
  });

  it("is no wider than its window, whatever is said on it", async () => {
    const width = "[document.documentElement.scrollWidth, innerWidth].join()";
    for (const [contract, fn] of [
      [vault, "echo"],
      [silent, "a_function_whose_name_is_long_and_has_no_place_to_break_at_all_".repeat(3)],
    ] as const) {
      const shown = await open(contract, fn, { width: 390, height: 290 });
      await text(shown, ".notes", (said) => said !== "");
      assert.equal(await shown.page.evaluate<string>(width), "390,390");
      await opened?.close();
    }
    opened = undefined;
  });

  it("names the contract of a result and when it came, also below another function", async () => {
    const shown = await open(counter, "get_value");
    await shown.send.click();
    const heading = await text(shown, ".result h2", (seen) => seen.includes("·"));
    assert.match(heading, /^Result of Counter\.get_value · \d/);
    await shown.page.getByRole("option", { name: /^Vault/ }).click();
    await text(shown, "h1", (seen) => seen === "Vault");
    assert.equal(await shown.page.locator(".result h2").innerText(), heading);
  });

  it("says of a schema without functions to write a name, and calls the one that is written", async () => {
    const schema = '{"functions":null,"events":[{"topic":"counted","data":"u64"}]}';
    await sandbox.control("schema", { contract: counter, schema });
    const shown = await open(counter, "");
    await text(shown, ".notes", (said) => said.includes("The schema names no function: write a name."));
    await shown.page.getByRole("combobox", { name: /name a function/ }).fill("get_value");
    await shown.page.keyboard.press("Enter");
    await text(shown, "h1", (seen) => seen === "Counter.get_value");
    await started(shown);
    await shown.box("Input as JSON").fill("null");
    await sendIs(shown, true);
    await shown.send.click();
    await text(shown, ".result pre", (said) => /^"\d+"$/.test(said.trim()));
    await sandbox.control("schema", {});
  });

  it("says of a result of which a part was kept that it is one, and what to do", async () => {
    const shown = await open(counter, "get_value");
    const facts = { status: 200, route: "POST /", headers: [], durationMs: 1, size: 61_900 };
    const outcome = { kind: "json", text: '{\n  "list": [\n    "ab', facts, only: "beginning" } as const;
    const request = { contractId: counter, fn: "get_value", input: { json: "null" } } as const;
    opened?.call.restore({ ...request, sendAs: "json", stream: false, headers: [] }, outcome, Date.now());
    const note = ".result .warning:visible";
    const said = await text(shown, note, (seen) => seen !== "");
    assert.equal(said, "⚠ Only the beginning of this result was kept. Call again to have all of it.");
    assert.match(await shown.page.getByLabel("Decoded output").innerText(), /^\{\n {2}"list": \[\n {4}"ab$/);
    await shown.send.click();
    await text(shown, ".result pre", (seen) => /^"\d+"$/.test(seen.trim()));
    assert.equal(await shown.page.locator(note).count(), 0);
  });

  it("says how its connection is and why, and sends nothing where that is gone", async () => {
    const shown = await open(token, "total_supply");
    const { id, name } = opened!.connection;
    const notify = (view: Partial<ConnectionView>) =>
      shown.notify("connectionChanged", { id, name, url: sandbox.url, state: "up", machine: "this machine", ...view });
    const bar = (words: string) => text(shown, "header.connection", (seen) => seen.includes(words));
    notify({ state: "connecting" });
    await bar("connecting…");
    notify({ state: "failed", problem: "Nothing answers <b>there</b>." });
    await bar("not reachable");
    await bar("Nothing answers <b>there</b>.");
    notify({ state: "gone", url: "" });
    await bar("not open in this window");
    notify({ state: "up", role: "production", chainId: "250" });
    await bar("production");
    assert.equal(await shown.page.locator("header.connection .problem:visible").count(), 0);
    await text(shown, "h1", (seen) => seen === "Token.total_supply");
    await sendIs(shown, true);
    notify({ state: "gone", url: "" });
    await text(shown, ".send", (seen) => seen.includes("is not open in this window"));
    await sendIs(shown, false);
  });

  it("has a transaction made of the input, once however often that is pressed, and says what it takes", async () => {
    const path = `/on/contracts:${counter}/increment_by`;
    const before = await requests(path);
    const shown = await open(counter, "increment_by");
    const transact = shown.page.getByRole("button", { name: "Transact…" });
    await shown.box("Input").fill("12x");
    await eventually("it is held back", () => transact.getAttribute("aria-disabled"), Boolean, waitMs);
    await transact.click({ force: true });
    await shown.box("Input").fill("5");
    await sendIs(shown, true);
    assert.match((await transact.getAttribute("title")) ?? "", /^Local has no signer: press to see how to name/);
    const { id, name } = opened!.connection;
    const view = { id, name, url: sandbox.url, state: "up", machine: "this machine", signs: true } as const;
    shown.notify("connectionChanged", view);
    await eventually(
      "what it does",
      () => transact.getAttribute("title"),
      (said) => said?.includes("which your signer signs") === true,
      waitMs,
    );
    let signed: () => void = () => undefined;
    opened!.signing = new Promise((resolve) => (signed = resolve));
    await transact.dblclick();
    await eventually("one is being made", () => transact.getAttribute("aria-disabled"), Boolean, waitMs);
    signed();
    await eventually(
      "another can be made",
      () => transact.getAttribute("aria-disabled"),
      (is) => is === null,
      waitMs,
    );
    const made = opened!.transacted.map(({ contractId, fn, input }) => ({ contractId, fn, input }));
    assert.deepEqual(made, [{ contractId: counter, fn: "increment_by", input: { json: "5" } }]);
    assert.equal(await requests(path), before, "a call");
  });

  it("opens a call once that it was told of while it was loading", async () => {
    const path = `/on/contracts:${counter}/increment_by`;
    const before = await requests(path);
    const call = { contractId: counter, fn: "increment_by", json: "5", send: true } as const;
    opened = await PageOnNode.open({ url: sandbox.url, contracts }, call, { isToldFirst: true });
    await text(opened.shown, ".summary", (seen) => seen.includes("✓"));
    assert.equal(await requests(path), before + 1);
    assert.equal(opened.contractsAsked, 1);
  });

  it("says what to do when its script cannot be loaded", async () => {
    const shown = await open(counter, "increment_by", { hasScript: false });
    await text(shown, "body", (said) => /has not loaded. Close the tab and open it again/.test(said));
  });
});
