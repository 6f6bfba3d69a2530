import assert from "node:assert/strict";
import { readDocument } from "../../../src/graphql/text/document";
import { jsonRange } from "../../../src/graphql/text/jsonRange";
import { variablesFileSchema } from "../../../src/graphql/variables/variableSchema";
import { variableDraft } from "../../../src/graphql/variables/variableDraft";
import { readTypedVariable } from "../../../src/graphql/variables/variableText";
import type { ExactValue } from "../../../src/graphql/variables/variableValues";
import { checkVariables, declaredValues } from "../../../src/graphql/variables/variableValues";
import { variableProblemText } from "../../../src/graphql/variables/variableWording";
import { nodeSchema } from "./nodeSchema";

const query =
  "query Q($n: Int!, $h: String!, $f: Float, $b: Boolean, $o: Order = ASC, $w: Window, $l: [Int!], $any: JSON) { lastBlockPair }";
const operation = readDocument(query).definitions[0]!;
const sound = { n: 1, h: "x" };

describe("checking the values of variables", () => {
  const rows: [values: ExactValue | undefined, ...problems: string[]][] = [
    [sound],
    [{ n: 18446744073709551615n, h: "0012" }],
    [
      {
        ...sound,
        f: 1.5,
        b: false,
        o: "DESC",
        w: { from: 1, labels: ["a"], inner: { from: 2n } },
        l: [1, 2],
        any: { x: [null] },
      },
    ],
    [{ ...sound, f: null, b: null, l: null }],
    [{ ...sound, l: 5 }],
    [undefined, "missing n", "missing h"],
    [{}, "missing n", "missing h"],
    [[], "not-an-object "],
    ["x", "not-an-object "],
    [{ n: null, h: 1 }, "null n", "wrong-type h"],
    [{ n: "1", h: "" }, "wrong-type n"],
    [{ n: 1.5, h: "" }, "not-whole n"],
    [{ n: 10.0, h: "" }],
    [{ n: -1, h: "" }],
    [{ n: 18446744073709551616n, h: "" }, "out-of-range n"],
    [{ ...sound, f: "1" }, "wrong-type f"],
    [{ ...sound, b: "true" }, "wrong-type b"],
    [{ ...sound, o: "UP" }, "unknown-value o"],
    [{ ...sound, o: 1 }, "wrong-type o"],
    [{ ...sound, w: {} }, "missing w.from"],
    [{ ...sound, w: { from: 1, up: 2, inner: [] } }, "unknown-field w.up", "wrong-type w.inner"],
    [{ ...sound, l: [1, null, "x"] }, "null l.1", "wrong-type l.2"],
    [{ ...sound, extra: 1 }, "undeclared extra"],
  ];
  for (const [values, ...problems] of rows) {
    const shown = JSON.stringify(values, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
    it(`says ${problems.join(", ") || "nothing"} about ${shown}`, () => {
      const found = checkVariables(values, operation, nodeSchema);
      assert.deepEqual(
        found.map(({ code, path }) => `${code} ${path.join(".")}`),
        problems,
      );
      for (const problem of found) assert.match(variableProblemText(problem), /\w.*\.$/);
    });
  }

  it("keeps only what the operation declares", () => {
    assert.deepEqual(declaredValues({ n: 1n, extra: 2, __proto__: 3 }, operation), { n: 1n });
  });
});

describe("typed text of a variable", () => {
  const optional = { omitted: true };
  const rows: [name: string, text: string, outcome: unknown][] = [
    ["n", "1", { json: "1" }],
    ["n", "18446744073709551615", { json: "18446744073709551615" }],
    ["n", "0012", { expected: "Int!" }],
    ["n", "", { expected: "Int!" }],
    ["n", "tr", { expected: "Int!" }],
    ["h", "0012", { json: '"0012"' }],
    ["h", '"', { json: '"\\""' }],
    ["f", "", optional],
    ["f", "1.5", { json: "1.5" }],
    ["f", "1e3", { json: "1e3" }],
    ["f", "{", { expected: "Float" }],
    ["b", "true", { json: "true" }],
    ["b", "tr", { expected: "Boolean" }],
    ["o", "DESC", { json: '"DESC"' }],
    ["o", "UP", { expected: "Order" }],
    ["l", "[1, 2]", { json: "[1, 2]" }],
    ["l", "[1,", { expected: "[Int!]" }],
    ["any", "{", { expected: "JSON" }],
    ["any", '{"a": 1}', { json: '{"a": 1}' }],
  ];
  for (const [name, text, outcome] of rows) {
    it(`${JSON.stringify(text)} for $${name} is ${JSON.stringify(outcome)}`, () => {
      const declaration = operation.declarations.find((one) => one.name.text === name)!;
      assert.deepEqual(readTypedVariable(text, declaration, nodeSchema), outcome);
    });
  }
});

describe("the JSON schema of variables", () => {
  interface FileSchema {
    properties: Record<string, { properties: Record<string, unknown>; required: string[]; anyOf?: unknown[] }>;
    definitions: Record<string, unknown>;
  }
  const fileSchema = (...queries: string[]) =>
    variablesFileSchema(
      queries.map((text) => ({ document: readDocument(text), schema: nodeSchema })),
    ) as unknown as FileSchema;

  it("follows the declared types", () => {
    const { properties, definitions } = fileSchema(query);
    const own = properties.Q!;
    assert.deepEqual(own.required, ["n", "h"]);
    const errorMessage = "Incorrect type. Expected a whole number.";
    assert.deepEqual(own.properties.n, { title: "Int", type: "number", errorMessage }, "10.0 is whole");
    assert.deepEqual(own.properties.b, { title: "Boolean", type: ["boolean", "null"] });
    assert.deepEqual(own.properties.o, {
      anyOf: [{ title: "Order", enum: ["ASC", "DESC", "RANDOM"] }, { type: "null" }],
    });
    assert.deepEqual(own.properties.w, { anyOf: [{ $ref: "#/definitions/0.Window" }, { type: "null" }] });
    assert.deepEqual(Object.keys(definitions), ["0.Window"]);
  });

  it("has one object for each operation", () => {
    const { properties } = fileSchema("query A($x: Int!) { x } query B { y } { z }");
    assert.deepEqual(Object.keys(properties), ["A", "B", ""]);
    assert.deepEqual(properties.A!.required, ["x"]);
  });

  it("takes what either of two operations of one name takes", () => {
    const { properties } = fileSchema("query A($x: Int!) { x }", "query A($y: Int!) { y } query B { y }");
    assert.equal(properties.A!.anyOf?.length, 2);
    assert.deepEqual(Object.keys(properties), ["A", "B"]);
  });

  it("can be made while the query is half written", () => {
    assert.doesNotThrow(() => fileSchema("query A($x: , $y: Nope, $"));
  });
});

describe("values to begin with", () => {
  const rows: [declared: string, values: unknown][] = [
    ["($n: Int!, $h: String!, $b: Boolean!)", { n: 0, h: "", b: false }],
    ["($f: Float, $d: Int! = 5)", {}],
    ["($o: Order!, $l: [Int!]!, $any: JSON!)", { o: "ASC", l: [], any: null }],
    ["($w: Window!)", { w: { from: 0 } }],
    ["($x: Nope!, $y: , $", { x: null }],
  ];
  for (const [declared, values] of rows) {
    it(`of ${declared} are ${JSON.stringify(values)}`, () => {
      const [operation] = readDocument(`query Q${declared} { lastBlockPair }`).definitions;
      assert.deepEqual(variableDraft(operation!, nodeSchema), values);
    });
  }
});

describe("a place in the text of a variables file", () => {
  const text = '{ "Q": { "n": 1, "w": {"labels": ["a", "b"]}, "h": } }';
  const rows: [path: (string | number)[], found: string | undefined][] = [
    [["Q", "n"], "1"],
    [["Q", "w", "labels", 1], '"b"'],
    [["Q", "h"], '"h"'],
    [["Q", "w", "gone"], '{"labels": ["a", "b"]}'],
    [["Other"], text],
  ];
  for (const [path, found] of rows) {
    it(`${path.join(".")} is ${found}`, () => {
      const place = jsonRange(text, path)!;
      assert.equal(text.slice(place.start, place.end), found);
    });
  }

  it("is nowhere in empty text, and half-written text does no harm", () => {
    assert.equal(jsonRange("", ["a"]), undefined);
    for (let length = 0; length < text.length; length += 1) jsonRange(text.slice(0, length), ["Q", "w", "labels", 1]);
  });
});
