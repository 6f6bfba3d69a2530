import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import type { Sandbox } from "../../support/startSandbox";
import { eventually } from "../../support/eventually";
import { startSandbox } from "../../support/startSandbox";
import type { PlainRequest } from "./plainNode";
import { ask, json } from "./plainNode";

const { counter } = contractIds;

interface Made {
  hash: string;
  hex: string;
}

for (const like of ["document", "1.4"]) {
  it(`Sandbox: --like ${like} has transactions with blobs, whose sidecars can be had`, async () => {
    const sandbox = await startSandbox({ blockMs: 0, args: ["--like", like, "--history", "40"] });
    const query = "{ transactions(last: 200) { err gasSpent tx { json blobHashes memo } } }";
    const { text } = await ask(sandbox.url, "/on/graphql/query", { body: query });
    interface Spent {
      err: string | null;
      gasSpent: number;
      tx: { json: string; blobHashes: string[] | null; memo: string | null };
    }
    const { transactions } = JSON.parse(text) as { transactions: Spent[] };
    const carried = transactions.filter(({ tx }) => tx.blobHashes !== null);
    assert.ok(carried.length > 0 && carried.length < transactions.length / 5, `${carried.length} with blobs`);
    for (const { err, gasSpent, tx } of carried) {
      assert.deepEqual([err, gasSpent, tx.memo], [null, 1_000_000, null]);
      assert.doesNotMatch(tx.json, /blob/, "as nodes have it, the JSON does not mention them");
      const [hash, ...others] = tx.blobHashes ?? [];
      assert.deepEqual(others, []);
      const sidecar = await ask(sandbox.url, `/on/blobs:${hash}/hash`, { headers: json });
      assert.equal((JSON.parse(sidecar.text) as { data: string }).data.length, 2 * 131_072);
    }
    await sandbox.stop();
  });
}

