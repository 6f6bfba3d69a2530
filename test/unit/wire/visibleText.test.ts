import assert from "node:assert/strict";
import fc from "fast-check";
import { visibleText } from "../../../src/wire/visibleText";

describe("visible text", () => {
  const shown: [text: string, visible: string][] = [
    ["plain, 转账 🦀 é", "plain, 转账 🦀 é"],
    ["a\r\nb\tc", "a\\r\\nb\\tc"],
    ["\u001b[31mred", "\\x1b[31mred"],
    ["nul\u0000 del\u007f csi\u009b", "nul\\x00 del\\x7f csi\\x9b"],
    ["one\u2028two\u2029", "one\\u2028two\\u2029"],
    ["abc\u202etxt.exe", "abc\\u202etxt.exe"],
    ["\ufeffbom \u200b", "\\ufeffbom \\u200b"],
    ["half \ud83e", "half \\ud83e"],
  ];
  for (const [text, visible] of shown) {
    it(`shows ${JSON.stringify(visible)}`, () => assert.equal(visibleText(text), visible));
  }

  it("never breaks a line, and changes nothing that it has already made visible", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const visible = visibleText(text);
        // eslint-disable-next-line no-control-regex
        assert.doesNotMatch(visible, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
        assert.equal(visibleText(visible), visible);
      }),
    );
  });
});
