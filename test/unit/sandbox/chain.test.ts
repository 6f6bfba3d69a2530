import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { readOptions } from "../../../src/sandbox/options";
import { SandboxNode } from "../../../src/sandbox/sandboxNode";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import type { PlainRequest } from "./plainNode";
import { PlainSocket, ask, json } from "./plainNode";

const { counter, transfer, vault } = contractIds;

interface Made {
  hash: string;
  hex: string;
}

describe("Sandbox: blocks and transactions (§3, §4.5, §6.2)", () => {
  let sandbox: Sandbox;
  let socket: PlainSocket & { id: string };
  let accounts: string[];
  before(async () => {
    sandbox = await startSandbox({ blockMs: 0, args: ["--history", "2", "--txs-per-block", "0"] });
    ({ accounts } = (await sandbox.control("state")) as { accounts: string[] });
  });
  beforeEach(async () => {
    await sandbox.control("clear-mempool");
    socket = await PlainSocket.open(sandbox.url);
  });
  afterEach(() => socket.end());
  after(() => sandbox.stop());

  const post = (path: string, request?: PlainRequest) => ask(sandbox.url, path, request);
  const make = (parts: object) => sandbox.control("transaction", parts) as Promise<Made>;
  const propagate = ({ hex }: Made) => post("/on/transactions/propagate", { body: `0x${hex}` });
  const listen = async (...paths: string[]) => {
    for (const path of paths) await socket.subscription("GET", path, socket.id);
  };
  const listenToAll = () => {
    const topics = ["included", "executed", "removed", "deferred", "dropped"];
    return listen("/on/blocks", ...topics.map((topic) => `/on/transactions/${topic}`));
  };
  const next = async (count: number) => {
    const events: string[] = [];
    for (let at = 0; at < count; at++) events.push((await socket.event()).location.replace(/:[0-9a-f]{64}/, ""));
    return events;
  };
  const account = async (key: string | undefined) => {
    const { text } = await post(`/on/contracts:${transfer}/account`, { headers: json, body: JSON.stringify(key) });
    return JSON.parse(text) as { nonce: string; balance: string };
  };
  const nextNonce = async () => Number((await account(accounts[0])).nonce) + 1;
  const counterValue = async () => {
    const { text } = await post(`/on/contracts:${counter}/get_value`, { headers: json, body: "null" });
    return JSON.parse(text) as string;
  };

  it("takes a transaction from included through executed to removed, and settles its block", async () => {
    await listenToAll();
    const nonce = await nextNonce();
    const made = await make({ value: 5, receiver: accounts[3] });
    assert.equal((await propagate(made)).status, 202);
    assert.deepEqual(await next(1), ["/on/transactions/included"]);
    await sandbox.control("block");
    assert.deepEqual(await next(4), [
      "/on/transactions/executed",
      "/on/blocks/statechange",
      "/on/transactions/removed",
      "/on/blocks/accepted",
    ]);
    assert.equal((await account(accounts[3])).balance, "6");
    assert.equal(await nextNonce(), nonce + 1);
  });

  it("tells block and transactions in the data of the events", async () => {
    await listen("/on/blocks/accepted", "/on/transactions/executed");
    const nonce = await nextNonce();
    const { hash } = await make({ value: 5, memo: "hi", propagate: true });
    await sandbox.control("block");
    const executed = await socket.event();
    const accepted = await socket.event();
    const block = JSON.parse(accepted.data.toString()) as { header: { hash: string }; transactions: string[] };
    assert.equal(accepted.location, `/on/blocks:${block.header.hash}/accepted`);
    assert.deepEqual(block.transactions, [hash]);
    assert.equal(executed.location, `/on/transactions:${hash}/executed`);
    const spent = JSON.parse(executed.data.toString()) as { inner: object; err: null; gas_spent: number };
    assert.equal(spent.err, null);
    assert.ok(spent.gas_spent > 0);
    assert.deepEqual(
      { ...spent.inner, fee: null },
      {
        type: "moonlight",
        sender: accounts[0],
        receiver: null,
        value: 5,
        nonce,
        deposit: 0,
        fee: null,
        call: null,
        is_deploy: false,
        memo: "6869",
      },
    );
  });

  it("executes a contract call, with events that name the transaction", async () => {
    await listen(`/on/contracts:${counter}`);
    const old = await counterValue();
    const call = { contract: counter, fn: "set_value", json: { value: "18446744073709551615", note: null } };
    const { hash } = await make({ call, propagate: true });
    await sandbox.control("block");
    const { header, data } = await socket.event();
    assert.equal(header["Node-Origin"], hash);
    const decoded = await post(`/on/driver:${counter}/decode_event:value_set`, { body: `0x${data.toString("hex")}` });
    const expected = { old, new: "18446744073709551615", by: accounts[0] };
    assert.deepEqual(JSON.parse(decoded.text), expected);
    assert.equal(await counterValue(), "18446744073709551615");
  });

  it("lets a failing call pay all of its gas and change nothing else", async () => {
    await listen("/on/transactions/executed");
    const before = await account(accounts[0]);
    await make({ call: { contract: counter, fn: "fail", json: null }, value: 7, propagate: true });
    await sandbox.control("block");
    const spent = JSON.parse((await socket.event()).data.toString()) as { err: string; gas_spent: number };
    assert.deepEqual([spent.err, spent.gas_spent], ["Panic: the counter was asked to fail", 10_000_000]);
    const after = await account(accounts[0]);
    assert.equal(BigInt(before.balance) - BigInt(after.balance), BigInt(spent.gas_spent));
  });

  it("gives a deposit to a function that takes it, and back from one that does not", async () => {
    const balance = async () => {
      const request = { headers: json, body: JSON.stringify(vault) };
      return BigInt(JSON.parse((await post(`/on/contracts:${transfer}/contract_balance`, request)).text) as string);
    };
    const before = [await balance(), BigInt((await account(accounts[0])).balance)] as const;
    for (const fn of ["sealed", "put"]) {
      await make({ call: { contract: vault, fn, json: null }, deposit: 1_000_000_000, propagate: true });
    }
    await sandbox.control("block");
    assert.equal((await balance()) - before[0], 1_000_000_000n);
    const spent = before[1] - BigInt((await account(accounts[0])).balance);
    assert.ok(spent > 1_000_000_000n && spent < 2_000_000_000n, String(spent));
  });

  it("stages a transaction behind a nonce gap, outside the mempool, until the gap closes", async () => {
    await listenToAll();
    const nonce = await nextNonce();
    const [first, second] = [await make({ nonce, value: 1 }), await make({ nonce: nonce + 1, value: 2 })];
    assert.equal((await propagate(second)).status, 202);
    assert.deepEqual(await next(1), ["/on/transactions/deferred"]);
    const mempool = await post("/on/graphql/query", { body: "{ mempoolTxs { id } }" });
    assert.equal(mempool.text, '{"mempoolTxs":[]}');
    await propagate(first);
    assert.deepEqual(await next(2), ["/on/transactions/included", "/on/transactions/included"]);
    await sandbox.control("block");
    assert.equal(await nextNonce(), nonce + 2);
  });

  it("drops what stays staged too long", async () => {
    await listen("/on/transactions/dropped");
    const { hash } = await make({ nonce: (await nextNonce()) + 5, propagate: true });
    await sandbox.control("block", { count: 22 });
    assert.equal((await socket.event()).location, `/on/transactions:${hash}/dropped`);
  });

  it("confirms a block by the next one and finalizes it three blocks later", async () => {
    await listen("/on/blocks/statechange", "/on/blocks/accepted");
    await sandbox.control("block", { count: 4 });
    const states: Record<string, string[]> = {};
    const heights: string[] = [];
    while (heights.length < 4) {
      const { location, data } = await socket.event();
      const [, hash = "", topic] = /^\/on\/blocks:([0-9a-f]{64})\/(.*)$/.exec(location) ?? [];
      if (topic === "accepted") heights.push(hash);
      else (states[hash] ??= []).push((JSON.parse(data.toString()) as { state: string }).state);
    }
    assert.deepEqual(states[heights[0] ?? ""], ["confirmed", "finalized"]);
    const { text } = await post("/on/graphql/query", { body: "{ blocks(last: 4) { status } }" });
    const { blocks } = JSON.parse(text) as { blocks: { status: object }[] };
    assert.deepEqual(
      blocks.flatMap(({ status }) => Object.keys(status)),
      ["Attested", "Confirmed", "Confirmed", "Final"],
    );
  });

  it("reverts the newest block and accepts another of the same height", async () => {
    await listen("/on/blocks/accepted", "/on/blocks/reverted");
    await sandbox.control("block");
    await sandbox.control("revert");
    const [first, reverted, second] = [await socket.event(), await socket.event(), await socket.event()];
    assert.equal(reverted.location, first.location.replace("accepted", "reverted"));
    const height = ({ data }: { data: Buffer }) =>
      (JSON.parse(data.toString()) as { header: { height: number } }).header.height;
    assert.equal(height(second), height(first));
    assert.notEqual(second.location, first.location);
    assert.deepEqual(JSON.parse(reverted.data.toString()), { atHeight: height(first) });
  });

  it("answers 1 for every gas price while the mempool is empty", async () => {
    const { text } = await post("/on/blocks/gas-price");
    assert.equal(text, '{"average":1,"max":1,"median":1,"min":1}');
  });

  it("gives the deprecated account status the nonce after the pending transactions", async () => {
    const { nonce, balance } = await account(accounts[0]);
    await make({ value: 1, propagate: true });
    const { text } = await post(`/on/account:${accounts[0]}/status`);
    assert.equal(text, `{"balance":${balance},"next_nonce":${Number(nonce) + 2},"nonce":${nonce}}`);
  });
});

