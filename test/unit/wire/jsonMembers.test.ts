import assert from "node:assert/strict";
import { jsonMember, jsonMembers } from "../../../src/wire/json/jsonMembers";

const membersOf = (text: string) => [...resultOf(jsonMembers(text))];

describe("the members of a JSON object", () => {
  it("are found as they stand in its text", () => {
    assert.deepEqual(membersOf(' { "b" : [1.0, {"a": "}"}] ,"1":12.50,\n"\\u0061":{} , "s": "x,y" } '), [
      ["b", '[1.0, {"a": "}"}]'],
      ["1", "12.50"],
      ["a", "{}"],
      ["s", '"x,y"'],
    ]);
    assert.deepEqual(membersOf("{}"), []);
  });

  it("of a repeated key are the last", () => {
    assert.deepEqual(membersOf('{"a":1,"b":2,"a":3}'), [
      ["a", "3"],
      ["b", "2"],
    ]);
  });

  for (const text of ["[1]", "null", '"{}"', "", '{"a":1', '{"a":@}']) {
    it(`are none in ${JSON.stringify(text)}`, () => assert.deepEqual(membersOf(text), []));
  }

  it("are found by a path", () => {
    const text = '{"data":{"block":{"height": 1.0}},"block":2}';
    assert.equal(resultOf(jsonMember(text, ["data", "block"])), '{"height": 1.0}');
    assert.equal(resultOf(jsonMember(text, ["data", "block", "height"])), "1.0");
    assert.equal(resultOf(jsonMember(text, ["data", "tx", "height"])), undefined);
  });
});

function resultOf<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
