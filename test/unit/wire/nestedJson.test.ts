import assert from "node:assert/strict";
import { jsonDocument } from "../../../src/wire/jsonDocument";
import { nestedJson, unfoldedJsonSteps } from "../../../src/wire/nestedJson";

function unfolded(text: string): string {
  const steps = unfoldedJsonSteps(text);
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

  it("leaves what is no JSON as it is", () => {
    for (const text of ["", "no", '{"a":"[1]"', '{"a":"{}"}'])
      assert.equal(unfolded(text), text.replace('"[1]"', "[1]"));
  });

  it("unfolds nothing but values: a key stays a key", () => {
    assert.equal(unfolded('{"[1]":"[2]"}'), '{"[1]":[2]}');
  });
});
