import assert from "node:assert/strict";
import * as vscode from "vscode";
import exchanges from "../recorded/graphql.json";
import { eventually } from "../support/eventually";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { Queries } from "./queries";

const counter = "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62";

describe("results of GraphQL operations", () => {
  let sandbox: Sandbox;
  let queries: Queries;

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
    queries = await Queries.on([{ name: "Local", url: sandbox.url }]);
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(async () => {
    await queries.end();
    await sandbox.stop();
  });

  /** Runs a query of a file with this name, and returns the document of its result. */
  async function run(name: string, text: string): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, `${name}.gql`);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
    await vscode.commands.executeCommand("chainscope.runOperation", { uri, at: 0 });
    return documentAt(`${name} result.json`);
  }
  const documentAt = (name: string) =>
    eventually(
      `the document ${name}`,
      () => vscode.workspace.textDocuments.find(({ uri }) => uri.path === `/Chainscope/${name}`)!,
      (document) => (document?.getText().length ?? 0) > 2,
    );
  async function press(document: vscode.TextDocument, title: string | RegExp): Promise<void> {
    const found = await eventually(
      `the lens ${String(title)}`,
      async () => (await queries.lenses(document)).map(({ command }) => command!),
      (lenses) => lenses.some((each) => each.title.search(title) === 0),
    );
    const { command, arguments: given } = found.find((each) => each.title.search(title) === 0)!;
    await vscode.commands.executeCommand(command, ...(given as unknown[]));
  }
  const answer = (text: string) =>
    sandbox.control("answer", { path: "/graphql", headers: { "content-type": "application/json" }, text, count: 1 });
  /** What a deployed node answered. */
  const recorded = (name: string) => exchanges.find((each) => each.name === name)!.response.body;

  it("offer the JSON in a string when the pointer rests on it", async () => {
    const result = await run("rested", "{ block(height: 1) { header { json } } }");
    const [hover] = await queries.hover(result, result.getText().indexOf('"json"') + 12);
    assert.match(hover ?? "", /^\[Open as JSON\]\(command:chainscope\.openResultValue\?/);
    assert.deepEqual(await queries.hover(result, result.getText().indexOf('"json"')), []);
  });

  it("open the JSON in a string beside, with every digit, and stay as they were sent", async () => {
    const inner = '{"amount":18446744073709551615,"ratio":0.10,"of":["a"]}';
    const sent = JSON.stringify({ data: { block: { header: { json: inner } } } });
    await answer(sent);
    const result = await run("nested", "{ block(height: -1) { header { json } } }");
    await press(result, "Open json as JSON");
    const opened = await documentAt("Local block.header.json");
    assert.equal(opened.getText().replace(/\s/g, ""), inner);
    assert.equal(result.getText().replace(/\s/g, ""), sent);
  });

  it("have the bytes of events decoded by their contract's driver", async () => {
    const result = await run("events", `{ finalizedEvents(contractId: "${counter}", limit: 1) { json } }`);
    const [, topic = ""] = /"topic": "(\w+)"/.exec(result.getText()) ?? [];
    await press(result, `Decode event ${topic}`);
    const opened = await documentAt(`Local c0047e2a…4d62.${topic} event.json`);
    assert.doesNotThrow(() => JSON.parse(opened.getText()));
  });

  it("have the input of a call decoded by its contract's driver", async () => {
    const result = await run("calls", "{ transactions(last: 100) { tx { callData { contractId fnName data } } } }");
    const inputs = () => vscode.workspace.textDocuments.filter(({ uri }) => uri.path.endsWith(" input.json")).length;
    const before = inputs();
    await press(result, /^Decode input of \w/);
    await eventually("the input", inputs, (count) => count === before + 1);
  });

  it("say which field left nothing of the others, and give those without it", async () => {
    await answer(recorded("graphql partial"));
    const result = await run("partial", '{ ok: block(height: 1) { header { height } } bad: tx(hash: "zz") { id } }');
    await press(result, "The node gave nothing because of bad · Run Without It");
    await eventually(
      "the others",
      () => result.getText().replace(/\s/g, ""),
      (text) => text === '{"data":{"ok":{"header":{"height":1}}}}',
    );
    const titles = (await queries.lenses(result)).map(({ command }) => command?.title);
    assert.deepEqual(titles, ["Without bad"]);
  });

  it("offer nothing without the one field that was asked for", async () => {
    await answer(recorded("graphql tx bad hash"));
    const result = await run("alone", '{ tx(hash: "zz") { id } }');
    const lenses = await eventually(
      "the remark",
      () => queries.lenses(result),
      (found) => found.length === 2,
    );
    assert.deepEqual(lenses[0]?.command?.title, "The node gave nothing because of tx");
    assert.equal(lenses[0]?.command?.command, "");
  });

  it("say that they are not the answer to the last run when that one failed, until the next result", async () => {
    const text = "query Tip { block(height: 1) { reward } }";
    const result = await run("outdated", text);
    const shown = result.getText();
    await sandbox.control("answer", { path: "/graphql", status: 500, text: "VM error: out of order", count: 1 });
    await run("outdated", text);
    const [said] = await eventually(
      "the remark",
      async () => (await queries.lenses(result)).map(({ command }) => command!.title),
      (titles) => titles.length > 0,
    );
    assert.match(
      said!,
      /^\$\(warning\) Tip on Local failed\. .*out of order.* Below is the answer to an earlier run\.$/,
    );
    assert.equal(result.getText(), shown);
    await run("outdated", text);
    await eventually(
      "no remark",
      () => queries.lenses(result),
      (lenses) => lenses.length === 0,
    );
  });

  it("say so when they are pinned", async () => {
    const result = await run("kept", "{ block(height: 1) { reward } }");
    await vscode.commands.executeCommand("chainscope.pinResult", result.uri);
    const titles = (await queries.lenses(result)).map(({ command }) => command!.title);
    assert.deepEqual(titles, ["$(pinned) Pinned result of kept.gql"]);
  });

  it("lead from an error to its line in the file, whatever the node counts in", async () => {
    const head = "# one\n\nquery First { block(height: 1) { reward } }\n\n";
    const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, "placed.gql");
    const text = `${head}query Second {\n  block(height: 2) { reward }\n}\n`;
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
    await answer('{"data":null,"errors":[{"message":"no such block","locations":[{"line":2,"column":3}]}]}');
    await vscode.commands.executeCommand("chainscope.runOperation", { uri, at: head.length });
    const result = await documentAt("placed result.json");
    assert.match(result.getText(), /^\{\n {2}"errors": \[/);
    await press(result, /^\$\(error\) placed\.gql, line 6, column 3$/);
    const { document, selection } = vscode.window.activeTextEditor!;
    assert.equal(document.getText(selection), "block");
    const [hover] = await queries.hover(result, result.getText().indexOf("no such"));
    assert.equal(hover, "no such block");
  });

  it("leave a fault to the checks where those have found it, so that it is one problem", async () => {
    const uri = (await run("typo", "{ blok(height: 1) { reward } }")) && vscode.window.activeTextEditor!.document.uri;
    const document = await vscode.workspace.openTextDocument(uri);
    const [only] = await queries.problems(document, 1);
    assert.equal(only!.code, "unknown-field");
  });

  it("explain a refusal for which the node gave no reason", async () => {
    await answer(recorded("graphql blocks none"));
    const result = await run("silent", "{ blocks { header { height } } }");
    const source = vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith("/silent.gql"))!;
    const found = await eventually(
      "the node's error",
      () => queries.problemsNow(source).find(({ code }) => code === "result"),
      (problem) => problem !== undefined,
    );
    assert.match(
      found!.message,
      /^Local: The node gave no reason \(at blocks\)\. "blocks" needs one of "last", "range"/,
    );
    assert.match(result.getText(), /"message": ""/);
  });
});
