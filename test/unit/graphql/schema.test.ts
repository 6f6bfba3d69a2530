import assert from "node:assert/strict";
import type { GraphQLSchema } from "graphql";
import { buildSchema, printSchema } from "graphql";
import { completionsAt } from "../../../src/graphql/completion/completion";
import { diagnosticsOf } from "../../../src/graphql/checks/diagnostics";
import { readDocument } from "../../../src/graphql/text/document";
import { loadSchemaInSteps } from "../../../src/graphql/schema/schema";
import { processorTime } from "../../support/processorTime";
import { loadSchema } from "../../support/loadSchema";
import type { SchemaProblem } from "../../../src/graphql/schema/schemaProblem";
import { checkVariables } from "../../../src/graphql/variables/variableValues";
import { variablesFileSchema } from "../../../src/graphql/variables/variableSchema";
import { schemaProblemText } from "../../../src/graphql/schema/schemaWording";
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
      "three quotes inside a description on the line of its type",
      'type Query { """Says """ and goes on."""\n\ta: Int\n\tb: Int }\n',
      ["a", "b"],
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
      "repaired-definition",
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

  it("counts the problems that are more than are kept", () => {
    const odd = Array.from({ length: 130 }, (_, at) => `type Odd${at} { x: }`).join("\n");
    const loaded = loadSchema(`${nodeSdl}\n${odd}`);
    assert.ok("schema" in loaded);
    assert.equal(loaded.problems.length, 100);
    assert.ok(loaded.unlisted !== undefined && loaded.unlisted >= 30, String(loaded.unlisted));
    assert.equal("unlisted" in load(nodeSdl), false);
  });

  it("says where a definition was repaired", () => {
    const sdl = "type A {\n\ta: Int\n}\ntype Tail {\n}\ntype Query {\n\ta: Int\n}\n";
    const [problem] = load(sdl).problems;
    assert.equal(sdl.slice(problem!.start, problem!.end), "type Tail {\n}");
    assert.equal(problem!.name, "type Tail");
  });
});

describe("a member that a node prints wrongly", () => {
  const fields = (body: string, kind = "type") => {
    const loaded = load(`${kind} Query ${body}\ntype Query { other: Int }`);
    const type = loaded.schema.getType("Query");
    assert.ok(type && "getFields" in type);
    return { loaded, fields: type.getFields() };
  };
  const damaged: [what: string, line: string][] = [
    ["quotes in the reason", 'old: Int @deprecated(reason: "use "new" instead")'],
    ["an odd number of quotes in the reason", 'old: Int @deprecated(reason: "the 5" one")'],
    ["quotes at the end of a long reason", 'old: Int @deprecated(reason: """Use "new"""")'],
    ["a reason of two lines", 'old: Int @deprecated(reason: "first\nsecond")'],
    ["a reason of lines that look like fields", 'old: Int @deprecated(reason: "first\nnote: see\n(c): that")'],
    ["an escape that GraphQL does not know", `old: Int @deprecated(reason: "don\\'t")`],
    ["another directive", "old: Int @deprecated @cost(5)"],
  ];
  for (const [what, line] of damaged) {
    for (const [where, body] of [
      ["on a line of its own", `{\n\tfirst(a: Int): Int\n\t"""\n\tSays.\n\t"""\n\t${line}\n\tlast: [Int!]!\n}`],
      ["described on its line", `{\n\tfirst(a: Int): Int\n\t"Says."\n\t${line}\n\tlast: [Int!]!\n}`],
    ] as const) {
      it(`stays a deprecated field with ${what}, ${where}`, () => {
        const { fields: found, loaded } = fields(body);
        assert.deepEqual(Object.keys(found), ["first", "old", "last"]);
        assert.equal(String(found["old"]?.type), "Int");
        assert.equal(found["old"]?.deprecationReason, "No longer supported");
        assert.equal(found["old"].description, "Says.");
        const [problem] = loaded.problems;
        assert.match(schemaProblemText(problem!), /^Repaired "type Query" \(old\), which is not valid GraphQL/);
      });
    }
  }

  it("stays with its type, its other arguments and a default when one default is no value", () => {
    const { fields: found } = fields(
      '{\n\ta(x: Int = 1, y: String! = "say "hi"", z: T): [Int]! @deprecated\n\tb: Int\n}',
    );
    const field = found["a"]!;
    assert.deepEqual(Object.keys(found), ["a", "b"]);
    assert.ok("args" in field);
    assert.deepEqual(
      field.args.map(({ name, type, defaultValue }) => [name, String(type), defaultValue]),
      [
        ["x", "Int", 1],
        ["y", "String!", '"say "hi""'],
        ["z", "T", undefined],
      ],
    );
    const input = fields('{\n\tby: JSON! = {"a": 1}\n\tn: Int\n}\nscalar JSON', "input");
    assert.deepEqual(Object.keys(input.fields), ["by", "n"]);
  });

  it("stays an enum value", () => {
    const { schema } = load(
      'type Query { a: E }\nenum E {\n\tA\n\tOLD @deprecated(reason: "first\n\tsecond\n\tthird")\n\tB @deprecated(reason: "5" tall")\n\tC\n}',
    );
    const type = schema.getType("E");
    assert.ok(type && "getValues" in type);
    assert.deepEqual(
      type.getValues().map(({ name, deprecationReason }) => [name, deprecationReason !== undefined]),
      [
        ["A", false],
        ["OLD", true],
        ["B", true],
        ["C", false],
      ],
    );
  });

  it("costs its neighbours on the same line nothing", () => {
    const { fields: found } = fields(
      '{ a: Int b: Int @deprecated(reason: "x "y"") c(d: Int): Int } type Later { e: Int }',
    );
    assert.deepEqual(Object.keys(found), ["a", "b", "c"]);
  });

  for (const blanks of ["", "\t"]) {
    it(`stays behind a description in one pair of quotes that goes on in the next line: ${JSON.stringify(blanks)}`, () => {
      const { fields: found } = fields(`{\n\t"The tip,\n${blanks}|9"\n\tfirst(a: Int): Int\n\tlast: [Int!]!\n}`);
      assert.deepEqual(Object.keys(found), ["first", "last"]);
    });
  }

  it("is named when nothing of it can be kept", () => {
    const { loaded } = fields("{\n\ta: Int\n\tmap: Map<String, Int>\n\tset: Set<Int>\n}");
    assert.match(schemaProblemText(loaded.problems[0]!), /^Left out the parts of "type Query" .*\(map, set\)\. /);
  });
});

