import assert from "node:assert/strict";
import fc from "fast-check";
import { bytesToHex, hexToBytes } from "../../../src/wire/hex";

describe("hex", () => {
  it("gives back the bytes that it wrote, in lower case and without 0x", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = bytesToHex(bytes);
        assert.match(text, /^[0-9a-f]*$/);
        assert.deepEqual(hexToBytes(text), bytes);
        assert.deepEqual(hexToBytes(`0x${text.toUpperCase()}`), bytes);
      }),
    );
  });

  it("reads the same bytes with and without 0x, in either case and with white space around", () => {
    for (const text of ["c0ffee", "0xc0ffee", "0XC0FFEE", "  0xC0ffEE\n"]) {
      assert.deepEqual(hexToBytes(text), Uint8Array.of(0xc0, 0xff, 0xee), text);
    }
    assert.deepEqual(hexToBytes(""), new Uint8Array());
    assert.deepEqual(hexToBytes("0x"), new Uint8Array());
    assert.deepEqual(hexToBytes(" \n"), new Uint8Array());
  });

  it("reads a view into a larger buffer by its own bytes", () => {
    assert.equal(bytesToHex(Uint8Array.of(1, 2, 3, 4, 5).subarray(1, 4)), "020304");
  });

  const refused: [text: string, why: RegExp][] = [
    ["0xfed", /Odd number of hex digits \(3\)/],
    ["7", /Odd number of hex digits \(1\)/],
    ["0Xbad", /Odd number of hex digits \(3\)/],
    ["12g4", /Character 3 is not a hex digit/],
    ["0x12 34", /Character 5 /],
    ["0x0x12", /Character 4 /],
    ["１２", /Character 1 /],
  ];
  for (const [text, why] of refused) {
    it(`refuses ${JSON.stringify(text)} and says where the mistake is`, () => {
      assert.throws(
        () => hexToBytes(text),
        (error) => error instanceof SyntaxError && why.test(error.message),
      );
    });
  }
});
