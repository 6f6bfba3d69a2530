import assert from "node:assert/strict";
import * as vscode from "vscode";
import { NodeError } from "../../src/client/failures/nodeError";
import type { SchemaState } from "../../src/features/graphqlEditing/schema/schemaState";
import { schemaDetail } from "../../src/features/graphqlEditing/schema/schemaStatus";
import { loadSchema } from "../support/loadSchema";
import { eventually } from "../support/eventually";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { Queries, setConnections } from "./queries";

const sdl = (fields: string) =>
  `schema { query: Query }\ntype Query { block(height: Float): Block ${fields} }\ntype Block { reward: Int! }`;

/** Schemas as nodes have been seen to print them: each is wrong in its own way, and says `fine` all the same. */
const odd: [what: string, text: string, isLossy?: false][] = [
  [
    "a description that holds three quotes",
    `type Query { """Says """ and goes on."""\n  fine: Int\n  broken: Int }\ntype Block { fine: Int }`,
  ],
  ["a type with empty braces", sdl("fine: Empty other: Int").concat("\ntype Empty {}")],
  [
    "directives that are used and never declared",
    sdl('fine(by: By): Int @tag(name: "a") @tag(name: "b")').concat(
      '\ninput By @oneOf { a: Int b: Int }\nscalar Time @specifiedBy(url: "u") @tag(name: "c")',
    ),
    false,
  ],
  ["reserved names and unknown types", sdl("fine: Nowhere __meta: Int").concat("\ntype Tail\ntype __Own { a: Int }")],
  ["a definition with thousands of blank lines in it", sdl("fine: Int").concat(`\ntype A {${"\n".repeat(40_000)}x: }`)],
  ["the same type twice", sdl("fine: Int").concat("\ntype Block { other: Int }")],
];

describe("the language status of a schema", () => {
  const { Information, Warning, Error: Severe } = vscode.LanguageStatusSeverity;
  const text = { sdl: "", readAt: 0 };
  const fine = loadSchema(sdl(""));
  const damaged = loadSchema(sdl("").concat("\ntype Odd { x: }\ntype Block { other: Int }"));
  const refused = loadSchema("<html>no schema</html>");
  const error = new NodeError("malformed-response", "It is no schema. The schema loaded before is kept.");
  const deprecation = { note: "ask elsewhere" };
  const rows: [what: string, state: SchemaState, severity: vscode.LanguageStatusSeverity, detail: RegExp][] = [
    ["that no one has asked for", { loading: false }, Information, /^not loaded yet$/],
    ["that is on its way", { loading: true }, Information, /^loading…$/],
    ["that does not come", { loading: false, error }, Severe, /^It is no schema\./],
    ["that is fine", { loading: false, text, loaded: fine }, Information, /^loaded 2 min ago$/],
    ["of an earlier session", { loading: true, text, loaded: fine, cached: true }, Warning, /^cached 2 min ago$/],
    [
      "that is damaged",
      { loading: false, text, loaded: damaged },
      Warning,
      /^Left out .*"type Odd".* And 2 more\. · loaded 2 min ago$/,
    ],
    [
      "that is damaged in more places than are listed",
      { loading: false, text, loaded: { ...damaged, unlisted: 40 } },
      Warning,
      /^Left out .* And 42 more\. · loaded 2 min ago$/,
    ],
    [
      "that cannot be used",
      { loading: false, text, loaded: refused },
      Severe,
      /not a GraphQL schema\. Open Schema shows it\.$/,
    ],
    [
      "whose next one was refused",
      { loading: false, text, loaded: fine, error },
      Warning,
      /^It is no schema\. The schema loaded before is kept\. · loaded 2 min ago$/,
    ],
    [
      "that came by a deprecated route",
      { loading: false, text, loaded: fine, deprecation },
      Information,
      /^loaded 2 min ago · by a deprecated route: ask/,
    ],
  ];
  for (const [what, state, severity, detail] of rows) {
    it(`says in words how one is ${what}`, () => {
      const shown = schemaDetail(state, 120_000);
      assert.equal(shown.severity, severity);
      assert.match(shown.detail, detail);
    });
  }
});

