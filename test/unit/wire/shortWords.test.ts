import assert from "node:assert/strict";
import fc from "fast-check";
import { shortWords } from "../../../src/wire/shortWords";

describe("short words", () => {
  it("leaves what is short as it is", () => assert.equal(shortWords("1.6.1 (转账)"), "1.6.1 (转账)"));

  it("cuts what is long and says how long it was", () => {
    assert.equal(shortWords("v".repeat(20_000_000), 40), `${"v".repeat(17)}… (20000000 characters)`);
  });

  it("cuts what becomes long by its escapes", () => {
    const shown = shortWords("\u0000".repeat(30), 60);
    assert.match(shown, /^(\\x00)+.*… \(30 characters\)$/);
    assert.ok(shown.length <= 60, shown);
  });

  it("leaves no half of a character pair at the cut", () => {
    for (const before of ["", "a"]) assert.doesNotMatch(shortWords(before + "🦀".repeat(100), 50), /\p{Surrogate}/u);
  });

  it("is never longer than asked for, and changes nothing that is short already", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.integer({ min: 30, max: 120 }), (text, most) => {
        const once = shortWords(text, most);
        assert.ok(once.length <= most);
        assert.equal(shortWords(once, most), once);
      }),
    );
  });
});
