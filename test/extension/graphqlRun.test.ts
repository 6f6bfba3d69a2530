import assert from "node:assert/strict";
import * as vscode from "vscode";
import { limits } from "../../src/wire/limits";
import { eventually } from "../support/eventually";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { Queries, setConnections } from "./queries";

const counter = "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62";

describe("running GraphQL operations", () => {
  let sandbox: Sandbox;
  let queries: Queries;
  let folder: vscode.Uri;

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
    queries = await Queries.on([{ name: "Local", url: sandbox.url }]);
    folder = vscode.workspace.workspaceFolders![0]!.uri;
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(async () => {
    await queries.end();
    await sandbox.stop();
  });

  async function file(name: string, text: string): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.joinPath(folder, name);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    return document;
  }
  const run = (document: vscode.TextDocument, at: string, command = "runOperation") =>
    vscode.commands.executeCommand(`chainscope.${command}`, { uri: document.uri, at: document.getText().indexOf(at) });
  const resultOf = (name: string, accept: (text: string) => boolean = (text) => text.length > 2) =>
    eventually(
      `the text of ${name}`,
      () => vscode.workspace.textDocuments.find(({ uri }) => uri.path === `/Chainscope/${name}`)?.getText() ?? "",
      accept,
    );

  it("shows an exact JSON result beside and leaves the focus in the query", async () => {
    const document = await file("exact.gql", "query Tip { block(height: -1) { header { height hash } reward } }");
    await run(document, "query");
    const text = await resultOf("exact result.json");
    const { data } = JSON.parse(text) as { data: { block: { header: { hash: string } } } };
    assert.match(data.block.header.hash, /^[0-9a-f]{64}$/);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), document.uri.toString());
    const shown = vscode.window.visibleTextEditors.find(({ document: each }) => each.uri.scheme === "chainscope");
    assert.equal(shown?.document.languageId, "chainscope-json");
    assert.equal(shown.viewColumn, vscode.ViewColumn.Two);
  });

  it("says the size of a result that an editor does not take, and keeps the whole of it", async () => {
    const headers = { "content-type": "application/json" };
    const text = `{"data":{"v":"${"x".repeat(limits.documentCharacters)}"}}`;
    await sandbox.control("answer", { path: "/graphql", headers, text });
    await run(await file("large.gql", "{ blocks(last: 1) { reward } }"), "{");
    const shown = await resultOf("large result.json");
    assert.match(JSON.parse(shown) as string, /^This has 21\.0 million characters; an editor shows at most 20\.9/);
  });

  it("shows and keeps a result as the node sent it", async () => {
    const data =
      '{"blocks":[{"reward":644690432274950467,"gasSpent":18446744073709551615,"neg":-9007199254740993,"ratio":0.10,"9":1E5,"1":0}]}';
    const headers = { "content-type": "application/json" };
    await sandbox.control("answer", { path: "/graphql", headers, text: `{"data":${data}}` });
    await run(await file("digits.gql", "{ blocks(last: 1) { reward } }"), "{");
    const text = await resultOf("digits result.json");
    assert.equal(text.replace(/\s/g, ""), `{"data":${data}}`);
  });

  it("shows all that the node told, known or not, errors first", async () => {
    const [data, errors] = ['"data":{"ok":1}', '"errors":[{"message":"m","path":["ok"],"hint":"h"}]'];
    const rest = '"extensions":{"cost":36893488147419103232}';
    const told = `{${data},${errors},${rest}}`;
    const headers = { "content-type": "application/json" };
    await sandbox.control("answer", { path: "/graphql", headers, text: told });
    await run(await file("told.gql", "{ lastBlockPair { json } }"), "{");
    assert.equal((await resultOf("told result.json")).replace(/\s/g, ""), `{${errors},${data},${rest}}`);
  });

  it("neither offers nor sends what the schema has no type for", async () => {
    const document = await file(
      "kinds.gql",
      "query Q { lastBlockPair { json } }\nmutation M { x }\nsubscription S { x }",
    );
    const lines = async () => new Set((await queries.lenses(document)).map(({ range }) => range.start.line));
    await eventually("the lenses of the query alone", lines, (seen) => seen.size === 1 && seen.has(0));
    const before = await requests(sandbox);
    for (const kind of ["mutation", "subscription"])
      for (const command of ["runOperation", "runLive"]) await run(document, kind, command);
    await run(document, "query");
    await resultOf("kinds result.json");
    assert.equal(await requests(sandbox), before + 1);
  });

  it("runs by its key where there is something to run, and breaks the line where the key came too late for that", async () => {
    const press = () => vscode.commands.executeCommand("chainscope.runOperation", { isKey: true });
    const before = await requests(sandbox);
    for (const [name, text] of [
      ["nothing.gql", "# no operation"],
      ["refused.gql", "mutation M { x }"],
      ["other.variables.json", "{}"],
    ] as const) {
      const document = await file(name, text);
      await press();
      assert.equal(document.getText(), `${text}\n`, name);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
    assert.equal(await requests(sandbox), before);
    await file("pressed.gql", "{ lastBlockPair { json } }");
    await press();
    assert.match(await resultOf("pressed result.json"), /"data"/);
  });

  it("reports a failure, and runs again without further ado", async () => {
    await sandbox.control("answer", { path: "/graphql", status: 500, text: "VM error: out of order" });
    const document = await file("twice.gql", "{ lastBlockPair { json } }");
    await run(document, "{");
    await run(document, "{");
    assert.match(await resultOf("twice result.json"), /"data"/);
  });

  it("keeps to /graphql after one page of a gateway", async () => {
    const legacyRoute = async () =>
      ((await sandbox.control("state")) as { requests: Record<string, number> }).requests["/on/graphql/query"] ?? 0;
    const document = await file("page.gql", "{ lastBlockPair { json } }");
    await eventually("the schema", legacyRoute, (count) => count > 0);
    await sandbox.control("answer", {
      path: "/graphql",
      status: 502,
      headers: { "content-type": "text/html" },
      text: "<html>Bad Gateway</html>",
    });
    const before = await requests(sandbox);
    const legacy = await legacyRoute();
    await run(document, "{");
    await run(document, "{");
    assert.match(await resultOf("page result.json"), /"data"/);
    assert.deepEqual([await requests(sandbox), await legacyRoute()], [before + 2, legacy]);
  });

  it("puts an operation that is run again in the place of its run under way", async () => {
    await sandbox.control("latency", { path: "/graphql", ms: 600_000 });
    const document = await file("slow.gql", "{ lastBlockPair { json } }");
    const before = await requests(sandbox);
    const slow = run(document, "{");
    await eventually(
      "the first request",
      () => requests(sandbox),
      (count) => count === before + 1,
    );
    await run(document, "{");
    await slow;
    assert.match(await resultOf("slow result.json"), /"data"/);
  });

  it("sends only the operation that is meant and the fragments it needs, those of other files included", async () => {
    await file("bits.gql", "fragment HeaderBits on Header { height }\nfragment Unused on Nope { nope }");
    const document = await file(
      "several.gql",
      "fragment Bits on Block { reward }\nquery A { nope }\nquery B { block(height: 1) { ...Bits header { ...HeaderBits } } }",
    );
    await run(document, "query B");
    const text = await resultOf("several result.json", (shown) => shown.includes("reward"));
    assert.deepEqual((JSON.parse(text) as { data: { block: { header: unknown } } }).data.block.header, { height: 1 });
  });

  it("runs the one operation that uses the fragment under the cursor", async () => {
    const document = await file(
      "user.gql",
      "query Only { block(height: 2) { ...Own } }\nfragment Own on Block { header { height } }",
    );
    await run(document, "header");
    assert.match(await resultOf("user result.json"), /"height": 2/);
  });

  it("reuses the result's document, and opens another once that is pinned", async () => {
    const document = await file(
      "pinned.gql",
      "query One { block(height: 1) { header { height } } }\nquery Two { block(height: 2) { header { height } } }",
    );
    await run(document, "query One");
    await resultOf("pinned result.json", (text) => text.includes('"height": 1'));
    await run(document, "query Two");
    await resultOf("pinned result.json", (text) => text.includes('"height": 2'));
    await vscode.commands.executeCommand(
      "chainscope.pinResult",
      vscode.Uri.parse("chainscope:/Chainscope/pinned%20result.json"),
    );
    await run(document, "query One");
    await resultOf("pinned result 2.json", (text) => text.includes('"height": 1'));
    assert.match(await resultOf("pinned result.json"), /"height": 2/);
  });

  it("shows the node's error at its place in the query, and takes it away when the query is edited", async () => {
    const document = await file(
      "failing.gql",
      "\n\nquery Far {\n  a: block(height: 1) { reward }\n  b: blocks(range: [0, 200]) { reward }\n}\n",
    );
    await run(document, "query");
    const found = await eventually(
      "the node's error",
      () => queries.problemsNow(document).filter(({ code }) => code === "result"),
      (problems) => problems.length === 1,
    );
    assert.equal(document.getText(found[0]!.range), "[0, 200]");
    assert.match(found[0]!.message, /^Local: .*200.* A range includes both its ends/);
    assert.match(await resultOf("failing result.json"), /"errors"/);
    await queries.problems(document, 1);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, found[0]!.range, "[0, 199]");
    await vscode.workspace.applyEdit(edit);
    await eventually(
      "no problem",
      () => queries.problemsNow(document),
      (problems) => problems.length === 0,
    );
  });

  it("takes the values of variables from the file beside, with every digit", async () => {
    const values = { Check: { height: 5, hash: "00".repeat(32) }, Other: { x: 1 } };
    const variables = vscode.Uri.joinPath(folder, "valued.variables.json");
    await vscode.workspace.fs.writeFile(variables, new TextEncoder().encode(JSON.stringify(values)));
    const document = await file(
      "valued.gql",
      "query Check($height: Int!, $hash: String!) { checkBlock(height: $height, hash: $hash) }",
    );
    await run(document, "query");
    assert.match(await resultOf("valued result.json"), /"checkBlock": false/);
  });

  it("opens one editor for all missing variables, and remembers what was typed there", async () => {
    const document = await file(
      "asking.gql",
      "query Check($height: Int!, $hash: String!) { checkBlock(height: $height, hash: $hash) }",
    );
    await run(document, "query");
    const variables = await eventually(
      "the variables",
      () => vscode.window.activeTextEditor?.document,
      (active) => active?.uri.scheme === "chainscope-variables",
    );
    assert.deepEqual(JSON.parse(variables!.getText()), { Check: { height: 0, hash: "" } });
    assert.equal(
      vscode.workspace.textDocuments.some(({ uri }) => uri.path === "/Chainscope/asking result.json"),
      false,
    );
    const edit = new vscode.WorkspaceEdit();
    const all = new vscode.Range(0, 0, variables!.lineCount, 0);
    edit.replace(variables!.uri, all, '{ "Check": { "height": 18446744073709551615, "hash": "aa" } }');
    await vscode.workspace.applyEdit(edit);
    await eventually(
      "what was typed kept",
      () => variables!.isDirty,
      (isDirty) => !isDirty,
    );
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await run(document, "query");
    assert.match(await resultOf("asking result.json"), /checkBlock|errors/);
  });

  it("shows query, variables and result each once, and none in front of another that it is about", async () => {
    const shown = () =>
      vscode.window.tabGroups.all.map(({ activeTab }) => (activeTab?.input as vscode.TabInputText).uri.path);
    const all = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    const text = "query Last($n: Int!) { blocks(last: $n) { reward } }\nquery Tip { lastBlockPair { json } }";
    const asked = async (name: string) => {
      const document = await file(`${name}.gql`, text);
      const variables = vscode.Uri.joinPath(folder, `${name}.variables.json`);
      await vscode.workspace.fs.writeFile(variables, new TextEncoder().encode("{}"));
      return { document, variables: () => vscode.window.activeTextEditor!.document };
    };
    const fillIn = async (variables: vscode.TextDocument) => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(variables.uri, new vscode.Range(0, 0, variables.lineCount, 0), '{ "Last": { "n": 2 } }');
      await vscode.workspace.applyEdit(edit);
      await vscode.commands.executeCommand("chainscope.runOperation", { isKey: true });
      await resultOf(`${variables.uri.path.split("/").at(-1)!.split(".")[0]} result.json`, (is) =>
        is.includes("reward"),
      );
    };

    const first = await asked("first");
    await run(first.document, "query Last");
    await fillIn(first.variables());
    const ends = [/first\.gql$/, /first\.variables\.json$/, /first result\.json$/];
    const [groups, tabs] = [shown(), all()];
    assert.equal(groups.length, 3);
    ends.forEach((end, index) => assert.match(groups[index]!, end));
    assert.equal(new Set(tabs).size, tabs.length);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");

    const second = await asked("second");
    await run(second.document, "query Tip");
    await resultOf("second result.json");
    await run(second.document, "query Last");
    await fillIn(second.variables());
    const [later, laterTabs] = [shown(), all()];
    assert.equal(later.length, 2);
    assert.match(later[0]!, /second\.variables\.json$/);
    assert.match(later[1]!, /second result\.json$/);
    assert.equal(new Set(laterTabs).size, laterTabs.length);
  });

  it("says which values a variables file may have, from the operation's types", async () => {
    const document = await file(
      "typed.gql",
      "query Typed($last: Int!, $range: [Int!]) { blocks(last: $last, range: $range) { reward } }",
    );
    const variables = await file("typed.variables.json", '{ "Typed": { "last": "x", "rang": [1] } }');
    const messages = await eventually(
      "what the JSON support says",
      () => vscode.languages.getDiagnostics(variables.uri).map(({ message }) => message),
      (found) => found.length >= 2,
      20_000,
    );
    assert.match(messages.join("\n"), /Incorrect type. Expected a whole number/);
    assert.match(messages.join("\n"), /rang/);
    const write = async (text: string) => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(variables.uri, new vscode.Range(0, 0, 9, 0), text);
      await vscode.workspace.applyEdit(edit);
    };
    await write('{ "Typed": { "last": 10.0, "range": [1.5] } }');
    const [fraction] = await queries.problems(variables, 1);
    assert.match(fraction!.message, /needs a whole number/);
    assert.equal(variables.getText(fraction!.range), "1.5", "10.0 is whole, and is sent as such");
    await write('{ "Typed": { "last": 18446744073709551616 } }');
    const [beyond] = await eventually(
      "the other",
      () => queries.problems(variables, 1),
      ([problem]) => problem?.message.includes("18446744073709551615") === true,
    );
    assert.equal(variables.getText(beyond!.range), "18446744073709551616");
    assert.ok(document);
  });

  it("runs an operation from its values in a variables file, and marks values of operations that are not there", async () => {
    await file(
      "back.gql",
      "query Many($last: Int!) { blocks(last: $last) { header { height } } }\n{ lastBlockPair { json } }",
    );
    const variables = await file("back.variables.json", '{ "Gone": {}, "Many": { "last": 3 } }');
    const lenses = await eventually(
      "the lens",
      () => queries.lenses(variables),
      (found) => found.length === 1,
    );
    assert.equal(lenses[0]!.command?.title, "$(play) Run Many on Local");
    assert.equal(variables.getText(lenses[0]!.range.with({ end: variables.positionAt(35) })), '{ "last": 3 }');
    await vscode.commands.executeCommand(lenses[0]!.command.command, ...(lenses[0]!.command.arguments as unknown[]));
    assert.equal((await resultOf("back result.json")).split("height").length, 4);
    const [stranger] = await queries.problems(variables, 1);
    assert.equal(stranger!.message, 'There is no operation "Gone" in back.gql.');
    assert.equal(variables.getText(stranger!.range), '"Gone"');
  });

  it("refuses to send an operation whose fragment no one defines, and a blank document", async () => {
    const before = await requests(sandbox);
    const document = await file("lacking.gql", "query Lacking { block(height: 1) { ...Nowhere } }");
    void run(document, "query");
    const blank = await file("blank.gql", "\n   \n\t\n");
    void run(blank, "\t");
    await run(await file("after.gql", "{ lastBlockPair { json } }"), "{");
    await resultOf("after result.json");
    assert.equal(await requests(sandbox), before + 1);
  });

  it("offers the next page of a cursor's list and continues without gaps or repeats", async () => {
    const document = await file(
      "paged.gql",
      `query Page($c: String) { finalizedEvents(contractId: "${counter}", cursor: $c) { json } }`,
    );
    await run(document, "query");
    const first = numbers(await resultOf("paged result.json", (text) => text.includes("endCursor")));
    assert.equal(first.length, 50);
    const uri = vscode.Uri.parse("chainscope:/Chainscope/paged%20result.json");
    const shown = await vscode.workspace.openTextDocument(uri);
    const next = await eventually(
      "the lens of the next page",
      async () => (await queries.lenses(shown)).find(({ command }) => command?.command === "chainscope.nextPage"),
      (lens) => lens !== undefined,
    );
    assert.equal(next?.command?.title, "50 shown, more available · Next Page");
    await vscode.commands.executeCommand("chainscope.nextPage", ...(next.command.arguments as unknown[]));
    const second = numbers(await resultOf("paged result.json", (text) => numbers(text)[0] !== first[0]));
    assert.equal(new Set([...first, ...second]).size, first.length + second.length);
  });

  it("writes a value as its variable's type wants it, by a quick fix", async () => {
    await file("fixed.gql", "query Fixed($hash: String!, $height: Int!) { checkBlock(hash: $hash, height: $height) }");
    const variables = await file("fixed.variables.json", '{ "Fixed": { "hash": 0012, "height": "5" } }');
    const fixed = async (written: string, title: string) => {
      const at = variables.positionAt(variables.getText().indexOf(written));
      const actions = await eventually(
        `the fix of ${written}`,
        () => queries.fixes(variables, new vscode.Range(at, at)),
        (offered) => offered.some((action) => action.title === title),
      );
      await vscode.workspace.applyEdit(actions.find((action) => action.title === title)!.edit!);
    };
    await fixed("0012", 'Write as String!: "0012"');
    await fixed('"5"', "Write as Int!: 5");
    assert.equal(variables.getText(), '{ "Fixed": { "hash": "0012", "height": 5 } }');
  });

  it("renames an operation and a variable in the variables file too", async () => {
    const document = await file("named.gql", "query Named($last: Int!) { blocks(last: $last) { reward } }");
    const variables = await file("named.variables.json", '{ "Named": { "last": 3 } }');
    for (const [from, to] of [
      ["Named", "Other"],
      ["$last", "count"],
    ] as const) {
      const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
        "vscode.executeDocumentRenameProvider",
        document.uri,
        document.positionAt(document.getText().indexOf(from) + 1),
        to,
      );
      await vscode.workspace.applyEdit(edit);
    }
    assert.equal(document.getText(), "query Other($count: Int!) { blocks(last: $count) { reward } }");
    assert.equal(variables.getText(), '{ "Other": { "count": 3 } }');
  });

  it("shows a result beside rather than in front of the file that has the focus", async () => {
    const document = await file("asked.gql", "query Asked { block(height: -1) { header { height } } }");
    await run(document, "query");
    await resultOf("asked result.json");
    const typedIn = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, "asked.gql"));
    await vscode.window.showTextDocument(typedIn, vscode.ViewColumn.Two);
    await run(document, "query");
    const { activeTextEditor } = vscode.window;
    assert.equal(activeTextEditor?.viewColumn, vscode.ViewColumn.Two);
    assert.equal(activeTextEditor.document.uri.toString(), typedIn.uri.toString());
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.equal(activeTab?.label, "asked.gql");
  });

  it("keeps an operation running on each block, marks nothing twice, and stops with its document", async () => {
    const document = await file("live.gql", "query Tip { block(height: -1) { header { height } } }");
    await run(document, "query", "runLive");
    const first = height(await resultOf("live result.json"));
    await eventually(
      "the subscription",
      async () => Object.keys(((await sandbox.control("state")) as { subscribes: object }).subscribes),
      (targets) => targets.some((target) => target.includes("accepted")),
    );
    for (const more of [1, 2]) {
      await sandbox.control("block");
      await resultOf("live result.json", (text) => height(text) === first + more);
    }
    const live = await queries.lenses(document);
    assert.ok(live.some(({ command }) => command?.title.includes("Stop Live")));
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    const before = await requests(sandbox);
    await sandbox.control("block");
    const again = await file("settled.gql", "{ lastBlockPair { json } }");
    await run(again, "{");
    await resultOf("settled result.json");
    assert.equal(await requests(sandbox), before + 1);
  });

  describe("on a node that only has the legacy route", () => {
    let legacy: Sandbox;

    before(async () => {
      legacy = await startSandbox({ blockMs: 0, args: ["--legacy-graphql-only"] });
      await setConnections([{ name: "Legacy", url: legacy.url }]);
    });
    after(async () => {
      await setConnections([{ name: "Local", url: sandbox.url }]);
      await legacy.stop();
    });

    it("binds variables whose names a header cannot carry as they are written", async () => {
      const account = ((await legacy.control("state")) as { accounts: string[] }).accounts[0];
      const query =
        "query H($addr: String!, $fromBlock: Int) { fullMoonlightHistory(address: $addr, fromBlock: $fromBlock) { json } }";
      const document = await file("legacy.gql", query);
      const values = JSON.stringify({ H: { addr: account, fromBlock: 10 } });
      await file("legacy.variables.json", values);
      await run(document, "query");
      const text = await resultOf("legacy result.json");
      assert.match(text, /"fullMoonlightHistory"/);
      assert.doesNotMatch(text, /"errors"/);
    });
  });
});

async function requests(sandbox: Sandbox): Promise<number> {
  const { requests: counts } = (await sandbox.control("state")) as { requests: Record<string, number> };
  return counts["/graphql"] ?? 0;
}

function height(text: string): number {
  return Number(/"height": (\d+)/.exec(text)?.[1]);
}

/** Of events. */
function numbers(text: string): string[] {
  return [...text.matchAll(/"id": (\d+)/g)].map(([, id]) => id ?? "");
}
