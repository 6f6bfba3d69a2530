import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import { PlainSocket, ask } from "./plainNode";

const { counter } = contractIds;

interface Header {
  height: number;
  hash: string;
  prev_block_hash: string;
}

describe("Sandbox: chains that break off, start again or fork", () => {
  let sandbox: Sandbox;
  let socket: PlainSocket & { id: string };
  beforeEach(async () => {
    sandbox = await startSandbox({ blockMs: 0, args: ["--history", "6", "--txs-per-block", "0"] });
    socket = await PlainSocket.open(sandbox.url);
  });
  afterEach(async () => {
    socket.end();
    await sandbox.stop();
  });

  const listen = async (...paths: string[]) => {
    for (const path of paths) await socket.subscription("GET", path, socket.id);
  };
  const emit = (json: number) => sandbox.control("emit", { contract: counter, topic: "counted", json });
  const headerOf = ({ data }: { data: Buffer }) => (JSON.parse(data.toString()) as { header: Header }).header;
  const topicOf = ({ location }: { location: string }) => location.replace(/.*\//, "");
  /** Hashes by height. */
  const hashes = async () => {
    const { text } = await ask(sandbox.url, "/on/graphql/query", {
      body: "{ blocks(last: 50) { header { height hash } } }",
    });
    const { blocks } = JSON.parse(text) as { blocks: { header: Header }[] };
    const headers = blocks.map(({ header }) => header).sort((a, b) => a.height - b.height);
    return headers.map(({ hash }) => hash);
  };

  it("loses event frames of a location while the session stays", async () => {
    await listen(`/on/contracts:${counter}/counted`, "/on/blocks/accepted");
    await sandbox.control("lose-frames", { path: "/counted", count: 2 });
    await emit(1);
    await sandbox.control("block");
    await emit(2);
    await emit(3);
    assert.equal(topicOf(await socket.event()), "accepted");
    assert.equal((await socket.event()).data.readBigUInt64LE(), 3n);
  });

  it("loses what a block sends beyond the channel, accepted first, and tells no one", async () => {
    await listen("/on/transactions/executed", "/on/transactions/removed", "/on/blocks/accepted");
    await sandbox.control("channel", { holds: 2 });
    for (let made = 0; made < 3; made++) await sandbox.control("transaction", { value: 1, propagate: true });
    await sandbox.control("block");
    await sandbox.control("channel");
    await sandbox.control("transaction", { value: 1, propagate: true });
    await sandbox.control("block");
    const topics: string[] = [];
    for (let at = 0; at < 5; at++) topics.push(topicOf(await socket.event()));
    assert.deepEqual(topics, ["executed", "executed", "executed", "removed", "accepted"]);
  });

  it("starts again from height 0 with the same first block and no other, and ends its sessions", async () => {
    const before = await hashes();
    assert.deepEqual(await sandbox.control("restart-chain"), { height: 0 });
    assert.equal((await socket.closed).code, 1006);
    await sandbox.control("block", { count: 5 });
    const after = await hashes();
    assert.equal(after.length, before.length);
    const kept = after.filter((hash, height) => hash === before[height]);
    assert.deepEqual(kept, [before[0]]);
  });

  it("starts again at a height further on, with sessions that stay", async () => {
    await listen("/on/blocks/accepted");
    const [, ...before] = await hashes();
    assert.deepEqual(await sandbox.control("restart-chain", { height: 9, sessions: "stay" }), { height: 9 });
    await sandbox.control("block");
    assert.equal(headerOf(await socket.event()).height, 10);
    const after = await hashes();
    assert.ok(before.every((hash) => !after.includes(hash)));
  });

  it("forks: reverts blocks from the newest down and accepts others of the same heights", async () => {
    await listen("/on/blocks");
    const before = await hashes();
    assert.deepEqual(await sandbox.control("fork", { height: 4 }), { height: 5 });
    const events = [await socket.event(), await socket.event(), await socket.event(), await socket.event()];
    assert.deepEqual(events.map(topicOf), ["reverted", "reverted", "accepted", "accepted"]);
    const reverted = events.slice(0, 2).map(({ data }) => JSON.parse(data.toString()) as object);
    assert.deepEqual(reverted, [{ atHeight: 5 }, { atHeight: 4 }]);
    const [first, second] = events.slice(2).map(headerOf);
    assert.deepEqual([first?.height, second?.height], [4, 5]);
    assert.deepEqual([first?.prev_block_hash, second?.prev_block_hash], [before[3], first?.hash]);
    const after = await hashes();
    assert.deepEqual(after, [...before.slice(0, 4), first?.hash, second?.hash]);
    assert.ok(!before.includes(String(first?.hash)));
  });

  it("refuses a fork above the newest block and an unknown fate of the sessions", async () => {
    await assert.rejects(sandbox.control("fork", { height: 6 }), /400 height must be from 0 to 5/);
    await assert.rejects(sandbox.control("restart-chain", { sessions: "maybe" }), /400 sessions is cut or stay/);
  });
});
