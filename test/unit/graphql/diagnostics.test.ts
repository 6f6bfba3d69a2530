import assert from "node:assert/strict";
import type { GraphQLSchema } from "graphql";
import { diagnosticsOf } from "../../../src/graphql/checks/diagnostics";
import { readDocument } from "../../../src/graphql/text/document";
import type { Diagnostic } from "../../../src/graphql/checks/diagnostic";
import { diagnosticText } from "../../../src/graphql/checks/wording";
import { processorTime } from "../../support/processorTime";
import { withRanges } from "./marks";
import { nodeSchema, schemaOf } from "./nodeSchema";

function check(text: string, others: string[] = [], schema: GraphQLSchema | null = nodeSchema): Diagnostic[] {
  const otherDocuments = others.map((other, index) => ({ file: `${index}.gql`, document: readDocument(other) }));
  return diagnosticsOf(readDocument(text), { others: otherDocuments, ...(schema ? { schema } : {}) });
}

/** Diagnostics of exactly these codes on exactly the marked ranges, in order. */
function assertDiagnostics(
  marked: string,
  codes: string[],
  others: string[] = [],
  schema: GraphQLSchema | null = nodeSchema,
) {
  const { text, ranges } = withRanges(marked);
  const found = check(text, others, schema).map(({ code, start, end }) => ({ code, start, end }));
  assert.deepEqual(
    found,
    codes.map((code, index) => ({ code, ...ranges[index] })),
    text,
  );
}

type Row = [marked: string, ...codes: string[]];

function table(rows: Row[], title: (row: Row) => string): void {
  for (const row of rows) it(title(row), () => assertDiagnostics(row[0], row.slice(1)));
}

describe("diagnostics about names", () => {
  table(
    [
      ["{ tip: ‹blok›(height: 1) { reward } }", "unknown-field"],
      ["{ lastBlockPair ‹@nope› }", "unknown-directive"],
      ["{ block(‹heigth›: 1) { id } }", "unknown-argument"],
      ["{ block(height: 1) @include(‹unless›: true, if: true) { id } }", "unknown-argument"],
      ["query A($h: ‹Flaot›) { block(height: $h) { id } }", "unknown-type"],
      ["{ find { ... on ‹Blok› { id } } }", "unknown-type"],
      ['{ tx(hash: "") { ...‹Bits› } }', "unknown-fragment"],
      ["{ blocks(last: 1, order: ‹UP›) { id } }", "unknown-enum-value"],
      ["{ within(window: {from: 1, ‹upTo›: 2}) { id } }", "unknown-input-field"],
      ["‹mutation› A { x }", "unknown-operation-type"],
      ["{ block(height: 1) { ‹oldReward› } }", "deprecated"],
      ["{ blocks(last: 1, order: ‹RANDOM›) { id } }", "deprecated"],
      ["\uFEFF{\r\n  block(height: 1) {\r\n    ‹nope›\r\n  }\r\n}\r\n", "unknown-field"],
      ["{\r  block(height: 1) {\r    ‹nope›\r  }\r}\r", "unknown-field"],
      ["{ a: ‹nope› b: block(height: 1) { id nada: ‹huh› } }", "unknown-field", "unknown-field"],
    ],
    ([marked, ...codes]) => `mark exactly the name: ${codes.join()} in ${JSON.stringify(marked)}`,
  );

  it("name close ones and the nodes that offer what is missing", () => {
    const archive = {
      name: "archive",
      schema: schemaOf("type Query { blocks: [Block!]! old: Int } type Block { id: ID raw: Int }"),
    };
    const diagnostics = diagnosticsOf(readDocument("{ old blok { id } block(height: 1) { raw } }"), {
      schema: nodeSchema,
      otherSchemas: [archive],
    });
    assert.deepEqual(
      diagnostics.map(
        (diagnostic) =>
          diagnostic.code === "unknown-field" && [
            diagnostic.field,
            diagnostic.type,
            diagnostic.closest,
            diagnostic.offeredBy,
          ],
      ),
      [
        ["old", "Query", [], ["archive"]],
        ["blok", "Query", ["block"], []],
        ["raw", "Block", [], ["archive"]],
      ],
    );
    assert.equal(
      diagnosticText(diagnostics[0]!, "local"),
      'Field "old" of "Query" is not offered by node "local". It is offered by "archive".',
    );
  });
});

