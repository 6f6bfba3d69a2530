import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import * as vscode from "vscode";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { withRetry, type ReportError } from "../../src/host/commands";
import { limits } from "../../src/wire/limits";
import { eventually } from "../support/eventually";
import { LoopWatch, mostHeldMs } from "../support/loopWatch";
import { startSandbox, type Sandbox } from "../support/startSandbox";

const contracts = [
  { name: "Counter", id: contractIds.counter },
  { name: "Vault", id: contractIds.vault },
];

const json = { "content-type": "application/json" };

describe("contract calls in the editor", () => {
  const settings = () => vscode.workspace.getConfiguration("chainscope");
  let sandbox: Sandbox;
  let folder: vscode.Uri;
  const written: vscode.Uri[] = [];

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
    const connection = { name: "Local", url: sandbox.url, contracts };
    await settings().update("connections", [connection], vscode.ConfigurationTarget.Global);
    folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("these tests need a folder");
    // What other tests have left in the settings is let go of a little later.
    const uri = await write("known.call.json", '{"contract": "Counter", "function": "bounds"}');
    await vscode.workspace.openTextDocument(uri);
    await eventually(
      "the connection",
      () => vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 9),
      (lenses) => lenses.some(({ command }) => command?.title === "Call on Local"),
    );
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const uri of written) await vscode.workspace.fs.delete(uri);
    await settings().update("connections", undefined, vscode.ConfigurationTarget.Global);
    await sandbox.stop();
  });

  const callsOf = async (fn: string) => {
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    return requests[`/on/contracts:${contractIds.counter}/${fn}`] ?? 0;
  };
  const write = async (name: string, text: string) => {
    const uri = vscode.Uri.joinPath(folder, name);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    if (!written.some(({ path }) => path === uri.path)) written.push(uri);
    return uri;
  };
  const document = (ending: string) =>
    eventually(
      `the document ${ending}`,
      async () => vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith(ending)),
      (found) => found !== undefined,
    ) as Promise<vscode.TextDocument>;
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);

  it("repeats, without asking again, what a person had answered questions for and what failed", async () => {
    const reported: [message: string, again: (() => unknown) | undefined][] = [];
    let tries = 0;
    const work = () => (++tries < 3 ? Promise.reject(new Error(`failure ${tries}`)) : Promise.resolve());
    const report: ReportError = (error, again) => reported.push([(error as Error).message, again]);
    await withRetry(work, report);
    await reported[0]?.[1]?.();
    await reported[1]?.[1]?.();
    assert.deepEqual([tries, reported.map(([message]) => message)], [3, ["failure 1", "failure 2"]]);
    await withRetry(() => Promise.reject(new vscode.CancellationError()), report);
    assert.equal(reported.length, 2);
  });

  it("shows the decoded output of a call as a JSON document beside, and leaves the focus where it is", async () => {
    const target = { contractId: contractIds.counter, name: "Counter", functionName: "bounds" };
    await vscode.window.showTextDocument(await write("written.txt", "written"));
    await vscode.commands.executeCommand("chainscope.callContract", target);
    const shown = await document("Local Counter.bounds.json");
    assert.equal(shown.languageId, "chainscope-json");
    const editor = vscode.workspace.getConfiguration("editor", shown);
    assert.equal(editor.get("wordWrap"), "on", "hashes and keys stay in sight");
    assert.match(shown.getText(), /^\[\n {2}"\d+",\n {2}"\d+"\n\]$/);
    assert.notEqual(vscode.window.activeTextEditor?.document, shown);
  });

  it("repeats the last call in the same document", async () => {
    const before = await callsOf("bounds");
    await vscode.commands.executeCommand("chainscope.repeatLastCall");
    assert.equal(await callsOf("bounds"), before + 1);
    const names = tabs().map(({ label }) => label);
    assert.equal(names.filter((name) => name === "Local Counter.bounds.json").length, 1);
  });

  it("offers to call, to compare and to open a call file above its text", async () => {
    const uri = await write("bounds.call.json", '{"contract": "Counter", "function": "bounds"}');
    await vscode.workspace.openTextDocument(uri);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 9);
    assert.deepEqual(
      lenses.map(({ command }) => command?.title),
      ["Call on Local", "Call and compare", "Open in panel"],
    );
    for (const { command } of lenses) assert.deepEqual(command?.arguments, [uri]);
  });

  it("runs a call file with every digit of its input", async () => {
    const text = `{"connection": "Local", "network": 250, "contract": "Counter", "function": "add_many",
      "input": [18446744073709551615]}`;
    const uri = await write("sum.call.json", text);
    await vscode.commands.executeCommand("chainscope.runCallFile", uri);
    assert.equal((await document("Local Counter.add_many.json")).getText(), '"18446744073709551615"');
  });

  it("refuses a call file whose string is still open at once, and calls nothing", async () => {
    const before = await callsOf("bounds");
    const text = `{"contract": "Counter", "function": "bounds", "input": "${"some words ".repeat(10_000)}`;
    await vscode.commands.executeCommand("chainscope.runCallFile", await write("open.call.json", text));
    assert.equal(await callsOf("bounds"), before);
  });

  it("reads no call file that is too long or no file at all, and calls nothing", async () => {
    const before = await callsOf("bounds");
    const sound = '{"contract": "Counter", "function": "bounds"}';
    const long = await write("long.call.json", sound.padEnd(limits.workspace.fileBytes + 1));
    const device = vscode.Uri.joinPath(folder, "device.call.json");
    await symlink("/dev/zero", device.fsPath);
    written.push(device);
    for (const uri of [long, device]) await vscode.commands.executeCommand("chainscope.runCallFile", uri);
    assert.equal(await callsOf("bounds"), before);
    const just = await write("just.call.json", sound.padEnd(limits.workspace.fileBytes));
    await vscode.commands.executeCommand("chainscope.runCallFile", just);
    assert.equal(await callsOf("bounds"), before + 1);
  });

  it("shows an output as the node sent it, however deep it is nested", async () => {
    const deep = `${"[".repeat(14_000)}1.0${"]".repeat(14_000)}`;
    const path = `/on/contracts:${contractIds.counter}/bounds`;
    const headers = { "content-type": "application/json" };
    await sandbox.control("answer", { path, headers, text: `{"7":1.50,"1":${deep}}` });
    const target = { contractId: contractIds.counter, name: "Counter", functionName: "bounds" };
    await vscode.window.showTextDocument(await write("written.txt", "written"));
    await vscode.commands.executeCommand("chainscope.callContract", target);
    const shown = await eventually(
      "the nested output",
      async () => (await document("Local Counter.bounds.json")).getText(),
      (text) => text.includes("1.50"),
    );
    assert.ok(shown.length < 2 * deep.length, `${shown.length} characters`);
    assert.equal(shown.replace(/\s/g, ""), `{"7":1.50,"1":${deep}}`);
  });

  for (const [what, answer] of [
    [
      "a failure that almost names two versions",
      { status: 400, text: `mismatched version: requested ${" ".repeat(60_000)}` },
    ],
    ["an integer of millions of digits", { headers: json, text: "7".repeat(6_000_000) }],
    ["objects within objects without an end", { headers: json, text: '{"a":'.repeat(200_000) }],
  ] as const) {
    it(`is not held up by ${what}, and calls again`, async () => {
      const target = { contractId: contractIds.counter, name: "Counter", functionName: "bounds" };
      const call = () => vscode.commands.executeCommand("chainscope.callContract", target);
      const before = await callsOf("bounds");
      await sandbox.control("answer", { path: `/on/contracts:${contractIds.counter}/bounds`, ...answer });
      const watch = new LoopWatch();
      try {
        await call();
        await call();
        assert.ok(watch.take() < mostHeldMs);
      } finally {
        watch.stop();
      }
      assert.equal(await callsOf("bounds"), before + 2);
      await eventually(
        "the output of the call after it",
        async () => (await document("Local Counter.bounds.json")).getText().slice(0, 100),
        (shown) => /^\[\n {2}"\d+"/.test(shown),
      );
    });
  }

  it("shows what differs from the expected output side by side", async () => {
    const text = '{"contract": "Counter", "function": "add_many", "input": ["1", "2"], "expected": "4"}';
    const uri = await write("wrong.call.json", text);
    await vscode.commands.executeCommand("chainscope.compareCallFile", uri);
    const diff = await eventually(
      "the comparison",
      async () => tabs().find(({ input }) => input instanceof vscode.TabInputTextDiff),
      (found) => found !== undefined,
    );
    const { original, modified } = diff?.input as vscode.TabInputTextDiff;
    const [before, after] = await Promise.all(
      [original, modified].map((side) => vscode.workspace.openTextDocument(side)),
    );
    assert.equal(before?.getText(), '"4"');
    assert.equal(after?.getText(), '"3"');
  });

  it("finds call files as tests, and runs them against the node", async () => {
    const before = await callsOf("add_many");
    await vscode.commands.executeCommand("testing.refreshTests");
    await vscode.commands.executeCommand("testing.runAll");
    await eventually(
      "the calls of the tests",
      () => callsOf("add_many"),
      (count) => count >= before + 2,
    );
  });

  it("shows documents in the group that is empty, each in the place of the one before, until one is kept", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const call = (functionName: string) =>
      vscode.commands.executeCommand("chainscope.callContract", {
        contractId: contractIds.counter,
        name: "Counter",
        functionName,
      });
    const shown = () => tabs().map(({ label, group }) => `${group.viewColumn} ${label}`);
    await call("bounds");
    assert.deepEqual(shown(), ["1 Local Counter.bounds.json"]);
    const before = (await document("Local Counter.bounds.json")).uri;
    await call("get_value");
    assert.deepEqual(shown(), ["1 Local Counter.get_value.json"]);
    await vscode.commands.executeCommand("workbench.action.keepEditor");
    await call("bounds");
    assert.deepEqual(shown(), ["1 Local Counter.get_value.json", "1 Local Counter.bounds.json"]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const again = await vscode.workspace.openTextDocument(before);
    assert.match(again.getText(), /^\[\n/, "what was closed can be gone back to");
  });

  it("leaves a call file its tab, and makes no third group for what it gives", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const uri = await write(
      "tabs.call.json",
      '{"contract": "Counter", "function": "add_many", "input": ["1", "2"], "expected": "4"}',
    );
    await vscode.window.showTextDocument(uri, { preview: true });
    await vscode.commands.executeCommand("chainscope.compareCallFile", uri);
    const columns = (is: (input: unknown) => boolean) =>
      tabs().flatMap(({ input, group }) => (is(input) ? [group.viewColumn] : []));
    const isFile = (input: unknown) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
    const isDifference = (input: unknown) => input instanceof vscode.TabInputTextDiff;
    await eventually(
      "the comparison",
      async () => columns(isDifference),
      (found) => found.length === 1,
    );
    assert.deepEqual([columns(isFile), columns(isDifference)], [[1], [2]]);
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Two, preview: false });
    await vscode.commands.executeCommand("chainscope.runCallFile", uri);
    await document("Local Counter.add_many.json");
    assert.equal(vscode.window.tabGroups.all.length, 2);
  });

  it("helps while a call file is written: marks, quick fixes, completion and what a function is", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const text = '{"contract": "Counter", "function": "ad_many", "input": ["1", -2]}';
    const uri = await write("typed.call.json", text);
    const editor = await vscode.window.showTextDocument(uri);
    const marks = (what: string, is: (found: string[]) => boolean) =>
      eventually(what, async () => vscode.languages.getDiagnostics(uri).map(({ message }) => message), is);
    await marks("the function that was meant", (all) => all.some((each) => each.endsWith("Did you mean add_many?")));
    const at = editor.document.positionAt(text.indexOf("ad_many"));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      new vscode.Range(at, at),
    );
    const fix = actions.find(({ title }) => title === "Change to add_many");
    assert.ok(fix?.edit, JSON.stringify(actions.map(({ title }) => title)));
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(editor.document.getText(), /"function": "add_many"/);
    const [mark, ...others] = await marks("the input's mark", (all) =>
      all.some((each) => each.includes("out of range")),
    );
    assert.match(mark ?? "", /-2 is out of range/);
    assert.deepEqual(others, []);
    const before = await callsOf("add_many");
    await vscode.commands.executeCommand("chainscope.runCallFile", uri);
    assert.equal(await callsOf("add_many"), before, "what cannot be right is not sent");
    const inside = editor.document.positionAt(editor.document.getText().indexOf("-2"));
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      uri,
      inside,
    );
    assert.ok(list.items.some(({ insertText, detail }) => insertText === '"1"' && detail === "u64"));
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", uri, at);
    const said = hovers.flatMap(({ contents }) =>
      contents.map((each) => (typeof each === "string" ? each : each.value)),
    );
    assert.ok(
      said.some((each) => each.includes("add_many(Vec<u64>) → u64")),
      said.join(),
    );
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("opens the panel of a contract once, and resolves when it can be used", async () => {
    const target = { contractId: contractIds.counter, name: "Counter" };
    await vscode.commands.executeCommand("chainscope.openContractPanel", target);
    await vscode.commands.executeCommand("chainscope.openContractPanel", target);
    const panels = tabs().filter(({ input }) => input instanceof vscode.TabInputWebview);
    assert.deepEqual(
      panels.map(({ label }) => label),
      ["Counter · Local"],
    );
  });

  it("opens a call file in the panel", async () => {
    const uri = vscode.Uri.joinPath(folder, "sum.call.json");
    await vscode.commands.executeCommand("chainscope.openCallFile", uri);
    await eventually(
      "the panel of the file's contract",
      async () => tabs().map(({ label }) => label),
      (labels) => labels.includes("Counter.add_many · Local"),
    );
  });

  const decodeSelected = async (content: string) => {
    const uri = await write(`selected ${written.length}.txt`, content);
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(0, 0, editor.document.lineCount, 0);
    await vscode.commands.executeCommand("chainscope.decodeBytes", uri);
  };

  it("decodes a selected event, as a language prints it, by its own header", async () => {
    const header = `{"Content-Location":"/on/contracts:${contractIds.counter}/counted","Rusk-Origin":"${"ab".repeat(32)}"}`;
    const length = `\\x${header.length.toString(16)}\\x00\\x00\\x00`;
    await decodeSelected(`b'${length}${header}12345678'`);
    const shown = await document("Local Counter.counted event.json");
    const said = JSON.parse(shown.getText()) as Record<string, unknown>;
    assert.equal(said["contract"], contractIds.counter);
    assert.equal(said["data"], "4050765991979987505");
    assert.equal((said["header"] as Record<string, unknown>)["Rusk-Origin"], "ab".repeat(32));
  });

  it("shows the bytes of a selected event that the driver cannot decode, and says why", async () => {
    await decodeSelected(`\\x00{"Content-Location":"/on/contracts:${contractIds.counter}/counted"}\\x01`);
    const shown = await eventually(
      "the reason",
      async () => (await document("Local Counter.counted event.json")).getText(),
      (text) => text.includes("not_decoded"),
    );
    const said = JSON.parse(shown) as Record<string, unknown>;
    assert.equal(said["data"], "01");
    assert.match(String(said["not_decoded"]), /\w/);
  });

  it("decodes the arguments of a selected transaction's call", async () => {
    const call = { contract: contractIds.counter, fn_name: "increment_by", fn_args: "IwAAAA==" };
    await decodeSelected(JSON.stringify({ call, memo: null }, undefined, 2));
    const shown = await document("Local Counter.increment_by input.json");
    assert.equal(shown.getText().trim(), "35");
  });
});
