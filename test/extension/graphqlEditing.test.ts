import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../support/eventually";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { atCursor, withRanges } from "../unit/graphql/marks";
import { Queries } from "./queries";

describe("editing GraphQL with the node's schema", () => {
  let sandbox: Sandbox;
  let queries: Queries;

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
    queries = await Queries.on([{ name: "Local", url: sandbox.url }]);
  });
  after(async () => {
    await queries.end();
    await sandbox.stop();
  });

  const completions: [text: string, offered: string[]][] = [
    ["|", ["query", "fragment"]],
    ["{ blo| }", ["block", "blocks", "blockTxs"]],
    ["{ block(height: -1) { | } }", ["header", "status", "transactions", "reward"]],
    [
      'query T {\n  tx(hash: "") {\n    \n    ...Bits\n    |\n  }\n}\nfragment Bits on SpentTransaction { id }',
      ["tx", "err"],
    ],
    ["{ block(|) { reward } }", ["height", "hash"]],
    ['query A($from: Int) { fullMoonlightHistory(address: "x", fromBlock: $|) { json } }', ["$from"]],
  ];
  for (const [marked, offered] of completions) {
    it(`offers ${offered.join(", ")} at the | of ${marked}`, async () => {
      const { text, offset } = atCursor(marked);
      const document = await queries.show(text);
      const labels = await eventually(
        "completions",
        () => queries.completions(document, offset),
        (shown) => offered.every((label) => shown.includes(label)),
      );
      assert.ok(labels.length > 0);
    });
  }

  for (const marked of ["# ga|", '{ block(hash: "he|") { reward } }', '{ block(hash: """he|""") { reward } }']) {
    it(`offers nothing in the comment or string of ${marked}`, async () => {
      const { text, offset } = atCursor(marked);
      assert.deepEqual(await queries.completions(await queries.show(text), offset), []);
    });
  }

  const problems: [marked: string, ...words: RegExp[]][] = [
    ["{ ‹nope› }", /not offered by node "Local"/],
    ["{ tip: ‹blok›(height: 1) { reward } }", /Did you mean "block"/],
    ["{ lastBlockPair ‹@nope› { json } }", /@nope/],
    ['{ checkBlock(height: 5000000000, hash: "aa") }'],
    ["{ blocks(range: ‹[0, 200]›) { reward } }", /both its ends/],
    ["query A(‹$x›: Int) { lastBlockPair { json } }", /never used/],
    ["{ block(height: ‹$h›) { reward } }", /not declared/],
    ['#import "~/missing.gql"\nquery Tip { lastBlockPair { json } }'],
  ];
  for (const [marked, ...words] of problems) {
    it(`says ${words.join(", ") || "nothing"} about ${marked}`, async () => {
      // A problem that is always there tells that the document has been checked.
      const { text, ranges } = withRanges(`${marked}\nquery Probe { ‹nope› }`);
      const document = await queries.show(text);
      const found = await queries.problems(document, ranges.length);
      assert.deepEqual(
        found.map(({ range }) => [document.offsetAt(range.start), document.offsetAt(range.end)]),
        ranges.map(({ start, end }) => [start, end]),
      );
      words.forEach((pattern, index) => assert.match(found[index]?.message ?? "", pattern));
    });
  }

  const fixes: [text: string, title: string, after: string | undefined][] = [
    ["{ tip: blok(height: 1) { reward } }", 'Change to "block"', "{ tip: block(height: 1) { reward } }"],
    ["{ block(height: $h) { reward } }", 'Declare "$h: Int"', "query ($h: Int) { block(height: $h) { reward } }"],
    ["query A($x: Int) { lastBlockPair { json } }", 'Remove "$x"', "query A { lastBlockPair { json } }"],
    ["{ nope }", "Reload schema", undefined],
  ];
  for (const [text, title, after] of fixes) {
    it(`offers "${title}" for ${text}`, async () => {
      const document = await queries.show(text);
      const [problem] = await queries.problems(document, 1);
      const actions = await queries.fixes(document, problem!.range);
      const action = actions.find((each) => each.title === title);
      assert.ok(action, actions.map((each) => each.title).join());
      if (after === undefined) return void assert.equal(action.command?.command, "chainscope.reloadSchema");
      await vscode.workspace.applyEdit(action.edit!);
      assert.equal(document.getText(), after);
    });
  }

  it("explains a field on hover, its description as text", async () => {
    const { text, offset } = atCursor("{ blo|ck(height: -1) { reward } }");
    const document = await queries.show(text);
    const hovers = await eventually(
      "a hover",
      () => queries.hover(document, offset),
      (shown) => shown.length > 0,
    );
    assert.match(hovers.join("\n"), /Query\.block\(height: Int, hash: String\): Block/);
  });

  it("hovers over nothing without complaint", async () => {
    const document = await queries.show("# comment\n\n");
    for (const offset of [0, 5, 10, 11]) assert.deepEqual(await queries.hover(document, offset), []);
  });

  it("helps with the arguments of a field", async () => {
    const { text, offset } = atCursor("{ block(height: |) { reward } }");
    const document = await queries.show(text);
    const help = await vscode.commands.executeCommand<vscode.SignatureHelp>(
      "vscode.executeSignatureHelpProvider",
      document.uri,
      document.positionAt(offset),
    );
    assert.equal(help.signatures[0]?.label, "block(height: Int, hash: String): Block");
    assert.equal(help.activeParameter, 0);
  });

  it("goes from a field to its place in the schema document", async () => {
    const { text, offset } = atCursor("{ block(height: -1) { rew|ard } }");
    const document = await queries.show(text);
    const [place] = await queries.definitions(document, offset);
    assert.ok(place);
    const schema = await vscode.workspace.openTextDocument(place.uri);
    assert.equal(schema.getText(place.range), "reward");
    assert.match(schema.lineAt(place.range.start).text, /^\s*reward\b/);
    assert.equal(schema.languageId, "graphql");
  });

  it("outlines and folds a document", async () => {
    const document = await queries.show("query Tip {\n  block(height: -1) {\n    reward\n  }\n}\n");
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      "vscode.executeDocumentSymbolProvider",
      document.uri,
    );
    const [tip] = symbols;
    assert.deepEqual(
      [tip?.name, tip?.children[0]?.name, tip?.children[0]?.children[0]?.name],
      ["Tip", "block", "reward"],
    );
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      "vscode.executeFoldingRangeProvider",
      document.uri,
    );
    assert.deepEqual(
      folds.map(({ start, end }) => [start, end]),
      [
        [0, 3],
        [1, 2],
      ],
    );
  });

  it("formats a document and keeps its comments, and leaves a broken one alone", async () => {
    const document = await queries.show("# first\nquery   Tip{lastBlockPair{json}# last\n}");
    await queries.format(document);
    assert.equal(document.getText(), "# first\nquery Tip {\n  lastBlockPair {\n    json\n  } # last\n}\n");
    const broken = await queries.show("query Tip {{");
    await queries.format(broken);
    assert.equal(broken.getText(), "query Tip {{");
  });

  it("survives nesting without end, with one diagnostic", async () => {
    const deep = await queries.show(`{${"a{".repeat(3000)}b${"}".repeat(3001)}`);
    const [problem] = await queries.problems(deep, 1);
    assert.match(problem!.message, /Too deeply nested/);
    await queries.problems(await queries.show("{ nope }"), 1);
  });

  it("marks a missing brace where it can be seen", async () => {
    const document = await queries.show("{\n  block(height: 1) {\n    header {\n      height\n  }\n}\n");
    const [problem] = await queries.problems(document, 1);
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Error);
    assert.ok(!problem.range.isEmpty && document.getText(problem.range).trim() !== "");
  });
});
