import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { HeldThread } from "../support/heldThread";
import { plainSpaces } from "../support/shownText";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { Workbench } from "../support/workbench";

const root = resolve(__dirname, "../..");

/** After this long what is typed into hangs, however slow the machine; it takes a fraction of a second. */
const hangMs = 10_000;
/** What a person feels as a freeze; the longest task of all is a fraction of it. */
const heldMs = 1000;

/** What is awkward to read while it is typed: the beginning comes in one go, as from the clipboard, the rest by key. */
const texts: readonly { what: string; pasted?: string; typed: string }[] = [
  {
    what: "a string without an end",
    typed: '{ "Some": { "value": "1", "note": "a note of a few words and then some more of them, on and on',
  },
  { what: "a key in base58", typed: "2jZ8vN5tqXk7cWbQy4RmHsE9uLpFgDa3TzKxVnB6MwJhCrPdUeYf1GoA" },
  {
    what: "emoji and combining characters",
    typed: "👩‍👩‍👧‍👦 🇪🇺 e\u0301\u0302\u0303\u0304 Z\u0351\u036b\u0343 \ud83d\ude00 漢字",
  },
  { what: "a pattern that could try every way", typed: "/^(\\w+\\s?)*$/ aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" },
  { what: "three hundred open brackets", pasted: "[".repeat(280), typed: "[".repeat(20) },
  { what: "a long string without an end", pasted: `"${"long ".repeat(20_000)}`, typed: "end" },
];

describe("typing", function () {
  this.timeout(120_000);
  let folder: string;
  let sandbox: Sandbox;
  let vscode: Workbench;
  let held: HeldThread;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-typing-"));
    sandbox = await startSandbox({ blockMs: 0 });
    const contracts = [{ name: "Counter", id: contractIds.counter }];
    vscode = await Workbench.open({
      ...{ host: "oldest", name: "typing", folder, extensionDevelopmentPath: root },
      settings: {
        "chainscope.connections": [{ name: "Local", url: sandbox.url, contracts }],
      },
    });
    held = await HeldThread.of(vscode.page);
  });
  after(async () => {
    await vscode?.close();
    await sandbox?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("never holds the box for what to tail", async () => {
    await vscode.runCommand("Chainscope: Tail Events…");
    await vscode.quickInput.shows("What to tail");
    await typesAll({
      clear: () => vscode.quickInput.type(""),
      shown: async () => (await vscode.quickInput.read()).value,
      async answers(round) {
        const target = `contracts:${contractIds.counter}/event${round}`;
        await vscode.quickInput.type(target);
        const labels = async () => (await vscode.quickInput.items()).map(({ label }) => label);
        await eventually("its target", labels, (shown) => shown.includes(`Tail ${target}`));
      },
    });
    await vscode.quickInput.cancel();
  });

  it("never holds the box of the events' filter", async () => {
    await vscode.runCommand("Chainscope: Filter Events…");
    await vscode.quickInput.shows("Filter Events");
    await typesAll({
      clear: () => vscode.quickInput.type(""),
      shown: async () => (await vscode.quickInput.read()).value,
      async answers() {
        await vscode.quickInput.type("/(/");
        await vscode.quickInput.message("Invalid regular expression");
        await vscode.quickInput.type("counted");
        const message = async () => (await vscode.quickInput.read()).message;
        await eventually("the problem to go", message, (shown) => !shown.includes("Invalid"));
      },
    });
    await vscode.quickInput.cancel();
  });

  /** A place to type into. */
  interface Place {
    /** Empties it and puts the cursor there. */
    clear(): Promise<void>;
    /** What is in it; of long texts the beginning is enough. */
    shown(): Promise<string>;
    /** Waits until page and extension have something to say of what was typed, and of something else afterwards. */
    answers(round: number): Promise<void>;
  }

  async function typesAll(place: Place): Promise<void> {
    for (const [round, { what, pasted, typed }] of texts.entries()) {
      const { keyboard } = vscode.page;
      await inTime(`${what}: an empty place`, place.clear());
      await inTime(`${what}: room for the machine`, held.take());
      if (pasted) await inTime(`${what}: to be pasted`, keyboard.insertText(pasted));
      await inTime(`${what}: to be typed`, keyboard.type(typed));
      const beginning = `${pasted ?? ""}${typed}`.slice(0, 5000);
      const isThere = (text: string) => plainSpaces(text).startsWith(beginning);
      await eventually(what, () => place.shown(), isThere);
      await inTime(`${what}: an answer`, place.answers(round));
      const longest = await inTime(`${what}: the thread`, held.take());
      assert.ok(longest < heldMs, `${what} held the window for ${Math.round(longest)} ms`);
    }
  }

  function eventually<T>(what: string, look: () => Promise<T>, accept: (seen: T) => boolean): Promise<T> {
    return inTime(what, vscode.screen.eventually(what, look, accept, hangMs));
  }

  /** A thread that hangs answers nothing, so nothing that asks it may be waited for without an end. */
  async function inTime<T>(what: string, work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Waited ${(2 * hangMs) / 1000} s for ${what}.`)), 2 * hangMs);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  }
});
