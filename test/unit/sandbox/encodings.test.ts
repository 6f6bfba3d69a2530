import assert from "node:assert/strict";
import fc from "fast-check";
import { fromBase58, toBase58 } from "../../../src/sandbox/wire/base58";
import { readJson, writeJson } from "../../../src/sandbox/wire/json";

describe("Sandbox: its own base58 and JSON", () => {
  it("writes the well-known examples", () => {
    assert.equal(toBase58(Buffer.from("Hello World!")), "2NEpo7TZRRrLZSi2U");
    assert.equal(toBase58(Buffer.from("0000287fb4cd", "hex")), "11233QC4");
  });

  it("reads back the bytes it wrote, leading zeros too", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(4), (bytes, zeros) => {
        const padded = Buffer.concat([Buffer.alloc(zeros), bytes]);
        assert.deepEqual(fromBase58(toBase58(padded), padded.length), padded);
      }),
    );
  });

  it("reads nothing out of other characters or of another length", () => {
    for (const text of ["0", "O", "I", "l", " 2", "2\n"]) assert.equal(fromBase58(text, 1), undefined);
    assert.equal(fromBase58("2NEpo7TZRRrLZSi2U", 11), undefined);
    assert.equal(fromBase58("2".repeat(10_000), 96), undefined);
  });

  it("keeps every digit of an integer, and strings as they are", () => {
    const texts = [
      "9007199254740993",
      "-9007199254740993",
      '{"a":[18446744073709551615,1.5,1e+300],"b":"12345678901234567890,","c":"\\"99999999999999999999\\""}',
      "[0,-1,9007199254740991,true,null]",
    ];
    for (const text of texts) assert.equal(writeJson(readJson(text)), text);
  });

  it("refuses text that is no JSON, also around long integers", () => {
    for (const text of ["", "{", "[9007199254740993", "09007199254740993", '{"a":9007199254740993,}']) {
      assert.throws(() => readJson(text), SyntaxError);
    }
  });
});
