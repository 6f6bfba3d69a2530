import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Connections } from "../../src/client/connections";
import { ConnectionStore } from "../../src/features/connections/connectionStore";
import { entryOf, readConnections } from "../../src/features/connections/connectionSettings";
import { followSettings } from "../../src/features/connections/followSettings";
import { SecretHeaders } from "../../src/features/connections/model/secretHeaders";
import { extensionId } from "../../src/host/contributionIds";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { eventually } from "../support/eventually";
import { LoopWatch, mostHeldMs } from "../support/loopWatch";
import { startSandbox, type Sandbox } from "../support/startSandbox";

const { Global, Workspace } = vscode.ConfigurationTarget;
const section = () => vscode.workspace.getConfiguration("chainscope");

describe("connections in VS Code", () => {
  let connections: Connections;
  let store: ConnectionStore;
  let memory: Map<string, unknown>;
  let problems: string[];
  let memento: vscode.Memento;
  const secrets = new Map<string, string>();

  beforeEach(() => {
    connections = new Connections();
    memory = new Map();
    problems = [];
    secrets.clear();
    const keep = {
      get: (key: string) => Promise.resolve(secrets.get(key)),
      store: (key: string, value: string) => Promise.resolve(void secrets.set(key, value)),
      delete: (key: string) => Promise.resolve(void secrets.delete(key)),
    };
    memento = {
      keys: () => [...memory.keys()],
      get: (key: string) => memory.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void memory.set(key, value)),
    } as vscode.Memento;
    const headers = new SecretHeaders(keep, () => Promise.resolve(undefined));
    store = new ConnectionStore(connections, headers, memento, (error) => problems.push((error as Error).message));
  });
  afterEach(async () => {
    connections.dispose();
    await section().update("connections", undefined, Global);
    await section().update("connections", undefined, Workspace);
    await vscode.workspace.getConfiguration("http").update("proxy", undefined, Global);
  });

  it("are read from user and workspace settings; of two with one name, the workspace's counts", async () => {
    await section().update("connections", [entry("a", 1), entry("b", 2)], Global);
    await section().update("connections", [entry("b", 3), entry("c", 4), entry("c", 5)], Workspace);
    const read = readConnections();
    assert.deepEqual(
      read.configs.map(({ name, url, level }) => [name, new URL(url).port, level?.kind]),
      [
        ["a", "1", "user"],
        ["b", "3", "workspace"],
        ["c", "4", "workspace"],
      ],
    );
    assert.match(read.problems.join(), /workspace settings have two connections named "c"; the first one counts/);
  });

  it("stay as they are when the settings are gone for a moment, as while another program writes them", async () => {
    const owned = [vscode.workspace.onDidChangeConfiguration(() => seen.push(readConnections().configs.length))];
    const seen: number[] = [];
    owned.push(followSettings(store));
    try {
      await section().update("connections", [entry("a", 1)], Global);
      await eventually("the connection", () => connections.get("a") !== undefined, Boolean);
      const before = connections.get("a");
      await section().update("connections", undefined, Global);
      await section().update("connections", [entry("a", 1), entry("b", 2)], Global);
      await eventually("the other connection", () => connections.get("b") !== undefined, Boolean);
      assert.deepEqual(seen, [1, 0, 2]);
      assert.equal(connections.get("a"), before);
      await section().update("connections", undefined, Global);
      await eventually("none to be left", () => connections.all.length === 0, Boolean);
    } finally {
      for (const each of owned) each.dispose();
    }
  });

  it("take the editor's proxy as data, and leave this machine out of it when they use it", async () => {
    await vscode.workspace.getConfiguration("http").update("proxy", "http://proxy.example:3128", Global);
    await section().update("connections", [{ name: "far", url: "https://node.example" }], Global);
    assert.equal(readConnections().configs[0]?.proxy?.url, "http://proxy.example:3128");
  });

  it("are added to the user settings without changing which one is active; the choice is remembered", async () => {
    await store.add(entry("a", 1));
    await store.add(entry("b", 2));
    assert.equal(connections.active?.name, "a");
    const { id } = connections.get("b")!;
    await store.activate(id);
    assert.equal(connections.active?.name, "b");
    assert.equal(memory.get("activeConnection"), id);
    assert.deepEqual(section().inspect("connections")?.globalValue, [entry("a", 1), entry("b", 2)]);
  });

  it("are changed at the level and place where they stand, and keep their name's secrets out of the settings", async () => {
    await section().update("connections", [entry("a", 1), entry("b", 2)], Workspace);
    store.load();
    const { config } = connections.get("a")!;
    await store.secrets.set(config, "X-Token", "s3cret");
    await store.change(config, { ...entry("renamed", 1), secretHeaders: ["X-Token"] });
    const written = section().inspect<{ name: string }[]>("connections")?.workspaceValue;
    assert.deepEqual(
      written?.map(({ name }) => name),
      ["renamed", "b"],
    );
    assert.ok(!JSON.stringify(written).includes("s3cret"));
    assert.deepEqual(await store.secrets.values(connections.get("renamed")!.config), { "X-Token": "s3cret" });
  });

  it("keep what is pinned to them under another name, also when another takes the old one, also in later windows", async () => {
    await store.add(entry("a", 1));
    await store.add({ ...entry("b", 2), role: "production" });
    const { id, config } = connections.get("a")!;
    await store.activate(id);
    await store.change(config, entry("renamed", 1));
    const names = () => [connections.active?.name, connections.byId(id)?.name];
    assert.deepEqual(names(), ["renamed", "renamed"]);
    await store.add(entry("a", 3));
    const other = connections.get("a")!;
    assert.notEqual(other.id, id);
    assert.equal(other.config.url, entry("a", 3).url);
    assert.deepEqual(names(), ["renamed", "renamed"]);
    const later = new Connections();
    new ConnectionStore(later, store.secrets, memento, assert.fail).load();
    assert.deepEqual(
      [id, other.id].map((each) => later.byId(each)?.name),
      ["renamed", "a"],
    );
    later.dispose();
    await store.remove(connections.get("renamed")!);
    assert.equal(connections.byId(id), undefined, "what was pinned to one that is gone is not given to its namesake");
  });

  it("keep their names as they were when another cannot be written down", async () => {
    await section().update("connections", [entry("a", 1)], Workspace);
    store.load();
    const { id, config } = connections.get("a")!;
    const nowhere = { ...config, level: { kind: "folder", folder: "file:///nowhere" } } as const;
    await assert.rejects(store.change(nowhere, entry("renamed", 1)));
    store.load();
    assert.equal(connections.byId(id)?.name, "a");
  });

  it("come back when their removal is taken back", async () => {
    await store.add({ ...entry("a", 1), role: "test" });
    const restore = await store.remove(connections.get("a")!);
    assert.deepEqual([connections.all.length, section().inspect("connections")?.globalValue], [0, undefined]);
    await restore?.();
    assert.equal(connections.get("a")?.config.role, "test");
  });

  it("come back where they stood when the removal of one among others is taken back", async () => {
    for (const [at, name] of ["a", "b", "c"].entries()) await store.add(entry(name, at + 1));
    const restore = await store.remove(connections.get("b")!);
    await store.add(entry("d", 4));
    await restore?.();
    const names = connections.all.map(({ name }) => name);
    assert.deepEqual(names, ["a", "b", "c", "d"]);
  });

  it("keep their object when a contract is named, and the name is written down", async () => {
    await store.add(entry("a", 1));
    const connection = connections.get("a")!;
    const contracts = [{ id: "ab".repeat(32), name: "Counter" }];
    await store.nameContracts(connection, contracts);
    assert.equal(connections.get("a"), connection);
    assert.deepEqual(entryOf(connection.config)?.contracts, contracts);
  });

  it("that are not written down keep names as long as they live, and refuse to be edited", async () => {
    const sandbox = connections.add({ ...entry("Sandbox", 1), timeoutMs: 1, contracts: [], origin: "window" });
    await store.nameContracts(sandbox, [{ id: "ab".repeat(32), name: "Counter" }]);
    assert.equal(sandbox.config.contracts[0]?.name, "Counter");
    assert.throws(() => store.entryOf(sandbox), /ends with this window/);
  });

  it("name what is wrong in the settings once, and use the rest", async () => {
    await section().update("connections", [{ name: "a" }, { ...entry("b", 2), role: "main" }], Global);
    store.load();
    assert.deepEqual(
      connections.all.map(({ name }) => name),
      ["b"],
    );
    assert.equal(problems.length, 1);
    assert.match(
      problems[0] ?? "",
      /Connection 1 in the user settings needs a name and a url.*"role" has a wrong value/,
    );
  });

  it("export as a document without credentials, by the command", async () => {
    await section().update("connections", [{ name: "a", url: "http://me:pw@h:1", secretHeaders: ["X-Token"] }], Global);
    await vscode.extensions.getExtension(extensionId)?.activate();
    await vscode.commands.executeCommand("chainscope.exportConnections");
    const text = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.deepEqual(JSON.parse(text), { connections: [{ name: "a", url: "http://h:1", secretHeaders: ["X-Token"] }] });
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });
});