describe("fields that have the names of operations", () => {
  const schema = schemaOf("type Query { query: Saved fragment(on: Int): Int } type Saved { mutation: Saved x: Int }");
  const sound = [
    "{\nquery {\nmutation {\nx } } }",
    "query A {\nquery {\nx } }\nquery B {\nquery {\nmutation {\nx\n}\n}\n}",
    "{\nfragment(on: 1)\nquery {\nx }\n}",
  ];
  for (const text of sound) {
    it(`do not cut a definition that parses: ${JSON.stringify(text)}`, () => {
      const document = readDocument(text);
      assert.deepEqual(diagnosticsOf(document, { schema }), []);
      assert.equal(document.definitions.length, text.includes("query B") ? 2 : 1);
    });
  }

  it("leave the operation behind an unclosed one whole", () => {
    const document = readDocument("query A {\nquery {\nquery B {\n  query { x }\n}\n");
    assert.deepEqual(
      document.definitions.map(({ name, fault }) => [name?.text, fault !== undefined]),
      [
        ["A", true],
        [undefined, true],
        ["B", false],
      ],
    );
  });
});

describe("diagnostics about values", () => {
  table(
    [
      ['{ checkBlock(height: 0, hash: "") }'],
      ['{ checkBlock(height: 5000000000, hash: "") }'],
      ['{ checkBlock(height: 18446744073709551615, hash: "") }'],
      ['query A($n: Int! = 4294967296) { checkBlock(height: $n, hash: "") }'],
      ['{ checkBlock(height: ‹18446744073709551616›, hash: "") }', "integer-out-of-range"],
      ['{ checkBlock(height: -1, hash: "") }'],
      ['query A($n: Int! = -5) { checkBlock(height: $n, hash: "") }'],
      ["{ blocks(range: [0, ‹99999999999999999999›]) { id } }", "integer-out-of-range"],
      ['{ checkBlock(height: ‹1.5›, hash: "") }', "wrong-value"],
      ['{ checkBlock(height: ‹"1"›, hash: "") }', "wrong-value"],
      ["{ block(height: 5000000000) { id } }"],
      ["{ block(hash: ‹1›) { id } }", "wrong-value"],
      ["{ tx(hash: ‹null›) { id } }", "wrong-value"],
      ['{ block(hash: ‹["a"]›) { id } }', "wrong-value"],
      ['{ blocks(last: 1, order: ‹"ASC"›) { id } }', "wrong-value"],
      ["{ within(window: ‹{to: 1}›) { id } }", "missing-input-field"],
      ["{ within(window: ‹5›) { id } }", "wrong-value"],
      ['{ find(by: {a: [1, "x", {b: -7}]}) { __typename } }'],
      ["query A($a: Float!) { find(by: [$a, {b: $a}]) { __typename } }"],
      ["query A($a: JSON) { find(by: $a) { __typename } }"],
      ["query A($a: Float) { find(by: ‹$a›) { __typename } }", "wrong-variable-type"],
      ["query A($s: String) { tx(hash: ‹$s›) { id } }", "wrong-variable-type"],
      ['query A($s: String = "x") { tx(hash: $s) { id } }'],
      ["query A($h: Int!) { block(height: ‹$h›) { id } }", "int-for-float"],
      ["query A($h: Int = 1) { block(height: ‹$h›) { id } }", "int-for-float"],
      ["query A($r: [Float!]) { blocks(range: ‹$r›) { id } }", "wrong-variable-type"],
      ["query A($h: [Int]) { block(height: ‹$h›) { id } }", "wrong-variable-type"],
      ["query A($s: [Int!]) { blocks(range: $s) { id } }"],
    ],
    ([marked, ...codes]) => `${codes.join() || "accept"} in ${marked}`,
  );
});

