import assert from "node:assert/strict";
import { FieldReader, oddMark, oddWords } from "../../../src/wire/json/fields";

describe("an object that is read field by field", () => {
  it("gives the fields that are as they should be, and notes each that is not", () => {
    const read = new FieldReader({ a: 2n ** 64n, b: "12", c: 1.5, d: "text", e: null, f: "", g: true, h: 1 });
    const integers = ["a", "b", "c", "d", "gone"].map((name) => read.integer(name));
    assert.deepEqual(integers, [2n ** 64n, 12n, undefined, undefined, undefined]);
    const perhaps = [read.anyInteger("e"), read.anyInteger("gone"), read.anyText("f"), read.anyFlag("g")];
    assert.deepEqual(perhaps, [undefined, undefined, undefined, true]);
    assert.deepEqual([read.text("d"), read.anyText("h"), read.anyFlag("h")], ["text", undefined, undefined]);
    assert.deepEqual(read.odd.map(oddWords), [
      "c is 1.5, not a whole number",
      'd is "text", not a whole number',
      "gone is missing",
      "h is 1, not a text",
      "h is 1, not true or false",
    ]);
  });

  it("has no fields that it did not bring along", () => {
    const read = new FieldReader({});
    assert.deepEqual([read.anyText("constructor"), read.text("toString")], [undefined, undefined]);
    assert.deepEqual(read.odd.map(oddMark), ["missing"]);
  });

  it("that is none is said to be none, once", () => {
    for (const whole of [null, [1], 5, "text"]) {
      const read = new FieldReader(whole);
      assert.deepEqual([read.integer("a"), read.text("b")], [undefined, undefined]);
      assert.deepEqual(read.odd, [{ name: "", expected: "an object", value: whole }]);
    }
  });

  it("is told in few and visible words", () => {
    const text = oddWords({ name: "n\u202e", expected: "a text", value: ["x".repeat(9999)] });
    assert.ok(text.length < 250 && !text.includes("\u202e"), text);
  });
});
