import assert from "node:assert/strict";
import { failureLine, failureWords, shortIds } from "../../../src/client/failures/failureWords";
import { noConnection } from "../../../src/client/noConnection";
import { NodeError } from "../../../src/client/failures/nodeError";
import { shownAddress } from "../../../src/client/failures/shownAddress";
import { sizeText } from "../../../src/wire/sizeText";

describe("a failure in words", () => {
  it("has the reason as a sentence and route, status and codes beside it", () => {
    const details = { route: "POST /on/a/b", status: 500, code: "E\u0007X", connection: "prod", response: "raw" };
    const error = new NodeError("node-fault", "Panic: it was asked to (VM error)", details);
    assert.deepEqual(failureWords(error), {
      sentence: "Panic: it was asked to (VM error).",
      remedy: undefined,
      remedies: [],
      details: ["POST /on/a/b", "status 500", "E\\x07X"],
      connection: "prod",
      redirect: undefined,
      prefix: undefined,
      response: "raw",
    });
  });

  it("goes on in one line with what to do", () => {
    assert.equal(
      failureLine(noConnection()),
      "There is no connection yet. Connect to a node, or start the sandbox node.",
    );
    assert.equal(failureLine(noConnection(["production"])), "No connection is active. Choose the one to use.");
    assert.equal(failureLine(new Error("No")), "No.");
    assert.equal(failureLine("nothing"), "nothing.");
  });

  it("offers no button that does again what may have been done", () => {
    const remedies = ["retry", "edit-connection"] as const;
    const sent = new NodeError("timeout", "No answer.", { remedies, outcomeUnknown: true });
    assert.deepEqual(failureWords(sent).remedies, ["edit-connection"]);
    assert.deepEqual(failureWords(sent.reworded("Other words.")).remedies, ["edit-connection"]);
  });

  it("shows the ends of ids and hashes", () => {
    const id = `c0047e2a${"0".repeat(52)}4d62`;
    assert.equal(shortIds(`contract ${id} of 0x${id}`), "contract c0047e2a…4d62 of 0xc0047e2a…4d62");
    assert.equal(shortIds("only 1234567890abcdef"), "only 1234567890abcdef");
    assert.ok(shortIds("f".repeat(10_000_000)).length < 2000);
  });

  for (const [address, shown] of [
    ["http://h:8080", "http://h:8080"],
    ["https://h/v1/9f8e7d", "https://h/…"],
    ["wss://h/v1/9f8e7d/on", "wss://h/…/on"],
    ["ws://127.0.0.1:1/on", "ws://127.0.0.1:1/on"],
    ["https://me:pw@h/", "https://h"],
    ["the proxy http://p:1", "the proxy http://p:1"],
  ] as const) {
    it(`names the place ${address} as ${shown}`, () => assert.equal(shownAddress(address), shown));
  }

  for (const [bytes, text] of [
    [0, "0 bytes"],
    [1, "1 byte"],
    [1023, "1023 bytes"],
    [256 * 1024, "256 KiB"],
    [1024 * 1024 - 1, "1024 KiB"],
    [3 * 1024 * 1024, "3 MiB"],
    [1.5 * 1024 * 1024, "1.5 MiB"],
  ] as const) {
    it(`names ${bytes} bytes as ${text}`, () => assert.equal(sizeText(bytes), text));
  }
});