describe("the report of an issue in VS Code", () => {
  afterEach(async () => {
    await section().update("connections", undefined, Global);
    await section().update("events.keep", undefined, Global);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("is a text to be filled in and sent, where the extension names no address for issues", async () => {
    await section().update("events.keep", 500, Global);
    await section().update("connections", [{ ...entry("Payroll", 9), secretHeaders: ["X-Owner-Key"] }], Global);
    // It goes on until its message is answered.
    void vscode.commands.executeCommand("chainscope.reportIssue");
    const report = await eventually(
      "a report",
      () => vscode.window.activeTextEditor?.document,
      (document) => document?.languageId === "markdown",
    );
    const text = report?.getText() ?? "";
    assert.ok(text.startsWith("## What I did\n"), text);
    assert.match(text, /^- Chainscope \d+\.\d+\.\d+, .* 1\.\d+\.\d+ /m);
    // One of the tests before may not be gone yet.
    assert.match(text, /^Connections: [1-9]$/m);
    assert.match(text, /^- settings, http, secret headers: 1, named contracts: 0; /m);
    assert.match(text, /^- chainscope\.events\.keep: 500$/m);
    assert.match(text, /^- chainscope\.connections: entries: 1$/m);
    assert.doesNotMatch(text, /Payroll|X-Owner-Key|127\.0\.0\.1|localhost/);
  });
});

describe("a connection of the settings in VS Code", () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
  });
  after(async () => {
    await section().update("connections", undefined, Global);
    await sandbox.stop();
  });

  it("opens a block, and from it a transaction, as readable documents", async () => {
    await section().update("connections", [{ name: "Local", url: sandbox.url }], Global);
    await vscode.extensions.getExtension(extensionId)?.activate();
    await vscode.commands.executeCommand("chainscope.openBlock", { connection: "Local", id: "-1" });
    const block = await shown(/Local block \d+\.yaml$/);
    assert.match(block.getText(), /^# Block \d+ on Local, asked at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/m);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>("vscode.executeLinkProvider", block.uri);
    const link = links.find(({ target }) => target?.path === "chainscope.openTransaction");
    assert.ok(link, "a transaction of the block is a link");
    const [ask] = JSON.parse(decodeURIComponent(link.target?.query ?? "")) as unknown[];
    assert.equal((ask as { connectionId?: string }).connectionId, "settings/Local", "whatever is called so later");
    await vscode.commands.executeCommand("chainscope.openTransaction", ask);
    const transaction = await shown(/Local transaction .*\.yaml$/);
    assert.match(transaction.getText(), /^state: (executed|failed)$/m);
  });

  it("offers to name the contract that a transaction has made, and no longer when it is named", async () => {
    const entry = { name: "Local", url: sandbox.url };
    await section().update("connections", [entry], Global);
    const deployment = { deploy: "c0de".repeat(20), gasPrice: 2000, gasLimit: 30_000_000, propagate: true };
    const { hash } = (await sandbox.control("transaction", deployment)) as { hash: string };
    const open = () => vscode.commands.executeCommand("chainscope.openTransaction", { connection: "Local", id: hash });
    const offers = async ({ uri }: vscode.TextDocument) =>
      (await lenses(uri)).filter(({ command }) => command?.command === "chainscope.nameContract");
    await open();
    const waiting = await shown(/Local transaction .*\.yaml$/, new RegExp(`transaction: .*${hash}`));
    assert.match(waiting.getText(), /^deploys_contract: /m);
    assert.deepEqual(await offers(waiting), [], "it has made none yet");
    await sandbox.control("block");
    await open();
    const made = await shown(
      /Local transaction .*\.yaml$/,
      new RegExp(`transaction: .*${hash}[^]*^state: executed$`, "m"),
    );
    const [id = ""] = /(?<=^deploys_contract: "?)[0-9a-f]{64}/m.exec(made.getText()) ?? [];
    const [offer] = await eventually(
      "the offer",
      () => offers(made),
      (found) => found.length === 1,
    );
    assert.match(made.lineAt(offer!.range.start).text, new RegExp(`^deploys_contract: .*${id}`));
    const [argument] = offer!.command!.arguments as { contractId: string; connection: { name: string } }[];
    assert.deepEqual([argument?.contractId, argument?.connection.name], [id, "Local"]);
    await section().update("connections", [{ ...entry, contracts: [{ id, name: "Fresh" }] }], Global);
    await eventually(
      "no offer",
      () => offers(made),
      (found) => found.length === 0,
    );
  });

  it("says above a document of JSON whose answer it is, and when it was asked", async () => {
    await section().update("connections", [{ name: "Local", url: sandbox.url }], Global);
    await vscode.commands.executeCommand("chainscope.openContract", { connection: "Local", id: contractIds.counter });
    const { uri } = await shown(/Local contract .*\.json$/);
    const titles = async () => (await lenses(uri)).map(({ command }) => command?.title ?? "");
    await eventually("the time", titles, (all) =>
      all.some((title) => /^Local, asked at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(title)),
    );
  });

  it("opens a block of thousands of transactions whose ids are a letter, without a link for each", async () => {
    await section().update("connections", [{ name: "Local", url: sandbox.url }], Global);
    const header = { height: 77, hash: "ab".repeat(32), timestamp: 1 };
    const transactions = Array.from({ length: 3000 }, () => ({ id: "a", gasSpent: 1, err: null }));
    await sandbox.control("answer", {
      path: "/graphql",
      headers: { "content-type": "application/json" },
      text: JSON.stringify({ data: { block: { header, transactions } } }),
    });
    const watch = new LoopWatch();
    try {
      await vscode.commands.executeCommand("chainscope.openBlock", { connection: "Local", id: "77" });
      const { uri } = await shown(/Local block 77\.yaml$/);
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>("vscode.executeLinkProvider", uri);
      assert.ok(links.length < 10, `${links.length} links`);
      assert.ok(watch.take() < mostHeldMs);
    } finally {
      watch.stop();
    }
  });
});

describe("a connection that is tested in VS Code", () => {
  const row = { connection: { id: "settings/Tested" } };
  let misnamed: Sandbox;
  before(async () => {
    misnamed = await startSandbox({ blockMs: 0, args: ["--prefix", "Rusk"] });
    await vscode.extensions.getExtension(extensionId)?.activate();
  });
  after(async () => {
    await section().update("connections", undefined, Global);
    await misnamed.stop();
  });

  it("has a document of what its node does, above which the prefix that the node proves is written down", async () => {
    await section().update("connections", [{ name: "Tested", url: misnamed.url }], Global);
    await vscode.commands.executeCommand("chainscope.testConnection", row);
    const { uri } = await shown(
      /Tested test\.yaml$/,
      /^# The node's headers begin with Rusk, this connection says Node\.$/m,
    );
    const lens = (await lensesOf(uri, "Use Prefix Rusk"))!;
    await vscode.commands.executeCommand(lens.command, ...((lens.arguments ?? []) as unknown[]));
    const written = () => section().inspect<{ prefix?: string }[]>("connections")?.globalValue?.[0]?.prefix;
    await eventually("the prefix in the settings", written, (prefix) => prefix === "Rusk");
    await vscode.commands.executeCommand("chainscope.testConnection", row);
    const document = await shown(/Tested test\.yaml$/, /^# Tested answers at [^\n]*\n# Asked /);
    assert.equal(document.uri.toString(), uri.toString());
  });

  it("says first that no node answers where none does", async () => {
    await section().update("connections", [{ name: "Tested", url: "http://127.0.0.1:1" }], Global);
    await vscode.commands.executeCommand("chainscope.testConnection", row);
    const { uri } = await shown(/Tested test\.yaml$/, /^# Tested does not answer: /);
    await lensesOf(uri, "Test Again");
  });
});

async function lensesOf(uri: vscode.Uri, title: string): Promise<vscode.Command | undefined> {
  const find = async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 10);
    return lenses.find(({ command }) => command?.title === title)?.command;
  };
  return eventually(`the lens ${title}`, find, (command) => command !== undefined);
}

function entry(name: string, port: number) {
  return { name, url: `http://127.0.0.1:${port}` };
}

async function lenses(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
  return vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 20);
}

function shown(path: RegExp, text = /(?:)/): Promise<vscode.TextDocument> {
  return eventually(
    `a document ${path}`,
    () => vscode.workspace.textDocuments.find((each) => path.test(each.uri.path) && text.test(each.getText())),
    (document) => document !== undefined,
  ) as Promise<vscode.TextDocument>;
}
