import assert from "node:assert/strict";
import type { Json } from "../../../src/wire/json/exactJson";
import { draftOf } from "../../../src/contract/input/callDraft";
import { callForm } from "../../../src/contract/input/callForm";
import { checkInput } from "../../../src/contract/input/callInput";
import { inputFromDraft } from "../../../src/contract/input/draftInput";
import { exampleInput } from "../../../src/contract/input/exampleInput";
import { nothingKnown } from "../../../src/contract/types/knownTypes";
import { learnFromValue, learnShape, type LearnedShapes } from "../../../src/contract/schema/learnedShapes";
import { parseRustType } from "../../../src/contract/types/typeReader";

const learn = (...values: Json[]): LearnedShapes => {
  return values.reduce<LearnedShapes>((shapes, value) => learnShape(shapes, "SetValue", value), {});
};
const formOf = (learned: LearnedShapes) => callForm(parseRustType("SetValue"), { ...nothingKnown, learned });

describe("a type known from earlier values", () => {
  it("gives a form with the fields these had", () => {
    const field = formOf(
      learn({ value: "5", tags: ["a"], note: null, limit: 7 }, { value: "6", tags: [], note: "x", limit: 8 }),
    );
    assert.ok(field.kind === "struct");
    assert.deepEqual(
      field.items.map((item) => [item.label, item.kind]),
      [
        ["value", "text"],
        ["tags", "vector"],
        ["note", "option"],
        ["limit", "integer"],
      ],
    );
  });

  it("comes back from the form as it was, numbers as numbers", () => {
    const value = {
      small: 7,
      large: 18446744073709551615n,
      pair: [1, "x"],
      list: [{ a: true }, { a: false }],
      none: null,
    };
    const field = formOf(learn(value));
    const draft = draftOf(field, value);
    assert.ok(draft);
    assert.deepEqual(inputFromDraft(field, draft), { value, problems: [] });
  });

  it("turns to JSON when its values differ in shape, as an enum's do, and stays so", () => {
    for (const values of [
      [{ A: 1 }, { B: 2 }],
      [{ A: 1 }, "B"],
      [1, "1"],
      [
        [1, "x"],
        [1, "x", 2],
      ],
    ] as Json[][]) {
      assert.equal(formOf(learn(...values)).kind, "json");
      assert.equal(formOf(learn(...values, values[0] ?? null)).kind, "json");
    }
  });

  it("never refuses a value for what earlier ones looked like", () => {
    const known = { ...nothingKnown, learned: learn({ value: "5" }) };
    assert.deepEqual(checkInput(parseRustType("SetValue"), [1, 2], known), []);
  });

  it("starts from the newest value, also inside other types", () => {
    const known = {
      ...nothingKnown,
      learned: learn({ value: "5" }, { value: "18446744073709551616" }, { value: 2n ** 64n }),
    };
    assert.deepEqual(exampleInput(parseRustType("(u64, Option<SetValue>)"), known), ["1", { value: 2n ** 64n }]);
  });

  it("keeps three different samples, newest first, and none that is large", () => {
    const shapes = learn(1, 2, 3, 4, 3, "x".repeat(5000));
    assert.deepEqual(shapes["SetValue"]?.samples, ["3", "4", "2"]);
  });

  it("is learned wherever it stands in a type", () => {
    const type = parseRustType("(u64, Vec<Item>, Option<my::Note>, [Pair<u8>; 1], Option<Gone>)");
    const shapes = learnFromValue({}, type, ["1", [{ a: 1 }, { a: 2 }], "n", [[1, 2]], null]);
    assert.deepEqual(Object.keys(shapes), ["Item", "my::Note", "Pair<u8>"]);
    assert.deepEqual(learnFromValue(shapes, type, "not a list"), shapes);
  });

  it("is plain data that survives being stored", () => {
    const shapes = learn({ value: 2n ** 64n, list: [1.5, 2] });
    assert.deepEqual(JSON.parse(JSON.stringify(shapes)), shapes);
  });

  it("takes odd names and deep values", () => {
    assert.ok(Object.hasOwn(learnShape({}, "__proto__", 1), "__proto__"));
    const deep = Array.from({ length: 5000 }).reduce<Json>((value) => [value], 1);
    assert.equal(formOf(learn(deep)).kind, "vector");
  });
});