describe("diagnostics about what is missing or too much", () => {
  table(
    [
      ["{ ‹tx› { id } }", "missing-argument"],
      ["{ block(height: 1) ‹@include› { id } }", "missing-argument"],
      ["{ ‹block›(height: 1) }", "missing-selection"],
      ["{ lastBlockPair ‹{ json }› }", "needless-selection"],
      ["query A($x: Float) { block(height: $x) { id } }"],
      ["query A(‹$x›: Float) { block(height: 1) { id } }", "unused-variable"],
      ["query A { block(height: ‹$x›) { id } }", "undeclared-variable"],
      ["query A($x: Float) { block(height: $x) { id } } query B { block(height: ‹$x›) { id } }", "undeclared-variable"],
      ["query A($x: Boolean!) { block(height: 1) { ...F } } fragment F on Block { id @include(if: $x) }"],
      ["query A { block(height: 1) { ...F } } fragment F on Block { id @include(if: ‹$x›) }", "undeclared-variable"],
      ["query A($x: Float, $‹x›: Float) { block(height: $x) { id } }", "invalid"],
      ["{ block(height: 1) { id } } fragment ‹F› on Block { id }", "unused-fragment"],
      ["fragment F on Block { id }"],
      ["query A { block(height: 1) { id } } { block(height: 1) { id } }"],
      ["query A { block(height: 1) { id } } query ‹A› { block(height: 1) { id } }", "invalid"],
      ["{ a: ‹block›(height: 1) { id } a: blocks(last: 1) { id } }", "invalid"],
    ],
    ([marked, ...codes]) => `${codes.join() || "nothing"} in ${marked}`,
  );

  it("flag more rows than a node gives, where they are asked for", () => {
    assertDiagnostics("{ blocks(last: ‹201›) { id } }", ["over-limit"]);
    assertDiagnostics("{ blocks(last: 200) { id } }", []);
    assertDiagnostics("{ blocks(range: ‹[0, 200]›) { id } }", ["over-limit"]);
    assertDiagnostics("{ blocks(range: [0, 199]) { id } }", []);
    assertDiagnostics('{ finalizedEvents(contractId: "", limit: ‹500›) }', ["over-limit"]);
    const [diagnostic] = check("{ blocks(range: [0, 200]) { id } }");
    assert.match(diagnosticText(diagnostic!), /includes both its ends.*201.*200/);
  });

  table(
    [
      ["{ blocks(last: ‹0›) { id } }", "under-limit"],
      ["{ blocks(last: ‹-5›) { id } }", "under-limit"],
      ["{ blocks(range: ‹[7]›) { id } }", "wrong-range"],
      ["{ blocks(range: ‹7›) { id } }", "wrong-range"],
      ["{ blocks(range: ‹[1, 2, 3]›) { id } }", "wrong-range"],
      ["{ blocks(range: ‹[7, 5]›) { id } }", "wrong-range"],
      ["{ blocks(range: [5, 5]) { id } }"],
      ["query A($a: Int!) { blocks(range: [$a, 5]) { id } }"],
      ["{ ‹blocks› { id } }", "wants-argument"],
      ["{ tip: ‹blocks›(last: null) { id } }", "wants-argument"],
      ["query A($n: Int) { blocks(last: $n) { id } }"],
      ["{ blocks(last: 1, ‹range: [1, 2]›) { id } }", "excluding-arguments"],
      ["query A($n: Int) { blocks(last: $n, range: [1, 2]) { id } }"],
      ["{ ‹block› { id } }", "wants-argument"],
      ['{ block(hash: "") { id } }'],
    ],
    ([marked, ...codes]) => `${codes.join() || "nothing"} that a node refuses in ${marked}`,
  );

  it("say nothing of arguments that are called alike elsewhere than in a root field, or are no list", () => {
    const nested = schemaOf(
      "type Query { chain: Chain! block(height: Int!, hash: String): Int } type Chain { block(height: Int, hash: String): Int }",
    );
    assertDiagnostics("{ chain { block } block(height: 1) }", [], [], nested);
    const other = schemaOf("input Span { from: Int! } type Query { within(range: Span!): Int }");
    assertDiagnostics("{ within(range: { from: 1 }) }", [], [], other);
  });

  it("count fragments and their variables of other files", () => {
    const far = "fragment Far on Block { id @include(if: $x) ...Farther } fragment Farther on Block { ...Far reward }";
    assertDiagnostics("query A($x: Boolean!) { block(height: 1) { ...Far } }", [], [far.replace("...Far ", "")]);
    assertDiagnostics(
      "query ‹A› { block(height: 1) { ...Far } }",
      ["undeclared-variable"],
      [far.replace("...Far ", "")],
    );
    assertDiagnostics(
      "{ block(height: 1) { id } } fragment Mine on Block { id }",
      [],
      ["{ block(height: 1) { ...Mine } }"],
    );
    assertDiagnostics(
      "{ block(height: 1) { ...Twice } } fragment Twice on Block { id }",
      [],
      ["fragment Twice on Header { hash }"],
    );
  });

  it("name the files that define a fragment differently, the one that is taken first", () => {
    const marked = "{ block(height: 1) { ...‹F› } }";
    const same = "fragment F on Block { id }";
    const other = "fragment F on Header { hash }";
    assertDiagnostics(marked, ["ambiguous-fragment"], [same, other]);
    assertDiagnostics(marked, [], [same, same]);
    assertDiagnostics(`${marked.replace(/[‹›]/g, "")} ${same}`, [], [other, other]);
    const files = ["file:///w/api/near%20by.gql", "file:///w/far.gql"].map((file, index) => ({
      file,
      document: readDocument([same, other][index]!),
    }));
    const [diagnostic] = diagnosticsOf(readDocument(marked.replace(/[‹›]/g, "")), {
      schema: nodeSchema,
      others: files,
    });
    assert.equal(
      diagnosticText(diagnostic!),
      '"F" is defined differently in api/near by.gql and far.gql: the one of api/near by.gql is taken, which is nearest.',
    );
  });

  it("ignore imports written as comments", () => {
    assertDiagnostics(
      '#import "~/missing/header.frag.gql"\n# import Foo from "./nope.gql"\nquery T { lastBlockPair }',
      [],
    );
  });
});