describe("Sandbox: a lively chain", () => {
  it("is the same for the same seed and another for another", () => {
    const chain = (seed: string) => new SandboxNode(readOptions(["--seed", seed, "--history", "40"])).world.chain;
    const [first, again, other] = [chain("1"), chain("1"), chain("2")];
    assert.deepEqual(again.at(39n), first.at(39n));
    assert.notEqual(other.tip?.header.hash, first.tip?.header.hash);
    const outcomes = new Set([...first.newestTransactions()].map(({ err, tx }) => err ?? tx.type));
    const kinds = ["OutOfGas", "Panic: the counter was asked to fail", "moonlight", "phoenix"];
    assert.deepEqual([...outcomes].sort(), kinds);
  });

  it("reverts as many blocks as --revert-every says, and none for 0", () => {
    const reverted = (every: string) => {
      const { world } = new SandboxNode(readOptions(["--history", "12", "--revert-every", every]));
      const heights = Array.from({ length: 12 }, (_, at) => at);
      return heights.filter((height) => world.chain.at(BigInt(height))!.header.iteration > 0);
    };
    assert.deepEqual(reverted("4"), [3, 7, 11]);
    assert.deepEqual(reverted("0"), []);
  });

  it("accepts a block every --block-ms with transactions, contract events and now and then a revert", async () => {
    const sandbox = await startSandbox({ blockMs: 5, args: ["--history", "0"] });
    const socket = await PlainSocket.open(sandbox.url);
    try {
      for (const path of ["/on/blocks/", "/on/transactions/executed", `/on/contracts:${counter}`]) {
        await socket.subscription("GET", path, socket.id);
      }
      const seen = new Set<string>();
      while (seen.size < 6) seen.add((await socket.event()).location.replace(/:[0-9a-f]{64}/, ""));
      assert.deepEqual([...seen].sort(), [
        "/on/blocks/accepted",
        "/on/blocks/reverted",
        "/on/blocks/statechange",
        "/on/contracts/counted",
        "/on/contracts/value_set",
        "/on/transactions/executed",
      ]);
    } finally {
      socket.end();
      await sandbox.stop();
    }
  });
});
