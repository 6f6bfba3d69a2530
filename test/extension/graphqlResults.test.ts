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
      () => vscode.workspace.textDocuments.find(({ uri }) => uri.path === `/${name}`)!,
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
    await press(result, /^Decode input of \w/);
    await eventually(
      "the input",
      () => vscode.workspace.textDocuments.filter(({ uri }) => uri.path.endsWith(" input.json")).length,
      (count) => count === 1,
    );
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
      (found) => found.length === 1,
    );
    assert.deepEqual(lenses[0]?.command?.title, "The node gave nothing because of tx");
    assert.equal(lenses[0]?.command?.command, "");
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
