import assert from "node:assert/strict";
import { notProbed } from "../../../../src/client/capabilities";
import { foundLines, foundSentence } from "../../../../src/features/connections/model/foundWords";

const found = { address: "http://h:1", prefix: undefined, capabilities: notProbed, tip: undefined, failing: [] };

describe("what was found at an address", () => {
  it("is told line by line and in a sentence", () => {
    const node = { ...found, info: { version: "1.6.1", version_build: "abc", chain_id: 3n } };
    assert.deepEqual(foundLines(node).slice(0, 2), [
      { what: "Version", text: "1.6.1, build abc" },
      { what: "Chain id", text: "3" },
    ]);
    assert.match(
      foundSentence("Local", node),
      /^Local answers at http:\/\/h:1: version 1\.6\.1, build abc; chain id 3/,
    );
  });

  it("is short and visible, whatever the node says", () => {
    const text = "z".repeat(9000);
    const node = {
      ...found,
      capabilities: { ...notProbed, prover: { offered: "unknown" as const, text } },
      info: { version: "v".repeat(9000), version_build: "\u202eb", chain_id: ["c".repeat(9000)] },
    };
    const lines = foundLines(node);
    assert.match(lines[0]!.text, /^v+… \(9000 characters\), build \\u202eb$/);
    for (const line of lines) assert.ok(line.text.length <= 500, line.what);
  });
});
