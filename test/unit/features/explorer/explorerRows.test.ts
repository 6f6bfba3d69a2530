import assert from "node:assert/strict";
import { systemClock } from "../../../../src/base/clock";
import { Connection } from "../../../../src/client/connection";
import type { ConnectionConfig } from "../../../../src/client/connectionConfig";
import { recentBlocks } from "../../../../src/features/explorer/model/chainQueries";
import { ConnectionData } from "../../../../src/features/explorer/model/connectionData";
import { childrenOf } from "../../../../src/features/explorer/model/explorerChildren";
import { followedSections } from "../../../../src/features/explorer/model/followedSections";
import { nodeId, type ExplorerNode, type Section } from "../../../../src/features/explorer/model/rows/explorerNode";
import { transferLines } from "../../../../src/features/explorer/model/transactionHover";
import { timeOfDay } from "../../../../src/base/moment";
import { rowValue } from "../../../../src/features/explorer/model/rows/rowCopy";
import { rowView } from "../../../../src/features/explorer/model/rows/drawRow";
import { eventually } from "../../../support/eventually";
import { startSandbox, type Sandbox, type SandboxOptions } from "../../../support/startSandbox";

const counter = "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62";
const transfer = `01${"00".repeat(31)}`;

/** The explorer of one connection, without an editor. */
class Rows {
  private constructor(
    readonly sandbox: Sandbox,
    readonly connection: Connection,
    readonly data: ConnectionData,
  ) {}

  /** `clock`: by which the age of what was asked for is told. */
  static async of(
    options: SandboxOptions = {},
    config: Partial<ConnectionConfig> = {},
    clock = systemClock,
  ): Promise<Rows> {
    const sandbox = await startSandbox({ blockMs: 0, ...options });
    const whole = {
      name: "Local",
      url: sandbox.url,
      timeoutMs: 3000,
      contracts: [],
      origin: "settings",
      ...config,
    } as const;
    const connection = new Connection(whole);
    return new Rows(sandbox, connection, new ConnectionData(connection, clock));
  }

  below(node: ExplorerNode): Promise<ExplorerNode[]> {
    return childrenOf(node, this.data);
  }

  root(): Promise<ExplorerNode[]> {
    return this.below({ kind: "connection", connection: this.connection });
  }

  section(section: Section): Promise<ExplorerNode[]> {
    return this.below({ kind: "section", connection: this.connection, section });
  }

  /** A row as it is read: label and description. */
  words(node: ExplorerNode): string {
    const { label, description } = rowView(node, this.data, true);
    return description ? `${label}: ${description}` : label;
  }

  async end(): Promise<void> {
    this.connection.dispose();
    await this.sandbox.stop();
  }
}

