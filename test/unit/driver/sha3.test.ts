import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sha3 } from "../../../src/driver/sha3";

describe("SHA3-256", () => {
  it("is that of Node.js for bytes of every length around a block, and for a long module", () => {
    for (const length of [0, 1, 134, 135, 136, 137, 271, 272, 273, 100_003]) {
      const bytes = Buffer.from(Array.from({ length }, (_, at) => (at * 31 + (at >> 5)) & 255));
      assert.equal(sha3(bytes), createHash("sha3-256").update(bytes).digest("hex"), `${length} bytes`);
    }
  });
});