describe("Sandbox: transaction routes (§4.5)", () => {
  let sandbox: Sandbox;
  before(async () => {
    const args = ["--history", "2", "--txs-per-block", "0", "--propagation-ms", "1000"];
    sandbox = await startSandbox({ blockMs: 0, args });
  });
  after(() => sandbox.stop());

  const post = (path: string, request?: PlainRequest) => ask(sandbox.url, path, request);
  const make = (parts: object) => sandbox.control("transaction", parts) as Promise<Made>;
  const propagate = ({ hex }: Made) => post("/on/transactions/propagate", { body: `0x${hex}` });
  const counterValue = async () => {
    const { text } = await post(`/on/contracts:${counter}/get_value`, { headers: json, body: "null" });
    return JSON.parse(text) as string;
  };

  it("preverify checks and does nothing", async () => {
    const { hex } = await make({ value: 5 });
    const { status, text } = await post("/on/transactions/preverify", { body: `0x${hex}` });
    assert.deepEqual([status, text], [202, ""]);
    assert.equal((await post("/on/graphql/query", { body: "{ mempoolTxs { id } }" })).text, '{"mempoolTxs":[]}');
  });

  const refused: [why: string, parts: object, text: RegExp][] = [
    ["its nonce is used", { nonce: 3 }, /: this transaction is invalid Nonce repeat: \w+ 3$/],
    [
      "its balance is too low",
      { value: "9999999999999999" },
      /: this transaction is invalid Value spent larger than account holds$/,
    ],
    ["its gas price is zero", { gasPrice: 0 }, /: gas price lower than minimum 1$/],
    ["its gas limit is too low", { gasLimit: 5 }, /: gas limit lower than minimum 75000$/],
    [
      "it deploys for too little gas",
      { deploy: "ab".repeat(1000), gasPrice: 2000, gasLimit: 99_999 },
      /: gas limit lower than minimum 100000$/,
    ],
    [
      "the sidecar of its blob is missing",
      { blob: "01".padEnd(64, "0") },
      /: Transaction blob id 010{62} is missing sidecar$/,
    ],
    ["it deploys at too low a price", { deploy: "ab" }, /: gas price lower than minimum 2000$/],
  ];
  for (const [why, parts, text] of refused) {
    it(`preverify and propagate refuse a transaction because ${why}`, async () => {
      const made = await make(parts);
      for (const topic of ["preverify", "propagate"]) {
        const answer = await post(`/on/transactions/${topic}`, { body: `0x${made.hex}` });
        assert.equal(answer.status, 500);
        assert.match(answer.text, new RegExp(`^Tx ${made.hash} not accepted: `));
        assert.match(answer.text, text);
      }
    });
  }

  it("refuses a changed transaction, and the same one twice", async () => {
    const made = await make({ value: 5 });
    const changed = await post("/on/transactions/preverify", { body: `0x${made.hex.slice(0, -2)}ff` });
    assert.match(changed.text, /not accepted: Invalid signature$/);
    await propagate(made);
    await sandbox.control("state");
    assert.match((await propagate(made)).text, /not accepted: this transaction exists in the mempool$/);
  });

  it("propagate has answered before the mempool has the transaction, and takes the same one until then", async () => {
    const mempool = async () => (await post("/on/graphql/query", { body: "{ mempoolTxs { id } }" })).text;
    await sandbox.control("clear-mempool");
    const made = await make({ value: 6 });
    for (let time = 0; time < 2; time++) assert.equal((await propagate(made)).status, 202);
    assert.equal(await mempool(), '{"mempoolTxs":[]}');
    await eventually("the transaction", mempool, (text) => text === `{"mempoolTxs":[{"id":"${made.hash}"}]}`);
    assert.match((await propagate(made)).text, /not accepted: this transaction exists in the mempool$/);
  });

  it("lets a transaction take the place of one with its nonce when it pays more, and only then", async () => {
    await sandbox.control("clear-mempool");
    const send = async (parts: object) => {
      const answer = await propagate(await make({ nonce: 4, gasLimit: 500_000, ...parts }));
      await sandbox.control("state");
      return answer;
    };
    assert.equal((await send({ value: 1 })).status, 202);
    assert.match(
      (await send({ value: 2 })).text,
      /: A generic error occurred this transaction's spendId exists in the mempool$/,
    );
    assert.equal((await send({ value: 2, gasLimit: 600_000 })).status, 202);
    assert.equal((await send({ value: 3, gasPrice: 2 })).status, 202);
    assert.equal((await send({ value: 4, gasLimit: 900_000 })).status, 500);
    const { text } = await post("/on/graphql/query", { body: "{ mempoolTxs { gasPrice } }" });
    assert.equal(text, '{"mempoolTxs":[{"gasPrice":2}]}');
  });

  it("refuses one that is in a block already", async () => {
    await sandbox.control("clear-mempool");
    const made = await make({ value: 7 });
    await propagate(made);
    await sandbox.control("block");
    assert.match((await propagate(made)).text, /not accepted: this transaction exists in the ledger$/);
  });

  it("deploys the bytes of a contract under an id, once", async () => {
    await sandbox.control("clear-mempool");
    const deploy = { deploy: "0061736d01000000", gasPrice: 2000 };
    for (let time = 0; time < 2; time++) await make({ ...deploy, propagate: true });
    await sandbox.control("block");
    const query = "{ transactions(last: 2) { err gasSpent tx { isDeploy contractId } } }";
    const { text } = await post("/on/graphql/query", { body: query });
    type Deployed = { err: string | null; gasSpent: number; tx: { isDeploy: boolean; contractId: string } };
    const { transactions } = JSON.parse(text) as { transactions: Deployed[] };
    const [first, second] = transactions.sort((a, b) => Number(a.err !== null) - Number(b.err !== null));
    assert.ok(first?.tx.isDeploy && second?.tx.contractId === first.tx.contractId);
    assert.deepEqual([first.err, second.gasSpent], [null, 10_000_000]);
    assert.match(second.err ?? "", /^Panic: failed deployment: InitalizationError\("Deployed error already exists"\)$/);
    const metadata = await post(`/on/contract:${first.tx.contractId}/metadata`);
    assert.match(metadata.text, /"driver_available":false,.*"owner":"\w{100,}"/);
  });

  const simulated: [what: string, parts: object, error: string | null][] = [
    ["a good one", { value: 1 }, null],
    ["a used nonce", { nonce: 1 }, 'Panic("Already used nonce")'],
    ["a nonce gap", { nonce: 99 }, 'Panic("Nonce not ready to be used yet")'],
    ["too little funds", { value: "9999999999999999" }, 'Panic("Account doesn\'t have enough funds")'],
    ["a gas price of 0", { gasPrice: 0 }, 'Panic("Gas price too low!")'],
    ["a gas limit of 1", { gasLimit: 1 }, "OutOfGas"],
    ["another chain", { chainId: 5 }, 'Panic("The tx must target the correct chain")'],
    ["a cheap deployment", { deploy: "ab" }, 'Panic("gas price too low to deploy")'],
    ["an unknown contract", { call: { contract: "fe".repeat(32), fn: "x", hex: "" } }, "DoesNotExist"],
    ["an unknown function", { call: { contract: counter, fn: "x", hex: "" } }, "Unknown"],
  ];
  for (const [what, parts, error] of simulated) {
    it(`simulate says of ${what}: ${error}`, async () => {
      await sandbox.control("clear-mempool");
      const { hex } = await make(parts);
      const { text } = await post("/on/transactions/simulate", { body: `0x${hex}` });
      assert.equal((JSON.parse(text) as { error: string | null }).error, error);
    });
  }

  it("simulate alone refuses a gas limit above the block's", async () => {
    const { hex } = await make({ gasLimit: 3_000_000_001 });
    const { status, text } = await post("/on/transactions/simulate", { body: `0x${hex}` });
    assert.deepEqual([status, text], [400, "Invalid input: Gas limit is too high."]);
    assert.equal((await post("/on/transactions/preverify", { body: `0x${hex}` })).status, 202);
  });

  it("simulate answers gas and error and keeps nothing", async () => {
    const simulate = async (call: object) =>
      (await post("/on/transactions/simulate", { body: `0x${(await make({ call })).hex}` })).text;
    const value = await counterValue();
    const set = await simulate({ contract: counter, fn: "set_value", json: { value: 9, note: null } });
    assert.match(set, /^\{"error":null,"gas-spent":\d+\}$/);
    const fail = await simulate({ contract: counter, fn: "fail", json: null });
    const words = String.raw`Panic(\"the counter was asked to fail\")`;
    assert.equal(fail, `{"error":"${words}","gas-spent":10000000}`);
    assert.equal(await counterValue(), value);
  });
});
