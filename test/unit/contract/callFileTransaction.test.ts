import assert from "node:assert/strict";
import { callFileText, readCallFile } from "../../../src/contract/callFile";
import { callFileDiagnostics, callFileSuggestions, type CallFileEnvironment } from "../../../src/contract/callFileHelp";
import { readDriverSchema } from "../../../src/contract/schema/driverSchema";
import { parseExactJson } from "../../../src/wire/json/exactJson";

const start = '{"contract": "Counter", "function": "increment_by", "input": 3, ';
const read = (rest: string) => readCallFile(`${start}${rest}}`);

describe("a call file that sends a transaction", () => {
  it("is read with every digit, and comes out as it went in", () => {
    const rest =
      '"transact": {"deposit": 18446744073709551615, "gasLimit": "9007199254740993", "until": "final"}, ' +
      '"expectEvents": [{"event": "counted", "fields": {"total": 9007199254740993}, "withinBlocks": 3}]';
    const { file, problems } = read(rest);
    assert.deepEqual(problems, []);
    assert.deepEqual(file?.transact, { deposit: 2n ** 64n - 1n, gasLimit: 2n ** 53n + 1n, until: "final" });
    assert.deepEqual(file?.expectEvents, [{ event: "counted", fields: { total: 2n ** 53n + 1n }, withinBlocks: 3 }]);
    const again = readCallFile(callFileText(file)).file;
    assert.deepEqual(again, { ...file, input: again?.input });
    assert.deepEqual(parseExactJson(again && "json" in again.input ? again.input.json : ""), 3);
  });

  it("needs no more than an empty object: nothing is deposited, and it is waited for until it is executed", () => {
    assert.deepEqual(read('"transact": {}').file?.transact, { deposit: 0n, until: "executed" });
    assert.deepEqual(read('"transact": {}, "expectEvents": [{"event": "e"}]').file?.expectEvents, [
      { event: "e", withinBlocks: 20 },
    ]);
  });

  const wrong: [rest: string, marked: string, message: RegExp][] = [
    ['"transact": true', "true", /is an object/],
    ['"transact": {"gas": 5}', "5", /no field "gas"/],
    ['"transact": {"deposit": -1}', "-1", /"deposit" is a whole number/],
    ['"transact": {"deposit": 1.5}', "1.5", /"deposit" is a whole number/],
    ['"transact": {"deposit": 18446744073709551616}', "18446744073709551616", /"deposit" is a whole number/],
    ['"transact": {"gasLimit": "0"}', '"0"', /"gasLimit" is a whole number of units from 1/],
    ['"transact": {"until": "mined"}', '"mined"', /"executed" or "final"/],
    ['"transact": {}, "expected": 3', "{}", /has no output: "expected"/],
    ['"transact": {}, "stream": true', "{}", /has no output: "stream"/],
    ['"expectEvents": []', "[]", /Only a transaction's events/],
    ['"transact": {}, "expectEvents": {}', "{}", /list of at most/],
    ['"transact": {}, "expectEvents": [5]', "5", /names the event/],
    ['"transact": {}, "expectEvents": [{}]', "{}", /Name the event/],
    ['"transact": {}, "expectEvents": [{"event": "e", "withinBlocks": 0}]', "0", /from 1 to 1000/],
  ];
  for (const [rest, marked, message] of wrong) {
    it(`says what is wrong in ${rest}, and where`, () => {
      const { file, problems } = read(rest);
      assert.equal(file, undefined);
      const [problem] = problems;
      assert.match(problem?.message ?? "", message);
      assert.equal(`${start}${rest}}`.slice(problem?.start, problem?.end), marked);
    });
  }

  it("is offered the events of its contract, and told of those that it does not have", () => {
    const schema = readDriverSchema(
      JSON.stringify({
        functions: [{ name: "increment_by", input: "u64", output: "()" }],
        events: [{ topic: "counted", data: "u64" }],
      }),
    );
    const around: CallFileEnvironment = {
      ...{ connections: [], contracts: [], schema },
      known: { declared: schema.types, learned: {} },
    };
    const text = `${start}"transact": {}, "expectEvents": [{"event": "countd"}]}`;
    const { items } = callFileSuggestions(text, text.indexOf("countd"), around);
    assert.deepEqual(
      items.map(({ text: inserted, detail }) => [inserted, detail]),
      [['"counted"', "u64"]],
    );
    const [diagnostic, ...others] = callFileDiagnostics(text, around);
    assert.deepEqual(others, []);
    assert.equal(text.slice(diagnostic?.start, diagnostic?.end), '"countd"');
    assert.deepEqual([diagnostic?.isError, diagnostic?.fix?.text], [false, '"counted"']);
  });
});