describe("diagnostics about syntax", () => {
  const rows: [string, string[]][] = [
    ["{\n  block(height: 1) {\n    header ‹{›\n      height\n  }\n}\n", ["unclosed"]],
    ["‹{› block(height: 1) { id }", ["unclosed"]],
    ["{ block(height: 1) { id } } ‹}›", ["syntax"]],
    ["‹query›", ["syntax"]],
    ['{ block(hash: ‹"abc) { id } }›', ["syntax"]],
    ["query A { block(‹)› { id } }", ["syntax"]],
    ["{ block(height: 1) { id ‹é› } }", ["syntax"]],
    ["{ block(height: 1) {‹\u00a0›id } }", ["syntax"]],
    ["{ block(height: 1) { ‹\u2028›\n  id } }", ["syntax"]],
    ["{ block(height: 1)‹\u3000›{ id } }", ["syntax"]],
    ["{ block(height: 1) {\n  # why\n‹\f›  id } }", ["syntax"]],
    ["{ ‹}›", ["syntax"]],
    ["", []],
    ["\n   \n\t\n", []],
    ["# todo", []],
  ];
  for (const [marked, codes] of rows) {
    it(`can be seen in ${JSON.stringify(marked)}`, () => {
      assertDiagnostics(marked, codes);
      assertDiagnostics(marked, codes, [], null);
    });
  }

  it("say what may stand there", () => {
    const words = (text: string) => check(text).map((diagnostic) => diagnosticText(diagnostic))[0];
    assert.equal(words("{ bl\u00eack }"), '"\u00ea" cannot be in a name: names are of A–Z, a–z, 0–9 and _.');
    assert.equal(words("{\u00a0a }"), "This is no plain blank but U+00A0, which GraphQL does not take.");
    assert.equal(words("{ a \u{1f980} }"), "Unexpected character: U+1F980.");
  });

  it("in one definition leave the others checked", () => {
    assertDiagnostics("query A {\n  block ‹{›\n\nquery B { ‹nope› }", ["unclosed", "unknown-field"]);
  });

  it("say nothing about fields without a schema", () => {
    assertDiagnostics("{ nope(x: $y) { ...Z } }", [], [], null);
  });

  it("are found in schema documents too", () => {
    assertDiagnostics("type A { b: Int }\ntype B { c: ‹}›", ["syntax"]);
  });
});

