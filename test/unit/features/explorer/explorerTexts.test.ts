import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import type { Provisioner } from "../../../../src/client/routes/nodeClient";
import { requestCode } from "../../../../src/client/http/requestCode";
import type { ExplorerNode } from "../../../../src/features/explorer/model/rows/explorerNode";
import { plainYaml } from "../../../../src/wire/plainYaml";
import {
  provisionersCsv,
  provisionersJson,
  type ProvisionerView,
  viewedProvisioners,
} from "../../../../src/features/explorer/model/rows/provisionerTable";
import { blockDocument, transactionDocument } from "../../../../src/features/explorer/model/readableDocument";
import { rawTransactionText } from "../../../../src/features/explorer/model/rawTransaction";
import { rowKey, rowValue } from "../../../../src/features/explorer/model/rows/rowCopy";
import { rowRequest } from "../../../../src/features/explorer/model/rows/rowRequest";
import { blockTime } from "../../../../src/features/explorer/model/rows/timeText";
import { parseExactJson, type Json } from "../../../../src/wire/json/exactJson";

const config = { name: "Local", url: "https://h/node/", timeoutMs: 1, contracts: [], origin: "settings" } as const;
const connection = new Connection(config);
const listed = (key: string, amount: bigint, reward: bigint, rest: { [name: string]: Json } = {}): Provisioner => {
  return { key, amount, reward, eligibility: 0n, whole: { key, amount, reward, eligibility: 0, ...rest }, odd: [] };
};
const contractId = "ab".repeat(32);

