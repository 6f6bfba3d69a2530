import assert from "node:assert/strict";
import fc from "fast-check";
import { amountWords, coinsToUnits, unitsToCoins } from "../../../src/wire/coins";

describe("amounts of coins", () => {
  const written: [units: bigint, coins: string][] = [
    [0n, "0"],
    [1n, "0.000000001"],
    [20n, "0.00000002"],
    [1_000_000_000n, "1"],
    [1_500_000_000n, "1.5"],
    [8_123_450_000_000n, "8123.45"],
    [987_654_321_012_345_678n, "987654321.012345678"],
    [18_446_744_073_709_551_615n, "18446744073.709551615"],
    [-5n, "-0.000000005"],
  ];
  for (const [units, coins] of written) {
    it(`writes ${units} units as ${coins} coins`, () => assert.equal(unitsToCoins(units), coins));
  }

  it("reads well on a line: coins by threes, then the exact units", () => {
    const words = [1n, 999_000_000_000n, 1_000_000_000_000n, 282_880_739_435_897_311n].map(amountWords);
    assert.deepEqual(words, [
      "0.000000001 coins · 1 units",
      "999 coins · 999000000000 units",
      "1 000 coins · 1000000000000 units",
      "282 880 739.435897311 coins · 282880739435897311 units",
    ]);
  });

  const read: [text: string, units: bigint][] = [
    ["9007199.254740993", 9_007_199_254_740_993n],
    ["1.000000001", 1_000_000_001n],
    ["0.1", 100_000_000n],
    [" 12 ", 12_000_000_000n],
    ["007", 7_000_000_000n],
    ["0", 0n],
  ];
  for (const [text, units] of read) {
    it(`reads ${JSON.stringify(text)} without losing a digit`, () => {
      assert.deepEqual(coinsToUnits(text), { ok: true, value: units });
    });
  }

  const refused: [text: string, hint: RegExp][] = [
    ["", /empty/],
    ["   ", /empty/],
    ["0,25", /after a dot/],
    ["2,000", /after a dot/],
    ["2.000,5", /after a dot/],
    ["4 000", /without spaces/],
    ["4_000", /without spaces/],
    ["-1", /without a sign/],
    ["+1", /without a sign/],
    [".75", /before and after the dot/],
    ["75.", /before and after the dot/],
    ["2e3", /in digits/],
    ["0xff", /in digits/],
    ["４２", /in digits/],
    ["1.2.3", /in digits/],
    ["NaN", /in digits/],
    ["0.0000000001", /9 decimals, this amount has 10/],
    ["18446744073.709551616", /above the highest possible/],
  ];
  for (const [text, hint] of refused) {
    it(`refuses ${JSON.stringify(text)} with a hint, and never as zero`, () => {
      const amount = coinsToUnits(text);
      assert.ok(!amount.ok);
      assert.match(amount.problem, hint);
    });
  }

  it("gives back every amount that it wrote", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (units) => {
        assert.deepEqual(coinsToUnits(unitsToCoins(units)), { ok: true, value: units });
      }),
    );
  });
});
