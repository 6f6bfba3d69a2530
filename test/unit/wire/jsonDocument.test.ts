import assert from "node:assert/strict";
import fc from "fast-check";
import { parseExactJson, stringifyExactJson, type Json } from "../../../src/wire/json/exactJson";
import { jsonDocument, jsonDocumentSteps, jsonLine } from "../../../src/wire/json/jsonDocument";
import { JsonTokens } from "../../../src/wire/json/jsonTokens";
import { limits } from "../../../src/wire/limits";

/** JSON as others write it: numbers in all spellings, repeated keys, escapes, blanks anywhere. */
const foreignJson = fc.letrec<{ value: string }>((tie) => {
  const blank = fc.constantFrom("", "", " ", "\n", "\t ", "\r\n");
  const number = fc.constantFrom(..."0 -0 1.0 12.50 1E5 -1e-400 9007199254740993 0.1234567890123456789".split(" "));
  const string = fc.oneof(
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom('"\\u0041\\/"', '"\\ud800"'),
  );
  const key = fc.oneof(string, fc.constantFrom('"1200"', '"7"', '"__proto__"', '"a"'));
  const member = fc.tuple(key, blank, tie("value")).map(([name, gap, value]) => `${name}${gap}:${gap}${value}`);
  const inside = (items: readonly string[], gap: string) => `${gap}${items.join(`${gap},${gap}`)}${gap}`;
  return {
    value: fc.oneof(
      { maxDepth: 6 },
      fc.oneof(number, string, fc.constantFrom("true", "false", "null")),
      fc.tuple(fc.array(tie("value"), { maxLength: 4 }), blank).map(([items, gap]) => `[${inside(items, gap)}]`),
      fc.tuple(fc.array(member, { maxLength: 4 }), blank).map(([items, gap]) => `{${inside(items, gap)}}`),
    ),
  };
}).value;

describe("a document of JSON that is not ours", () => {
  it("has the tokens that came, in their order and spelling, and means the same", () => {
    fc.assert(
      fc.property(foreignJson, (text) => {
        for (const written of [jsonDocument(text), jsonLine(text)]) {
          assert.deepEqual(tokensOf(written), tokensOf(text));
          assert.deepEqual(parseExactJson(written), parseExactJson(text));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("stays as it is when it is made into a document again", () => {
    fc.assert(
      fc.property(foreignJson, (text) => {
        assert.equal(jsonDocument(jsonDocument(text)), jsonDocument(text));
        assert.equal(jsonDocument(jsonLine(text)), jsonDocument(text));
        assert.equal(jsonLine(jsonDocument(text)), jsonLine(text));
      }),
      { numRuns: 500 },
    );
  });

  it("is laid out like JSON of ours", () => {
    const value: Json = { a: [], b: {}, c: [1, [2n ** 64n, { d: "x,y:[" }], null], "": { e: true } };
    assert.equal(jsonDocument(stringifyExactJson(value)), stringifyExactJson(value, 2));
    assert.equal(jsonLine(stringifyExactJson(value, 2)), stringifyExactJson(value));
  });

  it("keeps numbers, keys that look like numbers, repeated keys and escapes as they were sent", () => {
    const text = '{"1200":1.0,"7":12.50,"1":1E5,"a":0.1234567890123456789,"a":1e-400,"\\u0062":"\\/"}';
    const lines = ['"1200": 1.0', '"7": 12.50', '"1": 1E5', '"a": 0.1234567890123456789', '"a": 1e-400'];
    assert.equal(jsonDocument(text), `{\n${[...lines, '"\\u0062": "\\/"'].map((line) => `  ${line}`).join(",\n")}\n}`);
  });

  it("is indented to some levels and stands on one line below, however deep it is nested", () => {
    const depth = 14_000;
    const text = `${'[{"a": '.repeat(depth)}1${"}]".repeat(depth)}`;
    const document = jsonDocument(text);
    const lines = document.split("\n");
    assert.ok(document.length < text.length * 1.5, `${document.length} characters`);
    assert.equal(lines.length, 2 * limits.indentedLevels + 1);
    assert.equal(lines[limits.indentedLevels]?.trimStart().slice(0, 15), '"a": [{"a":[{"a');
    assert.deepEqual(tokensOf(document), tokensOf(text));
  });

  it("comes as it is when it would be longer than a document may be", () => {
    const small = `[${"1,".repeat(limits.documentCharacters / 4)}1]`;
    assert.equal(jsonDocument(small), small);
    const large = ` [${"1,".repeat(limits.documentCharacters / 2)}1]`;
    assert.equal(jsonDocument(large), large);
    assert.equal(jsonDocumentSteps(large).next().done, true);
  });

  it("gives way to other work while it is made", () => {
    const steps = jsonDocumentSteps(`[${'"some text",'.repeat(100_000)}1]`);
    let count = 0;
    while (!steps.next().done) count++;
    assert.ok(count > 10, `${count} steps`);
  });

  for (const text of ["", "no JSON", "1 2", '["a" "b"]', "[1", "1]", '{"a":1}{', "[1,2]3", '["open', "0x12", "[01]"]) {
    it(`leaves ${JSON.stringify(text)} as it is`, () => {
      assert.equal(jsonDocument(text), text);
      assert.equal(jsonLine(text), text);
    });
  }
});

function tokensOf(text: string): string[] {
  const tokens = new JsonTokens(text);
  const found: string[] = [];
  while (tokens.next()) found.push(tokens.raw);
  assert.equal(tokens.kind, "end");
  return found;
}
