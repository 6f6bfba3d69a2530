import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import { ConnectionData } from "../../../../src/features/explorer/model/connectionData";
import { childrenOf } from "../../../../src/features/explorer/model/explorerChildren";
import type { ExplorerNode, Section } from "../../../../src/features/explorer/model/rows/explorerNode";
import { accountDocument, blockDocument } from "../../../../src/features/explorer/model/readableDocument";
import { rowView } from "../../../../src/features/explorer/model/rows/drawRow";
import { FaultServer } from "../../../support/faultServer";

const contractId = "ab".repeat(32);

describe("answers of a node that are not quite as expected", () => {
  let server: FaultServer;
  let connection: Connection;
  let data: ConnectionData;
  /** By path, or by a part of the body for `/graphql`; text is answered with status 500. */
  let answers: Record<string, unknown>;

  before(async () => {
    server = await FaultServer.start(({ path, body }, reply) => {
      const query = body.toString();
      const key = path === "/graphql" ? Object.keys(answers).find((each) => query.includes(each)) : path;
      const value = answers[key ?? ""];
      if (typeof value === "string") return reply.answer(500, {}, value);
      return reply.answer(200, { "content-type": "application/json" }, JSON.stringify(value ?? { data: {} }));
    });
  });
  after(() => server.stop());
  beforeEach(() => {
    connection = new Connection({
      ...{ name: "Odd", url: server.url, timeoutMs: 5000, origin: "settings" },
      contracts: [{ id: contractId, name: "Mine" }],
    });
    data = new ConnectionData(connection);
  });
  afterEach(() => connection.dispose());

  const below = (node: ExplorerNode) => childrenOf(node, data);
  const section = (name: Section) => below({ kind: "section", connection, section: name });
  const text = (node: ExplorerNode) => {
    const { label, description = "", icon = "" } = rowView(node, data, true);
    return [label, description, ...(icon === "warning" ? ["!"] : [])].filter(Boolean).join(" | ");
  };
  const wordsBelow = async (node: ExplorerNode) => (await below(node)).map(text);

  it("show the others when one provisioner has no reward, and mark what is odd where it stands", async () => {
    const sound = { key: "sound", amount: 7, reward: 1, eligibility: 0 };
    answers = { "/on/node/provisioners": [sound, { key: "odd", amount: 1.5, eligibility: 0 }, "text"] };
    const rows = await section("provisioners");
    assert.deepEqual(rows.map(text), [
      "sound | 0.000000007 coins · 7 units",
      "odd | amount is 1.5, not a whole number · reward is missing | !",
      'no key | it is "text", not an object | !',
    ]);
    assert.deepEqual(await wordsBelow(rows[1]!), [
      "key | odd",
      "amount | 1.5 · not a whole number | !",
      "eligibility | 0",
      "reward | missing | !",
    ]);
    assert.deepEqual(await wordsBelow(rows[2]!), ["value | text · not an object | !"]);
  });

  it("show the prices of gas that can be read, and the waiting transactions beside one that is none", async () => {
    answers = {
      "/on/blocks/gas-price": { average: 2.5, max: 4, min: "1", spread: 3 },
      mempoolTxs: { data: { mempoolTxs: [{ id: "aa", gasPrice: [] }, { gasPrice: 3 }, null] } },
    };
    const rows = await section("mempool");
    assert.deepEqual(rows.map(text), [
      "gas price | min 1 · max 4 · average is 2.5, not a whole number · median is missing | !",
      "aa | gasPrice is [], not a whole number | !",
      'value | {"gasPrice":3} · not a transaction | !',
      "value | null · not a transaction | !",
    ]);
    assert.deepEqual(await wordsBelow(rows[0]!), [
      "average | 2.5 · not a whole number | !",
      "max | 4",
      "min | 1",
      "spread | 3",
      "median | missing | !",
    ]);
  });

  it("show the blocks beside one without a hash", async () => {
    answers = {
      "height: -1": { data: { block: { header: { height: 2, hash: "h2" } } } },
      "b2:": {
        data: { b2: { header: { height: 2, hash: "h2" } }, b1: { header: { hash: 5, timestamp: "now" } }, b0: null },
      },
    };
    const rows = await section("chain");
    assert.deepEqual(rows.map(text).slice(1, 3), [
      "#2",
      '#1 | height is missing · hash is 5, not a text · timestamp is "now", not a whole number | !',
    ]);
    assert.deepEqual(await wordsBelow(rows[2]!), ["The node does not tell the hash of this block."]);
  });

  it("show peers and places as they came where they are none", async () => {
    answers = { "/on/network/peers": ["192.0.2.1:9000", 5, { a: 1 }], "/on/network/peers_location": [null, "here"] };
    const [peers, places] = await section("network");
    assert.deepEqual(await wordsBelow(peers!), [
      "192.0.2.1:9000",
      "value | 5 · not an address | !",
      'value | {"a":1} · not an address | !',
    ]);
    assert.deepEqual(await wordsBelow(places!), ["unknown place | null", "unknown place | here"]);
  });

  it("say that there are no peers rather than that none could be placed", async () => {
    answers = { "/on/network/peers": [], "/on/network/peers_location": [] };
    const [, places] = await section("network");
    assert.deepEqual(await wordsBelow(places!), ["The node knows no peers."]);
    data.peers.invalidate();
    answers = { ...answers, "/on/network/peers": ["192.0.2.1:9000"] };
    await data.peers.ready();
    assert.deepEqual(await wordsBelow(places!), ["No peer could be placed."]);
  });

  it("show counts that are no sum as they came", async () => {
    answers = {
      "/on/stats/account_count": { public_accounts: 3 },
      "/on/stats/tx_count": { total: 9, public: 10, shielded: 0 },
    };
    assert.deepEqual((await section("statistics")).map(text), [
      "public accounts | 3",
      "transactions | 9",
      "public | 10",
      "shielded | 0",
    ]);
  });

  it("show one count when the other fails or is odd", async () => {
    answers = { "/on/stats/account_count": 12, "/on/stats/tx_count": "out of order" };
    const [accounts, problem] = (await section("statistics")).map(text);
    assert.equal(accounts, "public accounts | 12");
    assert.match(problem ?? "", /out of order/i);
    data.statistics.invalidate();
    answers = { ...answers, "/on/stats/tx_count": { total: null, public: 3, other: "x" } };
    assert.deepEqual((await section("statistics")).map(text), [
      "public accounts | 12",
      "transactions | null · not a whole number | !",
      "public | 3",
      "other | x",
    ]);
  });

  it("say that a contract is unknown when its metadata are null, and mark what of them is odd", async () => {
    answers = {};
    const metadata = `/on/contract:${contractId}/metadata`;
    const [contract] = (await section("contracts")).filter((row) => row.kind === "contract" && row.name === "Mine");
    const group = async () => (await below(contract!))[1]!;
    answers = { [metadata]: null };
    assert.equal(text(await group()), "Metadata | this node knows no such contract");
    data.contract(contractId).invalidate();
    answers = { [metadata]: { owner: 5, driver_available: "yes", extra: 1 } };
    assert.deepEqual(await wordsBelow(await group()), [
      `id | ${contractId}`,
      "owner | 5 · not a text | !",
      "created_at | not told",
      "driver_available | yes · not true or false | !",
      "driver_signature | null",
      "extra | 1",
    ]);
  });
});

describe("documents of odd answers", () => {
  it("show a block's transactions as they came where they are none", () => {
    const block = { header: { height: 1 }, transactions: [{ id: "aa", gasSpent: "x" }, 5] };
    const { text } = blockDocument(block, "Odd", []);
    assert.match(text, /transaction: aa\n\s+not_as_expected:\n\s+- "gasSpent is \\"x\\", not a whole number"/);
    assert.match(text, /^ *- 5$/m);
  });

  it("show what there is of an account, and what it lacks", () => {
    const odd = [{ name: "nonce", expected: "a whole number", value: undefined }];
    const { text } = accountDocument("key", { whole: { balance: 10n ** 9n, more: true }, odd }, "Odd");
    assert.match(text, /^balance: 1000000000 units \(1 coins\)$/m);
    assert.match(text, /^more: true$/m);
    assert.match(text, /^not_as_expected:\n\s+- nonce is missing$/m);
  });
});
