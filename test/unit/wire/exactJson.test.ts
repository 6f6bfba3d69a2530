import assert from "node:assert/strict";
import fc from "fast-check";
import { parseExactJson, stringifyExactJson, type Json } from "../../../src/wire/json/exactJson";

describe("exact JSON", () => {
  const values: [text: string, value: Json][] = [
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 9007199254740992n],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740993", -9007199254740993n],
    ["-9007199254740991", -9007199254740991],
    ["18446744073709551615", 18446744073709551615n],
    ["340282366920938463463374607431768211455", 340282366920938463463374607431768211455n],
    [" [ 1 , 18446744073709551614 ] ", [1, 18446744073709551614n]],
    ['{"amount":\n\t12345678901234567890}', { amount: 12345678901234567890n }],
    ['"77777777777777777777"', "77777777777777777777"],
    ['["x:77777777777777777777,",77777777777777777777]', ["x:77777777777777777777,", 77777777777777777777n]],
    ['["\\"77777777777777777777\\"",1]', ['"77777777777777777777"', 1]],
    ['["\\\\",77777777777777777777,"\\\\\\""]', ["\\", 77777777777777777777n, '\\"']],
    ["[0.12345678901234567890,3]", [0.12345678901234568, 3]],
    ["12345678901234567890.5", 12345678901234567000],
    ["12345678901234567890e2", 1234567890123456800000],
    ["1E12345678901234567890", Infinity],
    ["1e-12345678901234567890", 0],
    ["[1e+0000000000000000003]", [1000]],
    ["-0", -0],
    ["[1000000000000000]", [1000000000000000]],
    ["null", null],
  ];
  for (const [text, value] of values) {
    it(`reads ${text.trim()}`, () => assert.deepEqual(parseExactJson(text), value));
  }

  const mistakes = [
    "",
    "12345678901234567890 12345678901234567890",
    "012345678901234567890",
    "-012345678901234567890",
    "--12345678901234567890",
    "+12345678901234567890",
    '{12345678901234567890: 1, "a": 2}',
    '{"a": 12345678901234567890',
    '"12345678901234567890',
    "[12345678901234567890,]",
    "12345678901234567890n",
    '"a"12345678901234567890',
    "12345678901234567890.",
    "{{12345678901234567890}}",
  ];
  for (const text of mistakes) {
    it(`refuses ${JSON.stringify(text)} just as JSON.parse does`, () => {
      let expected: unknown;
      try {
        JSON.parse(text);
      } catch (error) {
        expected = error;
      }
      assert.ok(expected instanceof SyntaxError);
      assert.throws(() => parseExactJson(text), { name: "SyntaxError", message: expected.message });
    });
  }

  it("takes a __proto__ key for a key like any other", () => {
    const text = '{"__proto__":18446744073709551615,"b":{"__proto__":{"c":9007199254740993}}}';
    const value = parseExactJson(text) as { [key: string]: Json };
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal(Object.getOwnPropertyDescriptor(value, "__proto__")?.value, 18446744073709551615n);
    assert.equal(({} as { c?: unknown }).c, undefined);
    assert.equal(stringifyExactJson(value), text);
  });

  it("reads and writes a nesting of 100 000 lists and objects", () => {
    const depth = 50_000;
    const text = `${'[{"a":'.repeat(depth)}9007199254740993${"}]".repeat(depth)}`;
    assert.equal(stringifyExactJson(parseExactJson(text)), text);
  });

  it("keeps a text of 8 MB, digits, quotes and backslashes included", () => {
    const long = '1234567890123456789"\\'.repeat(400_000);
    const text = JSON.stringify({ long, n: 0 }).replace(/0}$/, "9007199254740993}");
    const value = parseExactJson(text) as { long: string; n: bigint };
    assert.ok(value.long === long);
    assert.equal(value.n, 9007199254740993n);
    assert.ok(stringifyExactJson(value) === text);
  });

  it("writes indented text as JSON.stringify does", () => {
    for (const value of [[], {}, [1, [2, {}]], { a: { b: [null, true] }, c: "x" }, "text"] satisfies Json[]) {
      assert.equal(stringifyExactJson(value, 2), JSON.stringify(value, null, 2));
    }
  });

  it("refuses to write what JSON cannot hold", () => {
    assert.throws(() => stringifyExactJson(NaN), TypeError);
    assert.throws(() => stringifyExactJson([undefined as unknown as Json, (() => 1) as unknown as Json]), TypeError);
  });

  it("gives back every value that it wrote, however it is indented", () => {
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(
          fc.constant(null),
          fc.boolean(),
          fc.string({ unit: "binary" }),
          fc.double({ noNaN: true }),
          fc.maxSafeInteger(),
          fc.bigInt({ min: 2n ** 53n, max: 2n ** 130n }),
          fc.bigInt({ min: -(2n ** 130n), max: -(2n ** 53n) }),
          fc.bigInt({ min: 2n ** 50n, max: 2n ** 64n }).map(String),
        ),
        fc.array(tie("value")),
        fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), tie("value")),
      ),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, 4), (original, indent) => {
        assert.deepEqual(plain(parseExactJson(stringifyExactJson(original, indent))), plain(original));
      }),
    );
  });

  it("reads what has no long integer exactly as JSON.parse does", () => {
    const text = fc.json().filter((json) => !/\d{16}/.test(json));
    fc.assert(fc.property(text, (json) => assert.deepEqual(parseExactJson(json), JSON.parse(json))));
  });
});

/** The value with a common prototype: what fast-check makes has none. */
function plain(value: Json): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([key, item]) => [key, plain(item)]);
}
