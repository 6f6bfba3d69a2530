import assert from "node:assert/strict";
import { limits } from "../../../src/wire/limits";
import { memoText } from "../../../src/wire/memoText";

const hex = (text: string) => Buffer.from(text).toString("hex");

describe("a memo", () => {
  for (const text of ["scn success", "walkA-1", "Grüße, 你好 🦊", "two\nlines"]) {
    it(`is read as the text ${JSON.stringify(text)}`, () => assert.equal(memoText(hex(text)), text));
  }

  for (const [what, memo] of [
    ["is empty", ""],
    ["is missing", undefined],
    ["is null", null],
    ["is a number", 7],
    ["is no hex", "xyz"],
    ["has half a byte", "616"],
    ["is the hash of a blob", "01d9758b85b33df552adb7dbe7467e24731d2067125135c8840795d858078c42"],
    ["holds what drives a terminal", hex("a\u001b[31mb")],
    ["holds what turns the text around", hex("abc\u202etxt.exe")],
    ["holds what cannot be seen", hex("a\u200bb")],
    ["is blank", hex("  ")],
    ["is longer than anyone writes", hex("a".repeat(limits.memoBytes + 1))],
  ] as const) {
    it(`that ${what} is no text`, () => assert.equal(memoText(memo), undefined));
  }
});
