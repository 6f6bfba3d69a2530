import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inWindow } from "../support/inWindow";
import { recordedPrefix, RecordedNode } from "../support/recordedNode";
import type { Sandbox } from "../support/startSandbox";
import type { Workbench } from "../support/workbench";

const counter = "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62";
const transaction = "ab".repeat(32);

describe("tailing events", function () {
  this.timeout(180_000);
  let folder: string;
  let sandbox: Sandbox;
  let vscode: Workbench;
  let recorded: RecordedNode;

  before(async () => (recorded = await RecordedNode.start()));
  after(() => recorded.stop());
  inWindow(
    {
      name: "event-tail",
      sandbox: { blockMs: 0, roles: ["archive"], args: ["--txs-per-block", "0"] },
      settings: ({ sandbox: { url } }) => ({
        "chainscope.connections": [{ name: "Local", url, contracts: [{ id: counter, name: "Counter" }] }],
      }),
      size: { width: 1280, height: 1000 },
    },
    (opened) => ({ vscode, sandbox, folder } = opened),
  );

  it("starts at once from a contract's row", async () => {
    await vscode.sideBar.open("Chainscope");
    const tree = vscode.sideBar.tree("Connections");
    await tree.expand("Local", "Contracts");
    await tree.pressInline(["Local", "Contracts", "Counter"], "Tail Events");
    await vscode.output.untilChannel("Chainscope Events");
    await shows("the subscription", /subscribed to contracts:Counter in session/);
    await emit("7");
    await shows("a decoded event", /Local {2}Counter {2}counted {2}"7"/);
    await vscode.statusBar.until("events/s");
  });

  it("uses the tail that runs for the same target", async () => {
    await vscode.runCommand("Chainscope: Tail Events…");
    await vscode.quickInput.pick("Counter");
    await vscode.quickInput.shows("Which events");
    await vscode.screenshot("event-tail-pick-dark");
    await vscode.quickInput.pick("All events");
    await shows("that it runs already", /tail of contracts:Counter runs already/);
    const { subscribes } = (await sandbox.control("state")) as { subscribes: Record<string, number> };
    assert.equal(subscribes[`contracts:${counter}`], 1);
  });

  it("holds events during a pause and shows them afterwards", async () => {
    await vscode.runCommand("Chainscope: Pause Events");
    await shows("that it is paused", /paused: events are still received/);
    await emit("8");
    await emit("9");
    await vscode.statusBar.until("paused, 2 waiting");
    await vscode.screenshot("event-tail-paused-dark");
    assert.doesNotMatch(await vscode.output.text(), /counted {2}"[89]"/);
    await vscode.runCommand("Chainscope: Resume Events");
    await shows("the events of the pause", /resumed: 2 events came meanwhile[^]*counted {2}"8"[^]*counted {2}"9"/);
  });

  it("filters by a field of the decoded value and says how many are hidden", async () => {
    await vscode.runCommand("Chainscope: Filter Events…");
    await vscode.quickInput.shows("Filter Events");
    await vscode.quickInput.type("/(/");
    await vscode.quickInput.message("Invalid regular expression");
    await vscode.quickInput.enter("new=9007199254740993");
    await shows("the filter", /filter: new=9007199254740993/);
    await emit("10");
    await emit({ old: "1", new: "9007199254740993", by: null }, "value_set");
    await shows("the event that passes", /value_set {2}by null · new 9007199254740993 · old 1/);
    assert.doesNotMatch(await vscode.output.text(), /counted {2}"10"/);
    await vscode.statusBar.until("1 hidden");
    await vscode.screenshot("event-tail-filter-dark");
    await vscode.runCommand("Chainscope: Filter Events…");
    await vscode.quickInput.shows("Filter Events");
    await vscode.quickInput.enter("");
    await shows("the end of the filter", /no filter; 1 event hidden until now/);
  });

  it("opens the event on the line under the cursor", async () => {
    await vscode.page.locator(".part.panel .view-line", { hasText: /value_set.*9007199254740993/ }).click();
    await vscode.page.keyboard.press("Enter");
    const tab = await vscode.editor.untilActive(/Counter value_set .*\.event\.jsonc/);
    const text = await vscode.editor.untilText("the event", (shown) => shown.includes("// data"), tab);
    for (const part of ["// contract", counter, '"new": "9007199254740993"', '"Content-Location"', "00000000  "]) {
      assert.ok(text.includes(part), `${part} in\n${text}`);
    }
    await vscode.screenshot("event-tail-open-dark");
  });

  it("asks which event to open when the cursor is on a notice, and says so after Enter there", async () => {
    await vscode.page.locator(".part.panel .view-line", { hasText: "no filter" }).first().click();
    await vscode.page.keyboard.press("Enter");
    await vscode.notifications.close("There is no event on this line that is still remembered.");
    await vscode.page.locator(".part.panel .view-line", { hasText: "no filter" }).first().click();
    await vscode.runCommand("Chainscope: Open Event…");
    await vscode.quickInput.shows("Open Event");
    await vscode.quickInput.cancel();
    await followEnd();
  });

  it("folds events under the transaction that caused them", async () => {
    await vscode.runCommand("Chainscope: Show Events by Transaction");
    const tab = await vscode.editor.untilActive(/Events by transaction/);
    const text = await vscode.editor.untilText("the transaction", (shown) => shown.includes(transaction), tab);
    assert.match(text, /Counter {2}value_set {2}\{"by":null/);
    await vscode.screenshot("event-tail-groups-dark");
  });

  it("records what arrives and replays it", async () => {
    const file = join(folder, "run.jsonl");
    // The panel follows new lines again once the line that was clicked is gone.
    await vscode.runCommand("Chainscope: Clear Events");
    await vscode.runCommand("Chainscope: Record Events…");
    await vscode.quickInput.shows("Record Events");
    await vscode.quickInput.enterPath(file);
    await shows("the recording", /recording all events to/);
    await vscode.runCommand("Chainscope: Pause Events");
    await shows("that it is paused", /paused: events are still received/);
    await emit("11");
    await emit("12");
    await vscode.statusBar.until("2 recorded");
    await vscode.runCommand("Chainscope: Resume Events");
    await vscode.runCommand("Chainscope: Stop Recording Events");
    await shows("the end of the recording", /recorded 2 events to/);
    assert.equal((await readFile(file, "utf8")).trim().split("\n").length, 4);

    await vscode.runCommand("Chainscope: Clear Events");
    await vscode.runCommand("Chainscope: Replay Recorded Events…");
    await vscode.quickInput.shows("Replay Recorded Events");
    await vscode.quickInput.enterPath(file);
    await vscode.quickInput.shows("How fast");
    await vscode.quickInput.pick("All at once");
    await shows("the replay", /Local \(replay\) {2}Counter {2}counted {2}"11"[^]*"12"[^]*replay ended: 2 events/);
    await vscode.screenshot("event-tail-replay-dark");
  });

  it("says which blocks a gap may have cost and fills it from the archive", async () => {
    await vscode.runCommand("Chainscope: Clear Events");
    await sandbox.control("handshake", { upgradeStatus: 503 });
    await sandbox.control("close", { code: 1001, reason: "Shutting down" });
    await shows("the loss", /event session lost/);
    const call = { contract: counter, fn: "increment_by", json: 3 };
    await sandbox.control("transaction", { call, propagate: true });
    await sandbox.control("block", { count: 2 });
    await sandbox.control("handshake");
    await shows("the gap", /gap of .*: events of blocks 239–241 may be missing/, 60_000);
    await vscode.runCommand("Chainscope: Fill Gap in Events…");
    await shows("the filled event", /Counter {2}counted {2}"\d+" {2}⤵ filled from block 24[01]/);
    await shows("what came of it", /filled the gap of blocks 239–241: 1 event added, 0 had arrived already/);
    await vscode.screenshot("event-tail-gap-dark");
  });

  it("strikes out the events of a reverted block and confirms those of a final one", async () => {
    const call = { contract: counter, fn: "increment_by", json: 3 };
    await sandbox.control("transaction", { call, propagate: true });
    await sandbox.control("block");
    await shows("the event", /counted {2}"\d+"$/m);
    await sandbox.control("revert");
    await shows("the event struck out", /block 242 \(.*\) was reverted: 1 event[^]*✗ struck out: .*Counter {2}counted/);
    await sandbox.control("block", { count: 3 });
    await shows("the final event", /✓ block 242 \(.*\) is final: 1 event/);
    for (const theme of ["dark", "light", "high-contrast"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`event-tail-finality-${theme}`);
    }
    await vscode.useTheme("dark");
  });

  it("stops from the status bar and unsubscribes", async () => {
    await vscode.statusBar.press("events/s");
    await vscode.quickInput.pick("Stop Tailing…");
    // Other themes lay the lines out again, and the last one may have gone out of sight.
    await followEnd();
    await shows("the end", /tail of contracts:Counter stopped after \d+ event/);
    await vscode.screen.eventually(
      "the node to know of no subscription to the contract",
      async () => (await sandbox.control("state")) as { sessions: { subscriptions: string[] }[] },
      ({ sessions }) => !sessions.some(({ subscriptions }) => subscriptions.join().includes(counter)),
    );
  });

  it("tells each event in one row that fits a usual screen, of a deployed node as of the sandbox", async () => {
    await vscode.runCommand("View: Close Primary Side Bar");
    await vscode.runCommand("Chainscope: Clear Events");
    const chain = ["blocks", "transactions/included", "transactions/executed", "transactions/removed"];
    await tailEach([...chain, "Transfer contract", "Counter"]);
    await vscode.changeSettings({
      "chainscope.connections": [
        { name: "Local", url: sandbox.url, contracts: [{ id: counter, name: "Counter" }] },
        { name: "Deployed", url: recorded.url, prefix: recordedPrefix },
      ],
    });
    await vscode.runCommand("Chainscope: Switch Connection…");
    await vscode.quickInput.pick("Deployed");
    await tailEach([...chain.map((target) => target.replace(/^blocks$/, "blocks/statechange")), "blocks/accepted"]);
    await tailEach(["Transfer contract", "Stake contract"]);
    await vscode.runCommand("View: Toggle Maximized Panel");
    await vscode.runCommand("Chainscope: Clear Events");
    const called = (fn: string, json: unknown) => ({ call: { contract: counter, fn, json }, propagate: true });
    await sandbox.control("transaction", { value: "905141596", memo: "for the tea", propagate: true });
    await sandbox.control("transaction", called("increment_by", 7));
    await sandbox.control("transaction", called("fail", null));
    await sandbox.control("block");
    await shows("the block", /Local {2}block.#\d+ {2}accepted/);
    await sandbox.control("revert");
    await shows("the reverted block", /was reverted[^]*struck out/);
    await sandbox.control("block", { count: 3 });
    await followEnd();
    await shows("a final block", /Local {2}── ✓ block/);
    recorded.play("transfer with memo");
    await shows("the recorded block", /Deployed {2}block.#383 {2}accepted/);
    recorded.play("replacement");
    await shows("what took a transaction's place", /Deployed {2}tx.\S+ {2}removed {2}replaced by/);
    await shows("the last recorded line", /Deployed {2}── ⚠ blocks? .* not told by the node/);
    const text = await vscode.output.text();
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    assert.ok(lines.length >= 40, text);
    const isBegun = (line: string) => /^\d\d:\d\d:\d\d\.\d{3} {2}/.test(line);
    // Whatever is in sight may begin in the middle of a line that is wrapped.
    const wrapped = lines.filter((line, at) => !isBegun(line) && at > 0 && !/[{[]"/.test(lines[at - 1]!));
    assert.deepEqual(wrapped, [], "a wrapped line");
    for (const part of [
      /0\.905141596 · memo "for the tea"/,
      /Counter\.increment_by\(7\)/,
      /failed: Panic/,
      /gas [\d ]+ of [\d ]+ · ok/,
      /· by \w{6}…/,
    ])
      assert.match(text, part);
    for (const theme of ["dark", "light", "high-contrast"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`event-tail-rows-${theme}`);
    }
    await vscode.useTheme("dark");
    await vscode.runCommand("View: Toggle Maximized Panel");
  });

  it("is controlled in the panel, by buttons in its title and by keys", async () => {
    const button = (label: string) => vscode.page.locator(`.part.panel .title a.action-label[aria-label^="${label}"]`);
    await vscode.runCommand("Chainscope: Clear Events");
    await button("Pause Events").click();
    await shows("the pause", /paused: events are still received/);
    await vscode.screenshot("event-tail-controls-dark");
    await vscode.page.locator(".part.panel .view-line", { hasText: "paused" }).first().click();
    await vscode.page.keyboard.press("Space");
    await shows("the end of the pause", /resumed: 0 events/);
    await vscode.page.keyboard.press("/");
    await vscode.quickInput.shows("Filter Events");
    await vscode.quickInput.enter("counted");
    await shows("the filter", /filter: counted/);
    await button("Filter Events").click();
    await vscode.quickInput.shows("Filter Events");
    await vscode.quickInput.enter("");
    await shows("no filter", /no filter/);
    await vscode.page.locator(".part.panel .view-line", { hasText: "no filter" }).first().click();
    await vscode.page.keyboard.press("Control+l");
    await vscode.screen.eventually(
      "an empty panel",
      () => vscode.output.text(),
      (text) => text.trim() === "",
    );
  });

  it("keeps the lines in sight of a person who scrolls back, and says how many are new", async () => {
    for (let count = 0; count < 100; count++) await emit(String(count));
    await followEnd();
    await shows("the last line", /"99"/);
    await vscode.page.locator(".part.panel .view-line", { hasText: `"99"` }).hover();
    await vscode.page.mouse.wheel(0, -600);
    await vscode.screen.eventually(
      "lines further up",
      () => vscode.output.text(),
      (text) => !text.includes('"99"'),
    );
    const before = await vscode.output.text();
    for (let count = 100; count < 120; count++) await emit(String(count));
    await vscode.statusBar.until("20 new");
    assert.equal(await vscode.output.text(), before);
    await vscode.screenshot("event-tail-new-lines-dark");
    await vscode.page.mouse.wheel(0, 5000);
    await shows("what came meanwhile", /"119"/);
  });

  async function tailEach(targets: readonly string[]): Promise<void> {
    for (const target of targets) {
      await vscode.runCommand("Chainscope: Tail Events…");
      if (/^[a-z]/.test(target)) await vscode.quickInput.enter(target);
      else {
        await vscode.quickInput.pick(target);
        await vscode.quickInput.pick("All events");
      }
      await shows(`the tail of ${target}`, new RegExp(`subscribed to (contracts:)?${target.replace(" ", ".")} in`));
    }
  }

  /** VS Code follows the end again when the cursor is there. */
  async function followEnd(): Promise<void> {
    // In the middle: the first line may be partly out of sight, where it cannot be clicked.
    await vscode.page.locator(".part.panel .output-view, .part.panel .output-view-content").first().click();
    await vscode.page.keyboard.press("Control+End");
  }

  /** Waits for the channel's lines in sight to match; a line that is wrapped counts as one. */
  async function shows(what: string, lines: RegExp, timeoutMs?: number): Promise<void> {
    await vscode.output.untilText(what, (text) => lines.test(text.replace(/\n(?!\d\d:\d\d:)/g, "")), timeoutMs);
  }

  async function emit(json: unknown, topic = "counted"): Promise<void> {
    await sandbox.control("emit", { contract: counter, topic, json, origin: transaction });
  }
});
