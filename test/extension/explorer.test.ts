import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import * as vscode from "vscode";
import { Connections } from "../../src/client/connections";
import type { Connection } from "../../src/client/connection";
import type { NodeConnection } from "../../src/client/nodeConnection";
import { driverDigest } from "../../src/features/explorer/driverDownload";
import { ExplorerCommands } from "../../src/features/explorer/explorerCommands";
import { ExplorerRefresh } from "../../src/features/explorer/explorerRefresh";
import { PromptTreeData } from "../../src/features/explorer/promptTreeData";
import { ExplorerTree } from "../../src/features/explorer/explorerTree";
import type { ExplorerNode, Section } from "../../src/features/explorer/model/rows/explorerNode";
import { isPager } from "../../src/features/explorer/model/rows/rowPage";
import { offeredFields, notifyOffered } from "../../src/features/graphqlEditing/schema/offeredFields";
import { SchemaCache } from "../../src/features/graphqlEditing/schema/schemaCache";
import { Schemas } from "../../src/features/graphqlEditing/schema/schemas";
import { QueryFields } from "../../src/graphql/schema/queryFields";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { driverModule } from "../../src/sandbox/driver/driverModule";
import { EditorRows } from "../support/editorRows";
import { eventually } from "../support/eventually";
import { FakeClock } from "../support/fakeClock";
import { startSandbox, type Sandbox } from "../support/startSandbox";

