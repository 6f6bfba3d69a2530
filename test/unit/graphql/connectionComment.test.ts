import assert from "node:assert/strict";
import { connectionComment } from "../../../src/graphql/text/connectionComment";

describe("the first line of a document", () => {
  const rows: [line: string, name: string | undefined][] = [
    ["# chainscope: Local", "Local"],
    ["#chainscope:Local node 2  ", "Local node 2"],
    ["\uFEFF# Chainscope:\tLocal\r\n{ a }", "Local"],
    ["# chainscope: $(x) `y` \u202e", "$(x) `y` \u202e"],
    ["# chainscope:", undefined],
    ["# chainscope:   \nLocal", undefined],
    ["# chainscope Local", undefined],
    ["\n# chainscope: Local", undefined],
    ["{ a } # chainscope: Local", undefined],
    ["", undefined],
  ];
  for (const [line, name] of rows) {
    it(`names ${name ?? "no connection"} in ${JSON.stringify(line)}`, () => {
      const found = connectionComment(line);
      assert.equal(found?.name, name);
      if (found) assert.equal(line.slice(found.start, found.end), name);
    });
  }

  it("is not searched without end for a name", () => {
    assert.ok(connectionComment(`# chainscope: ${"x".repeat(1_000_000)}`)!.name.length < 1000);
  });
});