describe("diagnostics of thousands of definitions", () => {
  const each = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => part(at)).join(" ");
  const shapes: [what: string, text: (count: number) => string][] = [
    [
      "fragments that nothing uses",
      (count) => `{ tip { hash } } ${each(count, (at) => `fragment F${at} on Block { hash }`)}`,
    ],
    ["fragments of one name", (count) => `{ tip { ...F } } ${each(count, () => "fragment F on Block { hash }")}`],
    [
      "fragments of which each uses the one before",
      (count) =>
        `{ tip { ...F${count - 1} } } ${each(count, (at) => `fragment F${at} on Block { hash ...F${at - 1} }`)}`,
    ],
    [
      "fragments that are misspelt",
      (count) =>
        `{ tip { ${each(count, (at) => `...Fx${at}`)} } } ${each(count, (at) => `fragment F${at} on Block { hash }`)}`,
    ],
    [
      "variables that are not declared",
      (count) => `query Q { ${each(count, (at) => `a${at}: block(height: $v${at}) { hash }`)} }`,
    ],
    ["fields of one name that conflict", (count) => `{ ${each(count, (at) => `a: block(height: ${at}) { hash }`)} }`],
    ["fields that are misspelt", (count) => `{ ${each(count, (at) => `blok${at}`)} }`],
  ];
  const definitions = schemaOf("type Query { tip: Block block(height: Int): Block } type Block { hash: String }");
  for (const [what, text] of shapes) {
    it(`take no more than their share of time: ${what}`, function () {
      this.timeout(60_000);
      const took = (count: number) => {
        const document = readDocument(text(count));
        return processorTime(() => void diagnosticsOf(document, { schema: definitions }));
      };
      const short = Math.min(took(250), took(250));
      const long = took(2000);
      // Linear work makes it eight times as much, quadratic work 64 times; little work shows nothing of either.
      assert.ok(long < 100 || long / short < 32, `${short} and ${long} ms`);
    });
  }

  it("are told of the first conflicts alone, of fields that stand for each other in thousands of pairs", () => {
    const text = `{ ${each(440, (at) => `a: block(height: ${at}) { hash }`)} tipp }`;
    const found = diagnosticsOf(readDocument(text), { schema: definitions });
    assert.equal(found.filter((one) => one.code === "unknown-field").length, 1);
    const conflicts = found.filter((one) => one.code === "invalid" && one.rule === "conflicting-fields").length;
    assert.ok(conflicts >= 20 && conflicts < 440, String(conflicts));
  });

  it("help with the first mistakes alone, and name all", () => {
    const found = diagnosticsOf(readDocument(`{ ${each(200, () => "tipp")} }`), { schema: definitions });
    assert.equal(found.length, 200);
    const helped = found.filter((one) => "closest" in one && one.closest.includes("tip")).length;
    assert.ok(helped >= 20 && helped < 200, String(helped));
  });
});

describe("diagnostics never throw", () => {
  it("on thousands of levels: one diagnostic, and others are still checked", () => {
    const text = `${"{" + "a{".repeat(3000)}b${"}".repeat(3001)}\n\nquery B { nope }`;
    assert.deepEqual(
      check(text).map(({ code }) => code),
      ["too-deep", "unknown-field"],
    );
    const list = `{ blocks(range: ${"[".repeat(20000)}1${"]".repeat(20000)}) { id } }`;
    assert.deepEqual(
      check(list).map(({ code }) => code),
      ["too-deep"],
    );
  });

  it("on a schema that contradicts itself", () => {
    const odd = schemaOf("type Tail\ntype Query { a: Tail __meta: Int blocks(last: Int): [Int!]! }");
    assertDiagnostics("{ blocks ‹nope› }", ["unknown-field"], [], odd);
  });
});