describe("a broken definition without end", () => {
  const lines = 40_000;
  const shapes: [what: string, text: (count: number) => string][] = [
    ["blank lines", (count) => `type A {${"\n".repeat(count)}x: }`],
    ["blanks", (count) => `type A {\n${" ".repeat(count)}\nx: }`],
    ["open braces", (count) => `type A {\nx: }${"{ ".repeat(Math.min(count, 150))}${" ".repeat(count)}`],
    ["quotes", (count) => `type A {\n${'a: Int @d(r: "\n'.repeat(count / 16)}}`],
    ["lines of three quotes", (count) => `type A {\n${'"""\n'.repeat(count / 4)}x: }`],
    ["broken defaults", (count) => `type A {\n${'a(b: Int = "x "y""): Int\n'.repeat(count / 50)}}`],
    ["broken definitions on one line", (count) => `type A { x: }${" type A { x: }".repeat(count / 60)}`],
    ["a long head", (count) => `type A implements ${"I ".repeat(count / 4)}{\n${"x: \n".repeat(count / 8)}}`],
    ["equals signs", (count) => `union A = ${"\n=".repeat(count / 2)}`],
  ];
  for (const [what, text] of shapes) {
    it(`takes no more than its share of time: ${what}`, function () {
      this.timeout(60_000);
      const took = (count: number) => processorTime(() => void loadSchema(`${text(count)}\ntype Query { a: Int }`));
      const short = Math.min(took(lines / 8), took(lines / 8));
      const long = took(lines);
      // Linear work makes it eight times as much, quadratic work 64 times; little work shows nothing of either.
      assert.ok(long < 100 || long / short < 32, `${short} and ${long} ms`);
    });
  }

  it("is repaired in steps", () => {
    const steps = loadSchemaInSteps(`type A {\n${"a: Int @d(5)\n".repeat(4000)}}\ntype Query { a: Int }`);
    let count = 0;
    while (!steps.next().done) count += 1;
    assert.ok(count > 40, String(count));
  });

  it("is left out and said to be too long, and leaves the others whole", () => {
    const { schema, problems } = load(`type A {\n${"a: Int @d(5)\n".repeat(50_000)}}\ntype Query { a: Int }`);
    assert.deepEqual(fieldsOffered(schema), ["a"]);
    assert.match(schemaProblemText(problems[0]!), /^Left out "type A", which is not valid GraphQL and too long/);
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
    assert.deepEqual(diagnosticsOf(readDocument("query N($a: Float!) { near(p: [$a, 2]) }"), { schema }), []);
  });

  it("may be declared by the schema itself", () => {
    assert.deepEqual(load("scalar Int  scalar ID  type Query { a: ID b(c: Int): Int }").problems, []);
  });
});

describe("a default that its type cannot hold", () => {
  const schema = schemaOf(`
    input Span { from: Int! to: Int! = 5000000000 step: Float! = "5" }
    enum Order { UP DOWN }
    type Query { history(to: Int! = 4294967296, order: Order! = SIDEWAYS, span: Span!): String many(n: Int! = 5.0): Int }`);

  it("is a default all the same: what has one may be left out", () => {
    const text = "query A($r: Span!, $n: Int) { history(span: $r, to: $n) again: history(span: { from: 1 }) many }";
    const document = readDocument(text);
    assert.deepEqual(diagnosticsOf(document, { schema }), []);
    assert.deepEqual(checkVariables({ r: { from: 1 } }, document.definitions[0]!, schema), []);
    const { definitions } = variablesFileSchema([{ document, schema }]);
    const spans = Object.values(definitions as Record<string, { required?: string[] }>);
    assert.deepEqual(
      spans.map(({ required }) => required),
      [["from"]],
    );
  });
});