describe("the rows of a connection", function () {
  this.timeout(60_000);
  let rows: Rows;
  before(async () => {
    rows = await Rows.of({}, { contracts: [{ id: counter, name: "Counter" }] });
    await rows.root();
  });
  after(() => rows.end());

  it("are its sections", async () => {
    assert.deepEqual(
      (await rows.root()).map((row) => rows.words(row).replace(/:.*/, "")),
      [
        ...[
          "Node",
          "Chain",
          "Mempool",
          "Transactions",
          "Network",
          "Provisioners",
          "Contracts",
          "Schema",
          "Subscriptions",
          "Statistics",
        ],
      ],
    );
  });

  it("begin with what the settings say wrong of the node's headers, and a way to put it right", async () => {
    const misnamed = await Rows.of({ args: ["--prefix", "Rusk"] });
    const shown = (await misnamed.root()).slice(0, 3);
    assert.deepEqual(
      shown.map(({ kind }) => kind),
      ["problem", "remedy", "section"],
    );
    assert.equal(misnamed.words(shown[0]!), "The node's headers begin with Rusk, this connection says Node.");
    const { press, label } = rowView(shown[1]!, misnamed.data, true);
    assert.match(label, /^Use the prefix Rusk: /);
    assert.equal(press?.command, "chainscope.editConnection");
    assert.equal(shown[1]?.kind === "remedy" && shown[1].newPrefix, "Rusk");
    await misnamed.end();
  });

  it("show every field of node info, also unknown and nested ones, and what the node offers", async () => {
    const fields = await rows.section("node");
    const shown = fields.map((row) => rows.words(row));
    assert.ok(shown.includes("chain_id: 250"));
    assert.equal(shown.at(-1), "Offers");
    const config = fields.find((row) => row.kind === "field" && row.name === "vm_config");
    const features = (await rows.below(config!)).find((row) => row.kind === "field" && row.name === "features");
    const nested = (await rows.below(features!)).map((row) => rows.words(row));
    assert.ok(nested.includes("FILLER_FEATURE: 18446744073709551615"), nested.join());
    const offers = (await rows.below(fields.at(-1)!)).map((row) => rows.words(row));
    assert.deepEqual(
      offers.map((text) => text.replace(/:.*/, "")),
      ["GraphQL", "Archive", "Prover", "Contract drivers"],
    );
  });

  it("list recent blocks newest first, a page at a time, and follow the chain without asking", async () => {
    const list = await rows.section("chain");
    const blocks = list.flatMap((row) => (row.kind === "block" ? [row.block.height] : []));
    assert.equal(blocks.length, 20);
    assert.deepEqual(
      blocks,
      Array.from(blocks, (_, index) => blocks[0]! - BigInt(index)),
    );
    assert.match(rows.words(list[1]!), /^last finalized: \d+$/);
    assert.match(rows.words(list.at(-1)!), /^Older blocks, from #\d+ down$/);
    rows.data.showOlderBlocks();
    assert.equal((await rows.section("chain")).filter(({ kind }) => kind === "block").length, 40);
    const before = await requests(rows.sandbox, "/graphql");
    const accepted = {
      height: blocks[0]! + 1n,
      hash: "ab".repeat(32),
      timestamp: undefined,
      transactions: ["cd".repeat(32)],
    };
    rows.data.apply({ kind: "accepted", block: accepted });
    const [, , newest] = await rows.section("chain");
    assert.equal(rows.words(newest!), `#${accepted.height}: 1 tx · accepted`);
    rows.data.apply({ kind: "state", hash: accepted.hash, atHeight: accepted.height + 3n, state: "finalized" });
    assert.match(rows.words((await rows.section("chain"))[2]!), /finalized/);
    rows.data.apply({ kind: "reverted", hash: accepted.hash, atHeight: accepted.height });
    assert.equal(rows.words((await rows.section("chain"))[2]!).startsWith(`#${blocks[0]}`), true);
    assert.equal(await requests(rows.sandbox, "/graphql"), before);
  });

  it("say between two blocks which the node did not tell, until it is asked for them", async () => {
    const { connection } = rows;
    const data = new ConnectionData(connection);
    const chain = () => childrenOf({ kind: "section", connection, section: "chain" }, data);
    const top = (await chain()).flatMap((row) => (row.kind === "block" ? [row.block.height] : []))[0]!;
    const told = { height: top + 3n, hash: "ef".repeat(32), timestamp: undefined, transactions: [] };
    data.apply({ kind: "accepted", block: told });
    await rows.sandbox.control("answer", { path: "/graphql", status: 500, text: "VM error: out of order", count: 2 });
    const text = (await chain()).map((row) => rows.words(row));
    const at = text.indexOf(`#${top + 3n}: 0 tx · accepted`);
    assert.equal(text[at + 1], `Blocks #${top + 1n}–#${top + 2n} were not told by the node.`);
    data.apply({ kind: "missed", blocks: { first: top + 1n, last: top + 2n } });
    data.apply({ kind: "reverted", hash: told.hash, atHeight: told.height });
    assert.equal(rows.words((await chain())[2]!).startsWith(`#${top}: `), true);
  });

  it("are asked for when an event is the first to tell that blocks came since the list", async () => {
    const { connection } = rows;
    const data = new ConnectionData(connection);
    const chain = () => childrenOf({ kind: "section", connection, section: "chain" }, data);
    const blocks = async () => (await chain()).flatMap((row) => (row.kind === "block" ? [row.block] : []));
    const [top] = await blocks();
    await rows.sandbox.control("block", { count: 3 });
    const { hash } = (await recentBlocks(await connection.node(), undefined, 1))[0]!;
    const told = { height: top!.height + 3n, hash: hash!, timestamp: undefined, transactions: [] };
    data.apply({ kind: "accepted", block: told });
    const heights = (await blocks()).map(({ height }) => height - top!.height);
    assert.deepEqual(heights.slice(0, 4), [3n, 2n, 1n, 0n]);
  });

  it("show nothing of the chain before, once the node is on another", async () => {
    const { connection } = rows;
    const data = new ConnectionData(connection);
    await childrenOf({ kind: "section", connection, section: "chain" }, data);
    await data.mempool.ready();
    data.noteSeen(["ab".repeat(32)]);
    const block = { height: 1n, hash: "cd".repeat(32) };
    data.apply({ kind: "restarted", before: block, tip: block });
    assert.deepEqual([data.blocks.all, data.seenContracts.size, data.known("mempool")], [[], 0, undefined]);
  });

  it("say how far blocks are final as the node has it, also where it made them final before it was started again", async () => {
    const restarted = await Rows.of();
    const { connection, data, sandbox } = restarted;
    try {
      const final = async () => {
        const list = await restarted.section("chain");
        return list.flatMap((row) => (row.kind === "field" && row.name === "last finalized" ? [row.value] : []))[0];
      };
      const isUp = () =>
        eventually(
          "the node's events",
          () => connection.status,
          (status) => status.state === "up" && status.events.kind === "open",
        );
      await restarted.root();
      await isUp();
      const atStart = await final();
      await connection.chain.certain();
      await sandbox.control("block", { count: 3 });
      await eventually("three more final blocks", final, (height) => height === (atStart as bigint) + 3n);
      await sandbox.stop();
      await eventually(
        "the node to be lost",
        () => connection.status.state,
        (at) => at === "failed",
      );
      await sandbox.restart();
      await connection.retry();
      await isUp();
      await connection.chain.certain();
      data.invalidate();
      assert.equal(await final(), atStart);
    } finally {
      await restarted.end();
    }
  });

  it("of more blocks than a node gives for one request are refreshed by several", async () => {
    const { connection } = rows;
    const data = new ConnectionData(connection);
    const heights = async () => {
      const list = await childrenOf({ kind: "section", connection, section: "chain" }, data);
      return list.flatMap((row) => (row.kind === "block" ? [row.block.height] : []));
    };
    await heights();
    for (let page = 0; page < 10; page++) data.showOlderBlocks();
    const shown = await heights();
    assert.equal(shown.length, 220);
    data.invalidate();
    assert.deepEqual(await heights(), shown);
  });

  it("open a block into its transactions, which tell their call, gas and failure", async () => {
    const blocks = (await rows.section("chain")).filter(({ kind }) => kind === "block");
    const lists = await Promise.all(blocks.slice(0, 10).map((block) => rows.below(block)));
    const shown = lists.flat().map((row) => rows.words(row));
    assert.ok(
      shown.some((text) => /^[0-9a-f]{8}…[0-9a-f]{4}: Counter\.\w+ · gas \d+/.test(text)),
      shown.join("\n"),
    );
    const targets = lists.flat().flatMap((row) => (row.kind === "transaction" ? [row.target] : []));
    assert.ok(targets.every(({ component, entity }) => component === "transactions" && entity?.length === 64));
  });

  it("offer to name a contract where a transaction has made it: not while that waits, nor where it failed", async () => {
    const send = { deploy: "c0de".repeat(20), gasPrice: 2000, gasLimit: 30_000_000, propagate: true };
    const { hash: good } = (await rows.sandbox.control("transaction", send)) as { hash: string };
    const isOf = (hash: string) => (row: ExplorerNode) => row.kind === "transaction" && row.transaction.hash === hash;
    const told = (list: ExplorerNode[], hash: string) => {
      const row = list.find(isOf(hash));
      assert.ok(row?.kind === "transaction");
      return [rows.words(row).replace(/^.*?: | · .*$/g, ""), row.contractId, rowView(row, rows.data, true).context];
    };
    const [text, ...waiting] = told(await rows.section("mempool"), good);
    assert.match(String(text), /^deployment of [0-9a-f]{8}…[0-9a-f]{4}$/);
    assert.deepEqual(waiting, [undefined, "transaction"]);
    await rows.sandbox.control("block");
    // The same contract once more fails.
    const { hash: bad } = (await rows.sandbox.control("transaction", send)) as { hash: string };
    await rows.sandbox.control("block");
    const lists = await eventually(
      "both blocks",
      async () => {
        rows.data.chain.invalidate();
        const blocks = (await rows.section("chain")).filter(({ kind }) => kind === "block").slice(0, 2);
        return (await Promise.all(blocks.map((block) => rows.below(block)))).flat();
      },
      (list) => list.some(isOf(good)) && list.some(isOf(bad)),
    );
    const [, made, context] = told(lists, good);
    assert.match(String(made), /^[0-9a-f]{64}$/);
    assert.equal(context, "transaction.made");
    const [again, ...failed] = told(lists, bad);
    assert.deepEqual([again, failed], [text, [undefined, "transaction"]]);
  });

  it("tell the gas price and the waiting transactions", async () => {
    const [gas, ...waiting] = await rows.section("mempool");
    assert.match(rows.words(gas!), /^gas price: min \d+ · median \d+ · average \d+ · max \d+$/);
    assert.ok(waiting.length > 0 && waiting.every(({ kind }) => kind === "transaction"));
  });

  it("of the mempool are asked for once more when the node has heard that they are followed", async () => {
    const { sandbox, data } = rows;
    await rows.section("mempool");
    const { hash } = (await sandbox.control("transaction", { propagate: true })) as { hash: string };
    let told = 0;
    const following = await followedSections.mempool!(data, () => told++);
    await eventually("something to be told", () => told, Boolean);
    const waiting = await rows.section("mempool");
    following.dispose();
    assert.ok(waiting.some((row) => row.kind === "transaction" && row.transaction.hash === hash));
  });

  it("tell of a transaction under the pointer what it sends to whom, and its kind once", async () => {
    const { accounts } = (await rows.sandbox.control("state")) as { accounts: string[] };
    const [sender, receiver] = accounts;
    const sent = { sender, receiver, value: "5000000001", memo: "for the boat", propagate: true };
    const { hash } = (await rows.sandbox.control("transaction", sent)) as { hash: string };
    rows.data.mempool.invalidate();
    const row = (await rows.section("mempool")).find(
      (each) => each.kind === "transaction" && each.transaction.hash === hash,
    );
    assert.ok(row);
    const { tooltip } = rowView(row, rows.data, true);
    assert.ok(typeof tooltip === "function");
    assert.deepEqual(tooltip().split("\n"), [`Transaction ${hash}`, "moonlight", "gas price 1", "memo: for the boat"]);
    assert.deepEqual(await transferLines(rows.connection, hash), [
      `sender: ${sender}`,
      `receiver: ${receiver}`,
      "value: 5.000000001 coins · 5000000001 units",
    ]);
    assert.deepEqual(await transferLines(rows.connection, "00".repeat(32)), [], "one that the node does not know");
    await rows.sandbox.control("clear-mempool");
    rows.data.mempool.invalidate();
  });

  it("ask for peers and places only when they are opened", async () => {
    const [peers, locations] = await rows.section("network");
    assert.equal(rows.words(peers!), "Peers: up to 50");
    assert.equal((await rows.below(peers!)).length, 24);
    // The row that was there before its own were loaded says so too.
    assert.equal(rows.words(peers!), "Peers: 24 of up to 50 asked for");
    rows.data.peerCount = 3;
    rows.data.peers.invalidate();
    assert.equal((await rows.below(peers!)).length, 3);
    assert.equal(rows.words(peers!), "Peers: 3 of up to 3 asked for");
    assert.equal(rows.words(locations!), "Locations: slow, since the node asks a third party");
    const places = (await rows.below(locations!)).length;
    assert.equal(rows.words(locations!), `Locations: ${places} places`);
  });

  it("list provisioners by stake with exact amounts, and sort and filter them without asking", async () => {
    const shown = await rows.section("provisioners");
    assert.equal(
      rows.words(shown[0]!).replace(/^.*?: /, ""),
      "9 223 372 036.854775808 coins · 9223372036854775808 units",
    );
    const fields = (await rows.below(shown[0]!)).map((row) => rows.words(row).replace(/:.*/, ""));
    assert.deepEqual(fields.slice(0, 4), ["key", "amount", "eligibility", "reward"]);
    const amounts = (await rows.below(shown[0]!)).map((row) => rows.words(row)).filter((text) => /coins/.test(text));
    assert.equal(amounts[0], "amount: 9 223 372 036.854775808 coins · 9223372036854775808 units");
    assert.deepEqual(
      amounts.map((text) => text.replace(/:.*/, "")),
      ["amount", "reward", "locked_amt"],
    );
    const before = await requests(rows.sandbox, "/on/node/provisioners");
    rows.data.provisionerView = { by: "key", filter: "" };
    const byKey = (await rows.section("provisioners")).map((row) =>
      row.kind === "provisioner" ? row.provisioner.key : "",
    );
    assert.deepEqual(byKey, [...byKey].sort());
    rows.data.provisionerView = { by: "stake", filter: byKey[3]!.slice(2, 20).toUpperCase() };
    assert.equal((await rows.section("provisioners")).length, 1);
    const section = { kind: "section", connection: rows.connection, section: "provisioners" } as const;
    assert.match(rows.words(section), /^Provisioners: 1 of \d+ by stake, with “.{18}”$/);
    assert.equal(rowView(section, rows.data, true).context, "section.provisioners.filtered");
    rows.data.provisionerView = { by: "stake", filter: "unknown" };
    assert.match(rows.words(section), /^Provisioners: 0 of \d+ by stake, with “unknown”$/);
    assert.deepEqual(
      (await rows.section("provisioners")).map((row) => rows.words(row)),
      ["No provisioner matches."],
    );
    rows.data.provisionerView = { by: "stake", filter: "" };
    assert.equal(rowView(section, rows.data, true).context, "section.provisioners");
    assert.equal(await requests(rows.sandbox, "/on/node/provisioners"), before);
  });

  it("offer named and built-in contracts, and those met in transactions", async () => {
    const shown = await rows.section("contracts");
    assert.deepEqual(
      shown.map((row) => rows.words(row).replace(/:.*/, "")),
      [...["Counter", "Transfer contract", "Stake contract", "Seen on the chain"]],
    );
    const seen = await rows.below(shown.at(-1)!);
    assert.ok(
      seen.every((row) => row.kind === "contract" && row.origin === "seen"),
      seen.map((row) => rows.words(row)).join(),
    );
    assert.ok(!seen.some((row) => row.kind === "contract" && row.contractId === counter));
  });

  it("open a contract into its balance, metadata, driver, functions and events", async () => {
    const [row] = await rows.section("contracts");
    const parts = await rows.below(row!);
    assert.deepEqual(
      parts.map((part) => rows.words(part)),
      ["Balance: 0 coins · 0 units", "Metadata", "Driver: version 0.3.1", "Functions: 10", "Events: 2"],
    );
    const functions = await rows.below(parts[3]!);
    assert.equal(rows.words(functions[1]!), "set_value: (SetValue)");
    assert.match(String(rowView(functions[1]!, rows.data, true).tooltip), /set_value \(SetValue\)\n\w+/);
    const [event] = await rows.below(parts[4]!);
    assert.equal(rows.words(event!), "value_set: ValueSet");
    assert.deepEqual(event?.kind === "event" && event.target, {
      component: "contracts",
      entity: counter,
      topic: "value_set",
    });
  });

  it("tell the digest of a contract's driver once it was fetched, as long as the driver is the same", async () => {
    const [row] = await rows.section("contracts");
    const [, , driver] = await rows.below(row!);
    const digest = async () => (await rows.below(driver!)).at(-1)!;
    assert.match(rows.words(await digest()), /^sha3_256: press to fetch the driver/);
    const { driverSignature: signature } = await (await rows.connection.node()).contracts.metadata(counter);
    const sha3 = "5a".repeat(32);
    rows.data.digests.note(counter, { sha3, signature: "another" });
    assert.equal((await digest()).kind, "digest");
    rows.data.digests.note(counter, { sha3, signature });
    assert.equal(rows.words(await digest()), `sha3_256: ${sha3}`);
    assert.equal(rowValue(await digest()), sha3);
  });

  it("say that a built-in contract's driver is built in, and who owns it", async () => {
    const row = (await rows.section("contracts")).find(
      (each) => each.kind === "contract" && each.contractId === transfer,
    );
    const parts = await rows.below(row!);
    assert.match(rows.words(parts[2]!), /^Driver: built into the node/);
    assert.ok(!parts.some((part) => part.kind === "note"), "nothing is wrong with it");
    assert.equal(await requests(rows.sandbox, `/on/driver:${transfer}/get_schema`), 0);
    const metadata = (await rows.below(parts[1]!)).map((each) => rows.words(each));
    assert.ok(
      metadata.some((text) => /^owner: [1-9A-HJ-NP-Za-km-z]{100,}$/.test(text)),
      metadata.join("\n"),
    );
  });

  it("list the subscriptions of the one session by names: what was asked for, then what the window needs", async () => {
    const { events } = await rows.connection.node();
    const target = { component: "contracts", entity: counter };
    const asked = [undefined, "counted"].map((topic) =>
      events.subscribe({ ...target, ...(topic && { topic }) }, () => undefined, "tail"),
    );
    const shown = await rows.section("subscriptions");
    for (const each of asked) each.dispose();
    const described = shown.map((row) => rows.words(row).replace(/(waiting · )?\d+ events?/, "n events"));
    assert.deepEqual(described, [
      "Counter, all events: n events · tail",
      "Counter/counted: n events · tail",
      "blocks/accepted: n events · of this window, to follow the chain",
      "blocks/statechange: n events · of this window, to follow the chain",
      "blocks/reverted: n events · of this window, to follow the chain",
    ]);
    // Who asked for it can stop it; what the window needs stays.
    const contexts = shown.slice(1, 3).map((row) => rowView(row, rows.data, true).context);
    assert.deepEqual(contexts, ["subscription", "subscription.own"]);
    assert.match(String(rowView(shown[0]!, rows.data, true).tooltip), new RegExp(`/on/contracts:${counter}`));
  });

  it("count on archive nodes", async () => {
    const shown = (await rows.section("statistics")).map((row) => rows.words(row));
    assert.match(shown[0]!, /^public accounts: \d+$/);
    const [, total, open, shielded] = /^transactions: (\d+) = (\d+) public \+ (\d+) shielded$/.exec(shown[1]!) ?? [];
    assert.equal(Number(total), Number(open) + Number(shielded), shown[1]);
    assert.equal(shown.length, 2);
  });

  it("say which connection is active, and are known by what can be done with them", async () => {
    const row = { kind: "connection", connection: rows.connection } as const;
    const drawn = (active: boolean) => rowView(row, rows.data, active);
    assert.match(drawn(true).description ?? "", /^active · up · chain 250 · 1\.6\.0$/);
    assert.match(drawn(false).description ?? "", /^up · chain 250 · 1\.6\.0$/);
    assert.equal(drawn(true).context, "connection.settings.up.active");
    assert.equal(drawn(false).context, "connection.settings.up.other");
    const context = (node: ExplorerNode | undefined) => rowView(node!, rows.data, true).context;
    const contracts = await rows.section("contracts");
    assert.deepEqual(contracts.slice(0, 2).map(context), ["contract.own", "contract.builtIn"]);
    assert.equal(context((await rows.section("provisioners"))[0]), "provisioner.stake.key");
    const blocks = (await rows.section("chain")).filter(({ kind }) => kind === "block");
    assert.equal(context(blocks[0]), "block.hash");
  });

  it("have an id each, of their own, apart from what they say", async () => {
    const ids: string[] = [];
    const visit = async (node: ExplorerNode, parent: string | undefined, depth: number): Promise<void> => {
      const id = nodeId(node, parent);
      ids.push(id);
      if (depth > 0) for (const row of await rows.below(node)) await visit(row, id, depth - 1);
    };
    await visit({ kind: "connection", connection: rows.connection }, undefined, 3);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.every((each) => !/\d+ by stake/.test(each)));
  });
});

