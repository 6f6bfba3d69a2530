import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import { Connections } from "../../../../src/client/connections";
import type { SignCall } from "../../../../src/client/transactions/signCall";
import type { TransactionLife } from "../../../../src/client/transactions/transactionLife";
import { readCallFile } from "../../../../src/contract/callFile";
import { ContractSchemas } from "../../../../src/features/contractPanel/model/contractSchemas";
import { nothingKnown } from "../../../../src/contract/types/knownTypes";
import {
  sendUnlessObjected,
  transactCallFile,
  type TransactContext,
} from "../../../../src/features/contractPanel/callFiles/transactCallFile";
import { runSigner } from "../../../../src/features/transactions/model/runSigner";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { eventually } from "../../../support/eventually";
import { sandboxProgram, startSandbox, type Sandbox } from "../../../support/startSandbox";

describe("the transaction of a call file", function () {
  this.timeout(60_000);
  let sandbox: Sandbox;
  let connection: Connection;
  beforeEach(async () => {
    const args = ["--history", "3", "--txs-per-block", "0", "--propagation-ms", "0"];
    sandbox = await startSandbox({ blockMs: 0, args });
    const contracts = [{ id: contractIds.counter, name: "Counter" }];
    const config = { name: "Sandbox", url: sandbox.url, timeoutMs: 20_000, contracts, origin: "window" } as const;
    connection = new Connection(config, { backoff: { firstMs: 5, maxMs: 20, jitter: 0 } });
  });
  afterEach(async () => {
    connection.dispose();
    await sandbox.stop();
  });

  const signCall: SignCall = async ({ config, prefix }, { gasLimit = "10000000", gasPrice = "1", ...call }) => {
    const asked = { version: 1, kind: "call", url: config.url, prefix, chainId: null, nonce: null } as const;
    const signer = { command: process.execPath, args: [...sandboxProgram(), "sign"] };
    return (await runSigner(signer, { ...asked, ...call, gasLimit, gasPrice })).bytes;
  };
  const context = {
    ...{ connections: new Connections(), schemas: new ContractSchemas(), learned: { known: () => nothingKnown } },
    signCall,
  } as unknown as TransactContext;
  const never = new AbortController().signal;

  /** Runs a call file; once it waits in the mempool, that is done. */
  async function run(parts: object, meanwhile: (life: TransactionLife) => Promise<unknown>, signal = never) {
    const { file } = readCallFile(
      JSON.stringify({ contract: "Counter", function: "increment_by", input: 3, ...parts }),
    );
    assert.ok(file);
    let done: Promise<unknown> = Promise.resolve();
    const send = async (life: TransactionLife) => {
      await sendUnlessObjected(connection, life);
      const isThere = (standing: string) => standing === "waiting";
      done = eventually("it in the mempool", () => life.standing, isThere).then(() => meanwhile(life));
    };
    return transactCallFile(context, file, connection, signal, send).finally(() => done);
  }
  const block = () => sandbox.control("block") as Promise<unknown>;
  const counted = (total: string) => ({ transact: {}, expectEvents: [{ event: "counted", fields: total }] });

  it("is executed, and its decoded events are the expected ones", async () => {
    const { text, verdict } = await run(counted("45"), block);
    const value = /counted: \$ is "(\d+)"/.exec("text" in verdict ? verdict.text : "")?.[1];
    assert.match(text, /^executed in #\d+/);
    const next = String(BigInt(value ?? "42") + 3n);
    assert.deepEqual((await run(counted(next), block)).verdict, { kind: "met" });
  });

  it("is waited for until it is final where the file says so", async () => {
    const blocks = async (life: TransactionLife) => {
      const isFinal = async () => (await block(), life.standing === "final");
      await eventually("it is final", isFinal, Boolean);
    };
    const { text, verdict } = await run({ transact: { until: "final" } }, blocks);
    assert.match(text, /^final in #\d+$/);
    assert.deepEqual(verdict, { kind: "met" });
  });

  it("has events that differ from the expected ones", async () => {
    const { verdict } = await run({ transact: {}, expectEvents: [{ event: "value_set" }] }, block);
    assert.deepEqual(verdict, { kind: "unmet", text: "no event value_set came, only counted" });
  });

  it("has no verdict on events that may have been missed while the session was lost", async () => {
    const loses = async () => {
      await sandbox.control("cut-socket");
      await block();
    };
    const { verdict } = await run({ transact: {}, expectEvents: [{ event: "value_set" }] }, loses);
    assert.ok(verdict.kind === "unknown", JSON.stringify(verdict));
    assert.match(verdict.text, /; but the event session was lost meanwhile, so that is not known$/);
  });

  it("has no verdict on events that came twice because its block was reverted", async () => {
    const reverts = async (life: TransactionLife) => {
      await block();
      await eventually(
        "it is in a block",
        () => life.standing,
        (standing) => standing === "accepted",
      );
      await sandbox.control("revert");
      await eventually(
        "it is final",
        async () => (await block(), life.standing),
        (standing) => standing === "final",
      );
    };
    const file = { transact: { until: "final" }, expectEvents: [{ event: "value_set" }] };
    const { verdict } = await run(file, reverts);
    assert.ok(verdict.kind === "unknown", JSON.stringify(verdict));
    assert.match(verdict.text, /its block was reverted meanwhile/);
  });

  it("is not sent when something speaks against it", async () => {
    const failing = { function: "fail", input: null, transact: {} };
    await assert.rejects(run(failing, block), /^NodeError: Nothing was sent: the contract panicked: /);
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    assert.equal(requests["/on/transactions/propagate"], undefined);
  });

  it("that is replaced, or thrown out, ends with what became of it", async () => {
    const replaced = async ({ facts }: TransactionLife) => {
      const parts = { nonce: String(facts.nonce), gasPrice: 9, propagate: true };
      await sandbox.control("transaction", parts);
    };
    await assert.rejects(run({ transact: {} }, replaced), /is not executed: replaced by .*, at gas price 9\.$/);
    await sandbox.control("clear-mempool");
    const thrownOut = () => sandbox.control("clear-mempool").then(block);
    await assert.rejects(run({ transact: { gasPrice: 2 } }, thrownOut), /is not executed: thrown out of the mempool/);
  });

  it("that no block takes is not executed within the blocks that it has", async () => {
    const { accounts } = (await sandbox.control("state")) as { accounts: string[] };
    const betterPaying = { sender: accounts[1], gasPrice: 9, propagate: true };
    const passes = async ({ facts }: TransactionLife) => {
      for (let made = 0; made < 20; made++) {
        for (let room = 8; room > 0; room--) await sandbox.control("transaction", betterPaying);
        await block();
      }
      assert.notEqual(facts.sender, accounts[1]);
    };
    await assert.rejects(
      run({ transact: {} }, passes),
      /is not executed within 20 blocks: in the mempool for \d+ blocks\.$/,
    );
  });

  it("says that the node is lost, and that it is not known what became of it", async () => {
    await assert.rejects(
      run({ transact: {} }, () => sandbox.stop()),
      /The node is lost, and not known what became of the transaction/,
    );
  });

  it("can be given up on while it waits", async () => {
    const abort = new AbortController();
    const gives = () => Promise.resolve(abort.abort());
    await assert.rejects(run({ transact: {} }, gives, abort.signal), { name: "AbortError" });
  });
});
