import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { readRecordingLine } from "../../src/features/eventTail/model/recordings/recordingFile";
import { extensionId, languageIds } from "../../src/host/contributionIds";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { op } from "../../src/sandbox/driver/wasm";
import { eventually } from "../support/eventually";
import { LoopWatch, mostHeldMs } from "../support/loopWatch";
import { MemoryFiles } from "../support/memoryFiles";
import { greedyCode, leb128, oddDriver, slowDriver, withSection } from "../support/oddDriver";
import { startSandbox, type Sandbox } from "../support/startSandbox";

interface State {
  requests: Record<string, number>;
  sessions: { subscriptions: string[] }[];
}

const { counter, ledger, mixedCase, token, vault } = contractIds;
const settings = () => vscode.workspace.getConfiguration("chainscope");
const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`chainscope.${command}`, ...args);

describe("event tails in VS Code", () => {
  let sandbox: Sandbox;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-tail-"));
    sandbox = await startSandbox({ blockMs: 0, args: ["--txs-per-block", "0"] });
    const contracts = [
      { id: counter, name: "My Counter" },
      ...[mixedCase, token, vault].map((id) => ({ id, name: `Odd ${id.slice(0, 4)}` })),
    ];
    await vscode.extensions.getExtension(extensionId)?.activate();
    const connections = [{ name: "Tailed", url: sandbox.url, contracts }];
    await settings().update("connections", connections, vscode.ConfigurationTarget.Global);
  });
  after(async () => {
    await settings().update("connections", undefined, vscode.ConfigurationTarget.Global);
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** What a test began and did not come to stop. */
  const begun: object[] = [];
  const tail = (target: object) => {
    begun.push(target);
    return run("tailEvents", { connection: "Tailed", target });
  };
  const stopTail = (target: object) => run("stopTail", { connection: "Tailed", target });
  afterEach(async () => {
    for (const target of begun.splice(0)) await stopTail(target);
    await run("filterEvents", "");
    await settings().update("events.localDrivers", undefined, vscode.ConfigurationTarget.Global);
  });

  it("offer to tail a named contract above and on its id in any file", async () => {
    const content = `# ids\n\ncounter: "${counter}"\nother: "${"f".repeat(64)}"\n`;
    const { uri } = await vscode.workspace.openTextDocument({ content, language: "yaml" });
    const lenses = await eventually(
      "a lens",
      () => vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri),
      (found) => found.length > 0,
    );
    assert.deepEqual(
      lenses.map(({ range, command }) => [range.start.line, command?.title, command?.command]),
      [
        [2, "Tail My Counter on Tailed", "chainscope.tailEvents"],
        [2, "Call…", "chainscope.callContract"],
      ],
    );
    const at = new vscode.Position(2, 20);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", uri, at);
    const texts = hovers.flatMap(({ contents }) => contents.map((each) => (each as vscode.MarkdownString).value));
    assert.match(
      texts.join("\n"),
      /My&nbsp;Counter&nbsp;on&nbsp;Tailed · \[Tail Events\]\(command:chainscope\.tailEvents.* · \[Call\]/,
    );
    await settings().update("events.lens", false, vscode.ConfigurationTarget.Global);
    await eventually(
      "no lens",
      () => vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri),
      (found) => found.length === 0,
    );
    await settings().update("events.lens", undefined, vscode.ConfigurationTarget.Global);
  });

  it("are stopped by the lens of a contract that is tailed, and said to end a pause", async () => {
    const { uri } = await vscode.workspace.openTextDocument({ content: counter, language: "yaml" });
    const lens = (title: string) =>
      eventually(
        `the lens ${title}`,
        async () => {
          const all = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
          return all.map(({ command }) => command).find((command) => command?.title === title);
        },
        (found) => found !== undefined,
      );
    const press = (found: vscode.Command | undefined) =>
      vscode.commands.executeCommand(found!.command, ...((found!.arguments ?? []) as unknown[]));
    await press(await lens("Tail My Counter on Tailed"));
    const stop = await lens("Stop Tailing My Counter on Tailed");
    await run("pauseEvents");
    await press(stop);
    await lens("Tail My Counter on Tailed");
    await eventually("the end of the pause", shownEvents, (lines) =>
      /resumed: 0 events came meanwhile/.test(lines.join("\n")),
    );
  });

  it("are gone to by the transaction that caused them, and selected", async () => {
    await tail({ component: "contracts", entity: counter });
    await eventually("the tail", shownEvents, (lines) => /subscribed to contracts:.*counter/i.test(lines.join("\n")));
    const call = { contract: counter, fn: "increment_by" };
    const hashes: string[] = [];
    for (const json of [41, 42]) {
      const made = (await sandbox.control("transaction", { call: { ...call, json } })) as { hash: string; hex: string };
      const response = await fetch(`${sandbox.url}/on/transactions/propagate`, {
        method: "POST",
        body: `0x${made.hex}`,
      });
      assert.equal(response.status, 202);
      hashes.push(made.hash);
      await sandbox.control("block");
    }
    await eventually("both", shownEvents, (lines) => lines.filter((line) => / {2}counted {2}/.test(line)).length >= 2);
    for (const [at, hash] of hashes.entries()) {
      await run("groupEvents", { hash });
      const shown = vscode.window.visibleTextEditors.find(({ document }) =>
        /Events by transaction/.test(document.fileName),
      );
      const selected = shown?.document.getText(shown.selection) ?? "";
      assert.match(selected, new RegExp(`^transaction [^]*\\n {4}hash ${hash}\\n {4}[^]*counted`));
      assert.equal(selected.includes(hashes[1 - at]!), false);
      assert.equal(selected.trimEnd().split("\n").length, 3);
    }
  });

  it("go on to be shown when their end is asked for while they come", async () => {
    const target = { component: "contracts", entity: counter };
    await tail(target);
    await eventually("the subscription", state, ({ sessions }) => subscribedTo(sessions, counter) === 1);
    let number = 1000;
    let isOver = false;
    const emitted = (async () => {
      while (!isOver)
        await sandbox.control("emit", { contract: counter, topic: "counted", json: String(++number), count: 5 });
    })();
    for (let round = 0; round < 20; round++) {
      await run("showEvents");
      const next = number + 10;
      const isShown = () => shownEvents().some((line) => line.includes(`"${next}"`));
      await eventually(`the event ${next}`, isShown, (shown) => shown).catch((error: unknown) => {
        isOver = true;
        throw error;
      });
    }
    isOver = true;
    await emitted;
  });

  it("of a transaction that no one tails are said not to be remembered, with what would remember them", async () => {
    const { showErrorMessage } = vscode.window;
    const told: string[] = [];
    const tell = (said: string, _options: unknown, ...buttons: string[]) => {
      told.push([said, ...buttons].join(" | "));
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showErrorMessage: tell });
    try {
      await run("groupEvents", { hash: "ab".repeat(32) });
    } finally {
      Object.assign(vscode.window, { showErrorMessage });
    }
    assert.equal(told.length, 1, told.join("\n"));
    assert.match(told[0]!, /^None of the remembered events belongs to this transaction\..* \| Tail Events…/);
  });

  it("are exported as CSV whole, over no file that is there", async () => {
    const path = join(folder, "events.csv");
    await tail({ component: "blocks", topic: "accepted" });
    await eventually("the tail", shownEvents, (lines) => /subscribed to blocks\/accepted/.test(lines.join("\n")));
    await sandbox.control("block");
    await eventually("the block", shownEvents, (lines) => /block.#\d+ {2}accepted {2}/.test(lines.join("\n")));
    await run("exportEvents", path);
    const rows = (await readFile(path, "utf8")).trimEnd().split("\n");
    assert.match(rows[0] ?? "", /^time,connection,component,source,topic,entity,transaction,block,/);
    assert.match(rows.at(-1) ?? "", /,Tailed,blocks,blocks,accepted,[0-9a-f]{64},/);
    await writeFile(path, "mine");
    await run("exportEvents", path);
    assert.equal(await readFile(path, "utf8"), "mine");
  });

  it("use one socket for a node, record what arrives whether it is shown or not, and unsubscribe when stopped", async () => {
    const target = { component: "contracts", entity: counter };
    await tail(target);
    await tail({ component: "blocks", topic: "accepted" });
    await tail(target);
    const before = await eventually("the subscription", state, ({ sessions }) => subscribedTo(sessions, counter) === 1);
    assert.equal(before.sessions.length, 1);

    const path = join(folder, "tail.jsonl");
    await run("recordEvents", path);
    await run("pauseEvents");
    await sandbox.control("emit", { contract: counter, topic: "counted", json: "9007199254740993" });
    await sandbox.control("block");
    await eventually(
      "two events in the recording",
      () => readFile(path, "utf8"),
      (text) => text.split("\n").length === 4,
    );
    await run("stopRecording");
    await run("resumeEvents");
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n").map(readRecordingLine);
    const events = lines.flatMap((line) => (line.kind === "event" ? [line.event] : []));
    assert.deepEqual(
      events.map(({ frame, decoded }) => [
        frame.target.topic,
        decoded && "text" in decoded && decoded.text.slice(0, 18),
      ]),
      [
        ["counted", '"9007199254740993"'],
        ["accepted", '{"header":{"event_'],
      ],
    );
    assert.deepEqual(lines.at(-1), { kind: "end", events: 2 });

    for (const stopped of [target, { component: "blocks", topic: "accepted" }]) {
      await stopTail(stopped);
    }
    await eventually("no subscription", state, ({ sessions }) => subscribedTo(sessions, counter) === 0);
  });

  it("are recorded over no file that is there unless the person says so, however the command is run", async () => {
    const path = join(folder, "mine.txt");
    const link = join(folder, "link.jsonl");
    await writeFile(path, "mine");
    await symlink(path, link);
    // A window under test answers no question, which is no consent.
    for (const file of [path, link]) await run("recordEvents", file);
    await sandbox.control("emit", { contract: counter, topic: "counted", json: "1" });
    await run("stopRecording");
    assert.equal(await readFile(path, "utf8"), "mine");
  });

  it("are recorded to and replayed from a place that is on no disk, and kept on this machine where it is full", async () => {
    const memory = new MemoryFiles("chainscope-tails");
    const here = async () => (await readdir(tmpdir())).filter((name) => /^chainscope-\w{6}$/.test(name)).sort();
    const record = async (name: string) => {
      await run("recordEvents", memory.named(name));
      const noted = () => shownEvents().filter((line) => / counted /.test(line)).length;
      const before = noted();
      await sandbox.control("emit", { contract: counter, topic: "counted", json: "7", count: 2 });
      await eventually("both events", noted, (count) => count === before + 2);
      await run("stopRecording");
    };
    try {
      const before = await here();
      await tail({ component: "contracts", entity: counter });
      await eventually("the subscription", state, ({ sessions }) => subscribedTo(sessions, counter) === 1);
      await record("tail.jsonl");
      const lines = (memory.textOf("tail.jsonl") ?? "").trimEnd().split("\n").map(readRecordingLine);
      assert.deepEqual(
        lines.map(({ kind }) => kind),
        ["head", "event", "event", "end"],
      );
      await run("exportEvents", memory.named("events.csv"));
      assert.match(memory.textOf("events.csv") ?? "", /^time,connection,component/);
      await run("replayEvents", memory.named("tail.jsonl"), Infinity);
      await eventually("the replay", shownEvents, (shown) => /replay ended: 2 events/.test(shown.join("\n")));
      assert.deepEqual(await here(), before, "no copy is left");
      memory.isFull = true;
      await record("more.jsonl");
      assert.equal(memory.textOf("more.jsonl"), undefined);
      const [kept, ...others] = (await here()).filter((name) => !before.includes(name));
      assert.deepEqual(others, []);
      const path = join(tmpdir(), kept ?? assert.fail("the recording is lost"));
      assert.match(await readFile(join(path, "events.jsonl"), "utf8"), /"events":2\}\n$/);
      await rm(path, { recursive: true });
    } finally {
      memory.dispose();
    }
  });

  it("decode a contract's events with its driver here, or ask the node for each if that is wanted", async () => {
    const target = { component: "contracts", entity: counter, topic: "counted" };
    const path = join(folder, "drivers.jsonl");
    const asked = async () => {
      const { requests } = await state();
      return requests[`/on/driver:${counter}/decode_event:counted`] ?? 0;
    };
    const decodedEvents = async (count: number) => {
      await run("recordEvents", path);
      const before = await asked();
      await sandbox.control("emit", { contract: counter, topic: "counted", json: "9007199254740993", count });
      const text = await eventually(
        `${count} events in the recording`,
        () => readFile(path, "utf8"),
        (found) => found.split("\n").length === count + 2,
      );
      await run("stopRecording");
      await rm(path);
      const lines = text.trimEnd().split("\n").map(readRecordingLine);
      const texts = lines.flatMap((line) =>
        line.kind === "event" && line.event.decoded && "text" in line.event.decoded ? line.event.decoded.text : [],
      );
      assert.deepEqual(texts, Array<string>(count).fill('"9007199254740993"'));
      return (await asked()) - before;
    };
    await tail(target);
    await eventually("the subscription", state, ({ sessions }) => subscribedTo(sessions, counter) === 1);
    await eventually(
      "the driver",
      () => decodedEvents(1),
      (requests) => requests === 0,
    );
    assert.equal(await decodedEvents(20), 0);
    await settings().update("events.localDrivers", false, vscode.ConfigurationTarget.Global);
    assert.equal(await decodedEvents(20), 20);
  });

  it("of contracts whose drivers want everything cost a line each, and this process nothing", async () => {
    const tables = Array.from({ length: 90 }, () => [0x70, 0, ...leb128(10_000_000)]).flat();
    await upload(mixedCase, withSection(oddDriver({}), 4, [90, ...tables]));
    await upload(token, oddDriver({ init: [...greedyCode, ...op.loop(op.const32(1)), ...op.const32(0)] }));
    const targets = [mixedCase, token, ledger].map((entity) => ({ component: "contracts", entity }));
    for (const target of targets) await tail(target);
    await eventually("the subscriptions", state, ({ sessions }) => subscribedTo(sessions, ledger) === 1);
    const { rss } = process.memoryUsage();
    const said = await eventually(
      "a line for each",
      async () => {
        for (const contract of [mixedCase, token]) {
          await sandbox.control("emit", { contract, topic: "any", hex: "00".repeat(8), count: 5 });
        }
        await run("showEvents");
        return shownEvents().filter((line) => line.includes("is not run here"));
      },
      (lines) => lines.length > 1,
    );
    assert.deepEqual(said.map((line) => line.replace(/^.*the driver of /, "")).sort(), [
      "Odd 70ce is not run here: it took too long and was stopped; the node decodes its events",
      "Odd ca5e is not run here: it declares 90 tables; the node decodes its events",
    ]);
    assert.ok(process.memoryUsage().rss - rss < 200 * 2 ** 20);
  });

  it("of a contract with a slow driver are said to be left to the node, and hold up no other's", async () => {
    await upload(vault, slowDriver(400));
    const targets = [vault, counter].map((entity) => ({ component: "contracts", entity }));
    for (const target of targets) await tail(target);
    await eventually("the subscriptions", state, ({ sessions }) => subscribedTo(sessions, counter) === 1);
    await run("showEvents");
    // Always one of another contract that waits while the slow one has its turn.
    let isSaid = false;
    const others = (async () => {
      while (!isSaid) await sandbox.control("emit", { contract: counter, topic: "counted", json: "9007199254740993" });
    })();
    const said = await eventually(
      "the line about the driver",
      async () => {
        // More than it can do; the lines of many more would be what this window is slow with.
        await sandbox.control("emit", { contract: vault, topic: "any", hex: "00", count: 3 });
        return shownEvents().find((line) => line.includes("driver of Odd a017"));
      },
      (line) => line !== undefined,
      20_000,
    ).finally(() => (isSaid = true));
    await others;
    assert.match(said ?? "", /is not run here: it (is slow|took too long).* was stopped; the node decodes its events$/);
    assert.ok(shownEvents().some((line) => line.includes("counted") && line.includes("9007199254740993")));
  });

  it("are filtered by whatever expression someone gives, without a wait for anyone", async () => {
    const target = { component: "contracts", entity: vault };
    await tail(target);
    await eventually("the subscription", state, ({ sessions }) => subscribedTo(sessions, vault) === 1);
    await run("showEvents");
    const shown = (mark: string) =>
      eventually(
        `the event ${mark}`,
        () => shownEvents().some((line) => line.includes(`  ${mark}  `)),
        (isShown) => isShown,
      );
    const hidden = () =>
      shownEvents().reduce((sum, line) => sum + Number(/; (\d+) events? hidden until now/.exec(line)?.[1] ?? 0), 0);
    const watch = new LoopWatch();
    try {
      for (const [at, filter] of [/^(\w+\s?)*$/, /(a+)+!$/, /(.*)*x!$/].entries()) {
        await run("filterEvents", String(filter));
        const before = hidden();
        await sandbox.control("emit", { contract: vault, topic: `hidden${at}`, hex: "aa".repeat(500), count: 20 });
        await eventually(
          "the events to be hidden",
          async () => {
            // Says how many were hidden until now.
            await run("filterEvents", String(filter));
            return hidden() - before;
          },
          (count) => count >= 20,
        );
        await run("filterEvents", `after${at}`);
        await sandbox.control("emit", { contract: vault, topic: `after${at}`, hex: "00" });
        await shown(`after${at}`);
        assert.ok(!shownEvents().some((line) => line.includes(`  hidden${at}  `)));
      }
      assert.ok(watch.take() < mostHeldMs);
    } finally {
      watch.stop();
    }
  });

  it("of a target that cannot be are refused before anything is sent", async () => {
    const { sessions } = await state();
    await tail({ component: "contracts", topic: "withdraw" });
    assert.deepEqual(
      (await state()).sessions.flatMap(({ subscriptions }) => subscriptions.sort()),
      [...sessions.flatMap(({ subscriptions }) => subscriptions.sort())],
    );
  });

  async function upload(id: string, module: Buffer): Promise<void> {
    const response = await fetch(new URL(`/on/contract:${id}/upload_driver`, sandbox.url), {
      method: "POST",
      headers: { sign: sandbox.signature(module) },
      body: new Uint8Array(module),
    });
    assert.equal(response.status, 200, await response.text());
  }

  async function state(): Promise<State> {
    return (await sandbox.control("state")) as State;
  }
});

/** The lines of the channel of events, once it is shown. */
function shownEvents(): string[] {
  const shown = vscode.workspace.textDocuments.find(({ languageId }) => languageId === languageIds.events);
  return shown?.getText().split("\n") ?? [];
}

function subscribedTo(sessions: State["sessions"], entity: string): number {
  return sessions.flatMap(({ subscriptions }) => subscriptions.filter((each) => each.includes(entity))).length;
}
