import assert from "node:assert/strict";
import { buildClientSchema, execute, introspectionFromSchema, parse } from "graphql";
import { readDocument } from "../../../src/graphql/text/document";
import { foldingOf } from "../../../src/graphql/text/folding";
import { legacyVariables } from "../../../src/graphql/variables/legacyVariables";
import { operationsAt, operationsOf, requestFor } from "../../../src/graphql/text/operations";
import { errorsFirst, resultErrors } from "../../../src/graphql/run/resultErrors";
import { limits } from "../../../src/wire/limits";
import type { OutlineItem } from "../../../src/graphql/text/symbols";
import { outlineOf } from "../../../src/graphql/text/symbols";
import { atCursor, withRanges } from "./marks";
import { nodeSchema } from "./nodeSchema";

const bits = "fragment Bits on Block {\n  id\n}";
const mixed = `${bits}\nquery A {\n  lastBlockPair\n}\nquery B {\n  block(height: 1) { ...Bits }\n}\nquery C {\n  block(height: 2) { ...HeaderBits }\n}\n{\n  block { id }\n}\n`;
const far =
  "\uFEFFfragment HeaderBits on Block {\n  header { ...Deep }\n}\nfragment Deep on Header { hash }\nfragment Bits on Block { reward }";

function at(marked: string, others: string[] = []) {
  const { text, offset } = atCursor(marked);
  const found = others.map((other, index) => ({ file: `${index}.gql`, document: readDocument(other) }));
  return { found: operationsAt(readDocument(text), offset, found), others: found };
}

function sent(marked: string, others: string[] = []) {
  const { found, others: documents } = at(marked, others);
  assert.equal(found.length, 1, `${found.length} operations`);
  return requestFor(found[0]!, documents);
}

describe("the operation that is run", () => {
  const names = (marked: string, others: string[] = []) =>
    at(marked, others).found.map(
      ({ definition, file }) => `${file ? `${file} ` : ""}${definition.name?.text ?? "(anonymous)"}`,
    );

  it("is the one the cursor is in", () => {
    assert.deepEqual(names(mixed.replace("query B", "qu|ery B")), ["B"]);
    assert.deepEqual(names(mixed.replace("height: 2", "height: |2")), ["C"]);
    assert.deepEqual(names(mixed.replace("block { id }\n}", "block { id }\n}|")), ["(anonymous)"]);
  });

  it("in a fragment is one of those that use it, wherever they are", () => {
    assert.deepEqual(names(mixed.replace("  id", "  i|d")), ["B"]);
    assert.deepEqual(names("fragment Bits on Block { i|d }", [mixed.replace(bits, "")]), ["0.gql B"]);
    assert.deepEqual(names("fragment Lonely on Block { i|d }", [mixed]), []);
  });

  it("between definitions is one of the document's", () => {
    assert.deepEqual(names("query A { lastBlockPair }\n\n|\n\nquery B { lastBlockPair }"), ["A", "B"]);
    assert.deepEqual(names("|\n# only one\nquery A { lastBlockPair }"), ["A"]);
  });

  it("is none in blank text, comments and schemas", () => {
    for (const marked of ["|", "\n   \n\t|\n", "# to|do", "type A { b: I|nt }", bits + "|"]) {
      assert.deepEqual(names(marked), [], marked);
    }
  });
});

describe("what is sent", () => {
  it("is the operation alone with the fragments it needs", () => {
    const { query, operationName, missingFragments } = sent(mixed.replace("query B", "qu|ery B"), [far]);
    assert.equal(query, `query B {\n  block(height: 1) { ...Bits }\n}\n\n${bits}`);
    assert.equal(operationName, "B");
    assert.deepEqual(missingFragments, []);
  });

  it("has fragments of other files, those they need, each once", () => {
    const { query } = sent(mixed.replace("query C", "qu|ery C"), [far, far]);
    assert.deepEqual(query.match(/fragment \w+/g), ["fragment HeaderBits", "fragment Deep"]);
    assert.ok(!query.includes("\uFEFF"));
  });

  it("names no operation that has no name", () => {
    assert.equal("operationName" in sent(mixed.replace("block { id }", "block { i|d }")), false);
  });

  it("tells which fragments no one defines", () => {
    assert.deepEqual(sent(mixed.replace("query C", "qu|ery C")).missingFragments, ["HeaderBits"]);
  });

  it("has no byte-order mark and runs with any line ends", async () => {
    const request = sent("\uFEFF# first\r\nquery A {\r\n  __typ|ename\r\n}\r\n");
    assert.equal(request.query, "query A {\r\n  __typename\r\n}");
    const schema = buildClientSchema(introspectionFromSchema(nodeSchema));
    assert.equal((await execute({ schema, document: parse(request.query) })).data?.__typename, "Query");
  });

  it("with endless circles of fragments still ends", () => {
    const { query } = sent("{ block { ...A| } } fragment A on Block { ...B } fragment B on Block { ...A }");
    assert.equal(query.match(/fragment/g)?.length, 2);
  });
});

