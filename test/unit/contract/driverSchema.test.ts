import assert from "node:assert/strict";
import { readDriverSchema, schemaType } from "../../../src/contract/schema/driverSchema";
import { rustTypeText } from "../../../src/contract/types/rustTypeText";
import { signature } from "../../../src/contract/schema/signature";

const counter = JSON.stringify({
  name: "Counter",
  imports: [{ name: "SetValue", path: "my_crate::SetValue" }],
  functions: [
    { name: "set_value", doc: "Sets the value.", input: "SetValue", output: "()" },
    { name: "transfer", input: "(Address, u64)", output: "bool" },
  ],
  events: [{ topic: "value_set", data: "ValueSet" }],
});

describe("the reader of driver schemas", () => {
  it("reads a whole schema", () => {
    assert.deepEqual(readDriverSchema(counter), {
      name: "Counter",
      imports: [{ name: "SetValue", path: "my_crate::SetValue" }],
      functions: [
        { name: "set_value", doc: "Sets the value.", input: "SetValue", output: "()" },
        { name: "transfer", input: "(Address, u64)", output: "bool" },
      ],
      events: [{ topic: "value_set", data: "ValueSet" }],
      types: {},
      problems: [],
    });
  });

  it("reads a schema that a node wrapped in JSON text", () => {
    assert.equal(readDriverSchema(JSON.stringify(counter)).name, "Counter");
  });

  it("ignores unknown keys and takes missing lists as empty", () => {
    const { functions, problems } = readDriverSchema('{"version": 3, "functions": null, "extra": {"deep": [1]}}');
    assert.deepEqual([functions, problems], [[], []]);
  });

  const broken: [what: string, text: string, problem: RegExp][] = [
    ["an empty text", "", /^The schema is empty\.$/],
    ["blanks", " \n", /^The schema is empty\.$/],
    ["a text that is not JSON", "Driver 1.0", /^The schema is not JSON: /],
    ["a cut text", counter.slice(0, 100), /^The schema is not JSON: /],
    ["markup", "<html>", /^The schema is not JSON: /],
    ["null", "null", /not a JSON object/],
    ["a list", "[]", /not a JSON object/],
    ["a number", "18446744073709551616", /not a JSON object/],
    ["functions that are no list", '{"functions": {"f": 1}}', /`functions` is not a list/],
    ["a function that is no object", '{"functions": [7]}', /functions\[0\] has no name/],
    ["a function without a name", '{"functions": [{"input": "u8"}]}', /functions\[0\] has no name/],
    ["a name that is no text", '{"functions": [{"name": 1}]}', /functions\[0\] has no name/],
    ["an event without a topic", '{"events": [{"name": "x"}]}', /events\[0\] has no topic/],
    ["a repeated function", '{"functions": [{"name":"f","input":"()","output":"()"},{"name":"f"}]}', /repeats `f`/],
    ["a function without types", '{"functions": [{"name": "f"}]}', /`f` names no input type/],
    ["deep nesting", "[".repeat(200_000), /not JSON/],
    ["a huge text", " ".repeat(9_000_000) + "{}", /9000002 characters long/],
  ];
  for (const [what, text, problem] of broken) {
    it(`says what is wrong with ${what}`, () => {
      assert.match(readDriverSchema(text).problems[0] ?? "", problem);
    });
  }

  it("keeps a function whose types are missing", () => {
    assert.deepEqual(readDriverSchema('{"functions": [{"name": "f"}]}').functions, [
      { name: "f", input: "", output: "" },
    ]);
  });

  it("bounds what a hostile schema can fill", () => {
    const functions = Array.from({ length: 6000 }, (_, at) => ({ name: `f${at}`, input: "()", output: "()" }));
    const schema = readDriverSchema(JSON.stringify({ functions, events: Array(3000).fill(1) }));
    assert.equal(schema.functions.length, 5000);
    assert.equal(schema.problems[0], "Of 6000 functions, the first 5000 are kept.");
    assert.equal(schema.problems.length, 101);
    assert.equal(schema.problems.at(-1), "2901 more problems are not listed.");
  });

  it("cuts endless documentation", () => {
    const { functions } = readDriverSchema(
      `{"functions":[{"name":"f","doc":"${"x".repeat(20_000)}","input":"()","output":"()"}]}`,
    );
    assert.equal(functions[0]?.doc?.length, 10_001);
  });

  it("takes names of object members for names only", () => {
    const schema = readDriverSchema('{"functions":[{"name":"__proto__","input":"constructor","output":"toString"}]}');
    assert.equal(schema.functions[0]?.name, "__proto__");
    assert.equal(schemaType(schema, "constructor").kind, "named");
  });

  it("reads structures a schema spells out, with options, lists and references", () => {
    const input = {
      type: "struct",
      fields: [
        { name: "items", type: "list", of: { type: "tuple", items: ["bytes32", "u64"] } },
        { name: "note", type: "option", of: "string" },
        { name: "self", type: "ref", ref: "claim" },
        { name: "pair", type: "array", of: { type: "u8" }, length: 2 },
        { name: "odd", type: 7 },
      ],
    };
    const schema = readDriverSchema(JSON.stringify({ functions: [{ name: "claim", input, output: "()" }] }));
    assert.equal(schema.functions[0]?.input, "claim::input");
    const type = schemaType(schema, "claim::input");
    assert.ok(type.kind === "struct");
    assert.deepEqual(
      type.fields.map((field) => `${field.name}: ${rustTypeText(field.type)}`),
      [
        "items: Vec<([u8; 32], u64)>",
        "note: Option<String>",
        "self: claim::input",
        "pair: [u8; 2]",
        "odd: claim::input::odd",
      ],
    );
  });

  it("puts a function in one line", () => {
    const lines = readDriverSchema(counter).functions.map((fn) => signature(fn));
    assert.deepEqual(lines, ["set_value(SetValue)", "transfer(Address, u64) → bool"]);
    assert.equal(signature({ name: "f", input: "()", output: "u64" }), "f() → u64");
    assert.equal(signature({ name: "f", input: "", output: "" }), "f(?) → ?");
  });
});
