import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../support/eventually";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { atCursor } from "../unit/graphql/marks";
import { Queries, setConnections } from "./queries";

describe("GraphQL across the files of a workspace", () => {
  let sandbox: Sandbox;
  let queries: Queries;
  let folder: vscode.Uri;
  const settings = () => vscode.workspace.getConfiguration("chainscope");

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
    queries = await Queries.on([{ name: "Local", url: sandbox.url }]);
    folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, "across");
    await write("shared.graphql", "fragment Shared on Block {\n  reward\n}\n");
  });
  after(async () => {
    await queries.end();
    await vscode.workspace.fs.delete(folder, { recursive: true });
    await sandbox.stop();
  });

  const fileOf = (name: string) => vscode.Uri.joinPath(folder, name);
  const write = (name: string, text: string) =>
    vscode.workspace.fs.writeFile(fileOf(name), new TextEncoder().encode(text));
  async function open(name: string, marked: string) {
    const { text, offset } = marked.includes("|") ? atCursor(marked) : { text: marked, offset: 0 };
    await write(name, text);
    const document = await vscode.workspace.openTextDocument(fileOf(name));
    await vscode.window.showTextDocument(document);
    return { document, offset };
  }
  const placed = ({ uri, range }: { uri: vscode.Uri; range: vscode.Range }) =>
    `${uri.path.split("/").at(-1)} ${range.start.line}:${range.start.character}`;

  it("offers a fragment of another file behind a spread, and knows it", async () => {
    const { document, offset } = await open("spread.gql", "query A { block(height: 1) { ...Sha| } }");
    await eventually(
      "the fragment",
      () => queries.completions(document, offset),
      (labels) => labels.includes("Shared"),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(offset), "red");
    await vscode.workspace.applyEdit(edit);
    await queries.problems(document, 0);
  });

  it("goes to a fragment's definition in another file, and finds all its uses", async () => {
    const { document, offset } = await open("use.gql", "query Use { block(height: 1) { ...Sha|red } }");
    assert.deepEqual((await queries.definitions(document, offset)).map(placed), ["shared.graphql 0:9"]);
    const references = await vscode.commands.executeCommand<vscode.Location[]>(
      "vscode.executeReferenceProvider",
      document.uri,
      document.positionAt(offset),
    );
    assert.deepEqual(references.map(placed).sort(), ["shared.graphql 0:9", "spread.gql 0:32", "use.gql 0:34"]);
  });

  it("renames a fragment in every file", async () => {
    const { document, offset } = await open("rename.gql", "query Rename { block(height: 1) { ...Sha|red } }");
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      "vscode.executeDocumentRenameProvider",
      document.uri,
      document.positionAt(offset),
      "Renamed",
    );
    const names = edit.entries().map(([uri]) => uri.path.split("/").at(-1));
    assert.deepEqual(names.sort(), ["rename.gql", "shared.graphql", "spread.gql", "use.gql"]);
  });

  it("renames a variable and nothing of the same name elsewhere", async () => {
    const { document, offset } = await open(
      "variable.gql",
      "query One($h|: Float) { block(height: $h) { reward } }\nquery Two($h: Float) { block(height: $h) { reward } }",
    );
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      "vscode.executeDocumentRenameProvider",
      document.uri,
      document.positionAt(offset),
      "height",
    );
    await vscode.workspace.applyEdit(edit);
    const [first, second] = document.getText().split("\n");
    assert.equal(first, "query One($height: Float) { block(height: $height) { reward } }");
    assert.equal(second, "query Two($h: Float) { block(height: $h) { reward } }");
  });

  it("says so when the file of a fragment is gone, and again when it is back", async () => {
    await write("passing.gql", "fragment Passing on Block { reward }");
    const { document } = await open("needs.gql", "query Needs { block(height: 1) { ...Passing } }");
    await queries.problems(document, 0);
    await vscode.workspace.fs.delete(fileOf("passing.gql"));
    const [problem] = await queries.problems(document, 1);
    assert.match(problem!.message, /No fragment "Passing"/);
    await write("passing.gql", "fragment Passing on Block { reward }");
    await queries.problems(document, 0);
  });

  it("takes one lens after the other away by its setting, at once", async () => {
    const query = "query Lenses($at: Int!) { block(height: $at) { reward } }";
    const { document } = await open("lenses.gql", query);
    const titles = async () => (await queries.lenses(document)).map(({ command }) => command?.title);
    assert.deepEqual(await titles(), ["$(play) Run on Local", "Variables", "Live"]);
    const rows: [key: string, left: string[]][] = [
      ["graphql.lens.live", ["$(play) Run on Local", "Variables"]],
      ["graphql.lens.variables", ["$(play) Run on Local"]],
      ["graphql.lens.enabled", []],
    ];
    for (const [key, left] of rows) {
      await settings().update(key, false, vscode.ConfigurationTarget.Global);
      assert.deepEqual(await titles(), left);
    }
    for (const [key] of rows) await settings().update(key, undefined, vscode.ConfigurationTarget.Global);
    assert.equal((await titles()).length, 3);
  });

  it("offers variables only where some are declared, and a comparison only with another node", async () => {
    const { document } = await open("bare.gql", "query Bare { block(height: 1) { reward } }");
    const titles = async () => (await queries.lenses(document)).map(({ command }) => command?.title);
    assert.deepEqual(await titles(), ["$(play) Run on Local", "Live"]);
    const both = ["Local", "Other"].map((name) => ({ name, url: sandbox.url }));
    await setConnections(both);
    await eventually("the lens", titles, (found) => found.includes("Compare"));
    await setConnections(both.slice(0, 1));
    await eventually("no such lens", titles, (found) => !found.includes("Compare"));
  });

  it("leaves editing alone when it is switched off, and takes it up again", async () => {
    const { document } = await open("off.gql", "query Off { nope }");
    await queries.problems(document, 1);
    await settings().update("graphql.enabled", "off", vscode.ConfigurationTarget.Global);
    await queries.problems(document, 0);
    assert.deepEqual(await queries.completions(document, 12), []);
    assert.deepEqual(await queries.lenses(document), []);
    await settings().update("graphql.enabled", undefined, vscode.ConfigurationTarget.Global);
    await queries.problems(document, 1);
  });

  it("keeps lines and columns right with a byte-order mark and every kind of line end", async () => {
    const { document } = await open("lines.gql", "\ufeff{\r\n  mempoolTxs {\r\n    nope\r\n  }\r\n}\r\n");
    const [problem] = await queries.problems(document, 1);
    assert.deepEqual(
      [problem!.range.start.line, problem!.range.start.character, problem!.range.end.character],
      [2, 4, 8],
    );
  });
});
