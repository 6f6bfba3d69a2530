import assert from "node:assert/strict";
import { jsonDifferences, sameToDriver } from "../../../src/contract/jsonDifference";
import { jsonPathText } from "../../../src/contract/jsonPath";
import type { Json } from "../../../src/wire/json/exactJson";

describe("the differences of two values", () => {
  const exact: [before: Json, after: Json, places: string[]][] = [
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
    [{ a: 1 }, { a: 2 }, ["$.a"]],
    [{ a: [1, 2] }, { a: [1, 3, 4] }, ["$.a[1]", "$.a[2]"]],
    [{ a: 1 }, { b: 1 }, ["$.a", "$.b"]],
    [9007199254740993n, 9007199254740993n, []],
    [9007199254740993n, "9007199254740993", ["$"]],
    [5, "5", ["$"]],
    [null, {}, ["$"]],
    [[], {}, ["$"]],
    [0, -0, ["$"]],
  ];
  for (const [before, after, places] of exact) {
    it(`are exact: ${shownPair(before, after)} ${places.length ? `differ at ${places.join()}` : "are equal"}`, () => {
      assert.deepEqual(
        jsonDifferences(before, after).map(({ path }) => jsonPathText(path)),
        places,
      );
    });
  }

  const lenient: [before: Json, after: Json, same: boolean][] = [
    [5, "5", true],
    ["18446744073709551615", 18446744073709551615n, true],
    [{ a: null }, {}, true],
    ["5", "05", false],
    [5, "5.0", false],
    ["ab", "AB", false],
    [true, "true", false],
  ];
  for (const [before, after, same] of lenient) {
    it(`to a driver ${shownPair(before, after)} ${same ? "mean the same" : "differ"}`, () => {
      assert.equal(jsonDifferences(before, after, sameToDriver).length === 0, same);
    });
  }

  it("are listed up to a bound, whatever the size and depth", () => {
    const long = Array.from({ length: 5000 }, (_, at) => at);
    const other = long.map((each) => each + 1);
    assert.equal(jsonDifferences(long, other).length, 200);
    let deep: Json = 1;
    let deeper: Json = 2;
    for (let level = 0; level < 2000; level++) [deep, deeper] = [[deep], [deeper]];
    assert.equal(jsonDifferences(deep, deeper)[0]?.path.length, 2000);
  });
});

function shownPair(before: Json, after: Json): string {
  const shown = (value: Json) =>
    JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}n` : each));
  return `${shown(before)} and ${shown(after)}`;
}