describe("the schema of GraphQL documents", () => {
  let sandbox: Sandbox;
  let queries: Queries;

  beforeEach(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
    queries = await Queries.on([{ name: "Local", url: sandbox.url }]);
  });
  afterEach(async () => {
    await queries.end();
    await sandbox.stop();
  });

  const fieldsOf = (document: vscode.TextDocument) =>
    queries.completions(document, document.getText().indexOf("{") + 1);
  /** Gives the node another schema, and asks for it as a person does. */
  const reload = async (text: string, document: vscode.TextDocument) => {
    await sandbox.control("schema", { sdl: text });
    await vscode.commands.executeCommand("chainscope.reloadSchema", document.uri);
  };
  const untilOffered = (document: vscode.TextDocument, field: string) =>
    eventually(
      `the field ${field}`,
      () => fieldsOf(document),
      (fields) => fields.includes(field),
    );

  for (const [what, text, isLossy = true] of odd) {
    it(`serves although it has ${what}`, async () => {
      const document = await queries.show("{ }");
      await reload(text, document);
      assert.ok((await untilOffered(document, "fine")).length > 0);
      await vscode.commands.executeCommand("chainscope.openSchema", document.uri);
      const shown = vscode.window.activeTextEditor!.document;
      await eventually(
        "the node's own text",
        () => shown.getText(),
        (seen) => seen === text,
      );
      await eventually(
        "what is wrong with it",
        () => queries.problemsNow(shown),
        (problems) => problems.length > 0 === isLossy,
      );
    });
  }

  it("tells once that a field is deprecated", async () => {
    const document = await queries.show("{ old }");
    await reload(sdl('"Said." old: Int @deprecated(reason: "use fine")'), document);
    await eventually(
      "what the checks say",
      () => queries.problemsNow(document),
      ([problem]) => problem?.message === '"old" is deprecated: use fine',
    );
    const hover = await eventually(
      "a hover",
      () => queries.hover(document, 3),
      (shown) => shown.length > 0,
    );
    assert.match(hover.join("\n"), /Query\.old: Int[^]*Said/);
    assert.doesNotMatch(hover.join("\n"), /deprecated/i);
  });

  it("is asked for again by the quick fix's command", async () => {
    const document = await queries.show("{ brandNew }");
    await queries.problems(document, 1);
    await reload(sdl("brandNew: Int"), document);
    await queries.problems(document, 0);
  });

  it("is asked for again when the node's event session was lost", async () => {
    const document = await queries.show("{ brandNew }");
    await queries.problems(document, 1);
    await eventually(
      "an event session",
      async () => ((await sandbox.control("state")) as { sessions: unknown[] }).sessions.length,
      (count) => count === 1,
    );
    await sandbox.control("schema", { sdl: sdl("brandNew: Int") });
    await sandbox.control("close", { code: 1012 });
    await queries.problems(document, 0);
  });

  it("stays when the node's new one cannot be used", async () => {
    const document = await queries.show("{ }");
    await untilOffered(document, "blockTxs");
    await reload("<html>no schema</html>", document);
    assert.ok((await fieldsOf(document)).includes("blockTxs"));
  });

  it("is that of the last session while the node is away", async () => {
    const document = await queries.show("{ }");
    await untilOffered(document, "blockTxs");
    await sandbox.stop();
    await setConnections([{ name: "Later", url: sandbox.url }]);
    const later = await queries.show("{ }");
    await untilOffered(later, "blockTxs");
  });

  it("opens in comparison with the one before", async () => {
    const document = await queries.show("{ block(height: 1) { reward } }");
    await reload(sdl(""), document);
    await reload(sdl("brandNew: Int"), document);
    await vscode.commands.executeCommand("chainscope.schemaChanges", document.uri);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, "Schema of Local: 1 field added");
  });

  it("has no say while there is none: keywords and syntax only", async () => {
    await setConnections([]);
    const empty = await queries.show("{ }");
    await eventually(
      "the connection to be gone",
      () => fieldsOf(empty),
      (fields) => !fields.includes("block"),
    );
    const document = await queries.show("qu");
    assert.ok((await queries.completions(document, 2)).includes("query"));
    const broken = await queries.show("{ anything { ");
    const [problem] = await queries.problems(broken, 1);
    assert.match(problem!.message, /never closed/);
  });

  describe("of two nodes, one of them without an archive", () => {
    let plain: Sandbox;

    beforeEach(async () => {
      plain = await startSandbox({ blockMs: 0, roles: ["plain"] });
      await setConnections([
        { name: "Plain", url: plain.url },
        { name: "Archive", url: sandbox.url },
      ]);
    });
    afterEach(() => plain.stop());

    it("is that of the connection the document is for, and another one's at once when that is chosen", async () => {
      const onlyByArchive = /"fullMoonlightHistory".* is not offered by node "Plain". It is offered by "Archive"/;
      const text = "query H($a: String!) { fullMoonlightHistory(address: $a) { json } }";
      const other = await queries.show("{ lastBlockPair { json } }");
      await vscode.commands.executeCommand("chainscope.pinDocument", other.uri, "Archive");
      await untilOffered(other, "fullMoonlightHistory");
      const document = await queries.show(text);
      const found = await eventually(
        "who offers the field",
        () => queries.problemsNow(document),
        ([problem]) => problem !== undefined && onlyByArchive.test(problem.message),
      );
      const actions = await queries.fixes(document, found[0]!.range);
      const use = actions.find(({ title }) => title === 'Use connection "Archive" for this document');
      await vscode.commands.executeCommand(use!.command!.command, ...(use!.command!.arguments as unknown[]));
      await queries.problems(document, 0);
    });

    it("is not kept for the next document of the name by what is asked about a closed one", async () => {
      const closed = await queries.show("{ block(height: 1) { reward } }");
      await untilOffered(closed, "block");
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await eventually(
        "the document to be closed",
        () => closed.isClosed,
        (isClosed) => isClosed,
      );
      await vscode.commands.executeCommand("chainscope.reloadSchema", closed.uri);
      await setConnections([{ name: "Archive", url: sandbox.url }]);
      const [file] = await vscode.workspace.findFiles("block.gql");
      const other = await vscode.workspace.openTextDocument(file!);
      await eventually(
        "the connection to be gone",
        async () => (await queries.lenses(other))[0]?.command?.title ?? "Plain",
        (title) => !title.includes("Plain"),
      );
      await setConnections([
        { name: "Archive", url: sandbox.url },
        { name: "Plain", url: plain.url },
      ]);
      const next = await queries.show("{ block(height: 2) { reward } }");
      assert.equal(next.uri.toString(), closed.uri.toString());
      const [run] = await queries.lenses(next);
      assert.match(run?.command?.title ?? "", /Run on Archive/);
    });

    it("is that of the connection that the first line names, for everybody who has the file", async () => {
      const document = await queries.show("# chainscope: Archive\n{ }");
      await untilOffered(document, "fullMoonlightHistory");
      const head = async (name: string) => {
        await vscode.commands.executeCommand("chainscope.pinDocument", document.uri, name);
        return document.lineAt(0).text;
      };
      assert.equal(await head("Plain"), "# chainscope: Plain");
      await eventually(
        "the schema of the other node",
        () => fieldsOf(document),
        (fields) => fields.includes("block") && !fields.includes("fullMoonlightHistory"),
      );
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(0, 14, 0, 19), "Nowhere");
      await vscode.workspace.applyEdit(edit);
      await eventually(
        "that there is no such connection",
        () => queries.problemsNow(document),
        (problems) => problems.some(({ message }) => message === 'There is no connection "Nowhere" in this window.'),
      );
    });

    it("is in its document that of the connection of the name, when that reaches another node", async () => {
      const document = await queries.show("{ }");
      await vscode.commands.executeCommand("chainscope.pinDocument", document.uri, "Plain");
      await untilOffered(document, "block");
      await setConnections([{ name: "Plain", url: sandbox.url }]);
      await vscode.commands.executeCommand("chainscope.openSchema", document.uri);
      const shown = vscode.window.activeTextEditor!.document;
      assert.match(shown.getText(), /fullMoonlightHistory/);
      await setConnections([{ name: "Plain", url: plain.url }]);
      await vscode.commands.executeCommand("chainscope.reloadSchema", shown.uri);
      await eventually(
        "the other node's schema",
        () => shown.getText(),
        (text) => text.includes("type Query") && !text.includes("fullMoonlightHistory"),
      );
    });

    it("stays that of the open document when another connection becomes the active one", async () => {
      const document = await queries.show("{ }");
      await untilOffered(document, "block");
      await setConnections([
        { name: "Archive", url: sandbox.url },
        { name: "Plain", url: plain.url },
      ]);
      assert.ok(!(await fieldsOf(document)).includes("fullMoonlightHistory"));
      const [run] = await queries.lenses(await queries.show("{ block(height: 1) { reward } }"));
      assert.match(run?.command?.title ?? "", /Run on (Plain|Archive)/);
    });
  });
});