describe("errors of a result", () => {
  it("are found in the document the query came from", () => {
    const { text, ranges } = withRanges("# above\r\nquery A {\r\n  ‹block›(height: 1) { ...Far }\r\n}\r\n");
    const request = sent(text.replace("block", "blo|ck"), ["\n\nfragment Far on Block {\n  nope\n}"]);
    const errors = [
      { message: "first", path: ["block", 0, "id"], locations: [{ line: 2, column: 3 }] },
      { message: "second", locations: [{ line: 6, column: 3 }] },
      { message: "third", locations: [{ line: 99, column: 1 }] },
      "just text",
      { odd: 18446744073709551615n },
    ];
    assert.deepEqual(resultErrors(errors, request), [
      { message: "first", path: "block.0.id", ...ranges[0] },
      { message: "second", file: "0.gql", start: 28, end: 32 },
      { message: "third" },
      { message: "just text" },
      { message: '{"odd":"18446744073709551615"}' },
    ]);
    assert.deepEqual(resultErrors(undefined, request), []);
  });

  const rows: [what: string, text: string, shown: string][] = [
    ["behind data", '{"data":{"a":1E5},"errors":[{"m":"x"}]}', '{"errors":[{"m":"x"}],"data":{"a":1E5}}'],
    [
      "between others",
      '{ "data" : 1 , "errors" : [ 2 ] , "cost" : 3 }',
      '{"errors" : [ 2 ], "data" : 1  , "cost" : 3 }',
    ],
    ["in front already", '{"errors":[1],"data":{"errors":[2]}}', '{"errors":[1],"data":{"errors":[2]}}'],
    ["only within data", '{"data":{"errors":[2]}}', '{"data":{"errors":[2]}}'],
    ["with braces in texts", '{"data":"}{,","errors":["{"]}', '{"errors":["{"],"data":"}{,"}'],
    ["cut off", '{"data":1,"errors":', '{"data":1,"errors":'],
    ["in no object", '[{"errors":1}]', '[{"errors":1}]'],
    ["in nothing", "", ""],
  ];
  for (const [what, text, shown] of rows) {
    it(`come first in a result that has them ${what}, token by token`, () => assert.equal(errorsFirst(text), shown));
  }

  it("stay where they are in a result that is too long to be looked through", () => {
    const text = `{"data":"${"x".repeat(limits.resultValueCharacters)}","errors":[1]}`;
    assert.equal(errorsFirst(text), text);
  });
});

describe("the place of an error behind characters of two code units", () => {
  const places: [what: string, marked: string, column: number][] = [
    ["counts characters, as nodes do", '{ a(text: "🦀🦀") ‹nope› }', 17],
    ["counts code units, as other servers do", '{ a(text: "🦀🦀") ‹nope› }', 19],
    ["is the same in both counts", '{ ‹nope› a(text: "🦀🦀") }', 3],
  ];
  for (const [what, marked, column] of places) {
    it(`is on the token when the column ${what}`, () => {
      const { text, ranges } = withRanges(marked);
      const [error] = resultErrors([{ message: "m", locations: [{ line: 1, column }] }], sent(`|${text}`));
      assert.deepEqual(error, { message: "m", ...ranges[0] });
    });
  }

  it("is none for a column that is no place", () => {
    for (const column of [0, -1, Number.NaN, "x", null, 10n ** 30n]) {
      const [error] = resultErrors([{ message: "m", locations: [{ line: 1, column }] }], sent("|{ a }"));
      assert.ok(error!.start === undefined || error!.start <= 5, String(column));
    }
  });
});

describe("variables on the legacy route", () => {
  it("get lower-case names of their own in query and headers", () => {
    const { query, names } = legacyVariables({
      query:
        'query H($addr: String!, $fromBlock: Int, $fromblock: Int) { h(a: $addr, b: $fromBlock, c: $fromblock, d: "$fromBlock") }',
    });
    assert.equal(
      query,
      'query H($addr: String!, $fromblock_: Int, $fromblock: Int) { h(a: $addr, b: $fromblock_, c: $fromblock, d: "$fromBlock") }',
    );
    assert.deepEqual(
      [...names],
      [
        ["addr", "addr"],
        ["fromblock", "fromblock"],
        ["fromBlock", "fromblock_"],
      ],
    );
  });
});

describe("outline", () => {
  const shape = (items: readonly OutlineItem[]): unknown[] =>
    items.map(({ kind, name, children }) =>
      children.length > 0 ? [`${kind} ${name}`, shape(children)] : `${kind} ${name}`,
    );

  it("lists operations, fragments and what they select", () => {
    assert.deepEqual(
      shape(
        outlineOf(
          readDocument("query A { tip: block { id ...F ... on Block { reward } } } fragment F on Block { id } { x"),
        ),
      ),
      [
        ["query A", [["field tip", ["field id", "fragment ...F", "field reward"]]]],
        ["fragment F", ["field id"]],
        "query (query)",
      ],
    );
  });

  it("lists types and their members", () => {
    assert.deepEqual(
      shape(outlineOf(readDocument("schema { query: A }\ntype A { b: Int }\nenum E { X }\ndirective @d on FIELD"))),
      ["type schema", ["type A", ["member b"]], ["type E", ["member X"]], "directive d"],
    );
  });

  it("places names by their offsets in the document", () => {
    const { text, ranges } = withRanges("\n\nquery A {\n  tip: block { ‹reward› }\n}");
    const leaf = outlineOf(readDocument(text))[0]!.children[0]!.children[0]!;
    assert.deepEqual({ start: leaf.selectionStart, end: leaf.selectionEnd }, ranges[0]);
  });
});

describe("folding", () => {
  it("follows brackets, block strings and comments over several lines", () => {
    const { text, ranges } = withRanges(
      "‹# a\n# b›\n# c".replace("›\n# c", "\n# c›") +
        "\n\nquery A ‹{\n  block‹(\n    height: 1\n  )› { id }\n}›\n# alone\n{ a }",
    );
    assert.deepEqual(
      foldingOf(readDocument(text)).map(({ start, end }) => ({ start, end })),
      ranges,
    );
  });
});

describe("operations of a document", () => {
  it("are those that parse and those that do not", () => {
    const names = operationsOf(readDocument("query A { b\n\nquery B { c }\nmutation C { d }")).map(
      ({ kind, name }) => `${kind} ${name?.text}`,
    );
    assert.deepEqual(names, ["query A", "query B", "mutation C"]);
  });
});