describe("provisioners to copy", () => {
  const list: Provisioner[] = [
    listed("k1", 2n ** 63n, 9007199254740993n, { faults: 1, owner: { Account: "a,b" } }),
    listed('=cmd("x")', 1n, 0n),
  ];

  it("stand in the order of what can be read, what cannot be read last", () => {
    const unread = { ...listed("a", 0n, 0n), amount: undefined, key: undefined };
    const all = [unread, listed("k2", 0n, 5n), ...list];
    const keys = (by: ProvisionerView["by"]) => viewedProvisioners(all, { by, filter: "" }).map(({ key }) => key);
    assert.deepEqual(keys("stake"), ["k1", '=cmd("x")', "k2", undefined]);
    assert.deepEqual(keys("key"), [undefined, '=cmd("x")', "k1", "k2"]);
  });

  it("that are no objects have a place of their own", () => {
    const odd = { ...list[1]!, whole: 7, odd: [{ name: "", expected: "an object", value: 7 }] };
    assert.equal(provisionersCsv([odd]), "key,amount,reward,eligibility,value\r\n,,,,7\r\n");
    assert.equal(provisionersJson([odd]).replace(/\s/g, ""), "[7]");
  });

  it("are exact JSON", () => {
    assert.match(provisionersJson(list), /"amount": 9223372036854775808,/);
    assert.match(provisionersJson(list), /"owner": \{\n\s+"Account": "a,b"/);
  });

  it("are CSV with a column for every field, quoted where they must be, and no formulas", () => {
    assert.deepEqual(provisionersCsv(list).split("\r\n"), [
      "key,amount,reward,eligibility,faults,owner",
      'k1,9223372036854775808,9007199254740993,0,1,"{""Account"":""a,b""}"',
      `"'=cmd(""x"")",1,0,0,,`,
      "",
    ]);
  });
});

describe("a readable text", () => {
  it("is YAML with exact integers, quoted only where it must be", () => {
    const text = plainYaml({
      ...{
        hash: "0".repeat(64),
        height: 2n ** 64n,
        plain: "Token.transfer",
        state: "yes",
        number: "12",
        empty: "",
        none: null,
      },
      ...{ list: [1, { a: 1, b: [] }], nested: { deep: { x: true } }, gone: undefined, line: "a\nb", note: "a: b" },
    });
    assert.deepEqual(text.split("\n"), [
      `hash: ${"0".repeat(64)}`,
      "height: 18446744073709551616",
      ...["plain: Token.transfer", 'state: "yes"', 'number: "12"', 'empty: ""', "none: null"],
      ...["list:", "  - 1", "  - a: 1", "    b: []", "nested:", "  deep:", "    x: true"],
      ...['line: "a\\\\nb"', 'note: "a: b"', ""],
    ]);
  });

  it("puts what is nested very deeply on one line, as JSON", () => {
    const deep = parseExactJson(`${'{"a":['.repeat(5000)}1.5${"]}".repeat(5000)}`);
    const lines = plainYaml({ deep }).split("\n");
    assert.ok(lines.join("\n").length < 50_000);
    assert.match(lines.at(-2) ?? "", /(\[\{"a":){100}.*1\.5(\]\}){100}/);
  });

  const tx = {
    ...{
      id: "cd".repeat(32),
      err: null,
      gasSpent: 100,
      blockHash: "ef".repeat(32),
      blockHeight: 7,
      blockTimestamp: 1736251200,
    },
    tx: {
      ...{ id: "cd".repeat(32), txType: "Moonlight", gasPrice: 3, gasLimit: 500, isDeploy: false, memo: "ff" },
      callData: { contractId, fnName: "transfer", data: "00ff" },
      json: '{"sender":"SenderKeySenderKey1","receiver":null,"value":18446744073709551615,"deposit":0,"nonce":9007199254740993}',
    },
  };

  it("tells which contract a deployment made, with a link to it, where the node says so", () => {
    const deployment = { ...tx.tx, isDeploy: true, callData: null, contractId: "ab".repeat(32) };
    const told = transactionDocument({ ...tx, tx: deployment }, "Local", [], undefined);
    assert.match(told.text, new RegExp(`^deploys_contract: "?${"ab".repeat(32)}"?$`, "m"));
    assert.ok(told.links.some(({ text, to }) => to === "contract" && text === "ab".repeat(32)));
    const untold = transactionDocument({ ...tx, tx: { ...deployment, contractId: null } }, "Local", [], undefined);
    assert.match(untold.text, /^deploys_contract: true$/m);
  });

  it("tells a transaction: amounts in units and coins, the call with its decoded arguments, and where it leads", () => {
    const { text, links } = transactionDocument(tx, "Local", [{ id: contractId, name: "Token" }], {
      value: { to: "k", amount: "5" },
    });
    for (const line of [
      "# Transaction on Local",
      "state: executed",
      '  time: "2025-01-07T12:00:00.000Z"',
      "value: 18446744073709551615 units (18446744073.709551615 coins)",
      "nonce: 9007199254740993",
      "  fee: 300 units (0.0000003 coins)",
      "  name: Token",
      "  function: transfer",
      "  arguments:",
      "    to: k",
      '  bytes: "0x00ff (2 bytes)"',
    ]) {
      assert.ok(text.split("\n").includes(line), `${line} in\n${text}`);
    }
    assert.deepEqual(
      links.map(({ to }) => to),
      ["block", "contract", "account"],
    );
  });

  it("tells a failed one with its error, one that waits, and arguments that cannot be decoded", () => {
    const failed = transactionDocument({ ...tx, err: "Panic: asked to" }, "Local", [], { problem: "no driver" }).text;
    assert.match(failed, /^state: failed$/m);
    assert.match(failed, /^error: "?Panic: asked to"?$/m);
    assert.match(failed, /arguments: "?not decoded: no driver"?$/m);
    assert.match(transactionDocument(tx.tx, "Local", [], undefined).text, /^state: waiting in the mempool$/m);
    assert.match(transactionDocument({ odd: 1 }, "Local", [], undefined).text, /^odd: 1$/m);
  });

  it("tells a memo as the text that it is, beside its bytes, and as bytes alone where it is none", () => {
    const memoOf = (memo: string) =>
      transactionDocument({ ...tx, tx: { ...tx.tx, memo } }, "Local", [], undefined).text;
    assert.match(
      memoOf("73636e2073756363657373"),
      /^memo:\n {2}text: scn success\n {2}bytes: "0x73636e2073756363657373"$/m,
    );
    assert.match(memoOf("ff"), /^memo:\n {2}bytes: "0xff"$/m);
  });

  it("tells a block with its transactions in short", () => {
    const header = {
      height: 7,
      hash: "ef".repeat(32),
      timestamp: 1736251200,
      prevBlockHash: "aa".repeat(32),
      generatorBlsPubkey: "GeneratorGenerator1",
      seed: "s",
    };
    const { text, links } = blockDocument(
      { header, status: "finalized", reward: 2n ** 60n, fees: 5, gasSpent: 9, transactions: [tx] },
      "Local",
      [],
    );
    assert.match(text, /^# Block 7 on Local$/m);
    assert.match(text, /^reward: 1152921504606846976 units \(1152921504\.606846976 coins\)$/m);
    assert.match(text, /^ {2}- transaction: (cd){32}$/m);
    assert.deepEqual(
      links.map(({ to }) => to),
      ["transaction", "contract", "block", "account"],
    );
  });

  it("survives times that no clock can show, and tells none of a chain's first block", () => {
    assert.equal(blockTime(0n, 0), "no time");
    const { text } = blockDocument({ header: { height: 0, timestamp: 0 }, transactions: [] }, "Local", []);
    assert.match(text, /^time: no time$/m);
    for (const seconds of [-1n, 2n ** 64n]) assert.equal(blockTime(seconds, 0), `${seconds} s`);
  });

  it("gives a block's time its date, unless that is today's", () => {
    const [made, nextDay] = [new Date(2026, 2, 4, 15, 44, 30), new Date(2026, 2, 5, 0, 0, 1)].map(Number);
    assert.equal(blockTime(BigInt(made! / 1000), made! + 1), "15:44:30");
    assert.equal(blockTime(BigInt(made! / 1000), nextDay!), "2026-03-04 15:44");
  });
});

describe("copying a row", () => {
  const transaction = {
    ...{
      hash: "cd".repeat(32),
      type: undefined,
      gasPrice: undefined,
      gasLimit: undefined,
      gasSpent: undefined,
      error: undefined,
    },
    ...{
      call: undefined,
      memo: undefined,
      isDeploy: false,
      deployed: undefined,
      blockHash: undefined,
      blockHeight: undefined,
      blobs: [],
      blockTimestamp: undefined,
      json: undefined,
      odd: [],
    },
  };
  const row: ExplorerNode = {
    kind: "transaction",
    connection,
    at: "x",
    transaction,
    target: { component: "transactions" },
  };

  it("takes the whole value and the whole id", () => {
    assert.equal(rowValue({ kind: "field", connection, at: "x", name: "n", value: 2n ** 64n }), "18446744073709551616");
    assert.equal(rowKey(row), transaction.hash);
    assert.equal(rowKey(connectionRow), undefined);
  });

  const connectionRow: ExplorerNode = { kind: "connection", connection };

  it("as curl gives the request that answers what the row shows", () => {
    assert.equal(
      requestCode("curl", config, rowRequest(connectionRow, 50)!),
      "curl -sS -X POST 'https://h/node/on/node/info'",
    );
    assert.match(
      requestCode("curl", config, rowRequest(row, 50)!),
      /--data-raw '\{"query":"\{ tx\(hash: \\"(cd){32}\\"\)/,
    );
    const network: ExplorerNode = { kind: "section", connection, section: "network" };
    assert.equal(
      requestCode("curl", config, rowRequest(network, 7)!),
      "curl -sS -X POST 'https://h/node/on/network/peers' \\\n  -H 'Content-Type: text/plain' \\\n  --data-raw '7'",
    );
  });

  it("as raw JSON gives a transaction's own JSON as that, to the last digit, and any other text as text", () => {
    const whole = (text: string) => {
      const steps = rawTransactionText(text);
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
      }
    };
    const own = '{"nonce":18446744073709551616,"json":"{}"}';
    const sent = `{"id":"a","json":${JSON.stringify(own)}}`;
    assert.equal(whole(sent), `{"id":"a","json":${own}}`);
    assert.equal(whole(`{"err":null,"tx":${sent}}`), `{"err":null,"tx":{"id":"a","json":${own}}}`);
    for (const odd of ['{"json":"no { JSON"}', '{"json":7}', '{"tx":null}', '[{"json":"{}"}]', "cut {"])
      assert.equal(whole(odd), odd);
  });
});
