import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import { ConnectionData } from "../../../../src/features/explorer/model/connectionData";
import type { ExplorerNode } from "../../../../src/features/explorer/model/rows/explorerNode";
import { rowView } from "../../../../src/features/explorer/model/rows/drawRow";

const long = `a\u202e${"x".repeat(1_000_000)}`;
const timing = { timeoutMs: 1, contracts: [], origin: "settings" } as const;
const connection = new Connection({ name: long, url: `http://h/${long}`, ...timing });
const data = new ConnectionData(connection);
const target = { component: "contracts", entity: long, topic: long };
const contract = { connection, contractId: long, name: long };
const block = { height: 1n, hash: long, timestamp: undefined, state: long, transactions: 1, odd: [] };
const transaction = {
  ...{
    hash: long,
    type: long,
    gasPrice: 1n,
    gasLimit: 1n,
    gasSpent: 1n,
    error: long,
    isDeploy: false,
    deployed: long,
    memo: long,
  },
  ...{ call: { contractId: long, fn: long, data: long }, blockHash: long, blockHeight: 1n, blockTimestamp: 1n },
  blobs: [long],
  json: long,
  odd: [{ name: long, expected: "a text", value: long }],
};

describe("rows of long texts", () => {
  const nodes: ExplorerNode[] = [
    { kind: "connection", connection },
    { kind: "group", connection, group: "driver", at: "a", title: "Driver", text: long },
    { kind: "field", connection, at: "a", name: long, value: { [long]: [long] } },
    { kind: "field", connection, at: "a", name: "a", value: "b", text: long },
    { kind: "capability", connection, name: "prover", offered: "unknown", text: long },
    { kind: "block", connection, block, target },
    { kind: "transaction", connection, at: "a", transaction, target },
    { kind: "peer", connection, at: "a", address: long },
    { kind: "contract", ...contract, at: "contracts", origin: "named", target },
    {
      ...{ kind: "function", ...contract, functionName: long, warning: long },
      fn: { name: long, input: long, output: long, doc: long },
    },
    { kind: "event", ...contract, topic: long, event: { topic: long, data: long, doc: long }, target, warning: long },
    { kind: "query", connection, field: { name: long, signature: long, description: long, deprecated: long } },
    { kind: "note", connection, at: "a", text: long },
    { kind: "problem", connection, at: "a", message: long },
    { kind: "remedy", connection, at: "a", text: long },
  ];
  for (const [at, node] of nodes.entries()) {
    it(`are cut and visible: ${node.kind} (${at + 1})`, () => {
      const { label, description = "", tooltip = "" } = rowView(node, data, true);
      const hover = typeof tooltip === "string" ? tooltip : tooltip();
      for (const text of [label, description, ...hover.split("\n")]) {
        assert.ok(text.length < 2000, `${text.length} characters`);
        assert.doesNotMatch(text, /\u202e/);
      }
    });
  }

  it("have the icon of a state only where it is one", () => {
    const odd = { ...block, state: "constructor" };
    assert.equal(rowView({ kind: "block", connection, block: odd, target }, data, true).icon, "circle-outline");
  });
});
