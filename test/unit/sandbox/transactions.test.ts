import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import type { PlainRequest } from "./plainNode";
import { ask, json } from "./plainNode";

const { counter } = contractIds;

interface Made {
  hash: string;
  hex: string;
}

describe("Sandbox: transaction routes (§4.5)", () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ blockMs: 0, args: ["--history", "2", "--txs-per-block", "0"] });
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
    ["its nonce is used", { nonce: 3 }, /Nonce 3 is already used$/],
    ["its balance is too low", { value: "9999999999999999" }, /Balance too low: /],
    ["its gas price is zero", { gasPrice: 0 }, /Gas price lower than minimum 1$/],
    ["its gas limit is too low", { gasLimit: 5 }, /Gas limit lower than minimum 1000000$/],
    ["it is meant for another chain", { chainId: 1 }, /Invalid chain id 1$/],
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
    assert.match((await propagate(made)).text, /not accepted: this transaction exists in the mempool$/);
  });

  it("simulate answers gas and error and keeps nothing", async () => {
    const simulate = async (call: object) =>
      (await post("/on/transactions/simulate", { body: `0x${(await make({ call })).hex}` })).text;
    const value = await counterValue();
    const set = await simulate({ contract: counter, fn: "set_value", json: { value: 9, note: null } });
    assert.match(set, /^\{"gas-spent":\d+,"error":null\}$/);
    const fail = await simulate({ contract: counter, fn: "fail", json: null });
    assert.match(fail, /^\{"gas-spent":\d+,"error":"Panic: the counter was asked to fail"\}$/);
    assert.equal(await counterValue(), value);
  });
});
