import assert from "node:assert/strict";
import type { GraphQLSchema } from "graphql";
import { buildSchema, printSchema } from "graphql";
import { completionsAt } from "../../../src/graphql/completion";
import { findingsOf } from "../../../src/graphql/diagnostics";
import { readDocument } from "../../../src/graphql/document";
import { loadSchema, loadSchemaInSteps } from "../../../src/graphql/schema";
import type { SchemaProblem } from "../../../src/graphql/schemaProblem";
import { schemaProblemText } from "../../../src/graphql/schemaWording";
import { nodeSdl, schemaOf } from "./nodeSchema";

function load(sdl: string): { schema: GraphQLSchema; problems: readonly SchemaProblem[] } {
  const loaded = loadSchema(sdl);
  assert.ok("schema" in loaded, JSON.stringify(loaded));
  return loaded;
}

function fieldsOffered(schema: GraphQLSchema): string[] {
  const { items } = completionsAt(readDocument("{ "), 2, { schema });
  return items.map(({ label }) => label).filter((label) => !label.startsWith("__"));
}

describe("a sound schema", () => {
  it("is the one the library would build", () => {
    assert.equal(printSchema(schemaOf(nodeSdl)), printSchema(buildSchema(nodeSdl)));
    assert.deepEqual(load(nodeSdl).problems, []);
  });

  it("keeps its extensions, directives, default values and links to specifications", () => {
    const sdl = `
      directive @cost(weight: Int! = 1) repeatable on FIELD_DEFINITION | OBJECT
      schema { query: Root }
      type Root @cost(weight: 2) @cost { a(x: [Int!] = [1, 2], e: E = B, i: I = {n: 3}): Int @cost }
      extend type Root { b: U }
      enum E { A }
      extend enum E { B }
      union U = Root
      input I @oneOf { n: Int m: Int }
      scalar L @specifiedBy(url: "https://example.invalid/l")`;
    const schema = schemaOf(sdl);
    assert.equal(printSchema(schema), printSchema(buildSchema(sdl)));
  });

  it("is loaded in many short steps when it is large", () => {
    const types = Array.from(
      { length: 3000 },
      (_, i) => `type T${i} {\n  a: T${(i * 7) % 3000}\n  b(x: Int = 3): [Int!]\n}\n`,
    );
    const steps = loadSchemaInSteps(`type Query {\n  t: T0\n}\n${types.join("")}`);
    let count = 0;
    let step = steps.next();
    while (!step.done) {
      count += 1;
      step = steps.next();
    }
    assert.ok(count > 50, String(count));
    assert.ok("schema" in step.value && step.value.schema.getType("T2999"));
  });

  it("may have definitions on one line, descriptions that look like definitions and a byte-order mark", () => {
    assert.deepEqual(fieldsOffered(schemaOf("scalar Pair  type Query { near(p: Pair!): Int }")), ["near"]);
    const filler = Array.from({ length: 4000 }, (_, i) => `"""\ntype of thing {\n"""\ntype T${i} { a: Int }\n`).join(
      "",
    );
    assert.deepEqual(load(`\uFEFF${filler}type Query { a: Int }`).problems, []);
  });
});

