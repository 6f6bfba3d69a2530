import assert from "node:assert/strict";
import { integerOf } from "../../../src/wire/json/fields";
import { coinsToUnits } from "../../../src/wire/coins";
import { parseExactJson, TooManyDigits } from "../../../src/wire/json/exactJson";
import { integerFrom } from "../../../src/wire/integerText";
import { parseLargeJson } from "../../../src/wire/json/largeJson";
import { limits } from "../../../src/wire/limits";

const most = "7".repeat(limits.integerDigits);

describe("an integer that is written in text", () => {
  it("is read up to the digits that are taken, with its sign", () => {
    for (const text of ["0", "-12", "18446744073709551615", most, `-${most}`]) {
      assert.equal(integerFrom(text), BigInt(text));
      assert.equal(integerOf(text), BigInt(text));
    }
  });

  for (const text of ["", "-", "1.0", "1e5", " 1", "0x1", `${most}7`, "7".repeat(6_000_000)]) {
    it(`is none in ${text.slice(0, 20)} of ${text.length} characters`, () => {
      assert.equal(integerFrom(text), undefined);
      assert.equal(integerOf(text), undefined);
    });
  }

  it("is refused as an amount of coins when it is endless", () => {
    const read = coinsToUnits("9".repeat(1_000_000));
    assert.match(read.ok ? "" : read.problem, /above the highest possible/);
  });
});

describe("an integer of JSON", () => {
  it("is exact up to the digits that are taken", () => {
    assert.deepEqual(parseExactJson(`[${most},-${most}]`), [BigInt(most), -BigInt(most)]);
  });

  it("is refused beyond, wherever it stands, before its digits are read", () => {
    for (const text of [`${most}7`, `[1,{"a":-${most}7}]`, "7".repeat(6_000_000), `[${"7".repeat(6_000_000)}]`]) {
      assert.throws(() => parseExactJson(text), TooManyDigits);
      assert.throws(() => [...parseLargeJson(text)], SyntaxError);
    }
    assert.throws(() => parseExactJson(`${most}7`), /An integer of 1001 digits; at most 1000 are taken\./);
  });

  it("may be as long as it likes inside a text, a fraction or an exponent", () => {
    const long = "7".repeat(5000);
    assert.deepEqual(parseExactJson(`["${long}", 0.${long}, ${long}.5, "x\\"${long}"]`), [
      ...[long, Number(`0.${long}`), Infinity, `x"${long}`],
    ]);
  });
});
