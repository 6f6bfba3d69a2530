import assert from "node:assert/strict";
import * as vscode from "vscode";
import { limits } from "../../src/wire/limits";
import { eventually } from "../support/eventually";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { atCursor, withRanges } from "../unit/graphql/marks";
import { Queries } from "./queries";

describe("GraphQL in the templates of programs", () => {
  let sandbox: Sandbox;
  let queries: Queries;
  const settings = () => vscode.workspace.getConfiguration("chainscope");

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
    queries = await Queries.on([{ name: "Local", url: sandbox.url }]);
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(async () => {
    await queries.end();
    await sandbox.stop();
  });

  let count = 0;
  async function open(text: string, ending = "ts"): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, `program${count++}.${ending}`);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    return document;
  }
  const titles = async (document: vscode.TextDocument) =>
    (await queries.lenses(document)).map(({ command }) => command!.title);
  const result = (document: vscode.TextDocument) => {
    const path = `${document.uri.path.slice(document.uri.path.lastIndexOf("/"))} result.json`;
    return eventually(
      `the text of ${path}`,
      () => vscode.workspace.textDocuments.find(({ uri }) => uri.path === `/Chainscope${path}`)?.getText() ?? "",
      (text) => text.length > 2,
    );
  };

  for (const ending of ["ts", "tsx", "js", "jsx", "mjs"]) {
    it(`is completed, explained and checked in a .${ending} file`, async () => {
      const { text, offset } = atCursor("const a = 1;\nconst q = gql`{ block(height: 1) { | nope } }`;\n");
      const document = await open(text, ending);
      const [problem] = await queries.problems(document, 1);
      assert.equal(document.getText(problem!.range), "nope");
      const labels = await queries.completions(document, offset);
      assert.ok(labels.includes("reward"), labels.join());
      assert.match((await queries.hover(document, text.indexOf("block") + 1)).join(), /block\(/);
      const defined = await queries.definitions(document, text.indexOf("block") + 1);
      assert.ok(defined.some(({ uri }) => uri.path.endsWith("Local schema.graphql")));
    });
  }

  it("is run by its lens, its escapes as what they mean, and its errors marked where they are", async () => {
    const { text, ranges } = withRanges(
      "const one = `plain`;\nconst q = /* GraphQL */ `\n  query Tip {\n    ‹blocks›(range: [\\u0030, 200]) { reward }\n  }\n`;\n",
    );
    const document = await open(text);
    await eventually(
      "the lens",
      () => titles(document),
      (found) => found.includes("$(play) Run on Local"),
    );
    const [run] = (await queries.lenses(document)).map(({ command }) => command!);
    await vscode.commands.executeCommand(run!.command, ...(run!.arguments as unknown[]));
    assert.match(await result(document), /"errors"/);
    const found = await eventually(
      "the node's error",
      () => queries.problemsNow(document).filter(({ code }) => code === "result"),
      (problems) => problems.length === 1,
    );
    assert.equal(document.positionAt(ranges[0]!.start).line, found[0]!.range.start.line);
  });

  it("is nothing that is run where only the program knows a part of it", async () => {
    const document = await open(
      "const q = gql`query Tip { block(height: ${h}) { reward } }`;\nconst r = gql`query Other { lastBlockPair { json } }`;\n",
    );
    const lenses = await eventually(
      "the lens",
      () => queries.lenses(document),
      (found) => found.length > 0,
    );
    assert.deepEqual([...new Set(lenses.map(({ range }) => range.start.line))], [1]);
    assert.deepEqual(queries.problemsNow(document), []);
  });

  it("takes the fragments of the program's other templates, and variables from the file beside", async () => {
    const document = await open(
      "const bits = gql`fragment OwnBits on Block { reward }`;\nconst q = gql`query Many($last: Int!) { blocks(last: $last) { ...OwnBits } } ${bits}`;\n",
    );
    const beside = document.uri.with({ path: `${document.uri.path}.variables.json` });
    await vscode.workspace.fs.writeFile(beside, new TextEncoder().encode('{ "Many": { "last": 3 } }'));
    const at = document.getText().indexOf("query Many");
    await vscode.commands.executeCommand("chainscope.runOperation", { uri: document.uri, at });
    assert.equal((await result(document)).split("reward").length, 4);
    const variables = await vscode.workspace.openTextDocument(beside);
    await vscode.window.showTextDocument(variables);
    const found = await eventually(
      "the lens",
      () => titles(variables),
      (all) => all.length > 0,
    );
    assert.deepEqual(found, ["$(play) Run Many on Local"]);
  });

  it("is left alone where it is for another API, and where that is asked for", async () => {
    const other = await open("const q = gql`query Viewer { viewer { repositories { name } } }`;\n");
    const ours = await open("const q = gql`{ block(height: 1) { nope } }`;\n");
    await queries.problems(ours, 1);
    await queries.problems(other, 0);
    assert.deepEqual(await titles(other), []);
    await settings().update("graphql.templates", false, vscode.ConfigurationTarget.Global);
    await queries.problems(ours, 0);
    assert.deepEqual(await titles(ours), []);
    await settings().update("graphql.templates", undefined, vscode.ConfigurationTarget.Global);
    await queries.problems(ours, 1);
  });

  it("is left alone in a program that is too long, whatever is typed there", async () => {
    const query = "const q = gql`{ block(height: 1) { nope } }`;\n";
    const long = await open(query + "// far too much\n".repeat(limits.programCharacters / 16));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(long.uri, new vscode.Position(0, 16), "\n");
    await vscode.workspace.applyEdit(edit);
    // What is typed beside it is answered all the same, and after it.
    await queries.problems(await open(query), 1);
    assert.deepEqual([await titles(long), queries.problemsNow(long)], [[], []]);
    assert.deepEqual(await queries.hover(long, query.indexOf("block") + 1), []);
  });

  it("is noticed once it is typed, and forgotten once it is gone", async () => {
    const document = await open("const q = 1;\n");
    const change = async (range: vscode.Range, text: string) => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, range, text);
      await vscode.workspace.applyEdit(edit);
    };
    await change(new vscode.Range(0, 10, 0, 11), "gql`{ block(height: 1) { nope } }`");
    await queries.problems(document, 1);
    await change(new vscode.Range(0, 0, 0, 60), "const q = 2;");
    await queries.problems(document, 0);
  });

  it("offers nothing beside templates and within their expressions", async () => {
    const text = "const b = 1;\nconst q = gql`{ block(height: ${b}) { reward } }`;\n";
    const document = await open(text);
    await eventually(
      "the schema",
      () => queries.hover(document, text.indexOf("block") + 1),
      (found) => found.length > 0,
    );
    for (const at of [text.indexOf("b = 1"), text.indexOf("${b") + 3]) {
      const labels = await queries.completions(document, at);
      assert.equal(labels.includes("mempoolTxs") || labels.includes("fragment"), false);
    }
  });

  it("leads from a field, an argument and a variable to their types", async () => {
    const text = "query T($at: Float) { block(height: $at) { header { height } } }";
    const document = await queries.show(text);
    const typeAt = (offset: number) =>
      eventually(
        "a type",
        () =>
          vscode.commands.executeCommand<vscode.Location[]>(
            "vscode.executeTypeDefinitionProvider",
            document.uri,
            document.positionAt(offset),
          ),
        (found) => found.length > 0,
      );
    const [place] = await typeAt(text.indexOf("header") + 1);
    const schema = await vscode.workspace.openTextDocument(place!.uri);
    assert.equal(schema.getText(schema.getWordRangeAtPosition(place!.range.start)), "Header");
  });
});
