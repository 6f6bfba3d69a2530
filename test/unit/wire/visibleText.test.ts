import assert from "node:assert/strict";
import fc from "fast-check";
import { visibleLines, visibleText } from "../../../src/wire/visibleText";

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
    ["Vault\u{e0041}\u{e007f}", "Vault\\u{e0041}\\u{e007f}"],
    ["a\u00a0b\u2003c\u3000d\u202fe", "a\\xa0b\\u2003c\\u3000d\\u202fe"],
    ["\u3164\u115f\u1160\uffa0\u180e\u034f\u17b4", "\\u3164\\u115f\\u1160\\uffa0\\u180e\\u034f\\u17b4"],
    ["\u2800\u{1d159}\u{16fe4}", "\\u2800\\u{1d159}\\u{16fe4}"],
    ["❤\ufe0f 👩\u200d🔧 x\u{e0100}", "❤\\ufe0f 👩\\u200d🔧 x\\u{e0100}"],
    ["\ueb61 \u{10ffff}", "\\ueb61 \u{10ffff}"],
    ["e\u0301 हिन्दी ไทย עברית", "e\u0301 हिन्दी ไทย עברית"],
  ];
  for (const [text, visible] of shown) {
    it(`shows ${JSON.stringify(visible)}`, () => assert.equal(visibleText(text), visible));
  }

  it("keeps the lines of a text that has some", () => {
    assert.equal(visibleLines("plain\n  lines"), "plain\n  lines");
    assert.equal(visibleLines("a\u202e\nb\rc"), "a\\u202e\nb\\rc");
  });

  it("never breaks a line, and changes nothing that it has already made visible", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const visible = visibleText(text);
        // eslint-disable-next-line no-control-regex
        assert.doesNotMatch(visible, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
        assert.doesNotMatch(visible, /\p{Default_Ignorable_Code_Point}|(?! )\p{Separator}/u);
        assert.equal(visibleText(visible), visible);
      }),
    );
  });
});
