import assert from "node:assert/strict";
import fc from "fast-check";
import { JsonItems } from "../../../src/wire/json/jsonItems";

describe("items of a JSON list", () => {
  it("come out whole wherever the text is cut", () => {
    fc.assert(
      fc.property(fc.array(fc.json()), fc.array(fc.nat()), (items, cuts) => {
        const text = ` [ ${items.join(" , ")}\n] `;
        const found = readAll(parts(text, cuts));
        assert.deepEqual(
          found.items.map((item) => item.trim()),
          items.map((item) => item.trim()),
        );
        assert.ok(found.complete);
        assert.equal(found.problem, undefined);
      }),
    );
  });

  it("come out one by one when each character arrives alone", () => {
    const text = '[{"a":"],[\\"{"},[1,[2]],"x"]';
    assert.deepEqual(readAll([...text]).items, ['{"a":"],[\\"{"}', "[1,[2]]", '"x"']);
  });

  it("are incomplete when the list stops in the middle", () => {
    const found = readAll(['[{"a":1},{"b":2}', ","]);
    assert.deepEqual(found.items, ['{"a":1}', '{"b":2}']);
    assert.ok(!found.complete);
  });

  it("do not hide what stands outside the list", () => {
    assert.equal(readAll(["VM error: ["]).problem, "it is not a list");
    assert.equal(readAll(["[1]", "[2]"]).problem, "there is text after the list");
    assert.deepEqual(readAll(["[1]", "[2]"]).items, ["1"]);
  });

  const malformed: [text: string, items: string[]][] = [
    ["[1,,2]", ["1"]],
    ["[1, ,2]", ["1"]],
    ["[,1]", []],
    ["[1,]", ["1"]],
    ["[,]", []],
    ["[1,2}", ["1"]],
  ];
  for (const [text, items] of malformed) {
    it(`end at the place that has none in ${text}, wherever it is cut`, () => {
      for (const texts of [[text], [...text]]) {
        const found = readAll(texts);
        assert.deepEqual(found.items, items);
        assert.ok(!found.complete);
        assert.match(found.problem ?? "", /is empty|does not fit/);
      }
    });
  }

  it("may be none", () => {
    for (const text of ["[]", " [ ] "])
      assert.deepEqual(readAll([text]), { items: [], complete: true, problem: undefined });
  });
});

function readAll(texts: readonly string[]) {
  const reader = new JsonItems();
  const items = texts.flatMap((text) => reader.push(text));
  return { items, complete: reader.complete, problem: reader.problem };
}

function parts(text: string, cuts: readonly number[]): string[] {
  const places = [0, ...cuts.map((cut) => cut % text.length).sort((one, other) => one - other), text.length];
  return places.slice(1).map((end, index) => text.slice(places[index], end));
}