describe("a schema that a node prints wrongly", () => {
  const rows: [what: string, sdl: string, fields: string[], ...problems: string[]][] = [
    [
      "three quotes inside a description",
      'type Query {\n\t"""\n\tgives """raw""" bytes\n\t"""\n\ta: Int\n\t"""\n\tends with C:\\\n\t"""\n\tb: Int\n}\nschema {\n\tquery: Query\n}\n',
      ["a", "b"],
      "repaired-definition",
    ],
    [
      "three quotes inside a description of one line",
      'type Query {\n\t"""say """x""""""\n\ta: Int\n}\n"""ends with \\"""\ntype B {\n\tc: Int\n}\n',
      ["a"],
      "repaired-definition",
      "repaired-definition",
    ],
    [
      "empty braces",
      "type Tail {\n}\ntype Query {\n\ta: Tail\n\tb: Int\n}\n",
      ["a", "b"],
      "repaired-definition",
      "no-members",
    ],
    ["empty parentheses", "type Query {\n\ta(): Int\n}\n", ["a"], "repaired-definition"],
    ["an empty union", "union U =\ntype Query {\n\ta: U\n}\n", ["a"], "repaired-definition", "no-members"],
    [
      "interfaces joined by commas",
      "interface A { a: Int }\ninterface B { a: Int }\ntype Query implements A, B {\n\ta: Int\n}",
      ["a"],
      "repaired-definition",
    ],
    ["types without fields", "type Tail\ntype Query { a: Tail b: Int }", ["a", "b"], "no-members"],
    [
      "reserved names",
      "type Query { a: Int __meta: Int }\ntype __Mine { a: Int }",
      ["a"],
      "reserved-name",
      "reserved-name",
    ],
    ["introspection types", "type __Schema { a: Int }\ntype Query { a: Int }", ["a"], "reserved-name"],
    ["a type defined twice", "type Query { a: Int }\ntype Query { b: Int }", ["a"], "duplicate-definition"],
    ["a field defined twice", "type Query { a: Int a: String }", ["a"], "duplicate-definition"],
    [
      "directives that are not declared, or used twice",
      'type Query { a: Int @tag(name: "x") @tag(name: "y") }\ninput F @oneOf { x: Int }',
      ["a"],
    ],
    ["a deprecation without a text", "type Query { a: Int @deprecated(reason: 5) b: Int @deprecated }", ["a", "b"]],
    [
      "types that are not defined",
      "type Query implements Gone { a: Gone b(x: Lost): Int }",
      ["a", "b"],
      "unknown-type",
      "unknown-type",
    ],
    [
      "types used as what they are not",
      "scalar S\nunion U = S | Query\ntype Query implements S { a: U }",
      ["a"],
      "misused-type",
      "misused-type",
    ],
    ["an extension of nothing", "extend type Query { a: Int }", ["a"], "extension-alone"],
    [
      "a query type that is not there",
      "schema { query: Gone }\ntype Query { a: Int }",
      [],
      "misused-type",
      "no-query-type",
    ],
    ["no query type", "type B { a: Int }", [], "no-query-type"],
    [
      "names with foreign characters",
      "type Query {\n\ta: Int\n\tb: Vec<u8>\n\tc: Int\n}\ntype Vec<u8> {\n\tx: Int\n}\n",
      ["a", "c"],
      "dropped-members",
      "dropped-members",
    ],
    ["values that are no values", "enum E {\n\tA\n\ttrue\n}\ntype Query {\n\te: E\n}\n", ["e"], "dropped-members"],
    [
      "one line that is no GraphQL",
      "type Query {\n\ta: Int\n}\nwarning: something\ntype B {\n\tc: Int\n}\n",
      ["a"],
      "dropped-members",
    ],
    ["control characters", "type Query {\n\ta: Int\u0000\n}\n", ["a"], "control-characters"],
    [
      "nesting without end",
      `type Query {\n\ta: Int\n}\ntype B {\n\tb: ${"[".repeat(20000)}Int${"]".repeat(20000)}\n}\n`,
      ["a"],
      "too-deep",
    ],
  ];
  for (const [what, sdl, fields, ...problems] of rows) {
    it(`loads with ${what}`, () => {
      const loaded = load(sdl);
      assert.deepEqual(fieldsOffered(loaded.schema), fields);
      assert.deepEqual(
        loaded.problems.map(({ code }) => code),
        problems,
      );
      for (const problem of loaded.problems) assert.match(schemaProblemText(problem), /\w/);
    });
  }

  it("says where a definition was repaired", () => {
    const sdl = "type A {\n\ta: Int\n}\ntype Tail {\n}\ntype Query {\n\ta: Int\n}\n";
    const [problem] = load(sdl).problems;
    assert.equal(sdl.slice(problem!.start, problem!.end), "type Tail {\n}");
    assert.equal(problem!.name, "type Tail");
  });
});

describe("text that is no schema", () => {
  const rows: [string, string][] = [
    ["", "empty"],
    [" \n\t", "empty"],
    ["<html><body>502 Bad Gateway</body></html>", "not-sdl"],
    ['{"errors": [{"message": "no"}]}', "not-sdl"],
    ["{ block { id } }", "not-sdl"],
    [`type Query { a: ${"[".repeat(50000)}`, "too-deep"],
    ["x".repeat(16 * 1024 * 1024 + 1), "too-large"],
  ];
  for (const [text, code] of rows) {
    it(`is refused as ${code}: ${JSON.stringify(text.slice(0, 40))}`, () => {
      const loaded = loadSchema(text);
      assert.ok("problem" in loaded);
      assert.equal(loaded.problem.code, code);
      assert.match(schemaProblemText(loaded.problem), /schema|Left out/);
    });
  }

  it("never makes loading throw, whatever a schema is cut to", () => {
    for (let length = 0; length < nodeSdl.length; length += 7) loadSchema(nodeSdl.slice(0, length));
    for (let start = 0; start < nodeSdl.length; start += 7) loadSchema(nodeSdl.slice(start));
  });
});

describe("the standard types", () => {
  it("are there for variables though the schema never uses them", () => {
    const schema = schemaOf("scalar Pair  type Query { near(p: Pair!): Int }");
    assert.deepEqual(findingsOf(readDocument("query N($a: Float!) { near(p: [$a, 2]) }"), { schema }), []);
  });

  it("may be declared by the schema itself", () => {
    assert.deepEqual(load("scalar Int  scalar ID  type Query { a: ID b(c: Int): Int }").problems, []);
  });
});
