import assert from "node:assert/strict";
import fc from "fast-check";
import {
  callFileDiagnostics,
  callFileSuggestions,
  completionTriggers,
  type CallFileEnvironment,
} from "../../../src/contract/callFileHelp";
import { readDriverSchema } from "../../../src/contract/schema/driverSchema";
import { jsonCursor, writtenFields } from "../../../src/contract/jsonCursor";
import { awkwardText } from "../../support/awkwardText";

const id = "ab".repeat(32);
const schema = readDriverSchema(
  JSON.stringify({
    functions: [
      { name: "add_many", doc: "Adds $(up) [all](command:x)", input: "Vec<u64>", output: "u64" },
      {
        name: "move",
        input: {
          type: "struct",
          fields: [
            { name: "to", type: "String" },
            { name: "fast", type: "bool" },
          ],
        },
        output: "()",
      },
      { name: "tick", input: "()", output: "()" },
      { name: "__proto__", input: "Option<(bool, u8)>", output: "()" },
    ],
    events: [],
  }),
);
const around: CallFileEnvironment = {
  connections: ["Local", "Far"],
  contracts: [{ id, name: "Counter" }],
  schema,
  known: { declared: schema.types, learned: {} },
};

/** The suggestions where a text has its `|`. */
function suggested(marked: string) {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const { start, end, items } = callFileSuggestions(text, offset, around);
  return { replaced: text.slice(start, end), texts: items.map((item) => item.text), items };
}

const found = (text: string) =>
  callFileDiagnostics(text, around).map((each) => ({ at: text.slice(each.start, each.end), ...each }));

describe("a call file that is being written", () => {
  it("is offered connections, contracts and functions, in place of what is written of them", () => {
    assert.deepEqual(suggested('{"connection": |'), {
      ...suggested('{"connection": |'),
      replaced: "",
      texts: ['"Local"', '"Far"'],
    });
    assert.deepEqual(suggested('{"contract": "Cou|nter", "function": "x"}').texts, ['"Counter"']);
    assert.equal(suggested('{"contract": "Cou|nter", "function": "x"}').replaced, '"Counter"');
    const functions = suggested('{"contract": "Counter", "function": "ad|').items;
    assert.deepEqual(
      functions.map(({ label }) => label),
      ["add_many", "move", "tick", "__proto__"],
    );
    assert.equal(functions[0]?.detail, "(Vec<u64>) → u64");
    assert.equal(functions[0]?.doc, "Adds $(up) [all](command:x)");
  });

  it("is offered something by itself only where any JSON file is, so that a space in a long line holds nothing", () => {
    assert.deepEqual(completionTriggers, ['"', ":"]);
    assert.deepEqual(suggested('{"contract":|').texts, ['"Counter"']);
    const brackets = "[{".repeat(50_000);
    for (const end of ["", "[1, ", "[1, {", '"', '"a":', '"input":']) {
      const { replaced, texts } = suggested(`${brackets}${end}|`);
      assert.deepEqual([replaced.length <= end.length, texts], [true, []], end);
    }
  });

  it("is offered an input by its function's type, down to fields and items", () => {
    const many = '{"function": "add_many", "input": ';
    assert.deepEqual(suggested(`${many}|}`).texts, ['["1"]']);
    assert.deepEqual(suggested(`${many}["1", |]}`).texts, ['"1"']);
    const moving = '{"function": "move", "input": ';
    assert.deepEqual(
      suggested(`${moving}{|}}`).items.map(({ label }) => label),
      ["to", "fast"],
    );
    assert.deepEqual(
      suggested(`${moving}{"to": "a", "f|`).items.map(({ label }) => label),
      ["fast"],
    );
    assert.deepEqual(suggested(`${moving}{"to": "a", "fast": |`).texts, ["true", "false"]);
    assert.deepEqual(suggested('{"function": "__proto__", "input": [|').texts, ["true", "false"]);
    assert.deepEqual(suggested('{"input": [|], "function": "add_many"}').texts, ['"1"']);
  });

  it("is offered nothing where no value belongs, or nothing is known", () => {
    for (const text of ["|", '{"function" | : "a"}', '{"function": "nothing", "input": |}', '{"input": |}', "[|", "{|"])
      assert.deepEqual(suggested(text).texts, [], text);
  });

  it("is told which name was meant, at the place of the name", () => {
    const text = '{"connection": "Locla", "contract": "Conter", "function": "ad_many", "input": []}';
    assert.deepEqual(
      found(text).map(({ at, message, fix, isError }) => [at, message.split("Did you mean ")[1], fix?.text, isError]),
      [
        ['"Locla"', "Local?", '"Local"', true],
        ['"Conter"', "Counter?", '"Counter"', true],
        ['"ad_many"', "add_many?", '"add_many"', false],
      ],
    );
    const [unknown] = found('{"contract": "Counter", "function": "tick", "inputs": [1]}');
    assert.equal(unknown?.at, '"inputs"');
    assert.equal(unknown?.fix?.text, '"input"');
  });

  it("is checked by the type of its function's input, each problem at its place", () => {
    const of = (input: string, fn = "add_many") =>
      found(`{"contract": "Counter", "function": "${fn}", "input": ${input}}`).map(
        ({ at, message }) => `${at}: ${message}`,
      );
    assert.match(of('["1", -2]').join(), /^-2: .*out of range/);
    assert.match(of('{"to": "a", "fats": true}', "move").join("\n"), /"fats" is no field here/);
    assert.deepEqual(of('["18446744073709551615"]'), []);
    assert.match(
      found('{"contract": "Counter", "function": "add_many"}')[0]!.message,
      /takes an input: add_many\(Vec<u64>\)/,
    );
    assert.deepEqual(found('{"contract": "Counter", "function": "tick"}'), []);
    assert.deepEqual(found('{"contract": "Counter", "function": "add_many", "inputHex": "ff 00"}'), []);
  });

  it("is left to the editor where it is no JSON, and told what it lacks at its first character", () => {
    assert.deepEqual(found('{"contract": "Counter", '), []);
    const [missing] = found('{"contract": "Counter"}');
    assert.deepEqual([missing?.at, missing?.message], ["{", "Name the function."]);
  });

  it("never fails, whatever is written and wherever the cursor is", () => {
    const sound = [
      '{"connection": "Local", "contract": "Counter", "function": "add_many", "input": ["1", {"a": [null]}]}',
      '{"function": "move", "input": {"to": "a\\n", "fast": true}, "expectedHex": "00"}',
    ];
    fc.assert(
      fc.property(awkwardText(sound), fc.nat(), (text, at) => {
        const offset = at % (text.length + 1);
        const { start, end } = callFileSuggestions(text, offset, around);
        assert.ok(start <= offset && end >= offset && end <= text.length);
        for (const each of found(text)) assert.ok(each.start <= each.end && each.end <= text.length);
        for (const field of writtenFields(text).values())
          assert.ok(field.keyStart < field.keyEnd && field.keyEnd <= field.end);
      }),
    );
    for (const chunk of ["[", '{"a":', '"', "\\", "]", ",", "1 "]) {
      jsonCursor(chunk.repeat(50_000), 25_000);
      writtenFields(chunk.repeat(50_000));
    }
  });
});