describe("rows of a node that fails", function () {
  this.timeout(60_000);
  let rows: Rows;
  afterEach(() => rows.end());

  it("say what and why and offer to try again", async () => {
    rows = await Rows.of();
    await rows.sandbox.stop();
    const shown = (await rows.root()).map((row) => [row.kind, rows.words(row)]);
    assert.match(shown[0]?.[1] ?? "", /^Nothing listens at /);
    assert.deepEqual(
      shown.map(([kind]) => kind),
      ["problem", "remedy", "retry"],
    );
  });

  it("stay, marked as stale with the time, when one request fails, and are asked again only on request", async () => {
    rows = await Rows.of();
    await rows.root();
    const good = await rows.section("provisioners");
    await rows.sandbox.control("answer", {
      path: "/on/node/provisioners",
      status: 500,
      text: "VM error: out of order",
    });
    rows.data.known("provisioners")?.invalidate();
    const shown = await rows.section("provisioners");
    assert.equal(rows.words(shown[0]!).includes("out of order"), true);
    assert.equal(shown.at(-1)?.kind, "provisioner");
    assert.equal(shown.filter(({ kind }) => kind === "provisioner").length, good.length);
    const section = { kind: "section", connection: rows.connection, section: "provisioners" } as const;
    assert.match(rows.words(section), /^Provisioners: stale, as of \d\d:\d\d:\d\d · 64 by stake$/);
    assert.match(
      rows.words({ kind: "connection", connection: rows.connection }),
      /^Local: active · degraded · provisioners: /,
    );
    const before = await requests(rows.sandbox, "/on/node/provisioners");
    await rows.section("provisioners");
    assert.equal(await requests(rows.sandbox, "/on/node/provisioners"), before);
    rows.data.known("provisioners")?.invalidate();
    assert.equal((await rows.section("provisioners"))[0]?.kind, "provisioner");
    assert.match(rows.words({ kind: "connection", connection: rows.connection }), /^Local: active · up · chain /);
  });

  const restarted = { height: 1n, hash: "cd".repeat(32) };
  const looks: [when: string, look: (data: ConnectionData) => void][] = [
    ["all is asked for again", (data) => data.invalidate()],
    ["the node is on another chain", (data) => data.apply({ kind: "restarted", before: restarted, tip: restarted })],
  ];
  for (const [when, look] of looks) {
    it(`for which a connection is degraded are asked for also while no one sees them, when ${when}`, async () => {
      rows = await Rows.of();
      await rows.root();
      await rows.sandbox.control("answer", { path: "/on/node/provisioners", status: 500, text: "VM error: busy" });
      await rows.section("provisioners");
      const text = () => rows.words({ kind: "connection", connection: rows.connection });
      assert.match(text(), /degraded · provisioners: busy/);
      look(rows.data);
      await eventually("a connection that is up", text, (said) => said.startsWith("Local: active · up · chain "));
    });
  }

  it("are marked as stale no longer where the node is to be asked again once they are wanted", async () => {
    rows = await Rows.of();
    await rows.root();
    const text = () => rows.words({ kind: "section", connection: rows.connection, section: "network" });
    const fail = async () => {
      await rows.sandbox.control("answer", { path: "/on/network/peers_location", status: 500, text: "VM error: busy" });
      rows.data.invalidate();
      await rows.data.locations.ready();
    };
    await rows.data.locations.ready();
    await fail();
    assert.match(text(), /stale, as of/);
    rows.data.invalidate();
    assert.doesNotMatch(text(), /stale/, "no one asked for them since");
    await fail();
    assert.match(text(), /stale, as of/, "it failed again");
  });

  it("of the chain are as old as the last block that an event told, not as the list that was asked for", async () => {
    rows = await Rows.of({}, {}, { ...systemClock, now: () => 0 });
    await rows.root();
    await rows.section("chain");
    const { chain } = rows.connection;
    const told = await eventually(
      "a block that an event tells",
      async () => {
        await rows.sandbox.control("block");
        return chain.tip?.arrivedAt;
      },
      (at) => at !== undefined,
    );
    const word = () => rows.words({ kind: "section", connection: rows.connection, section: "chain" });
    assert.match(word(), /^Chain: #\d+$/);
    await rows.sandbox.stop();
    await failing(rows.connection);
    const [, asOf] = /^Chain: stale, as of (\d\d:\d\d:\d\d) · #\d+$/.exec(word()) ?? [];
    assert.ok(asOf === timeOfDay(told!) || asOf === timeOfDay(chain.tip!.arrivedAt!), `as of ${asOf}`);
    assert.notEqual(asOf, timeOfDay(0));
  });

  it("stay when the whole node goes, and nothing more is asked of it", async () => {
    rows = await Rows.of();
    await rows.root();
    await rows.section("provisioners");
    await rows.sandbox.stop();
    await failing(rows.connection);
    const kinds = (await rows.root()).map(({ kind }) => kind);
    assert.deepEqual(kinds.slice(0, 4), ["problem", "remedy", "retry", "section"]);
    assert.equal((await rows.section("provisioners")).length, 64);
    assert.deepEqual(
      (await rows.section("statistics")).map((row) => rows.words(row)),
      ["Not loaded yet: the node does not answer.", "Retry"],
    );
    assert.match(rows.words({ kind: "section", connection: rows.connection, section: "node" }), /^Node: stale, as of /);
  });

  it("say below the blocks why older ones did not come, and get them when that is tried again", async () => {
    rows = await Rows.of();
    await rows.root();
    await probed(rows.connection);
    await rows.section("chain");
    await rows.sandbox.control("answer", { path: "/graphql", status: 500, text: "VM error: out of order", count: 99 });
    rows.data.showOlderBlocks();
    const [problem, retry] = (await rows.section("chain")).slice(-2);
    assert.match(rows.words(problem!), /out of order/);
    assert.ok(retry?.kind === "retry" && retry.part !== undefined);
    const blocks = async () => (await rows.section("chain")).filter(({ kind }) => kind === "block").length;
    assert.equal(await blocks(), 20, "it is not asked for again by itself");
    await rows.sandbox.control("reset");
    rows.data.known(retry.part)?.invalidate();
    assert.equal(await blocks(), 40);
    assert.equal((await rows.section("chain")).at(-1)?.kind, "more");
  });

  it("say below the blocks that the node does not answer when older ones are wanted meanwhile", async () => {
    rows = await Rows.of();
    await rows.root();
    await rows.section("chain");
    await rows.sandbox.stop();
    await failing(rows.connection);
    rows.data.showOlderBlocks();
    const shown = await rows.section("chain");
    assert.equal(shown.filter(({ kind }) => kind === "block").length, 20);
    assert.deepEqual(
      shown.slice(-3).map(({ kind }) => kind),
      ["problem", "remedy", "retry"],
    );
    const kinds = (await rows.section("mempool")).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["note", "retry"], "that it does not answer is said once");
  });

  it("are greyed with the reason where the node's role does not offer them", async () => {
    rows = await Rows.of({ roles: ["plain"] });
    await rows.root();
    await probed(rows.connection);
    const section = { kind: "section", connection: rows.connection, section: "statistics" } as const;
    const picture = rowView(section, rows.data, true);
    assert.deepEqual(
      [picture.description, picture.icon, picture.opens],
      [...["archive nodes only: this node does not offer it", "circle-slash", undefined]],
    );
  });

  it("concern one contract when its driver drops the connection, and the node stays up", async () => {
    const silent = "511e4b70a9d3c2f8156e0b7ac94d83f2a60e5b17c3d9840f2ba6e7c15d03f894";
    rows = await Rows.of({}, { contracts: [{ id: silent, name: "Silent" }] });
    await rows.root();
    const [row] = await rows.section("contracts");
    const parts = (await rows.below(row!)).map((part) => rows.words(part));
    assert.ok(
      parts.some((text) => text.startsWith("No schema: ")),
      parts.join("\n"),
    );
    assert.ok(parts.includes("Balance: 0 coins · 0 units"), parts.join("\n"));
    assert.ok(parts.includes("This driver tells no schema: name the function or event yourself."), parts.join("\n"));
    assert.equal(rows.connection.status.state, "up");
  });

  it("say of a contract that a node does not have that it has none, whatever its driver routes answer", async () => {
    const id = "0f".repeat(32);
    rows = await Rows.of({ args: ["--like", "1.4"] }, { contracts: [{ id, name: "Nothing" }] });
    await rows.root();
    const [row] = await rows.section("contracts");
    const parts = (await rows.below(row!)).map((part) => rows.words(part));
    assert.deepEqual(parts, [`No contract with this id on ${rows.connection.name}.`, "Retry"]);
  });

  it("concern the balance of a contract when only that fails, and keep what was known of it", async () => {
    rows = await Rows.of({}, { contracts: [{ id: counter, name: "Counter" }] });
    await rows.root();
    const [row] = await rows.section("contracts");
    const balance = async () => rows.words((await rows.below(row!))[0]!);
    const answer = { path: "contract_balance", status: 500, text: "VM error: out of order" };
    await rows.sandbox.control("answer", answer);
    assert.match(await balance(), /^Balance: failed: .*out of order/);
    rows.data.balance(counter).invalidate();
    assert.equal(await balance(), "Balance: 0 coins · 0 units");
    await rows.sandbox.control("answer", { ...answer, status: 200, text: '"1.5"' });
    rows.data.balance(counter).invalidate();
    assert.match(await balance(), /^Balance: 0 coins · 0 units · failed: /);
    assert.equal(rows.connection.status.state, "up");
    assert.deepEqual((await rows.below(row!)).map((each) => rows.words(each)).slice(1, 3), [
      "Metadata",
      "Driver: version 0.3.1",
    ]);
  });

  it("need only what the interface promises of GraphQL", async () => {
    rows = await Rows.of();
    const sdl =
      "type Query { block(height: Int): Block } type Block { header: Header } type Header { height: Int hash: String }";
    await rows.sandbox.control("schema", { sdl });
    await rows.root();
    const shown = await rows.section("chain");
    assert.equal(shown.filter(({ kind }) => kind === "block").length, 20);
  });
});

