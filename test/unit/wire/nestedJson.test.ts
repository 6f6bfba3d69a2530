import assert from "node:assert/strict";
import { jsonDocument } from "../../../src/wire/json/jsonDocument";
import { nestedJson, nestedJsonSteps, offsetsInToken, unfoldedJsonSteps } from "../../../src/wire/json/nestedJson";

const unfolded = (text: string) => last(unfoldedJsonSteps(text));

function last<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

describe("JSON in a string", () => {
  const rows: [text: string, nested: boolean][] = [
    ['{"a":1}', true],
    ["[1, 2]", true],
    ["[[]]", true],
    ["{}", false],
    ["[]", false],
    ['{"a":}', false],
    ["[not json]", false],
    ["{", false],
    ["12", false],
    ["null", false],
    ['"text"', false],
    ["", false],
  ];
  for (const [text, nested] of rows) {
    it(`is ${nested ? "" : "not "}seen in ${JSON.stringify(text)}`, () => {
      assert.equal(nestedJson(JSON.stringify(text)), nested ? text : undefined);
    });
  }

  it("is unfolded to be compared, every digit as it came", () => {
    const inner = '{"n":18446744073709551615,"r":0.10,"s":"\\u00e9"}';
    const text = `{"keep":"[x]","json":${JSON.stringify(inner)},"list":["[1e5]",3]}`;
    assert.equal(unfolded(text), `{"keep":"[x]","json":${inner},"list":[[1e5],3]}`);
    assert.equal(jsonDocument(unfolded(text)).split("\n").length, 14);
  });

  it("stays as it was sent where both sides have it, and is unfolded where they differ", async () => {
    const [same, left, right] = ['{"a":1}', '{"h":1,"t":[5]}', '{"h":2,"t":[5]}'].map((text) => JSON.stringify(text));
    const [one, other] = [`{"json":${left},"x":${same}}`, `{"json":${right},"y":[${same}]}`];
    const [ofOne, ofOther] = [last(nestedJsonSteps(one)), last(nestedJsonSteps(other))];
    assert.deepEqual([...ofOne], [left, same]);
    assert.equal(last(unfoldedJsonSteps(one, ofOther)), `{"json":{"h":1,"t":[5]},"x":${same}}`);
    assert.equal(last(unfoldedJsonSteps(other, ofOne)), `{"json":{"h":2,"t":[5]},"y":[${same}]}`);
  });

  it("has its characters found again in what was sent, however they are escaped", () => {
    const raw = '"\\u0061\\"\\\\é\\n\\ud83d\\ude00z"';
    const text = JSON.parse(raw) as string;
    const offsets = offsetsInToken(
      raw,
      Array.from({ length: text.length + 1 }, (_, at) => at),
    );
    assert.deepEqual(offsets, [1, 7, 9, 11, 12, 14, 20, 26, 27]);
    assert.equal(raw.slice(offsets[7], offsets[8]), "z");
  });

  it("leaves what is no JSON as it is", () => {
    for (const text of ["", "no", '{"a":"[1]"', '{"a":"{}"}'])
      assert.equal(unfolded(text), text.replace('"[1]"', "[1]"));
  });

  it("unfolds nothing but values: a key stays a key", () => {
    assert.equal(unfolded('{"[1]":"[2]"}'), '{"[1]":[2]}');
  });
});
