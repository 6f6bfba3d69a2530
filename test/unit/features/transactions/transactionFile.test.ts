import assert from "node:assert/strict";
import { readLives, writeLives } from "../../../../src/features/transactions/model/rememberedLives";
import { transactionInFile, transactionInText } from "../../../../src/features/transactions/model/transactionFile";
import { ChainHead } from "../../../../src/client/chain/chainHead";
import { FollowedTransactions } from "../../../../src/client/transactions/followedTransactions";
import { TransactionLife } from "../../../../src/client/transactions/transactionLife";
import { limits } from "../../../../src/wire/limits";

const most = limits.requestBytes.transaction;
const file = (text: string) => transactionInFile(new TextEncoder().encode(text));

describe("the transaction in a file", () => {
  it("is told apart as raw bytes, hex and base64", () => {
    const bytes = Uint8Array.from([1, 0, 255, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    const base64 = Buffer.from(bytes).toString("base64");
    for (const content of [
      bytes,
      `0x${Buffer.from(bytes).toString("hex")}\n`,
      Buffer.from(bytes).toString("hex"),
      `base64:${base64}`,
    ]) {
      const read = typeof content === "string" ? file(content) : transactionInFile(content);
      assert.ok("bytes" in read, JSON.stringify(read));
      assert.deepEqual([...read.bytes], [...bytes]);
    }
  });

  it("is read in the encodings that editors and shells of any system write", () => {
    const hex = "00ff10";
    const big = Buffer.from(`\ufeff${hex}\r\n`, "utf16le").swap16();
    for (const content of [
      ...[Buffer.from(`\ufeff${hex}\r\n`), Buffer.from(`\ufeff${hex}\r\n`, "utf16le"), big],
      ...[Buffer.from("00\r\nff\r\n10"), Buffer.from("00\rff\r10")],
    ]) {
      const read = transactionInFile(content);
      assert.ok("bytes" in read, JSON.stringify(read));
      assert.deepEqual([...read.bytes], [0, 255, 16]);
    }
  });

  it("has at most as many bytes as a node takes, and is never empty or half a byte", () => {
    assert.ok("bytes" in transactionInFile(new Uint8Array(most)));
    const long = transactionInFile(new Uint8Array(most + 1));
    assert.deepEqual(long, { problem: `A node takes at most ${most} bytes, this has ${most + 1} bytes.` });
    assert.match((file("0xabc") as { problem: string }).problem, /^Odd number of hex digits/);
    assert.deepEqual(file("0x"), { problem: "There are no bytes." });
    assert.deepEqual(transactionInText("  \n"), { problem: "There is nothing." });
  });
});

describe("what a workspace remembers of transactions", () => {
  it("comes back as it was, with integers of any size, and as nothing where it is damaged", () => {
    const life = new TransactionLife("ab");
    life.sending(1);
    life.included({ nonce: 2n ** 64n - 1n, value: 5n, call: { contract: "c", fn: "12", data: "" } }, 2);
    life.executed({ height: 2n ** 53n + 1n, gas: 7n }, {}, 3);
    assert.deepEqual(readLives(writeLives([life.record])), [life.record]);
    for (const text of [
      undefined,
      "",
      "[{}]",
      "[null]",
      "{",
      '[{"key":"a","standing":"sent","facts":{"nonce":"x"},"steps":[]}]',
      '[{"key":"a","standing":"sent","facts":null,"steps":[]}]',
    ])
      assert.deepEqual(readLives(text), []);
  });

  it("is all that is under way, however much settled after it", () => {
    const transactions = new FollowedTransactions({
      node: () => Promise.reject(new Error("Nothing is asked.")),
      connect: () => Promise.resolve(),
      chain: new ChainHead(),
      nameOf: String,
    });
    const lives = Array.from({ length: 200 }, (_, at) => transactions.open(Uint8Array.of(at)));
    for (const [at, life] of lives.entries()) {
      life.sending(at);
      if (at >= 60) life.refused("its gas price is too low", at);
    }
    const kept = transactions.records.map(({ standing }) => standing);
    assert.equal(kept.filter((at) => at === "sending").length, 60);
    assert.equal(kept.filter((at) => at === "refused").length, limits.followed.remembered);
    transactions.dispose();
  });
});
