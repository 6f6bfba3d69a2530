import assert from "node:assert/strict";
import { limits } from "../../../src/wire/limits";
import { tooLongDocument } from "../../../src/wire/tooLongDocument";

describe("a text that is to be a document", () => {
  it("can be shown up to the limit", () => {
    assert.equal(tooLongDocument(""), undefined);
    assert.equal(tooLongDocument("x".repeat(limits.documentCharacters)), undefined);
  });

  it("is told to be too long beyond, with its size and what an editor takes", () => {
    const sentence = (size: string) => `This has ${size} million characters; an editor shows at most 20.9 million.`;
    assert.equal(tooLongDocument("x".repeat(limits.documentCharacters + 1)), sentence("21.0"));
    assert.equal(tooLongDocument("x".repeat(52_000_000)), sentence("52.0"));
  });
});
