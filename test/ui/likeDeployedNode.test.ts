import assert from "node:assert/strict";
import { CallPage } from "../support/callPage";
import { inWindow } from "../support/inWindow";
import type { Sandbox } from "../support/startSandbox";
import type { TreeRow } from "../support/treeRows";
import type { Workbench } from "../support/workbench";

const noSchema = "This driver tells no schema: name the function or event yourself.";

describe("a node like deployed ones, in a window that knows none", function () {
  this.timeout(180_000);
  const savings = "5a716465c0b7e91f2d3846a0e5c8b17f9d02634ae1b58c7f40d6923e8a5b1c70";
  let sandbox: Sandbox;
  let vscode: Workbench;

  inWindow(
    {
      name: "like-deployed-node",
      sandbox: { blockMs: 0, args: ["--like", "1.4", "--prefix", "Rusk"] },
      settings: () => ({ "chainscope.events.maxPayloadCharacters": 80 }),
      size: { width: 1600, height: 900 },
    },
    (opened) => ({ vscode, sandbox } = opened),
  );

  it("is connected to by its address alone", async () => {
    await vscode.sideBar.open("Chainscope");
    await vscode.sideBar.pressWelcome("Connections", "Connect to a Node…");
    await vscode.quickInput.shows("Address of the node");
    await vscode.quickInput.enter(sandbox.url);
    await vscode.quickInput.shows("what is it used for");
    await vscode.quickInput.pick("Use this node for development");
    await vscode.quickInput.shows("Name of the connection");
    await vscode.quickInput.enter("Deployed");
    await vscode.statusBar.until("Deployed · #");
  });

  it("gives the decoded result of a contract without a schema, whose function is named once", async () => {
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.pick("Enter a contract id…");
    await vscode.quickInput.shows("Contract id");
    await vscode.quickInput.enter(savings);
    await vscode.quickInput.shows(noSchema);
    await vscode.quickInput.pick("Enter a function name…");
    await vscode.quickInput.shows("Name of the function");
    await vscode.quickInput.enter("get_config");
    const page = await CallPage.shown(vscode, "Deployed");
    await page.box("Input as JSON").fill("null");
    await page.send.click();
    await page.output((text) => text.includes('"minimum": "1000"'));
  });

  it("sends the decoded events of such a contract, whose names the chain has shown", async () => {
    await vscode.runCommand("Chainscope: Tail Events…");
    await vscode.quickInput.type(`contracts:${savings}`);
    await vscode.quickInput.pick(`Tail contracts:${savings}`);
    await vscode.output.untilChannel("Chainscope Events");
    await shows("the subscription", /subscribed to contracts:5a716465\S* in session \S+, event by event: saved/);
    const json = { total: "18446744073709551615", value: "7" };
    await sandbox.control("emit", { contract: savings, topic: "saved", json });
    await shows("the decoded event", /saved {2}total 18446744073709551615 · value 7/);
  });

  describe("whose chain is followed", () => {
    const tree = () => vscode.sideBar.tree("Connections");

    before(async () => {
      await vscode.useTheme("dark");
      await vscode.sideBar.open("Chainscope");
      await tree().collapse("Deployed", "Node");
      await tree().expand("Deployed", "Chain");
      await tail("Stake contract", "reward");
      await tail("Transfer contract", "moonlight");
      for (const topic of ["blocks/accepted", "transactions/executed"]) {
        await vscode.runCommand("Chainscope: Tail Events…");
        await vscode.quickInput.pick(topic);
        await shows("the subscription", new RegExp(`subscribed to ${topic} in session`));
      }
    });

    it("says of every block how settled it is, in the same words whatever told of it", async () => {
      await sandbox.control("block", { count: 4 });
      const height = await heightShown();
      const rows = await tree().until(
        "all states",
        (all) => all.find(isBlock)?.label === `#${height}` && isSettled(all),
      );
      const blocks = rows.filter(isBlock);
      assert.deepEqual(
        blocks.slice(0, 5).map((row) => [row.label, stateOf(row)]),
        [0, 1, 2, 3, 4].map((below) => [
          `#${height - below}`,
          below === 0 ? "accepted" : below < 3 ? "confirmed" : "finalized",
        ]),
      );
      assert.ok(
        blocks.slice(4).every((row) => stateOf(row) === "finalized"),
        "blocks that no event told of",
      );
      await vscode.screenshot("deployed-chain-states-dark");
    });

    it("gives a block the events that the block itself caused", async () => {
      const height = await heightShown();
      await vscode.runCommand("Chainscope: Show Events by Transaction");
      const tab = await vscode.editor.untilActive(/Events by transaction/);
      const text = await vscode.editor.untilText("the block", (all) => all.includes(`block ${height}`), tab);
      assert.match(text, /block \d+[^\n]*\n(?: +[^\n]*\n)*? +\d[^\n]* reward {2}/);
      assert.doesNotMatch(text, /outcome not known/);
      await vscode.screenshot("deployed-groups-dark");
    });

    it("shows only what is final in the order in which it came, and leaves nothing of a block out", async () => {
      // So that all lines of a block are in sight.
      await vscode.runCommand("View: Toggle Maximized Panel");
      await vscode.runCommand("Chainscope: Clear Events");
      await vscode.runCommand("Chainscope: Show Only Final Events");
      await shows("the word about it", /only final: an event is shown when its block is final/);
      await sandbox.control("block", { count: 4 });
      const text = await shows("the first block, which is final now", /block.#\d+ {2}accepted {2}/);
      const times = [...text.matchAll(/^(\d\d:\d\d:\d\d\.\d{3}) {2}Deployed {2}(?!──)/gm)].map(([, time]) => time);
      assert.deepEqual(times, times.toSorted(), text);
      assert.match(text, /Stake.contract {2}reward {2}[^]*tx.\S+ {2}executed/);
      await vscode.runCommand("Chainscope: Show All Events, Final or Not");
      await shows(
        "how many wait",
        /all events are shown again; the block of \d+ events had not become final; they are shown when it has$/m,
      );
    });

    it("says which blocks a node with a full channel did not tell, lists them, and fills the gap", async () => {
      await vscode.runCommand("Chainscope: Clear Events");
      const height = await heightShown();
      await sandbox.control("channel", { holds: 1 });
      await sandbox.control("block", { count: 2 });
      await sandbox.control("channel");
      await sandbox.control("block");
      await shows(
        "the hole",
        new RegExp(`blocks ${height + 1}–${height + 2} were not told by the node: events may be missing`),
      );
      await vscode.statusBar.until(`Deployed · #${height + 3}`);
      await listed(height + 3, 5);
      await vscode.screenshot("deployed-hole-dark");
      await vscode.runCommand("Chainscope: Fill Gap in Events…");
      const text = await shows(
        "the end of the gap",
        new RegExp(`filled the gap of blocks ${height + 1}–${height + 2}: .*`),
      );
      assert.match(text, /: \d+ events added, [1-9]\d* had arrived already$/m);
      assert.match(text, new RegExp(`accepted {2}[^\n]*⤵ filled from block ${height + 1}$`, "m"));
    });

    it("fills what a lost session missed with every event of the contracts", async () => {
      await vscode.runCommand("Chainscope: Clear Events");
      const height = await heightShown();
      await sandbox.control("handshake", { upgradeStatus: 503 });
      await sandbox.control("cut-socket");
      await shows("the loss", /event session lost/);
      await sandbox.control("block", { count: 2 });
      await sandbox.control("handshake");
      await shows("the gap", new RegExp(`gap of .* s: events of blocks ${height}–${height + 2} may be missing`));
      await listed(height + 2, 5);
      await vscode.runCommand("Chainscope: Fill Gap in Events…");
      const text = await shows("the end of the gap", new RegExp(`filled the gap of blocks ${height}–${height + 2}`));
      const filled = (what: string) => text.match(new RegExp(`${what} {2}.*⤵ filled from block \\d+$`, "gm"))?.length;
      assert.equal(filled("Stake.contract {2}reward"), 2, text);
      assert.equal(filled("block.#\\d+ {2}accepted"), 2, text);
      assert.equal(filled("Transfer.contract {2}moonlight"), filled("tx.\\S+ {2}executed"), text);
      await vscode.screenshot("deployed-gap-dark");
    });

    it("strikes out what a fork took back, and shows the blocks in its place", async () => {
      await vscode.runCommand("Chainscope: Clear Events");
      await sandbox.control("block");
      const height = await heightShown();
      await sandbox.control("fork", { height });
      await shows(
        "what did not happen",
        new RegExp(`block ${height} \\(\\S+\\) was reverted: \\d+ events? of it did not happen`),
      );
      await listed(height, 3);
    });

    for (const [how, ahead] of [
      ["lower", -400],
      ["higher", 3],
    ] as const) {
      it(`shows nothing of the chain before when the node begins another one that is ${how}`, async () => {
        await vscode.runCommand("Chainscope: Clear Events");
        const before = await heightShown();
        const height = Math.max(2, before + ahead);
        await sandbox.control("restart-chain", { height });
        await shows(
          "the other chain",
          new RegExp(`another chain: the node is at block ${height} now, and block ${before} `),
        );
        await vscode.statusBar.until(`Deployed · #${height}`);
        await listed(height, 3);
        const rows = await tree().rows();
        assert.ok(rows.filter(isBlock).every(({ label }) => Number(label.slice(1)) <= height));
        const final = rows.find(({ label }) => label === "last finalized");
        assert.ok(!final || Number(final.description) <= height, final?.description);
        await vscode.screenshot(`deployed-restart-${how}-dark`);
        await vscode.runCommand("Chainscope: Fill Gap in Events…");
        await shows("the chain from its beginning", new RegExp(`filled the gap of blocks 0–${height}: `));
        await vscode.quickInput.offersNo("Chainscope: Fill Gap in Events…");
      });
    }

    it("measures the first loss of a tail that was begun while the node was away", async () => {
      await vscode.runCommand("Chainscope: Stop Tailing Events…");
      await vscode.quickInput.shows("Stop Tailing Events");
      await vscode.screenshot("deployed-stop-dark");
      const labels = (await vscode.quickInput.items()).map(({ label }) => label);
      assert.equal(labels.length, 5, labels.join());
      await vscode.quickInput.pickSeveral(...labels);
      await sandbox.stop();
      await vscode.runCommand("Chainscope: Clear Events");
      await vscode.runCommand("Chainscope: Tail Events…");
      await vscode.quickInput.pick("blocks/accepted");
      await sandbox.restart();
      await shows("the subscription", /subscribed to blocks\/accepted in session/);
      const height = await heightShown();
      await sandbox.control("cut-socket");
      await shows("the gap", new RegExp(`gap of .*(block|blocks) ${height}`));
    });

    async function tail(contract: string, event: string): Promise<void> {
      await vscode.runCommand("Chainscope: Tail Events…");
      await vscode.quickInput.pick(contract);
      await vscode.quickInput.shows("Which events");
      await vscode.quickInput.pickSeveral(event);
      await shows(
        "the subscription",
        new RegExp(`subscribed to contracts:${contract.replace(" ", ".")}/${event} in session`),
      );
    }

    /** The node's height, once the window shows it. */
    async function heightShown(): Promise<number> {
      const { height } = (await sandbox.control("state")) as { height: number };
      await vscode.statusBar.until(`Deployed · #${height}`);
      return height;
    }

    /** Waits until the newest blocks are listed without a hole. */
    async function listed(height: number, count: number): Promise<void> {
      const newest = Array.from({ length: count }, (_, below) => `#${height - below}`);
      await tree().until(`the blocks ${newest.join(", ")}`, (rows) =>
        rows
          .filter(isBlock)
          .map(({ label }) => label)
          .join()
          .startsWith(newest.join()),
      );
    }
  });

  describe("whose contracts give events awkward names", () => {
    const topic = "paid\u00a0out  “me”\u202e/\u001b[31m 7";
    const shown = String.raw`paid\xa0out  “me”\u202e/\x1b[31m 7`;

    before(async () => {
      await tailTyped("blocks/accepted");
      await tailTyped(`contracts:${savings}/${topic}`);
      await vscode.runCommand("Chainscope: Clear Events");
      await sandbox.control("emit", { contract: savings, topic, hex: "00" });
      await sandbox.control("block");
      await shows("both", /paid.*31m.7 {2}0x00[^]*block.#\d+ {2}accepted/);
    });

    it("has the colours of any other on its line", async () => {
      const { plain, awkward } = await vscode.screen.eventually(
        "the colours",
        async () => ({
          plain: (await vscode.output.chunks(/block #\d+ {2}accepted/)).slice(0, 4),
          awkward: (await vscode.output.chunks(/paid.*31m 7 {2}0x00/)).slice(0, 4),
        }),
        (chunks) => chunks.plain[3]?.text === "accepted" && chunks.awkward[3]?.text === shown,
      );
      assert.ok(new Set(plain.map(({ colour }) => colour)).size > 2, JSON.stringify(plain));
      assert.deepEqual(
        awkward.map(({ colour }) => colour),
        plain.map(({ colour }) => colour),
      );
    });

    it("is opened by Enter on its line", async () => {
      await vscode.page
        .locator(".part.panel .view-line", { hasText: /paid.*0x00/ })
        .last()
        .click();
      await vscode.page.keyboard.press("Enter");
      const tab = await vscode.editor.untilActive(/ paid.*\.event\.jsonc$/);
      const text = await vscode.editor.untilText("the event", (all) => all.includes("// data: 1 bytes"), tab);
      // Its lines are wrapped.
      const unwrapped = text.replaceAll("\n", "");
      for (const part of [savings, shown]) assert.ok(unwrapped.includes(part), `${part} in\n${text}`);
      await vscode.screenshot("deployed-awkward-name");
    });

    async function tailTyped(target: string): Promise<void> {
      await vscode.runCommand("Chainscope: Tail Events…");
      await vscode.quickInput.type(target);
      const encoded = `/${encodeURIComponent(target.slice(target.indexOf("/") + 1))}`;
      await vscode.screen.eventually(
        "the target as typed",
        () => vscode.quickInput.items(),
        (items) => items.some(({ label, description }) => label.startsWith("Tail ") && description.endsWith(encoded)),
      );
      await vscode.quickInput.accept();
      await shows("the tail", target.startsWith("blocks") ? /blocks\/accepted/ : /subscribed to contracts:\S+\/paid/);
    }
  });

  /** Waits for lines, and returns all that are in sight, those that are wrapped as one. */
  async function shows(what: string, isThere: RegExp): Promise<string> {
    return whole(await vscode.output.untilText(what, (text) => isThere.test(whole(text))));
  }
});

function isBlock({ label }: TreeRow): boolean {
  return label.startsWith("#");
}

/** Whether the first blocks have all the states that there are. */
function isSettled(rows: TreeRow[]): boolean {
  return new Set(rows.filter(isBlock).map(stateOf)).size === 3;
}

/** The words of a block's row, besides its time and how many transactions it has. */
function stateOf({ description }: TreeRow): string {
  return description
    .split(" · ")
    .filter((part) => !/\d/.test(part))
    .join();
}

function whole(text: string): string {
  return text.replace(/\n(?!\d\d:\d\d:\d\d\.\d{3} )/g, "");
}
