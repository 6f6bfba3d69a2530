import assert from "node:assert/strict";
import fc from "fast-check";
import { fromMessageValue, type MessageValue, toMessageValue } from "../../../src/bridge/messageValue";
import { stringifyExactJson, type Json } from "../../../src/wire/json/exactJson";

describe("a value that crosses to the page", () => {
  const values: Json[] = [
    18446744073709551615n,
    -9007199254740993n,
    { amount: 18446744073709551615n, name: "x" },
    [1, [2n ** 128n]],
    { integer: "5" },
    { fields: [["a", 1]] },
    { ["__proto__"]: 1n },
    null,
    "18446744073709551615",
  ];
  for (const value of values) {
    it(`comes back the same: ${stringifyExactJson(value)}`, () => {
      assert.deepEqual(fromMessageValue(toMessageValue(value)), value);
    });
  }

  it("holds nothing that JSON cannot carry, so that no host refuses it", () => {
    const message = toMessageValue({ amount: 18446744073709551615n });
    assert.deepEqual(JSON.parse(JSON.stringify(message)), message);
  });

  it("does not turn a field named __proto__ into a prototype", () => {
    const back = fromMessageValue(toMessageValue(JSON.parse('{"__proto__": {"polluted": true}}') as Json));
    assert.equal((back as { polluted?: boolean }).polluted, undefined);
  });

  it("refuses an integer that is no digits", () => {
    assert.throws(() => fromMessageValue({ integer: "1; x" }), SyntaxError);
  });

  it("comes back the same whatever it is", () => {
    const json = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, false),
        fc.integer(),
        fc.bigInt(),
        fc.string(),
        fc.array(tie("json")),
        fc.dictionary(fc.string(), tie("json"), { noNullPrototype: true }),
      ),
    })).json;
    fc.assert(fc.property(json, (value) => assert.deepEqual(fromMessageValue(wire(toMessageValue(value))), value)));
  });
});

function wire(message: MessageValue): MessageValue {
  return structuredClone(message);
}