describe("the explorer in VS Code", () => {
  let sandbox: Sandbox;
  let connections: Connections;
  let connection: Connection;
  let tree: ExplorerTree;
  let refresh: ExplorerRefresh;
  let fields: QueryFields<Connection>;
  let visible: boolean;
  let fired: (ExplorerNode[] | undefined)[];

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0, args: ["--provisioners", "300"] });
  });
  after(() => sandbox.stop());

  beforeEach(async () => {
    visible = true;
    fired = [];
    connections = new Connections();
    fields = new QueryFields();
    tree = new ExplorerTree(connections, (data) => refresh.follow_(data), fields);
    refresh = new ExplorerRefresh(connections, tree, () => visible);
    connection = connections.add({ name: "Local", url: sandbox.url, timeoutMs: 5000, contracts: [], origin: "window" });
    await open(await root());
    await eventually(
      "the node to be up and looked at",
      () => healthOf(connection),
      (text) => text === "up, looked at",
    );
    tree.onDidChangeTreeData((rows) => fired.push(rows));
  });
  afterEach(() => {
    refresh.dispose();
    tree.dispose();
    connections.dispose();
  });

  async function root(): Promise<ExplorerNode> {
    const [row] = await tree.getChildren();
    return row as ExplorerNode;
  }

  /** What the editor does when a row is opened: its children, then the item of each. */
  async function open(row: ExplorerNode): Promise<vscode.TreeItem[]> {
    tree.getTreeItem(row);
    return (await tree.getChildren(row)).map((each) => tree.getTreeItem(each));
  }

  async function section(name: Section): Promise<ExplorerNode> {
    const rows = await tree.getChildren(await root());
    return rows.find((row) => row.kind === "section" && row.section === name) as ExplorerNode;
  }

  /** The times that all rows were to be drawn again. */
  const whole = () => fired.filter((rows) => rows === undefined);

  it("gives every row an id, an icon or none, a spoken label, and no markup", async () => {
    for (const name of ["node", "chain", "mempool", "provisioners", "contracts"] as const) {
      for (const item of await open(await section(name))) {
        assert.ok(item.id);
        assert.ok(item.accessibilityInformation?.label.startsWith(item.label as string));
        assert.ok(item.tooltip === undefined || typeof item.tooltip === "string");
        assert.ok(item.contextValue);
      }
    }
  });

  it("tells all of a provisioner where the pointer rests on its row, however narrow the view is", async () => {
    const answers = new PromptTreeData(tree);
    const provisioners = await section("provisioners");
    const rows = (await tree.getChildren(provisioners)).filter(({ kind }) => kind === "provisioner");
    assert.ok(rows.length > 100);
    for (const row of rows.slice(0, 3)) {
      const item = answers.getTreeItem(row);
      assert.match(String(item.description), /\d/);
      const tooltip = (await answers.resolveTreeItem(item, row)).tooltip as string;
      assert.ok(tooltip.includes(String(item.description)), tooltip);
    }
    answers.dispose();
  });

  it("redraws only the chain on a new block, however many other rows are open", async () => {
    for (const name of ["node", "provisioners", "chain"] as const) await open(await section(name));
    const chain = await section("chain");
    await untilQuiet();
    fired = [];
    await sandbox.control("block");
    await untilArrived();
    await untilQuiet();
    const rows = fired.flatMap((each) => each ?? []);
    assert.ok(fired.every((each) => each !== undefined) && !rows.some(({ kind }) => kind === "connection"));
    assert.ok(rows.includes(chain), "the row that is fired is the object that the editor knows");
    const [tip] = await open(chain);
    assert.equal(tip?.description, String(await heightNow()));
  });

  it("keeps a block that is opened in the list while newer ones come, and lets go of it when it is closed", async () => {
    const chain = await section("chain");
    await open(chain);
    const blocks = async () => (await tree.getChildren(chain)).filter((row) => row.kind === "block");
    const opened = (await blocks()).at(-1)!;
    await tree.getChildren(opened);
    tree.opened(opened);
    await sandbox.control("block", { count: 25 });
    const top = await heightNow();
    const isTop = (rows: ExplorerNode[]) => rows[0]?.kind === "block" && String(rows[0].block.height) === String(top);
    assert.ok((await eventually("the newest block", blocks, isTop)).includes(opened));
    tree.closed(opened);
    await sandbox.control("block");
    await eventually("the block to be gone", blocks, (rows) => !rows.includes(opened) && rows.length === 20);
  });

  describe("once rows two levels below a section have come again", () => {
    let network: ExplorerNode;
    let locations: ExplorerNode;
    const ask = () => tree.dataOf(connection).locations.invalidate();

    beforeEach(async () => {
      await open(await root());
      network = await section("network");
      await open(network);
      locations = (await tree.getChildren(network)).find((row) => row.kind === "group" && row.group === "locations")!;
      await open(locations);
      await sandbox.control("answer", { path: "/on/network/peers_location", status: 500, text: "VM error: busy" });
      ask();
      await open(locations);
      assert.match(tree.getTreeItem(network).description as string, /^stale, as of/);
      ask();
      fired = [];
    });

    const isTold = () => fired.flatMap((rows) => rows ?? []).includes(network);

    it("says there that they are old no longer, when all is refreshed", async () => {
      await tree.update({ kind: "connection", connection }, true);
      assert.ok(isTold());
      assert.equal(tree.getTreeItem(network).description, "");
    });

    it("says there that they are old no longer, when the editor asked for them", async () => {
      await open(locations);
      await eventually("the section to be redrawn", isTold, Boolean);
      assert.equal(tree.getTreeItem(network).description, "");
    });
  });

  it("tells what is counted again when a block came, while it can be seen", async () => {
    const statistics = await section("statistics");
    await open(statistics);
    await untilQuiet();
    fired = [];
    await sandbox.control("block");
    await eventually(
      "other counts",
      () => fired.flatMap((rows) => rows ?? []).filter((row) => tree.getParent(row) === statistics).length,
      (count) => count > 0,
    );
  });

  it("shows the blocks that the node did not tell, and nothing of an earlier chain as the present one", async () => {
    const chain = await section("chain");
    await open(chain);
    await sandbox.control("lose-frames", { path: "/accepted", count: 2 });
    await sandbox.control("block", { count: 3 });
    const top = Number(await heightNow());
    const shown = async () => {
      const rows = await tree.getChildren(chain);
      return rows.flatMap((row) =>
        row.kind === "block" ? Number(row.block.height) : row.kind === "note" ? row.text : [],
      );
    };
    const newest = Array.from({ length: 20 }, (_, at) => top - at);
    await eventually("the blocks without a hole", shown, (rows) => String(rows) === String(newest));

    await sandbox.control("restart-chain", { height: 4 });
    await eventually("the other chain", shown, (rows) => String(rows) === "4,3,2,1,0");
    const [tip, second] = await open(chain);
    assert.equal(tip?.description, "4");
    assert.ok(second?.label !== "last finalized" || Number(second.description) <= 4);
  });

  it("shows a transaction in the open mempool as soon as it is there, and takes it out when it is not", async () => {
    const mempool = await section("mempool");
    await open(mempool);
    refresh.followOpen();
    const node = await connection.node();
    await eventually(
      "the subscription",
      () =>
        node.events.all.filter(({ target, state }) => target.topic === "included" && state.kind === "active").length,
      (count) => count === 1,
    );
    const { hash } = (await sandbox.control("transaction", { propagate: true })) as { hash: string };
    const waits = async () =>
      (await tree.getChildren(mempool)).some((row) => row.kind === "transaction" && row.transaction.hash === hash);
    await eventually("the transaction", waits, (seen) => seen);
    await sandbox.control("clear-mempool");
    await eventually("an empty mempool", waits, (seen) => !seen);
    tree.closed(mempool);
    refresh.followOpen();
    await eventually(
      "no subscription",
      () => node.events.all.filter(({ target }) => target.topic === "included").length,
      (count) => count === 0,
    );
  });

  it("renews the balance of an open contract when a transaction with it is executed, and listens no longer", async () => {
    const { vault } = contractIds;
    const config = { ...connection.config, contracts: [{ id: vault, name: "Vault" }] };
    connections.update(config);
    const contracts = await section("contracts");
    const row = (await tree.getChildren(contracts)).find((each) => each.kind === "contract" && each.name === "Vault");
    const balance = async () => tree.getTreeItem((await tree.getChildren(row))[0]!).description as string;
    const units = (text: string) => BigInt(/ (\d+) units$/.exec(text)?.[1] ?? -1);
    const before = units(await balance());
    refresh.followOpen();
    const node = await connection.node();
    const listening = () => node.events.all.filter(({ target }) => target.topic === "executed");
    await eventually(
      "the subscription",
      () =>
        listening()
          .map(({ state }) => state.kind)
          .join(),
      (at) => at === "active",
    );
    const call = { contract: vault, fn: "put", json: null };
    await sandbox.control("transaction", { call, deposit: 7_000_000_001, propagate: true });
    await sandbox.control("block");
    await eventually("the deposit", balance, (text) => units(text) >= before + 7_000_000_001n);
    tree.closed(contracts);
    refresh.followOpen();
    await eventually(
      "no subscription",
      () => listening().length,
      (count) => count === 0,
    );
  });

  it("tells the digest of a driver that was fetched, and what another driver has changed once it is uploaded", async () => {
    const { counter } = contractIds;
    connections.update({ ...connection.config, contracts: [{ id: counter, name: "Counter" }] });
    const contracts = await section("contracts");
    const row = (await tree.getChildren(contracts)).find((each) => each.kind === "contract" && each.name === "Counter");
    const group = async (title: string) => {
      const found = (await tree.getChildren(row)).find((each) => each.kind === "group" && each.title === title);
      return found
        ? (await open(found)).map(({ label, description }) => `${label as string}: ${String(description)}`)
        : [];
    };
    refresh.followOpen();
    const { contracts: client } = await connection.node();
    const rows = new ExplorerCommands(connections, tree, refresh);
    const tell = async () => {
      const driver = (await tree.getChildren(row)).find((each) => each.kind === "group" && each.group === "driver");
      await rows.fetchDriver((await tree.getChildren(driver)).at(-1), driverDigest);
    };
    await tell();
    const chunks: Uint8Array[] = [];
    await client.downloadDriver(counter, { write: (chunk) => void chunks.push(chunk) });
    const digestOf = (module: Uint8Array) => createHash("sha3-256").update(module).digest("hex");
    assert.ok((await group("Driver")).includes(`sha3_256: ${digestOf(Buffer.concat(chunks))}`));

    const schema = { functions: [{ name: "reset_all", input: "()", output: "()" }], events: [], version: "9" };
    await sandbox.control("schema", { contract: counter, schema });
    const module = driverModule({ schema: JSON.stringify(schema), version: "9", events: new Map() });
    await client.uploadDriver(counter, module, sandbox.signature(module));
    await eventually(
      "the new functions",
      () => group("Functions"),
      (functions) => functions.length === 1 && functions[0]!.startsWith("reset_all: "),
    );
    assert.deepEqual(await group("Events"), []);
    const signature = (await group("Driver")).find((each) => each.startsWith("signature: "));
    assert.equal(signature, `signature: ${sandbox.signature(module)}`, "the metadata was read again");
    assert.ok(!(await group("Driver")).some((each) => each.includes(digestOf(Buffer.concat(chunks)))));
    await tell();
    assert.ok((await group("Driver")).includes(`sha3_256: ${digestOf(module)}`));
    await sandbox.control("schema");
  });

  it("offers only to connect what a person disconnected, and connects it again by that", async () => {
    connections.disconnect(connection.id);
    const row = await root();
    assert.match(tree.getTreeItem(row).description as string, /^active · disconnected$/);
    assert.equal(tree.getTreeItem(row).contextValue, "connection.sandbox.idle.active");
    const rows = await tree.getChildren(row);
    assert.deepEqual(
      rows.map((each) => tree.getTreeItem(each).label),
      ["Connect"],
    );
    assert.equal(connections.active?.status.state, "idle", "opening the row does not connect");
    await connections.active?.retry();
    const opened = await tree.getChildren(await root());
    assert.ok(opened.some(({ kind }) => kind === "section"));
  });

  it("keeps the objects and ids of rows that stay", async () => {
    const provisioners = await section("provisioners");
    const before = await tree.getChildren(provisioners);
    tree.dataOf(connection).provisioners.invalidate();
    const after = await tree.getChildren(provisioners);
    assert.equal(after.length, 300);
    assert.ok(after.every((row, index) => row === before[index]));
    assert.equal(tree.getParent(after[0]!), provisioners);
  });

  it("fires nothing when nothing looks otherwise", async () => {
    const provisioners = await section("provisioners");
    await open(provisioners);
    for (const row of [await root(), ...(await tree.getChildren(await root()))]) tree.getTreeItem(row);
    await untilQuiet();
    fired = [];
    for (let time = 0; time < 20; time++) {
      refresh.renew(connection);
      await connection.connect();
    }
    await untilQuiet();
    assert.deepEqual(
      fired.flatMap((rows) => rows?.map(({ kind }) => kind)),
      [],
    );
  });

  it("redraws all rows once for another set of connections, and not for the same set given again", async () => {
    const window = { ...connection.config };
    const other = { ...window, name: "Other", key: "Other" };
    connections.replace("window", [window, other]);
    connections.replace("window", [window, other]);
    assert.deepEqual(whole(), [undefined]);
    const rows = await tree.getChildren();
    assert.deepEqual(
      rows.map((row) => row.connection.name),
      ["Local", "Other"],
    );
    connections.replace("window", [window, other]);
    assert.deepEqual(whole(), [undefined]);
    connections.replace("window", [other, window]);
    assert.equal(whole().length, 2);
    connections.remove("window/Other");
    assert.equal(whole().length, 3);
  });

  it("puts off what changes while the view is hidden, and makes up for it at once", async () => {
    await open(await section("chain"));
    await untilQuiet();
    fired = [];
    visible = false;
    await sandbox.control("block", { count: 3 });
    await untilArrived();
    assert.deepEqual(fired, []);
    visible = true;
    refresh.becameVisible();
    await untilQuiet();
    assert.equal(fired.length, 1);
  });

  it("refreshes no more than twice a second under a flood of blocks, and a command still gets its own row", async () => {
    await open(await section("chain"));
    const contracts = await tree.getChildren(await section("contracts"));
    await untilQuiet();
    fired = [];
    const started = Date.now();
    for (let time = 0; time < 10; time++) await sandbox.control("block", { count: 20 });
    await untilArrived();
    await untilQuiet();
    const seconds = (Date.now() - started) / 1000;
    assert.ok(fired.length <= 2 * seconds + 1, `${fired.length} refreshes in ${seconds} s`);
    for (const row of contracts) {
      const item = tree.getTreeItem(row);
      assert.ok(row.kind !== "contract" || item.id?.endsWith(row.contractId));
    }
  });

  describe("with what a node lists", () => {
    const provisioners = (keys: string[]) =>
      sandbox.control("answer", {
        path: "/on/node/provisioners",
        text: JSON.stringify(keys.map((key, index) => ({ key, amount: 5000 - index, reward: 1, eligibility: 0 }))),
        headers: { "content-type": "application/json" },
      });
    const showMore = async (row: ExplorerNode) => tree.showMore((await tree.getChildren(row)).findLast(isPager)!);
    afterEach(() => sandbox.control("reset"));

    it("shows hundreds of rows, more when they are wanted, and filters all of them", async () => {
      await provisioners(Array.from({ length: 1200 }, (_, index) => `key${index}`));
      const row = await section("provisioners");
      const shown = async () => (await tree.getChildren(row)).map((each) => tree.getTreeItem(each).label);
      const first = await shown();
      assert.deepEqual([first.length, first[0], first.at(-1)], [501, "key0", "Show 500 more, 700 are left"]);
      await showMore(row);
      assert.deepEqual((await shown()).slice(-2), ["key999", "Show 200 more, 200 are left"]);
      await showMore(row);
      assert.deepEqual([(await shown()).length, (await shown()).at(-1)], [1200, "key1199"]);
      tree.dataOf(connection).provisionerView = { by: "stake", filter: "key1199" };
      assert.deepEqual(await shown(), ["key1199"]);
    });

    it("keeps the pages while it is closed, filtered, and shorter, and offers those before when there are many", async () => {
      const keys = Array.from({ length: 3300 }, (_, index) => `key${index}`);
      await provisioners(keys);
      const row = await section("provisioners");
      const shown = async () => (await open(row)).map((each) => each.label);
      const ends = async () => [(await shown())[0], (await shown()).at(-1)];
      await shown();
      for (let page = 0; page < 3; page++) assert.equal(await showMore(row), undefined);
      const moved = await showMore(row);
      assert.ok(moved?.kind === "provisioner" && moved.provisioner.key === "key2000", "what is new comes in sight");
      const wanted = ["Show 500 before, 500 are above", "Show 500 more, 800 are left"];
      assert.deepEqual(await ends(), wanted);
      tree.closed(row);
      tree.opened(row);
      assert.deepEqual(await ends(), wanted);
      const data = tree.dataOf(connection);
      data.provisionerView = { by: "stake", filter: "key3" };
      assert.deepEqual(await ends(), ["key3", "key3299"]);
      data.provisionerView = { by: "stake", filter: "" };
      await provisioners(keys.slice(0, 40));
      data.provisioners.invalidate();
      assert.deepEqual([await ends(), (await shown()).length], [["key0", "key39"], 40]);
      await provisioners(keys);
      data.provisioners.invalidate();
      assert.deepEqual(await ends(), wanted);
    });

    it("tells equal keys apart on every page, and the rows below them", async () => {
      await provisioners([...Array<string>(1000).fill("twin"), "twin#2", ...Array<string>(1500).fill("twin")]);
      const row = await section("provisioners");
      await open(row);
      for (let page = 0; page < 5; page++) {
        const twins = await tree.getChildren(row);
        const below = (await Promise.all([0, 1, 499, 501].map((at) => tree.getChildren(twins[at])))).flat();
        const ids = [...twins, ...below].map((each) => tree.getTreeItem(each).id);
        assert.equal(new Set(ids).size, ids.length);
        if (twins.some(isPager)) await showMore(row);
      }
    });

    it("shows all others beside one that is not as it should be", async () => {
      const sound = { key: "sound", amount: 7, reward: 1, eligibility: 0 };
      await sandbox.control("answer", {
        path: "/on/node/provisioners",
        text: JSON.stringify([sound, { key: "odd", amount: 1.5, reward: null }, null, { ...sound, key: "last" }]),
        headers: { "content-type": "application/json" },
      });
      const items = (await tree.getChildren(await section("provisioners"))).map((row) => tree.getTreeItem(row));
      assert.deepEqual(
        items.map(({ label }) => label),
        ["sound", "last", "odd", "no key"],
      );
      assert.match(String(items[2]?.description), /amount is 1\.5, not a whole number/);
    });

    it("tells rows with one name apart, and the rows below them", async () => {
      await provisioners(["twin", "twin", "twin/field:key"]);
      const twins = await tree.getChildren(await section("provisioners"));
      const below = (await Promise.all(twins.map((row) => tree.getChildren(row)))).flat();
      const ids = [...twins, ...below].map((row) => tree.getTreeItem(row).id);
      assert.deepEqual([ids.length, new Set(ids).size], [15, 15]);
    });
  });

  describe("with what can be queried", () => {
    let schemas: Schemas;
    beforeEach(() => {
      const quiet = () => undefined;
      schemas = new Schemas(connections, new SchemaCache(vscode.Uri.file(tmpdir()), quiet), quiet);
      fields.readBy((each) => offeredFields(schemas, each));
      notifyOffered(schemas, fields);
      fields.onChange((each) => refresh.queriesChanged(each));
    });
    afterEach(async () => {
      schemas.dispose();
      await sandbox.control("reset");
    });

    const shown = async () =>
      (await open(await section("schema"))).map(
        ({ label, description }) => `${label as string} | ${description as string}`,
      );

    it("shows each field with its arguments, what is deprecated, and another schema as soon as it is known", async () => {
      const old = 'tip: Int @deprecated(reason: "ask for the block")';
      await sandbox.control("schema", { sdl: `type Query { block(height: Int!): Int ${old} }` });
      assert.deepEqual(await shown(), ["block | (height: Int!): Int", "tip | Int · deprecated"]);
      const [, tip] = await tree.getChildren(await section("schema"));
      const { tooltip } = await tree.resolveTreeItem(tree.getTreeItem(tip!), tip!);
      assert.equal(tooltip, "tip: Int\ndeprecated: ask for the block");
      assert.equal(tree.getTreeItem(await section("schema")).description, "GraphQL, 2 queries");
      fired = [];
      await sandbox.control("schema", { sdl: "type Query { block(height: Int!): Int }" });
      await schemas.reload(connection);
      await eventually("the row to be redrawn", () => fired.flat().some((row) => row?.kind === "section"), Boolean);
      assert.deepEqual(await shown(), ["block | (height: Int!): Int"]);
    });

    it("says why there is no schema, and gets it when that is tried again", async () => {
      await sandbox.control("answer", { path: "/on/graphql/query", status: 500, text: "VM error: out of order" });
      const [problem, retry] = await tree.getChildren(await section("schema"));
      assert.ok(problem?.kind === "problem" && problem.message.includes("out of order"));
      assert.ok(retry?.kind === "retry" && retry.part !== undefined);
      await new ExplorerCommands(connections, tree, refresh).retry(retry);
      assert.ok((await shown()).some((text) => text.startsWith("block | (")));
    });
  });

  describe("as the editor asks it", () => {
    let answers: PromptTreeData;
    let arrived: ExplorerNode[];
    beforeEach(() => {
      answers = new PromptTreeData(tree);
      arrived = [];
      answers.onDidChangeTreeData((rows) => arrived.push(...(rows ?? [])));
    });
    afterEach(() => answers.dispose());

    it("answers at once, and has the row asked for again when what it needs has arrived", async () => {
      const mempool = await section("mempool");
      const [first] = await answers.getChildren(mempool);
      assert.ok(first?.kind === "note" && first.text === "asking the node…");
      await eventually("the rows to arrive", () => arrived.includes(mempool), Boolean);
      assert.ok(!(await answers.getChildren(mempool)).includes(first));
    });

    it("has a row asked for again until it is, since the editor may lose what it is told", async () => {
      const mempool = await section("mempool");
      const times = () => arrived.filter((row) => row === mempool).length;
      await answers.getChildren(mempool);
      await eventually("to be told twice", times, (count) => count > 1);
      const rows = await answers.getChildren(mempool);
      assert.ok(rows.every((row) => row.kind !== "note" || row.text !== "asking the node…"));
    });

    it("has a connection that is open asked for when all rows were redrawn and it was not", async () => {
      const [root] = await answers.getChildren();
      await answers.getChildren(root);
      arrived = [];
      await answers.getChildren();
      await eventually("its rows to be asked for", () => arrived.includes(root!), Boolean);
    });

    it("follows a section as soon as it is asked for, though the editor lost that it was opened", async () => {
      answers.dispose();
      let turned = 0;
      const look = () => {
        turned++;
        refresh.followOpen();
      };
      answers = new PromptTreeData(tree, { turned: look });
      const node = await connection.node();
      const mempool = await section("mempool");
      await answers.getChildren(mempool);
      await eventually("the rows to arrive", () => tree.rowsBelow(mempool), Boolean);
      await answers.getChildren(mempool);
      assert.equal(turned, 2, "with each answer it is looked at what is open");
      await eventually("the mempool to be followed", () => follows(node), Boolean);
    });

    it("has a row asked for that the editor opens by itself, or a person, when nothing was: it may lose that", async () => {
      const clock = new FakeClock();
      answers.dispose();
      answers = new PromptTreeData(tree, { clock });
      const another = connections.add({ ...connection.config, name: "Another" });
      const other = (await tree.getChildren()).find((row) => row.connection === another);
      const rows = await tree.getChildren(other);
      const [node, mempool] = (["node", "mempool"] as const).map((name) =>
        rows.find((row) => row.kind === "section" && row.section === name),
      ) as [ExplorerNode, ExplorerNode];
      const told: string[] = [];
      answers.onDidChangeTreeData((each) => told.push(...(each ?? []).map((row) => tree.idOf(row))));
      for (const row of rows) answers.getTreeItem(row);
      clock.advance(900);
      tree.opened(mempool);
      answers.opened(mempool);
      clock.advance(100);
      assert.deepEqual(told, [tree.idOf(node)], "about what has just been opened it is about to ask");
      await answers.getChildren(node);
      clock.advance(1000);
      assert.deepEqual(told.slice(1), [tree.idOf(mempool)]);
      await answers.getChildren(mempool);
      for (let second = 0; second < 9; second++) clock.advance(1000);
      const again = told.slice(2).filter((id) => id === tree.idOf(node));
      assert.deepEqual(again, [], "once it has asked it is not told again");
    });

    it("has an open row asked for that is redrawn when it was not: the editor forgets the rows below it", async () => {
      const clock = new FakeClock();
      answers.dispose();
      answers = new PromptTreeData(tree, { clock });
      const [mempool, statistics] = [await section("mempool"), await section("statistics")];
      await tree.getChildren(mempool);
      tree.closed(statistics);
      let told: (ExplorerNode | undefined)[] = [];
      for (const row of [mempool, statistics]) tree.askAgain(row);
      answers.onDidChangeTreeData((rows) => told.push(...(rows ?? [])));
      clock.advance(1000);
      assert.deepEqual([told.includes(mempool), told.includes(statistics)], [true, false]);
      await answers.getChildren(mempool);
      told = [];
      clock.advance(10_000);
      assert.ok(!told.includes(mempool), "once it has asked it is not told again");
    });

    it("takes a row for closed that the editor has closed without a word: it asks about all that are open", async () => {
      const clock = new FakeClock();
      answers.dispose();
      answers = new PromptTreeData(tree, { clock, turned: () => refresh.followOpen() });
      const top = await root();
      const [mempool, statistics] = [await section("mempool"), await section("statistics")];
      for (const row of [mempool, statistics]) await tree.getChildren(row);
      refresh.followOpen();
      const node = await connection.node();
      await eventually("the mempool to be followed", () => follows(node), Boolean);
      await answers.getChildren(top);
      for (const row of [await section("node"), statistics]) await answers.getChildren(row);
      const told: string[] = [];
      answers.onDidChangeTreeData((rows) => told.push(...(rows ?? []).map((row) => tree.idOf(row))));
      clock.advance(1000);
      assert.deepEqual(told, [tree.idOf(mempool)], "of a row that was not asked for it is told again");
      clock.advance(10_000);
      assert.ok(
        told.includes(tree.idOf(top)),
        "then of the row above: one that the editor no longer knows it asks for so",
      );
      assert.deepEqual(
        [mempool, statistics].map((row) => tree.isOpen(row)),
        [false, true],
      );
      await eventually("the mempool to be followed no longer", () => !follows(node), Boolean);
      await answers.getChildren(mempool);
      await answers.getChildren(mempool);
      assert.ok(tree.isOpen(mempool), "asked for, it is open again");
    });

    it("takes no row for closed while the view is hidden: then nothing is asked for", async () => {
      const clock = new FakeClock();
      answers.dispose();
      answers = new PromptTreeData(tree, { clock, isVisible: () => false });
      const mempool = await section("mempool");
      await tree.getChildren(mempool);
      await answers.getChildren(await root());
      clock.advance(60_000);
      assert.ok(tree.isOpen(mempool));
    });

    it("renames rows below a row that the editor refreshes while it is given them: it would refuse them", async () => {
      const statistics = await section("statistics");
      await tree.getChildren(statistics);
      const ids = (rows: ExplorerNode[]) => rows.map((row) => answers.getTreeItem(row).id);
      const given = answers.getChildren(statistics);
      answers.getTreeItem(await root());
      const before = ids(await given);
      const after = ids(await answers.getChildren(statistics));
      assert.ok(before.length > 0 && after.every((id) => id !== undefined && !before.includes(id)));
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(ids(await answers.getChildren(statistics)), after, "once is enough");
      assert.deepEqual(ids([statistics]), ids([await section("statistics")]), "only those below it");
    });

    const follows = ({ events }: NodeConnection) => events.all.some(({ target }) => target.topic === "included");

    it("tells the whole key of a provisioner, its stake and its reward, when the mouse rests on it", async () => {
      const [row] = await tree.getChildren(await section("provisioners"));
      assert.ok(row?.kind === "provisioner");
      const item = answers.getTreeItem(row);
      assert.equal(item.tooltip, undefined, "it is made when it is wanted");
      const tooltip = (await answers.resolveTreeItem(item, row)).tooltip as string;
      const { key, amount } = row.provisioner;
      const lines = tooltip.split("\n");
      assert.equal(lines[0], key);
      assert.ok(lines[1]?.startsWith("stake: ") && lines[1].endsWith(` coins · ${amount} units`), lines.join());
      assert.ok(lines[2]?.startsWith("reward: "), lines.join());
    });

    it("gives the rows that there are by then when others have arrived since", async () => {
      const mempool = await section("mempool");
      const answering = await answers.getChildren(mempool);
      assert.equal(answering.length, 1);
      await eventually("the rows to arrive", () => arrived.includes(mempool), Boolean);
      await sandbox.control("transaction", { propagate: true });
      tree.dataOf(connection).mempool.invalidate();
      await tree.update(mempool);
      const rows = await answers.getChildren(mempool);
      assert.deepEqual(rows, await tree.getChildren(mempool));
      assert.ok(rows.every((row) => tree.getParent(row) === mempool));
    });

    it("keeps nothing for a row that was closed before it was asked for again", async () => {
      const chain = await section("chain");
      await answers.getChildren(chain);
      await eventually("the rows to arrive", () => arrived.includes(chain), Boolean);
      answers.closed(chain);
      await sandbox.control("block");
      await untilArrived();
      const [tip] = (await answers.getChildren(chain)).map((row) => answers.getTreeItem(row));
      assert.equal(tip?.description, String(await heightNow()));
    });
  });

  describe("when a row is closed and opened again", () => {
    let answers: PromptTreeData;
    let editor: EditorRows<ExplorerNode>;
    beforeEach(async () => {
      answers = new PromptTreeData(tree);
      editor = new EditorRows(answers);
      await editor.expand(await root());
    });
    afterEach(async () => {
      answers.dispose();
      await sandbox.control("reset");
    });

    const answer = (path: string, value: unknown): Promise<unknown> =>
      sandbox.control("answer", {
        path,
        text: JSON.stringify(value),
        headers: { "content-type": "application/json" },
      });
    const provisioner = (units: number) => [{ key: "K".repeat(96), amount: units, reward: 1, eligibility: 0 }];
    const info = (limit: number) => ({ version: "1.0.0", chain_id: 250, vm_config: { limit } });
    const block = (): Promise<unknown> => sandbox.control("block");
    const stories: { path: string[]; first?: () => Promise<unknown>; news: () => Promise<unknown> }[] = [
      { path: ["Node"], news: () => answer("/on/node/info", { version: "1.0.0", chain_id: 77 }) },
      {
        path: ["Node", "vm_config"],
        first: async () => [await answer("/on/node/info", info(1)), await connection.connect()],
        news: () => answer("/on/node/info", info(2)),
      },
      { path: ["Chain"], news: block },
      { path: ["Mempool"], news: () => sandbox.control("transaction", { propagate: true }) },
      { path: ["Network", "Peers"], news: () => answer("/on/network/peers", ["192.0.2.1:9000"]) },
      { path: ["Provisioners"], news: () => answer("/on/node/provisioners", provisioner(5)) },
      {
        path: ["Provisioners", "KKKK"],
        first: () => answer("/on/node/provisioners", provisioner(5)),
        news: () => answer("/on/node/provisioners", provisioner(6)),
      },
      { path: ["Contracts", "Transfer"], news: () => answer("/get_version", "7.7.7") },
      {
        path: ["Contracts", "Transfer", "Metadata"],
        news: () => answer("/metadata", { owner: "abc", driver_available: true }),
      },
      {
        path: ["Subscriptions"],
        news: async () =>
          (await connection.node()).events.subscribe({ component: "blocks", topic: "any" }, () => undefined),
      },
      { path: ["Statistics"], news: block },
    ];
    for (const { path, first, news } of stories) {
      it(`shows what is new below ${path.join(", ")}`, async () => {
        await first?.();
        let row = await root();
        for (const label of path) {
          const rows = () => editor.below(row).find((each) => labelOf(each).startsWith(label));
          row = (await eventually(`the row ${label}`, rows, Boolean)) as ExplorerNode;
          await editor.expand(row);
        }
        const isLoaded = (texts: string[]) => texts.length > 0 && !texts.join().includes("asking the node");
        const before = await eventually("rows", () => editor.texts(row), isLoaded);
        editor.collapse(row);
        answers.closed(row);
        await untilQuiet();
        await news();
        await editor.expand(row);
        await refresh.opened(row);
        await eventually(
          "news",
          () => editor.texts(row),
          (texts) => isLoaded(texts) && texts.join() !== before.join(),
        );
      });
    }

    it("shows what is new in sections that stayed open below a connection", async () => {
      const top = await root();
      const mempool = editor.below(top).find((row) => row.kind === "section" && row.section === "mempool")!;
      await editor.expand(mempool);
      const before = await eventually(
        "rows",
        () => editor.texts(mempool),
        (texts) => texts.length > 1 || texts.join().includes("No transaction"),
      );
      editor.collapse(top);
      answers.closed(top);
      await sandbox.control("transaction", { propagate: true });
      await editor.expand(top);
      await refresh.opened(top);
      await eventually(
        "news",
        () => editor.texts(mempool).length,
        (count) => count > 1 && count !== before.length,
      );
    });

    it("asks for it also when it was closed before it had come", async () => {
      const top = await root();
      const mempool = editor.below(top).find((row) => row.kind === "section" && row.section === "mempool")!;
      await editor.expand(mempool);
      assert.match(editor.texts(mempool).join(), /asking the node/);
      editor.collapse(mempool);
      answers.closed(mempool);
      await tree.dataOf(connection).mempool.ready();
      await editor.expand(mempool);
      await refresh.opened(mempool);
      await eventually(
        "rows",
        () => editor.texts(mempool).join(),
        (texts) => texts !== "" && !texts.includes("asking the node"),
      );
    });

    const labelOf = (row: ExplorerNode) => tree.getTreeItem(row).label as string;
  });

  async function heightNow(): Promise<bigint> {
    return BigInt(((await sandbox.control("state")) as { height: number | string }).height);
  }

  /** Waits until the newest block has arrived as an event. */
  async function untilArrived(): Promise<void> {
    const height = await heightNow();
    await eventually(
      "the newest block to arrive",
      () => String(connection.chain.tip?.height),
      (tip) => tip === String(height),
    );
  }

  /** Waits until nothing is on its way to the editor any more. */
  async function untilQuiet(): Promise<void> {
    await eventually(
      "the refreshing to end",
      () => refresh.busy,
      (busy) => !busy,
    );
  }
});

function healthOf({ status }: Connection): string {
  if (status.state !== "up") return status.state;
  return status.capabilities.graphql.offered === "unknown" || status.events.kind !== "open" ? "up" : "up, looked at";
}