async function requests(sandbox: Sandbox, path: string): Promise<number> {
  const state = (await sandbox.control("state")) as { requests: Record<string, number> };
  return state.requests[path] ?? 0;
}

function failing(connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    const look = () => connection.status.state === "failed" && resolve();
    connection.onStatus(look);
    look();
  });
}

function probed(connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { status } = connection;
      if (status.state === "up" && status.capabilities.archive.offered !== "unknown") resolve();
    };
    connection.onStatus(look);
    look();
  });
}

for (const like of ["document", "1.4"])
  describe(`the gas price with maximum (4.4), on a node like ${like}`, function () {
    this.timeout(60_000);
    let rows: Rows;
    before(async () => {
      rows = await Rows.of({ args: ["--like", like] });
      await rows.root();
    });
    after(() => rows.end());

    const text = async (count?: number) => {
      rows.data.pricedTransactions = count;
      rows.data.gasPrice.invalidate();
      const [gas] = await rows.section("mempool");
      return rows.words(gas!);
    };

    it("is told over as many of the best paying transactions as a person wants", async () => {
      for (const gasPrice of [3, 5000]) await rows.sandbox.control("transaction", { gasPrice, propagate: true });
      assert.equal(
        await text(1),
        "gas price: min 5000 · median 5000 · average 5000 · max 5000 · over the 1 best paying at most",
      );
      assert.match(await text(), /^gas price: min [123] · median \d+ · average \d+ · max 5000$/);
    });

    for (const [what, answer] of [
      ["a page", { headers: { "content-type": "text/html" }, text: "<!DOCTYPE html><b>[open](command:evil)</b>" }],
      ["markup and controls", { status: 500, text: "\u001b[31m[open](command:evil) $(alert)\r\n\u202eend" }],
      ["a list", { text: "[1,2]" }],
      ["half of it", { text: '{"average":1,"max"' }],
    ] as const)
      it(`is one row of plain text where the node sends ${what}`, async () => {
        await rows.sandbox.control("answer", { path: "/on/blocks/gas-price", count: 9, ...answer });
        const said = await text(1);
        await rows.sandbox.control("reset");
        assert.match(said, /^[^\p{Cc}\p{Cf}]+$/u);
        assert.doesNotMatch(said, /<!DOCTYPE|max \d/);
        assert.match(await text(1), / · over the 1 best paying at most$/);
      });
  });
