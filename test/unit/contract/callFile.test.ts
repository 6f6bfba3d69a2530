import assert from "node:assert/strict";
import { callFileText, readCallFile } from "../../../src/contract/callFile";
import { parseExactJson } from "../../../src/wire/json/exactJson";

const whole = `{
  "connection": "Sandbox",
  "network": 250,
  "contract": "Token",
  "function": "transfer",
  "input": { "amount": 18446744073709551615, "memo": "00ff" },
  "sendAs": "bytes",
  "expected": "18446744073709551615"
}
`;

describe("a call file", () => {
  it("is read with every digit", () => {
    const { file, problems } = readCallFile(whole);
    assert.deepEqual(problems, []);
    assert.deepEqual(file, {
      connection: "Sandbox",
      network: "250",
      contract: "Token",
      function: "transfer",
      input: { json: '{ "amount": 18446744073709551615, "memo": "00ff" }' },
      sendAs: "bytes",
      stream: false,
      expected: { json: '"18446744073709551615"' },
    });
  });

  it("comes out as it went in", () => {
    const { file } = readCallFile(whole);
    assert.ok(file);
    assert.deepEqual(parseExactJson(callFileText(file)), parseExactJson(whole));
    assert.deepEqual(callFileText(readCallFile(callFileText(file)).file!), callFileText(file));
  });

  it("keeps numbers, keys and their order as they are written", () => {
    const input = '{"9":1.0,"1":1E5,"a":0.1234567890123456789}';
    const { file } = readCallFile(`{"contract":"C","function":"f","input":${input},"expected":-0.0}`);
    assert.deepEqual(file?.input, { json: input });
    const lines = ['"9": 1.0,', '"1": 1E5,', '"a": 0.1234567890123456789'];
    assert.ok(file && callFileText(file).includes(lines.map((line) => `\n    ${line}`).join("")));
    assert.ok(callFileText(file).endsWith('"expected": -0.0\n}\n'));
  });

  it("needs no more than a contract and a function: the input is null then", () => {
    const { file } = readCallFile('{"contract": "Counter", "function": "get_value"}');
    assert.deepEqual(file?.input, { json: "null" });
    assert.equal(file?.sendAs, "json");
    assert.equal(file?.expected, undefined);
  });

  it("may hold bytes for a contract without a driver, and expect some", () => {
    const text = '{"contract": "Vault", "function": "echo", "inputHex": "0xde ad be ef", "expectedHex": "DEADBEEF"}';
    const { file } = readCallFile(text);
    assert.deepEqual(file?.input, { hex: "deadbeef" });
    assert.deepEqual(file?.expected, { hex: "deadbeef" });
    assert.ok(file && callFileText(file).includes('"inputHex": "deadbeef"'));
  });

  it("tells an expected null from an output that no one expects", () => {
    assert.deepEqual(readCallFile('{"contract":"C","function":"f","expected":null}').file?.expected, { json: "null" });
  });

  const wrong: [text: string, marked: string, message: RegExp][] = [
    ["[]", "[]", /is a JSON object/],
    ['{"function": "f"}', '{"function": "f"}', /Name the contract/],
    ['{"contract": "C"}', '{"contract": "C"}', /Name the function/],
    ['{"contract": "C", "function": ""}', '""', /not empty/],
    ['{"contract": "C", "function": 5}', "5", /not empty/],
    ['{"contract": "C", "function": "f", "network": "250"}', '"250"', /chain id/],
    ['{"contract": "C", "function": "f", "network": 1.5}', "1.5", /chain id/],
    ['{"contract": "C", "function": "f", "inputHex": "abc"}', '"abc"', /Odd number/],
    ['{"contract": "C", "function": "f", "inputHex": 5}', "5", /text of hex/],
    ['{"contract": "C", "function": "f", "input": 1, "inputHex": "00"}', '"00"', /not both/],
    ['{"contract": "C", "function": "f", "sendAs": "text"}', '"text"', /"json" or "bytes"/],
    ['{"contract": "C", "function": "f", "stream": "yes"}', '"yes"', /true or false/],
    ['{"contract": "C", "function": "f", "outcome": 1}', "1", /no field "outcome"/],
  ];
  for (const [text, marked, message] of wrong) {
    it(`says what is wrong in ${text}, and where`, () => {
      const { file, problems } = readCallFile(text);
      assert.equal(file, undefined);
      const [problem] = problems;
      assert.match(problem?.message ?? "", message);
      assert.equal(text.slice(problem?.start, problem?.end), marked);
    });
  }

  it("says where it stops being JSON", () => {
    const { problems } = readCallFile('{"contract": "C",}');
    assert.match(problems[0]?.message ?? "", /line 1, column 18/);
  });
});
